import { sql } from '#kit/server/sql.ts';
import type { Todo } from '#kit/server/todo.ts';
import { shipment } from '../../model/shipment.ts';
import { labelAdjustment, shippingLabel } from '../../model/shipping-label.ts';

/** What waits for somebody because of carriers. */
export const carrierTodos: readonly Todo[] = [
  {
    sort: 33,
    key: 'parcelException',
    band: 'wrong',
    doneBy: ['fulfilment:shipment:resume', 'fulfilment:shipment:markLost'],
    title: '运输异常',
    hint: '承运商报告异常，联系处理',
    resource: shipment,
    where: sql`t.status = 'exception' and t.lead_id is null`,
    path: '/orders/shipment',
    query: { tab: 'shipped', status: 'exception' },
  },
  {
    sort: 34,
    key: 'parcelLost',
    band: 'wrong',
    doneBy: ['fulfilment:shipment:claim', 'fulfilment:shipment:found'],
    title: '丢失待索赔',
    hint: '包裹丢失，向承运商索赔',
    resource: shipment,
    where: sql`t.status = 'lost' and t.claim_note is null and t.lead_id is null`,
    path: '/orders/shipment',
    query: { tab: 'shipped', status: 'lost' },
  },
  {
    sort: 35,
    key: 'scanLate',
    band: 'wrong',
    doneBy: ['fulfilment:shipment:scan', 'fulfilment:shipment:track'],
    title: '揽收超时',
    hint: '出库已久，承运商还没有扫描',
    resource: shipment,
    where: sql`t.is_scan_late`,
    path: '/orders/shipment',
    query: { tab: 'shipped', isScanLate: 'true' },
  },
  {
    sort: 36,
    key: 'labelVoidRefused',
    band: 'wrong',
    doneBy: ['fulfilment:shippingLabel:voidLabel'],
    title: '面单作废被拒',
    hint: '承运商不退的面单',
    resource: shippingLabel,
    where: sql`t.status = 'active' and t.error is not null`,
    path: '/orders/shipping-label',
    query: { tab: 'active', error: '> !' },
  },
  {
    sort: 37,
    key: 'adjustmentDue',
    band: 'wrong',
    title: '面单调整待扣费',
    hint: '钱包余额不足，充值后自动扣',
    resource: labelAdjustment,
    where: sql`t.charge = 'due'`,
    path: '/orders/label-adjustment',
    query: { charge: 'due' },
  },
];
