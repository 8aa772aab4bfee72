import { listPages, type DeclaredMenu } from '#kit/model/menu.ts';

/** 自动化规则, among what belongs to orders (domain.md §11 for the path). */
export const automationMenus: readonly DeclaredMenu[] = [
  ...listPages('/orders', [
    ['/rules', '自动化规则', 10, 'automation:rule', 'automation/RuleList'],
    ['/rules/runs', '规则轨迹', 11, 'automation:ruleRun', 'automation/RunList'],
    ['/rules/tasks', '规则待办', 12, 'automation:ruleTask', 'automation/TaskList'],
  ]),
  {
    path: '/rules/:id',
    title: '规则详情',
    parent: '/orders',
    component: 'automation/RuleDetail',
    sort: 30,
    permission: 'automation:rule:list',
    resources: [],
    hidden: true,
  },
];
