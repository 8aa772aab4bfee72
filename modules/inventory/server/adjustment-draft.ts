import type { Tx } from '#kit/server/database.ts';
import { draftSlots } from '#kit/server/draft/draft-slots.ts';
import { draftPlace } from '#kit/server/draft/draft-place.ts';
import { addDraft } from '#kit/server/draft/write-draft.ts';
import { noteMakers } from '#kit/server/makers.ts';
import type { Registry } from '#kit/server/registry.ts';
import { baseCurrency } from '#modules/base/server/index.ts';
import { stockAdjustment, stockAdjustmentLine } from '../model/stock-adjustment.ts';
import { refuseBundleLines, refuseTooLarge } from './stocked-lines.ts';

/** An adjustment while it is a draft: whoever had a hand in it is known. */
export const adjustmentDraft = draftSlots(
  {
    of: stockAdjustment,
    lines: stockAdjustmentLine,
    head: stockAdjustment.fields,
    line: stockAdjustmentLine.fields,
  },
  {
    async derive(tx, { lines }) {
      await refuseBundleLines(tx, lines);
      const currency = await baseCurrency(tx);
      refuseTooLarge(lines, currency);
      return {
        head: {
          currency,
          lineCount: lines.length,
          totalQty: lines.reduce((sum, { qty }) => sum + qty, 0),
        },
      };
    },
    written: (tx, id) => noteMakers(tx, stockAdjustment, id),
  },
);

/** Stores a draft adjustment, as from outside. @returns its id */
export async function addAdjustment(tx: Tx, registry: Registry, body: Record<string, unknown>): Promise<string> {
  const place = draftPlace({ resource: stockAdjustment, draft: adjustmentDraft }, registry);
  return (await addDraft(tx, place, body)).id;
}
