import { carrierDoubt } from '#kit/model/carrier-number.ts';
import { moneyText } from '#kit/model/currency.ts';
import { extraLabels } from '../../model/carrier-errors.ts';
import type { BoughtLabel } from '../../model/carrier-port.ts';
import type { StoredLabel } from './label-money.ts';

/**
 * What somebody has to know of a purchase: another price than was quoted, labels that were made beside it, numbers
 * that are odd for the carrier.
 */
export function noteOf(label: StoredLabel, bought: BoughtLabel): string | null {
  const doubt = carrierDoubt(bought.trackingNos.join(','), label.carrier);
  return [priceNote(label, bought), extraLabels(bought.extra), doubt].filter(Boolean).join('；') || null;
}

/** What was paid is said where it is another price than was quoted. */
function priceNote({ quotedCost, currency }: StoredLabel, bought: BoughtLabel): string | null {
  if (quotedCost === null || currency === null) return null;
  if (bought.cost === null || bought.currency === null) return null;
  if (bought.currency === currency && bought.cost === quotedCost) return null;
  const [paid, quoted] = [moneyText(bought.cost, bought.currency), moneyText(quotedCost, currency)];
  return `承运商实收 ${paid}，报价 ${quoted}`;
}
