import { invalid } from '#kit/model/refusal.ts';
import type { Tx } from '#kit/server/database.ts';
import { draftSlots } from '#kit/server/draft/draft-slots.ts';
import { noteMakers } from '#kit/server/makers.ts';
import { pick } from '#kit/server/stored-rows.ts';
import { channelAccount } from '#modules/base/model/channel-account.ts';
import { promotionFaults } from '../../model/pricing/price-errors.ts';
import { promotion, promotionItem } from '../../model/pricing/promotion.ts';
import { judgeItems, sumOf } from './promotion-items.ts';

/** A promotion while it is a draft: its listings are of its shop, each once, at the base price of now. */
export const promotionDraft = draftSlots(
  { of: promotion, lines: promotionItem, head: promotion.fields, line: promotionItem.fields },
  {
    judge: (_tx, { startAt, endAt }) => (endAt <= startAt ? [promotionFaults.window()] : []),
    async derive(tx, { head, lines }) {
      const judged = await judgeItems(
        tx,
        // Whatever was let go is let go no more: the draft may have another discount.
        lines.map(({ channelProductId, discountPct }) => ({ id: null, channelProductId, discountPct })),
      );
      const seen = new Set<string>();
      const errors = judged.flatMap(({ accountId, isPriced, item }, at) => {
        const isTwice = seen.has(item.channelProductId);
        seen.add(item.channelProductId);
        if (isTwice) return [promotionFaults.listingTwice(at + 1)];
        if (accountId !== head.accountId) return [promotionFaults.listingElsewhere(at + 1)];
        return isPriced ? [] : [promotionFaults.unpriced(at + 1)];
      });
      if (errors.length > 0) throw invalid(errors);
      return {
        head: { currency: await currencyOf(tx, head.accountId), ...sumOf(judged) },
        lines: judged.map(({ found }) => ({ ...found, exceptionPrice: null, exceptionBy: null })),
      };
    },
    written: (tx, id) => noteMakers(tx, promotion, id),
  },
);

async function currencyOf(tx: Tx, accountId: string): Promise<string> {
  const [shop] = await pick(tx, channelAccount, ['currency'])`id = ${accountId}::uuid`;
  return shop?.currency ?? 'USD';
}
