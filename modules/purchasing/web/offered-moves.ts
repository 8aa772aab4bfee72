import { purchaseOrderLifecycle } from '../model/purchase-order.ts';

/** 通知到货 is there only while something is left to announce. */
export const offeredMoves = ({ unannouncedCount }: { unannouncedCount: number }): string[] =>
  Object.keys(purchaseOrderLifecycle.moves).filter((move) => move !== 'notify' || unannouncedCount > 0);
