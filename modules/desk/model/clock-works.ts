import { defineTenantWork } from '#kit/model/clock-work.ts';

/** The page 对账 at an hour that somebody chose: what does not hold makes the run fail, and people hear of it. */
export const reconcileWork = defineTenantWork('desk.reconcile', '对账', {
  about: '核对库存、订单与账目的全部恒等式；有对不上的即记为失败并通知。',
  fields: {},
  right: 'desk:reconciliation:list',
  timeoutSeconds: 300,
});
