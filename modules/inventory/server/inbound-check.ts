import { parseDecimal } from '#kit/model/money.ts';
import type { Tx } from '#kit/server/database.ts';
import { costFarWords, priceFarWords, type FarPrice } from '../model/far-price.ts';
import { CHECK_WORDS } from '../model/inbound-receipt.ts';
import { valueLines, type StoredLine, type ValuedLine } from './adjustment-value.ts';
import { checkReason } from './four-eyes.ts';
import { priceOf } from './known-costs.ts';
import { bindingCostBound } from './stock-settings.ts';

/** A line of a receipt, with the code that people know its goods by. */
export type CodedLine = StoredLine & { sku: string };

/** What a receipt is worth, and why a second person must look at it; null where nobody has to. */
export interface CheckedReceipt {
  valued: ValuedLine[];
  reason: string | null;
}

const SHARE_SCALE = 6;

/**
 * Judges goods that nobody ordered before they are announced, like goods that are adjusted in. What their
 * cost is said to be must be near what is known of it: it is the cost of what is sold from then on, and what
 * a bill is matched with. Callers hold the person (`holdHand`).
 */
export async function checkReceipt(tx: Tx, warehouseId: string, lines: readonly CodedLine[]): Promise<CheckedReceipt> {
  const valued = await valueLines(tx, warehouseId, lines);
  if (tx.actor.isSystem) return { valued, reason: null };
  const answers = lines.map(({ sku, unitCost }, at) => ({
    sku,
    // Nothing typed, or none: it gets what is known.
    cost: priceOf(unitCost ?? '0') > 0n ? unitCost : null,
    known: valued[at]?.known ?? null,
  }));
  const { far, bound } = await farFrom(tx, answers);
  const reason = await checkReason(tx, valued);
  const words = [
    ...(reason ? [CHECK_WORDS[reason]] : []),
    ...(far.length === 0
      ? []
      : [
          costFarWords(
            far.map(({ sku }) => sku),
            bound,
          ),
        ]),
  ];
  return { valued, reason: words.length > 0 ? words.join('；') : null };
}

/** What somebody says that goods cost, text of numeric(18,4), and what is known of it; null where nothing is. */
interface StatedCost {
  sku: string;
  cost: string | null;
  known: bigint | null;
}

/** Which prices are above or below what is known of the cost, beyond the bound of the tenant, in words; null where none are. */
export async function farPriceWords(tx: Tx, answers: readonly StatedCost[], base: string): Promise<string | null> {
  const { far, bound } = await farFrom(tx, answers);
  return far.length > 0 ? priceFarWords(far, bound, base) : null;
}

async function farFrom(tx: Tx, answers: readonly StatedCost[]): Promise<{ far: FarPrice[]; bound: string }> {
  const bound = await bindingCostBound(tx);
  const share = parseDecimal(bound, SHARE_SCALE) ?? 0n;
  const far = answers.flatMap(({ sku, cost, known }): FarPrice[] => {
    if (cost === null || known === null) return [];
    const price = priceOf(cost);
    const off = price > known ? price - known : known - price;
    return off * 10n ** BigInt(SHARE_SCALE) > known * share ? [{ sku, price, known }] : [];
  });
  return { far, bound };
}
