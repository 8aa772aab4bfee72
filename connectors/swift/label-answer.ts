import { fileOfText } from '#connectors/shared/file-text.ts';
import {
  currencyOf,
  instantOf,
  listOf,
  objectOf,
  requiredText,
  textOf,
  WireValueError,
  type WireObject,
} from '#connectors/shared/wire-values.ts';
import { isSameReference } from '#modules/fulfilment/model/label-denial.ts';
import type { BoughtLabel } from '#modules/fulfilment/model/carrier-port.ts';
import { priceOf, readable } from './wire-money.ts';

/** By which words it is said that a label is none any more. */
export const VOIDED: ReadonlySet<string> = new Set(['void', 'voided', 'cancelled', 'canceled', 'refunded']);
/** By which words it is said that there never was one. */
const FAILED: ReadonlySet<string> = new Set(
  'error failed failure rejected denied declined invalid expired inactive deleted'.split(' '),
);
/** Flags and moments that say the same beside any status. */
const VOID_MARKS = ['voided', 'isVoided', 'voidedAt', 'cancelled', 'canceled', 'cancelledAt', 'refunded', 'refundedAt'];

/**
 * The labels that the answer to a purchase holds. One that says of itself that it is none is read where there is no
 * other: it may be paid all the same. @throws WireValueError where something was bought and has no id
 */
export function boughtIn(answer: WireObject, key: string): BoughtLabel | null {
  const rows = rowsIn(answer);
  const own = rows.filter((row) => isOf(row, key));
  const live = own.filter((row) => !isVoid(row));
  const [left = []] = [live, own, rows].filter(({ length }) => length > 0);
  return firstOf(left, live, endOf(answer));
}

/** The labels that are found under a key: what was voided is none, and what is of another key was not asked for. */
export function foundIn(answer: WireObject, key: string): BoughtLabel | null {
  const live = rowsIn(answer).filter((row) => isOf(row, key) && !isVoid(row));
  return firstOf(live, live, null);
}

const rowsIn = ({ labels }: WireObject): WireObject[] => listOf(labels, 'labels').map(objectOf);

/** A row that says nothing of its key is of the one that was sent or asked for. */
const isOf = ({ reference }: WireObject, key: string): boolean => isSameReference(key, textOf(reference));

const statusOf = ({ status }: WireObject): string => textOf(status)?.toLowerCase() ?? '';

const NOT_MARKED: ReadonlySet<string> = new Set(['', 'false', '0', 'no', 'none', 'null']);

const isMarked = (value: unknown): boolean => value === true || !NOT_MARKED.has((textOf(value) ?? '').toLowerCase());

const isVoid = (row: WireObject): boolean =>
  VOIDED.has(statusOf(row)) || VOID_MARKS.some((mark) => isMarked(row[mark]));

/** In which words an answer, or one label of it, says that the label is none; null where it does not. */
function endOf(row: WireObject): string | null {
  const status = statusOf(row);
  if (VOIDED.has(status) || FAILED.has(status)) return status;
  const mark = VOID_MARKS.find((name) => isMarked(row[name]));
  if (mark !== undefined) return mark;
  const { error } = row;
  const words = textOf(error) ?? textOf(objectOf(error)['message']) ?? textOf(objectOf(error)['code']);
  return words === null ? null : `error: ${words}`;
}

/**
 * The first of the labels, and others that are live; the same one answered twice is one.
 * @param end what the whole answer says against them
 */
function firstOf(rows: readonly WireObject[], live: readonly WireObject[], end: string | null): BoughtLabel | null {
  const good = [...rows].toSorted((a, b) => Number(endOf(a) !== null) - Number(endOf(b) !== null));
  const byId = new Map(readable(good, (row) => [requiredText(row['id'], 'id'), row] as const));
  const [first] = byId;
  // Something was bought: that it cannot be read is no reason to say that nothing was.
  if (!first && rows.length > 0) throw new WireValueError('labels', '面单没有编号');
  if (!first) return null;
  const [labelId, label] = first;
  const currency = readableOr(null, () => currencyOf(label['currency']));
  return {
    labelId,
    trackingNos: readableOr([], () => listOf(label['parcels'], 'parcels')).map(
      (parcel) => textOf(objectOf(parcel)['trackingNumber']) ?? '',
    ),
    cost: currency === null ? null : readableOr(null, () => priceOf(label['total'], currency, 'total')),
    currency,
    file: fileOf(objectOf(label['file'])),
    voidUntil: readableOr(null, () => instantOf(label['voidUntil'], 'voidUntil')),
    extra: [...byId].flatMap(([id, row]) => (id !== labelId && live.includes(row) ? [id] : [])),
    reference: textOf(label['reference']),
    postalCode: textOf(objectOf(label['to'])['postalCode']),
    ended: endOf(label) ?? end,
  };
}

/** The label is paid, whatever of the rest can be read. */
function readableOr<T, E>(otherwise: E, read: () => T): T | E {
  try {
    return read();
  } catch (error) {
    if (error instanceof WireValueError) return otherwise;
    throw error;
  }
}

function fileOf({ mime, base64 }: WireObject): BoughtLabel['file'] {
  const text = textOf(base64) ?? '';
  // What is no base64 is kept as what came of it: people see that there is something.
  const bytes = fileOfText(text) ?? Buffer.from(text, 'base64');
  return bytes.length > 0 ? { mime: textOf(mime) ?? 'application/pdf', bytes } : null;
}
