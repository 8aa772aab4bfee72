import type { ReactNode } from 'react';
import { detailPath, SourceLink } from '#kit/web/index.ts';
import { sku } from '#modules/catalog/model/product.ts';
import { inboundReceipt } from '#modules/inventory/model/inbound-receipt.ts';
import { purchaseOrder } from '../model/purchase-order.ts';

interface Named {
  id: string;
  /** Its number; missing where it may not be read. */
  no: string | null | undefined;
}

/** The way to an order. */
export const ToOrder = ({ id, no }: Named): ReactNode => (
  <SourceLink title="看采购单" permission="purchasing:purchaseOrder:list" path={detailPath(purchaseOrder, id)}>
    {no ?? '采购单'}
  </SourceLink>
);

/** The way to a receipt. */
export const ToReceipt = ({ id, no }: Named): ReactNode => (
  <SourceLink title="看入库单" permission="inventory:inboundReceipt:list" path={detailPath(inboundReceipt, id)}>
    {no ?? '入库单'}
  </SourceLink>
);

/** The way to goods. */
export const ToSku = ({ id, no }: Named): ReactNode => (
  <SourceLink title="看商品" permission="catalog:sku:list" path={detailPath(sku, id)}>
    {no}
  </SourceLink>
);
