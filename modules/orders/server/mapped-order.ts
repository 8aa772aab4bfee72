import type { IncomingLine, IncomingOrder } from '../model/incoming-order.ts';

/** A line after mapping. */
export interface MappedLine extends IncomingLine {
  skuId: string | null;
  /** Agreed unit price, text of numeric(18,4); null = none known. */
  expectedPrice: string | null;
}

/** An incoming order after mapping: SKUs and the local warehouse are known where they can be. */
export interface MappedOrder extends Omit<IncomingOrder, 'lines'> {
  lines: MappedLine[];
  warehouseId: string | null;
  /** How it reached us; absent: by the channel's interface. */
  source?: 'api' | 'import';
}
