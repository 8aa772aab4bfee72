import type { FilterSpec } from '#kit/web/index.ts';
import type { OrderMove } from '../model/order-lifecycle.ts';
import {
  acceptSync,
  amount,
  backorder,
  boxes,
  cancelledWho,
  cancelWords,
  countdown,
  goods,
  number,
  ordered,
  recipient,
  returnable,
  SERVICE,
  hiddenColumns,
  state,
  stock,
  sync,
  tracking,
  warehouse,
  type Columns,
} from './order-columns.tsx';
import type { OrderRow } from './order-row.ts';

interface OrderTab {
  columns: Columns;
  /** Beside those that every tab has. */
  filters: readonly FilterSpec<OrderRow>[];
  /** Moves of many orders at once. */
  batch: readonly OrderMove[];
  sort?: { field: keyof OrderRow; order: 'asc' | 'desc' };
}

/**
 * What a clerk looks at, asks for and does in each tab. What is urgent stands first: what runs out
 * before what does not, and what is over, latest first.
 */
export const ORDER_TABS: Readonly<Record<string, OrderTab>> = {
  pending: {
    columns: [
      goods,
      number,
      state(stock),
      countdown('nextDeadline'),
      warehouse({ ...SERVICE, key: 'shipSpeed' }),
      recipient,
      amount,
      ...hiddenColumns('acceptDeadline', 'shipBy', 'orderNo', 'orderedAt'),
    ],
    filters: ['shipBy', 'acceptDeadline', 'priority', 'orderedAt', 'orderType', 'status'],
    batch: [
      'accept',
      'remark',
      'hold',
      'release',
      'acceptPrice',
      'reallocate',
      'setPriority',
      'setShipMethod',
      'reject',
      'cancel',
      'submit',
      'discard',
    ],
    sort: { field: 'nextDeadline', order: 'asc' },
  },
  shipping: {
    columns: [
      goods,
      number,
      state(stock, backorder, acceptSync),
      countdown('shipBy'),
      warehouse({ ...SERVICE, key: 'shipMethodId' }),
      recipient,
      tracking({ key: 'labelStatus', width: 92 }, boxes),
      ...hiddenColumns(amount, 'orderedAt', 'shipSpeed', 'orderNo'),
    ],
    filters: ['shipBy', 'status', 'priority', 'shipMethodId', 'trackingNo', 'acceptSync', 'backorderDate', 'orderedAt'],
    batch: ['start', 'setPriority', 'setShipMethod', 'remark', 'hold', 'release', 'reallocate', 'cancel'],
    sort: { field: 'shipBy', order: 'asc' },
  },
  shipped: {
    columns: [
      goods,
      number,
      state(sync('shipSync', 'ASN状态')),
      tracking({ ...SERVICE, key: 'shipMethodId' }, boxes),
      { key: 'shippedAt', under: ['warehouseId', returnable] },
      { key: 'payStatus', width: 92 },
      recipient,
      ...hiddenColumns(amount, ordered, 'orderNo'),
    ],
    filters: ['shippedAt', 'status', 'payStatus', 'returnUntil', 'trackingNo', 'shipMethodId', 'shipSync', 'orderedAt'],
    batch: ['remark', 'deliver', 'complete'],
  },
  cancelled: {
    columns: [
      goods,
      number,
      {
        key: 'status',
        under: ['tagIds', { key: 'cancelledSide', render: cancelledWho, text: cancelledWho }],
      },
      { key: 'cancelledAt', under: [ordered] },
      sync('cancelSync', '平台同步', cancelWords),
      'labelLoss',
      amount,
      recipient,
      ...hiddenColumns('orderNo'),
    ],
    filters: ['cancelledAt', 'status', 'cancelSync', 'labelLoss', 'orderedAt'],
    batch: ['reopen', 'remark'],
  },
};
