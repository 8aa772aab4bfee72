import { expect } from 'vitest';
import { parseDecimal } from '#kit/model/money.ts';
import { LEAVING, type PlainReturn, type ReturnLine } from './plain-returns.ts';
import type { Happened } from './walk-law.ts';
import type { Seen } from './walk-orders.ts';
import { rowsOf } from './walk-reader.ts';
import type { Place } from './walk-scene.ts';
import type { World } from './walk-world.ts';

/** What moves of returns and credit notes do in the plain model, and what is stored of them beside it. */

interface StoredLine {
  id: string;
  returnId: string;
  type: string;
  orderId: string | null;
  warehouseId: string | null;
  orderLineId: string | null;
  skuId: string;
  requested: number;
  outcome: string | null;
  unitCredit: string | null;
  shown: string;
  head: string;
}

/** Lines of returns as they were typed, and all that became of them in one text. */
const STORED = rowsOf(`
  select l.id, r.id as "returnId", r.type, r.order_id as "orderId", r.warehouse_id as "warehouseId",
    l.order_line_id as "orderLineId", l.sku_id as "skuId", l.qty_requested as requested, l.outcome,
    l.unit_credit::text as "unitCredit",
    concat_ws(' ', l.qty_received, l.qty_good, l.qty_damaged, l.qty_wrong, l.qty_missing, l.wrong_open,
      l.qty_accepted, l.refurb_open,
      coalesce(l.disposition, '-'), coalesce(l.damaged_disposition, '-'), l.credited) as shown,
    concat_ws(' ', r.qty_received, r.recovered_value, r.lost_value, r.credit_total) as head
  from return_line l join return_order r on r.tenant_id = l.tenant_id and r.id = l.return_id
  where l.tenant_id = 1 and r.id = any($1::uuid[]) order by l.create_time, l.id`);
const NOTES = rowsOf(`
  select id, return_id as "returnId", total::text from credit_note
  where tenant_id = 1 and id = any($1::uuid[])`);

const shown = (line: ReturnLine): string =>
  [
    line.received,
    line.good,
    line.damaged,
    line.wrong,
    line.missing,
    line.wrongOpen,
    line.accepted,
    line.refurbOpen,
    line.disposition ?? '-',
    line.damagedDisposition ?? '-',
    line.credited,
  ].join(' ');
const sum = (lines: readonly ReturnLine[], of: (line: ReturnLine) => number): number =>
  lines.reduce((all, line) => all + of(line), 0);
const head = ({ lines, recovered, lost }: PlainReturn): string =>
  `${sum(lines, ({ received }) => received)} ${recovered} ${lost} ${lines.reduce((all, { credited }) => all + credited, 0n)}`;

export const RETURN = 'aftersales:returnOrder';
export const NOTE = 'aftersales:creditNote';

/** Carries out what happened to returns, and compares what is stored of them. */
export async function returnsMoved(world: World, seen: Seen): Promise<void> {
  const { walk, returns } = world;
  const own = seen.rows.filter(({ key }) => key === RETURN);
  const noted = seen.rows.filter(({ key }) => key === NOTE);
  if (own.length + noted.length === 0) return;
  const notes = await walk.ask<{ id: string; returnId: string; total: string }[]>(NOTES, [
    noted.map(({ rowId }) => rowId),
  ]);
  const ids = [...own.map(({ rowId }) => rowId), ...notes.map(({ returnId }) => returnId)];
  const stored = await walk.ask<StoredLine[]>(STORED, [[...new Set(ids)]]);
  const amounts = new Map<string, ReadonlyMap<string, bigint>>();
  for (const row of own) {
    if (row.from === null) adopt(world, row.rowId, stored);
    const doc = returns.docs.get(row.rowId);
    if (!doc) throw new Error(`${walk.at}: a return that nobody began`);
    if (row.move === 'approve') placed(world, doc, stored);
    if (row.move === 'credit') amounts.set(doc.id, creditOf(world, doc));
    else carryOut(world, doc, row);
  }
  for (const row of noted) noteMoved(world, row, { notes, amounts });
  for (const { id, returnId, ...line } of stored) {
    const doc = returns.docs.get(returnId);
    const known = doc?.lines.find((one) => one.id === id);
    expect(line.shown, `${walk.at}: line of return`).toBe(known ? shown(known) : 'unknown');
    expect(line.head, `${walk.at}: return`).toBe(doc ? head(doc) : 'unknown');
  }
}

