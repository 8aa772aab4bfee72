import type { Address } from '#kit/model/address.ts';
import { formatDecimal, PRICE_SCALE } from '#kit/model/money.ts';
import type { IncomingOrder } from './incoming-order.ts';
import type { ChangeField, HeadField } from './order-change.ts';

/** A line as its channel last reported it. */
export interface SnapshotLine {
  /** Part number and occurrence, given at the first telling and kept for good: `WB-1#2`. */
  key: string;
  /** Our line; null while nobody has taken it over. */
  lineId: string | null;
  channelSku: string;
  channelItemId: string | null;
  name: string;
  qty: number;
  /** Text of numeric(18,4). */
  unitPrice: string;
  isCancelled: boolean;
  /** Reported before and no more. */
  isGone: boolean;
  estShipDate: string | null;
  facts: Record<string, string>;
}

/** An order as its channel last reported it: what a later report is compared with. */
export interface ChannelSnapshot extends Record<HeadField, string | null> {
  orderedAt: string;
  currency: string;
  address: Address;
  lines: SnapshotLine[];
  extra: Record<string, string>;
  /** Nobody has reported all of it yet: what is missing was withheld. */
  isPartial?: true;
}

const ADDRESS_PARTS = Object.keys({
  name: true,
  company: true,
  address1: true,
  address2: true,
  city: true,
  state: true,
  postalCode: true,
  country: true,
  phone: true,
  email: true,
} satisfies Record<keyof Address, true>) as (keyof Address)[];

/** In the order in which a record of changes names them. */
const HEAD_FIELDS = Object.keys({
  orderedAt: true,
  shipBy: true,
  deliverBy: true,
  currency: true,
  channelWarehouseCode: true,
  shipSpeed: true,
  carrierCode: true,
} satisfies Record<HeadField, true>) as HeadField[];

/** One field that the channel tells in another way than before. */
export interface SnapshotChange {
  /** `shipSpeed`, `shipTo.city`, or of a line: `qty`, `unitPrice` …; the rest in the channel's own names. */
  field: ChangeField | `extra.${string}` | `facts.${string}`;
  lineKey: string | null;
  lineId: string | null;
  channelSku: string | null;
  before: string | null;
  after: string | null;
}

type IncomingLineValues = Omit<SnapshotLine, 'key' | 'lineId'>;

/** What a reading of the order says, its lines known again by part and occurrence. */
export function snapshotOf(order: IncomingOrder, before: ChannelSnapshot | null): ChannelSnapshot {
  const iso = (instant: Date | undefined): string | null => instant?.toISOString() ?? null;
  const answers = order.lines.map((line): IncomingLineValues => ({
    channelSku: line.channelSku,
    channelItemId: line.channelItemId ?? null,
    name: line.name,
    qty: line.qty,
    unitPrice: formatDecimal(line.unitPrice, PRICE_SCALE),
    isCancelled: line.isCancelled,
    isGone: false,
    estShipDate: iso(line.estShipDate),
    facts: line.facts ?? {},
  }));
  const snapshot: ChannelSnapshot = {
    orderedAt: order.orderedAt.toISOString(),
    shipBy: iso(order.shipBy),
    deliverBy: iso(order.deliverBy),
    currency: order.currency,
    channelWarehouseCode: order.channelWarehouseCode ?? null,
    shipSpeed: order.shipSpeed ?? null,
    carrierCode: order.carrierCode ?? null,
    address: order.shipTo,
    lines: knownAgain(answers, before?.lines ?? []),
    // What belongs to a line is compared with the line: its place among the others means nothing.
    extra: Object.fromEntries(Object.entries(order.extra).filter(([name]) => !/^line\d+\./.test(name))),
    ...(order.isPartial && (before === null || before.isPartial) ? { isPartial: true } : {}),
  };
  return order.isPartial && before ? filledFrom(before, snapshot) : snapshot;
}

/** What is missing from a partial report stands as it was reported before. */
function filledFrom(before: ChannelSnapshot, snapshot: ChannelSnapshot): ChannelSnapshot {
  const address = { ...snapshot.address };
  for (const part of ADDRESS_PARTS) {
    const known = before.address[part];
    if (!address[part] && known) address[part] = known;
  }
  const lines = snapshot.lines.map((line) => {
    const old = before.lines.find(({ key }) => key === line.key);
    return old === undefined
      ? line
      : {
          ...line,
          channelItemId: line.channelItemId ?? old.channelItemId,
          estShipDate: line.estShipDate ?? old.estShipDate,
          facts: { ...old.facts, ...line.facts },
        };
  });
  return {
    ...snapshot,
    shipBy: snapshot.shipBy ?? before.shipBy,
    deliverBy: snapshot.deliverBy ?? before.deliverBy,
    channelWarehouseCode: snapshot.channelWarehouseCode ?? before.channelWarehouseCode,
    shipSpeed: snapshot.shipSpeed ?? before.shipSpeed,
    carrierCode: snapshot.carrierCode ?? before.carrierCode,
    address,
    lines,
    extra: { ...before.extra, ...snapshot.extra },
  };
}

