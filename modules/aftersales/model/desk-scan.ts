import { numberKey } from '#kit/model/numbers.ts';
import { bareKey, parcelNumbers } from '#kit/model/tracking-number.ts';
import { lineOfScan } from '#modules/inventory/model/desk-goods.ts';
import { controlOf } from '#modules/fulfilment/model/station-codes.ts';
import { OVER_REASONS, type DeskCandidate, type DeskLine, type DeskReturn } from './return-desk.ts';

/** Goods that were scanned and are in none of the returns of the parcel. */
export interface Stranger {
  skuId: string;
  code: string;
}

/** What stands at the desk while something is read. */
export interface DeskNow {
  parcel: readonly DeskReturn[];
  candidates: readonly DeskCandidate[];
  /** A line of which more came than was announced, before a reason was given. */
  over: { line: DeskLine; by: number } | null;
  stranger: Stranger | null;
}

/** What a reading means; `find` where only the server knows. */
export type DeskReading =
  | { kind: 'count'; line: DeskLine }
  | { kind: 'reason'; at: number }
  | { kind: 'takeStranger'; at: number }
  | { kind: 'choose'; at: number }
  | { kind: 'receive' }
  | { kind: 'undo' }
  | { kind: 'leave' }
  | { kind: 'ask'; what: 'reason' | 'stranger' }
  | { kind: 'find'; numbers: string[] };

const choiceOf = (text: string): number | null => (/^[1-9]$/.test(text.trim()) ? Number(text.trim()) - 1 : null);

/** Whether a number is one of the parcel in front: scanned once more it is taken in. */
function isOfParcel(parcel: readonly DeskReturn[], numbers: readonly string[]): boolean {
  const keys = new Set(numbers.map(numberKey));
  const bare = new Set(numbers.map(bareKey));
  return parcel.some(
    (one) =>
      (one.trackingNo !== null && bare.has(bareKey(one.trackingNo))) ||
      [one.raNo, one.returnNo, one.channelOrderNo].some((number) => number !== null && keys.has(numberKey(number))),
  );
}

/** Units of a line that are still awaited, after what was counted. */
export const openUnits = ({ requested, received, counted }: DeskLine): number => requested - received - counted;

/**
 * The line that a scan of goods counts on: of several with the same goods the first that still awaits
 * some, in the order of the returns; where none does, the last of them.
 */
export function lineToCount(parcel: readonly DeskReturn[], text: string): DeskLine | undefined {
  const lines = parcel.filter(({ isOpen }) => isOpen).flatMap((one) => one.lines);
  const open = lineOfScan(
    lines.filter((line) => openUnits(line) > 0),
    text,
  );
  return open ?? lineOfScan(lines.toReversed(), text);
}

/** Whether so many more of a line need a reason that nobody has given yet. */
export const needsReason = (line: DeskLine, by: number): boolean =>
  by > 0 && !line.isStranger && line.reason === null && openUnits(line) < by;

/** Null: as goods of no return. */
export type OverChoice = (typeof OVER_REASONS)[number] | null;

/** What may be said of more than was announced: why, as far as the order ever sent so many, or apart from it. */
export function overChoices({ line, by }: NonNullable<DeskNow['over']>, mayBeyond: boolean): OverChoice[] {
  const isOfOrder = line.most === null || line.received + line.counted + by <= line.most;
  return [...(mayBeyond && isOfOrder ? OVER_REASONS : []), null];
}

/** What one reading at the desk means. A question that is open comes first: nothing is counted past it. */
export function readingOf(now: DeskNow, text: string): DeskReading {
  const control = controlOf(text);
  const choice = control === 'WB-OK' ? 0 : choiceOf(text);
  const question = now.over ? 'reason' : now.stranger ? 'stranger' : null;
  if (control === 'WB-UNDO') return { kind: 'undo' };
  if (question) {
    if (choice === null) return { kind: 'ask', what: question };
    return question === 'reason' ? { kind: 'reason', at: choice } : { kind: 'takeStranger', at: choice };
  }
  if (control === 'WB-NEXT') return { kind: 'leave' };
  if (now.candidates.length > 0 && choice !== null) return { kind: 'choose', at: choice };
  if (control === 'WB-OK') return { kind: 'receive' };
  const line = lineToCount(now.parcel, text);
  if (line) return { kind: 'count', line };
  const numbers = parcelNumbers(text);
  if (isOfParcel(now.parcel, numbers)) return { kind: 'receive' };
  return { kind: 'find', numbers };
}
