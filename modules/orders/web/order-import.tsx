import type { ReactNode } from 'react';
import { DocumentImport } from '#kit/web/index.ts';
import { MOST_ORDER_LINES } from '../model/order-sheet-limit.ts';
import { salesOrder } from '../model/order.ts';

/** 导入 of the list of orders that wait: a sheet with a row for each line. */
export const OrderImport = (): ReactNode => (
  <DocumentImport of={salesOrder} mostRows={MOST_ORDER_LINES} rowMeans="一行一种商品，同一PO的各行合成一张订单" />
);