/**
 * Gives each line the key it had. Lines of one part are distinguished by what they say: first those
 * that say the same as before, then those of the same price, then by their turn; a line that was
 * reported before and is missing now stays, as gone.
 */
function knownAgain(answers: readonly IncomingLineValues[], before: readonly SnapshotLine[]): SnapshotLine[] {
  const free = new Set(before);
  const known = new Map<IncomingLineValues, SnapshotLine>();
  const rounds: ((line: IncomingLineValues, old: SnapshotLine) => boolean)[] = [
    (line, old) =>
      !old.isGone && line.qty === old.qty && line.unitPrice === old.unitPrice && line.isCancelled === old.isCancelled,
    (line, old) => !old.isGone && line.unitPrice === old.unitPrice,
    (_line, old) => !old.isGone,
    () => true,
  ];
  for (const isAlike of rounds)
    for (const line of answers) {
      if (known.has(line)) continue;
      const old = [...free].find((one) => one.channelSku === line.channelSku && isAlike(line, one));
      if (!old) continue;
      free.delete(old);
      known.set(line, old);
    }
  const taken = new Set(before.map(({ key }) => key));
  const reported = answers.map((line): SnapshotLine => {
    const old = known.get(line);
    if (old) return { ...line, key: old.key, lineId: old.lineId };
    let turn = 1;
    while (taken.has(`${line.channelSku}#${turn}`)) turn += 1;
    const key = `${line.channelSku}#${turn}`;
    taken.add(key);
    return { ...line, key, lineId: null };
  });
  return [...reported, ...[...free].map((line) => ({ ...line, isGone: true }))];
}

/** Units the channel still wants of a line. */
export const openUnits = (line: SnapshotLine): number => (line.isCancelled || line.isGone ? 0 : line.qty);

/** Every field in which two tellings differ, each with before and after. Pure. */
export function changesBetween(before: ChannelSnapshot, after: ChannelSnapshot): SnapshotChange[] {
  const changes: SnapshotChange[] = [];
  const note = (
    field: SnapshotChange['field'],
    old: string | null,
    now: string | null,
    line: SnapshotLine | null = null,
  ): void => {
    if (old === now) return;
    changes.push({
      field,
      lineKey: line?.key ?? null,
      lineId: line?.lineId ?? null,
      channelSku: line?.channelSku ?? null,
      before: old,
      after: now,
    });
  };
  for (const line of after.lines) {
    const old = before.lines.find(({ key }) => key === line.key);
    if (old) compareLine(old, line, note);
    else note('added', null, `${line.qty} × ${line.unitPrice}`, line);
  }
  for (const field of HEAD_FIELDS) note(field, before[field], after[field]);
  for (const part of ADDRESS_PARTS) {
    const [old, now] = [before.address[part] ?? '', after.address[part] ?? ''];
    if (plainPart(old) !== plainPart(now)) note(`shipTo.${part}`, old, now);
  }
  for (const name of new Set([...Object.keys(before.extra), ...Object.keys(after.extra)]))
    note(`extra.${name}`, before.extra[name] ?? null, after.extra[name] ?? null);
  return changes;
}

function compareLine(
  old: SnapshotLine,
  line: SnapshotLine,
  note: (field: SnapshotChange['field'], old: string | null, now: string | null, line: SnapshotLine) => void,
): void {
  const [was, requested] = [openUnits(old), openUnits(line)];
  const field = line.isGone ? 'gone' : line.isCancelled && !old.isCancelled ? 'cancelled' : 'qty';
  note(field, String(was), String(requested), line);
  if (line.isGone) return;
  note('unitPrice', old.unitPrice, line.unitPrice, line);
  note('channelItemId', old.channelItemId, line.channelItemId, line);
  note('estShipDate', old.estShipDate, line.estShipDate, line);
  for (const name of new Set([...Object.keys(old.facts), ...Object.keys(line.facts)]))
    note(`facts.${name}`, old.facts[name] ?? null, line.facts[name] ?? null, line);
}

/** Case, blanks and punctuation of an address mean nothing. */
export const plainPart = (part: string | undefined): string => (part ?? '').toLowerCase().replace(/[\s.,#-]+/g, '');
