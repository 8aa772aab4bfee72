import { listPages, type DeclaredMenu } from '#kit/model/menu.ts';

/** 任务与对账 (domain.md §11 for the paths). */
export const deskMenus: readonly DeclaredMenu[] = [
  { path: '/work', title: '任务与对账', icon: 'tool', sort: 80, redirect: '/tasks' },
  ...listPages('/work', [
    ['/tasks', '任务', 1, 'desk:delivery'],
    ['/work/order-cycle', '订单时效', 3, 'desk:orderCycle'],
  ]),
  {
    path: '/reconciliation',
    title: '对账',
    parent: '/work',
    component: 'desk/Reconciliation',
    sort: 2,
    permission: 'desk:reconciliation:list',
    resources: ['desk:reconciliation'],
  },
];