/** What orders show of their returns, and what may come back of them. */
export function returnsShown({ returns, followed, walk }: World, seen: Seen): void {
  const stateOf = (id: string): string => followed.docs.get(id)?.state ?? '';
  for (const [orderId, [line]] of Map.groupBy(seen.lines, (one) => one.orderId)) {
    returns.judge(orderId, stateOf, walk.at);
    expect(line?.returnStatus, `${walk.at}: order ${orderId}`).toBe(returns.shownOf(orderId, stateOf));
  }
}

function adopt({ returns }: World, id: string, stored: readonly StoredLine[]): void {
  const lines = stored.filter(({ returnId }) => returnId === id);
  const [first] = lines;
  returns.docs.set(id, {
    id,
    type: first?.type ?? '',
    orderId: first?.orderId ?? null,
    warehouseId: first?.warehouseId ?? null,
    recovered: 0n,
    lost: 0n,
    lines: lines.map(({ orderLineId, skuId, requested, outcome, unitCredit, ...line }) => ({
      id: line.id,
      orderLineId,
      skuId,
      requested,
      outcome,
      unitCredit: parseDecimal(unitCredit ?? '0', 4) ?? 0n,
      received: 0,
      good: 0,
      damaged: 0,
      wrong: 0,
      missing: 0,
      refurbOpen: 0,
      kept: 0,
      wrongOpen: 0,
      accepted: 0,
      disposition: null,
      damagedDisposition: null,
      credited: 0n,
      value: 0n,
    })),
  });
}

/** Goods come back to where somebody said, else to where some of them left from. */
function placed({ walk, orders, asked }: World, doc: PlainReturn, stored: readonly StoredLine[]): void {
  const chosen = stored.find(({ returnId }) => returnId === doc.id)?.warehouseId ?? null;
  const stated = (asked?.id === doc.id && asked.answers['warehouseId']) || doc.warehouseId;
  if (stated) expect(chosen, `${walk.at}: comes back to`).toBe(stated);
  else if (doc.type !== 'refundOnly')
    expect(
      doc.lines.flatMap(({ orderLineId }) => [...orders.sentFrom(orderLineId ?? '')]),
      `${walk.at}: comes back to where none left from`,
    ).toContain(chosen);
  doc.warehouseId = chosen;
}

export const placeFor = (world: World, doc: PlainReturn, line: ReturnLine): Place | undefined =>
  world.walk.places.find(({ warehouseId, skuId }) => warehouseId === doc.warehouseId && skuId === line.skuId);

type Said = Record<string, unknown> & { lineId: string };
/** What was said of lines; null where nothing was. */
export function saidOf(world: World, id: string): Said[] | null {
  const { asked } = world;
  const raw = asked?.id === id ? asked.answers['lines'] : undefined;
  return typeof raw === 'string' ? (JSON.parse(raw) as Said[]) : null;
}

