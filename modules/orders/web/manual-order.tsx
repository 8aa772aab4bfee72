import type { ReactNode } from 'react';
import { DraftPage } from '#kit/web/index.ts';
import { salesOrder } from '../model/order.ts';
import { totalText } from './order-totals.ts';

/** 新增订单, 编辑草稿: an order typed by hand, with its lines typed or pasted in the grid. */
export const ManualOrder = (): ReactNode => (
  <DraftPage
    of={salesOrder}
    titles={{ add: '新增订单', edit: (label) => `编辑草稿 ${label}` }}
    totals={(rows, head) => totalText(rows, String(head['currency'] ?? 'USD'))}
    example={['WB-OUT-PLNT-S3', '2', '18.50']}
  />
);
