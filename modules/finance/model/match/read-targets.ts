import { amountText } from '#kit/model/amount-text.ts';
import { exponentOf } from '#kit/model/currency.ts';
import { parseDecimal } from '#kit/model/money.ts';

/** An invoice or PO that somebody names by hand, with how much of it is meant; null: as much as is left. */
export interface NamedTarget {
  no: string;
  amount: bigint | null;
}

/**
 * Reads what somebody typed to say what a line pays: a number on each line, behind it the amount where not all
 * of it is meant.
 * @returns the targets in their order, or the first line that says something else
 */
export function readTargets(text: string, currency: string): { targets: NamedTarget[] } | { fault: string } {
  const targets: NamedTarget[] = [];
  for (const line of text.split(/[\n;；]/)) {
    const [, no = '', said] = /^(\S+?)(?:[,，:：]?\s+(\S.*))?$/.exec(line.trim()) ?? [];
    if (no === '') continue;
    if (said === undefined) {
      targets.push({ no, amount: null });
      continue;
    }
    const read = amountText(said, currency);
    const amount = 'fault' in read ? null : parseDecimal(read.decimal, exponentOf(currency));
    if (amount === null || amount <= 0n) return { fault: line.trim() };
    targets.push({ no, amount });
  }
  return { targets };
}