const EFFECTS: Readonly<Record<string, (world: World, doc: PlainReturn, row: Happened) => void>> = {
  receive(world, doc) {
    // Who receives a return by itself leaves alone what was counted of it at the desk.
    const counted = world.asked?.id === doc.id ? undefined : world.desk.get(doc.id);
    if (counted) world.desk.delete(doc.id);
    const stated = saidOf(world, doc.id);
    for (const line of doc.lines) {
      const open = Math.max(0, line.requested - line.received);
      const one = stated?.find(({ lineId }) => lineId === line.id);
      const qty = counted ? (counted.get(line.id) ?? 0) : stated ? Number(one?.['qty'] ?? 0) : open;
      const place = placeFor(world, doc, line);
      if (qty === 0 || !place) continue;
      world.walk.touch(place);
      world.returns.receive(doc, line, place.pile, qty);
    }
  },
  receiveDone(_world, doc) {
    for (const line of doc.lines) line.missing = Math.max(0, line.requested - line.received);
  },
  inspect(world, doc) {
    const stated = saidOf(world, doc.id);
    for (const line of doc.lines) {
      const one = stated?.find(({ lineId }) => lineId === line.id);
      const units = (name: string): number => Number(one?.[name] ?? 0);
      const judged = stated
        ? { good: units('good'), damaged: units('damaged'), wrong: units('wrong') }
        : { good: line.received, damaged: 0, wrong: 0 };
      line.outcome = (one?.['outcome'] as string | undefined) ?? line.outcome;
      expect(judged.good + judged.damaged + judged.wrong, world.walk.at).toBe(line.received);
      world.returns.inspect(line, touched(world, doc, line), judged);
    }
  },
  dispose(world, doc, { to }) {
    const stated = saidOf(world, doc.id);
    for (const line of doc.lines) {
      const one = stated?.find(({ lineId }) => lineId === line.id);
      const usual = (qty: number, name: string, else_: string): string | null =>
        qty > 0 ? String(one?.[name] ?? else_) : null;
      const isStored = one?.['disposition'] === 'keepByBuyer';
      line.disposition = isStored ? 'keepByBuyer' : usual(line.good, 'disposition', 'restock');
      line.accepted = isStored ? line.requested : Number(one?.['accepted'] ?? 0);
      line.damagedDisposition = usual(line.damaged, 'damagedDisposition', 'scrap');
    }
    const isAlone = !world.asked?.isPerson || world.returns.givenUp(doc) <= world.disposalLimit;
    expect(to, `${world.walk.at}: ${world.returns.givenUp(doc)} given up`).toBe(isAlone ? 'disposed' : 'inspected');
    if (to === 'disposed') disposed(world, doc);
  },
  approveDisposal: (world, doc) => disposed(world, doc),
  refurbish(world, doc) {
    const stated = saidOf(world, doc.id);
    for (const line of doc.lines) {
      const one = stated?.find(({ lineId }) => lineId === line.id);
      const good = stated ? Number(one?.['good'] ?? 0) : line.refurbOpen;
      const pile = touched(world, doc, line);
      if (pile) world.returns.refurbish(doc, line, pile, good, Number(one?.['scrapped'] ?? 0));
    }
  },
};

const carryOut = (world: World, doc: PlainReturn, row: Happened): void => EFFECTS[row.move]?.(world, doc, row);

function touched(world: World, doc: PlainReturn, line: ReturnLine): Place['pile'] | undefined {
  const place = placeFor(world, doc, line);
  if (place) world.walk.touch(place);
  return place?.pile;
}

function disposed(world: World, doc: PlainReturn): void {
  for (const line of doc.lines) world.returns.dispose(doc, line, touched(world, doc, line));
}

/** Amounts above zero by line, as they were said or as they were asked for at first. */
function creditOf(world: World, doc: PlainReturn): Map<string, bigint> {
  const stated = saidOf(world, doc.id)?.map(
    ({ lineId, amount }) => [lineId, parseDecimal(String(amount), 2) ?? 0n] as const,
  );
  const amounts = stated ? new Map(stated) : world.returns.usualCredit(doc);
  world.returns.credit(doc, amounts, 1n);
  return amounts;
}

/** A note is what its return was just credited with; taken back, everything is what it was (M-11). */
function noteMoved(
  { returns, walk }: World,
  { rowId, from, move }: Happened,
  {
    notes,
    amounts,
  }: {
    notes: readonly { id: string; returnId: string; total: string }[];
    amounts: ReadonlyMap<string, ReadonlyMap<string, bigint>>;
  },
): void {
  if (from === null) {
    const note = notes.find(({ id }) => id === rowId);
    const credited = amounts.get(note?.returnId ?? '') ?? new Map<string, bigint>();
    const total = [...credited.values()].reduce((all, amount) => all + amount, 0n);
    expect(note?.total, `${walk.at}: credit note`).toBe(String(total));
    returns.notes.set(rowId, { returnId: note?.returnId ?? '', amounts: credited });
  }
  if (move !== 'reverse') return;
  const note = returns.notes.get(rowId);
  const doc = returns.docs.get(note?.returnId ?? '');
  if (note && doc) returns.credit(doc, note.amounts, -1n);
}

export const LOST_ACCOUNTS = [...Object.values(LEAVING), 'revenue:returns', 'ar'];
