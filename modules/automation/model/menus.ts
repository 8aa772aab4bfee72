import { listPages, type DeclaredMenu } from '#kit/model/menu.ts';
import { ORDER_SETUP } from '#modules/orders/model/menus.ts';

/** 自动化规则, among what is set up for orders; what they ask of people stands with the orders (domain.md §11 for the path). */
export const automationMenus: readonly DeclaredMenu[] = [
  ...listPages(ORDER_SETUP, [
    ['/rules', '自动化规则', 1, 'automation:rule', 'automation/RuleList'],
    ['/rules/runs', '执行结果', 2, 'automation:ruleRun', 'automation/RunList'],
  ]),
  ...listPages('/orders', [['/rules/tasks', '规则待办', 9, 'automation:ruleTask', 'automation/TaskList']]),
  {
    path: '/rules/:id',
    title: '规则详情',
    parent: ORDER_SETUP,
    component: 'automation/RuleDetail',
    sort: 30,
    permission: 'automation:rule:list',
    resources: [],
    hidden: true,
  },
];
