import type { Packing } from '../model/routes.ts';

/** The ledger rows that a shipment made, of one kind of goods or all; null while it made none. */
export function ledgerPath({ shipmentNo, shippedAt, environment }: Packing, skuId?: string): string | null {
  // What is only tried out moves no goods.
  if (!shippedAt || environment === 'sandbox') return null;
  const goods = skuId ? `&skuId=${skuId}` : '';
  return `/base/stock-ledger?refNo=${encodeURIComponent(shipmentNo)}${goods}`;
}
