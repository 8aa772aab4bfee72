import { divideHalfUp } from '#kit/model/money.ts';
import type { Disposition } from '../../model/return-order.ts';
import type { LineGoods, StoredLine } from './return-lines.ts';

/** What becomes of a line. */
export interface Plan {
  /** Where it was said, from 1. */
  row: number;
  line: StoredLine;
  disposition: Disposition | null;
  damagedDisposition: Disposition | null;
  /** Units that are credited though they are not here, and why. */
  qtyAccepted: number;
  acceptReason: string | null;
}

/** Goods leave for good, by what becomes of them. */
export const LEAVING: Readonly<Partial<Record<Disposition, { type: string; isLost: boolean }>>> = {
  scrap: { type: 'scrap_out', isLost: true },
  donate: { type: 'donate_out', isLost: true },
  returnToSupplier: { type: 'supplier_return_out', isLost: false },
};

/** What the goods that leave came back with, minor units: what is none of ours is given up as well. */
export function valueGivenUp(plans: readonly Plan[], goods: ReadonlyMap<string, LineGoods[]>): bigint {
  return plans.reduce((sum, { line, disposition, damagedDisposition }) => {
    const units =
      (disposition && LEAVING[disposition] ? line.qtyGood : 0) +
      (damagedDisposition && LEAVING[damagedDisposition] ? line.qtyDamaged : 0) +
      line.wrongOpen;
    return (goods.get(line.id) ?? []).reduce((all, one) => all + valueOfUnits(one, units * one.perUnit), sum);
  }, 0n);
}

/** What so many of the goods came back with. */
export const valueOfUnits = ({ qty, value }: LineGoods, units: number): bigint =>
  qty === 0 ? 0n : divideHalfUp(value * BigInt(units), BigInt(qty));
