import type { DetailRow } from '#kit/web/index.ts';
import type { returnOrder } from '../../model/return-order.ts';
import type { ReturnSurroundings } from '../../model/return-routes.ts';

/** A return as its page reads it. */
export type ReturnDetailRow = DetailRow<typeof returnOrder> & Partial<ReturnSurroundings>;
