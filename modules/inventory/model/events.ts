import { defineEvent } from '#kit/model/event.ts';

interface AboutStock {
  /** Each once, in order. */
  skuIds: readonly string[];
}

/** What can be sold of these SKUs has changed. */
export const stockChanged = defineEvent<AboutStock>('stock.changed');
/** There is more of them than before. */
export const stockIncreased = defineEvent<AboutStock>('stock.increased');
