import { notFound, type Refusal } from '#kit/model/refusal.ts';
import { may, requirePermission } from '#kit/server/actor.ts';
import { moveInTransaction } from '#kit/server/command.ts';
import { newId, type Tx } from '#kit/server/database.ts';
import { requireSeen } from '#kit/server/query/seen-rows.ts';
import type { Registry } from '#kit/server/registry.ts';
import { sku } from '#modules/catalog/model/product.ts';
import {
  beyondSent,
  countedBeforeFinish,
  deskBelowNone,
  deskClosed,
  nothingCounted,
  overWithoutReason,
  overWithoutRight,
} from '../../model/desk-errors.ts';
import type { DeskLine, DeskReturn, DeskStep } from '../../model/return-desk.ts';
import { RETURN_BEYOND } from '../../model/return-order.ts';
import { openCounts, readParcel, type OpenCount } from './read-parcel.ts';
import { finishReceiving, receiveReturn } from '../returns/receive-return.ts';
import { takeInUnordered } from '../returns/unordered-return.ts';

/** What a step did beside what the parcel shows afterwards. */
export interface StepDone {
  taken: number;
  undone: string | null;
  waiting?: { units: number; reason: string }[];
}

const NOTHING_DONE: StepDone = { taken: 0, undone: null };
type StepOf<K extends DeskStep['kind']> = Extract<DeskStep, { kind: K }>;

/**
 * Carries out one step on a parcel. Its returns are locked first, in the order of their ids, so that two
 * receivers come one after the other; what is refused stores nothing.
 */
export async function carryOutStep(
  tx: Tx,
  registry: Registry,
  ids: readonly string[],
  step: DeskStep,
): Promise<StepDone> {
  await tx.run`select 1 from return_order
    where tenant_id = ${tx.tenant} and id = any(${[...ids]}::uuid[]) order by id for update`;
  const parcel = await readParcel(tx, ids);
  if (parcel.length < ids.length) throw notFound();
  const done = await carryOut(tx, registry, parcel, step);
  await noteDeskOpen(tx, ids);
  return done;
}

async function carryOut(tx: Tx, registry: Registry, parcel: readonly DeskReturn[], step: DeskStep): Promise<StepDone> {
  switch (step.kind) {
    case 'count':
      await count(tx, parcel, step);
      return NOTHING_DONE;
    case 'stranger':
      await countStranger(tx, parcel, step);
      return NOTHING_DONE;
    case 'undo':
      return { taken: 0, undone: await undo(tx, parcel) };
    case 'receive':
      return { ...(await receive(tx, registry, parcel)), undone: null };
    case 'finish':
      await finish(tx, parcel, step);
      return NOTHING_DONE;
  }
}

/** A return of the parcel that takes in goods. @throws Refusal */
function openOne(parcel: readonly DeskReturn[], returnId: string): DeskReturn {
  const one = parcel.find(({ id }) => id === returnId);
  if (!one) throw notFound();
  if (!one.isOpen) throw deskClosed({ returnNo: one.returnNo });
  return one;
}

async function count(tx: Tx, parcel: readonly DeskReturn[], step: StepOf<'count'>): Promise<void> {
  const owner = parcel.find(({ lines }) => lines.some(({ id }) => id === step.lineId));
  const line = owner?.lines.find(({ id }) => id === step.lineId);
  if (!owner || !line) throw notFound();
  openOne(parcel, owner.id);
  const refused = countRefusal(tx, line, step);
  if (refused) throw refused;
  const reason = step.by > 0 ? (step.reason ?? null) : null;
  await store(tx, { returnId: owner.id, lineId: line.id, skuId: line.skuId, qty: step.by, reason });
}

function countRefusal(tx: Tx, line: DeskLine, step: StepOf<'count'>): Refusal | null {
  const { goods, requested, received, most, counted, reason } = line;
  const total = received + counted + step.by;
  if (counted + step.by < 0) return deskBelowNone({ code: goods.code, counted });
  if (step.by < 0 || total <= requested) return null;
  if (most !== null && total > most) return beyondSent({ code: goods.code, most });
  if (!may(tx.actor, RETURN_BEYOND)) return overWithoutRight({ code: goods.code, requested });
  return step.reason || reason ? null : overWithoutReason({ code: goods.code, requested, total });
}

async function countStranger(
  tx: Tx,
  parcel: readonly DeskReturn[],
  { returnId, skuId, by }: StepOf<'stranger'>,
): Promise<void> {
  const owner = openOne(parcel, returnId);
  await requireSeen(tx, sku, skuId);
  const line = owner.lines.find((one) => one.isStranger && one.skuId === skuId);
  const counted = line?.counted ?? 0;
  if (counted + by < 0) throw deskBelowNone({ code: line?.goods.code ?? '', counted });
  await store(tx, { returnId, lineId: null, skuId, qty: by, reason: null });
}

const store = (tx: Tx, one: Pick<OpenCount, 'returnId' | 'lineId' | 'skuId' | 'qty' | 'reason'>): Promise<unknown> =>
  tx.run`
    insert into return_count (tenant_id, id, return_id, line_id, sku_id, qty, reason, counted_by, counted_at)
    values (${tx.tenant}, ${newId()}, ${one.returnId}::uuid, ${one.lineId}::uuid, ${one.skuId}::uuid,
      ${one.qty}, ${one.reason}, ${tx.actor.username}, ${tx.now})`;

/** What the actor counted last and nobody has taken in is undone. @returns what it was, in words */
async function undo(tx: Tx, parcel: readonly DeskReturn[]): Promise<string | null> {
  const counts = await openCounts(
    tx,
    parcel.map(({ id }) => id),
  );
  const last = counts.findLast(({ countedBy }) => countedBy === tx.actor.username);
  if (!last) return null;
  const owner = parcel.find(({ id }) => id === last.returnId);
  const line = owner?.lines.find(({ id, skuId, isStranger }) =>
    last.lineId ? id === last.lineId : isStranger && skuId === last.skuId,
  );
  // Others may have taken units off again since: what is left never falls below none.
  if ((line?.counted ?? 0) - last.qty < 0) return null;
  await tx.run`update return_count set undone_at = ${tx.now}
    where tenant_id = ${tx.tenant} and id = ${last.id}::uuid`;
  return `已撤回 ${line?.goods.code ?? ''} ${last.qty > 0 ? '+' : ''}${last.qty}`;
}

/**
 * 收货: whatever was counted of the parcel is in quarantine from now on, return by return; what no return
 * awaited becomes a return of its own, which may wait for somebody else. A return of which all has come is closed for more.
 */
async function receive(
  tx: Tx,
  registry: Registry,
  parcel: readonly DeskReturn[],
): Promise<Pick<StepDone, 'taken' | 'waiting'>> {
  const counted = parcel.flatMap(({ lines }) => lines).reduce((sum, one) => sum + one.counted, 0);
  if (counted === 0) throw nothingCounted();
  const ids = parcel.map(({ id }) => id);
  await tx.run`update return_count set taken_at = ${tx.now}
    where tenant_id = ${tx.tenant} and return_id = any(${ids}::uuid[])
      and undone_at is null and taken_at is null`;
  // A return of which counts are open is not closed for more: these are taken in now.
  await noteDeskOpen(tx, ids);
  const waiting: { units: number; reason: string }[] = [];
  for (const one of parcel.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    const awaited = one.lines.filter((line) => !line.isStranger && line.counted > 0);
    const strangers = one.lines.filter((line) => line.isStranger && line.counted > 0);
    if (awaited.length + strangers.length === 0) continue;
    if (awaited.length > 0) await takeIn(tx, one, awaited);
    if (strangers.length === 0) continue;
    const { checkReason } = await takeInUnordered(tx, registry, { beside: one.id }, strangers);
    const units = strangers.reduce((sum, line) => sum + line.counted, 0);
    if (checkReason !== null) waiting.push({ units, reason: checkReason });
  }
  return { taken: waiting.reduce((left, { units }) => left - units, counted), waiting };
}

/** Has returns show how many units are counted and lie there, and since when. */
const noteDeskOpen = (tx: Tx, ids: readonly string[]): Promise<number> =>
  tx.run`
    update return_order r set desk_open = c.units,
      desk_counted_at = case when c.units > 0 then c.since end
    from (select o.id, coalesce(sum(n.qty), 0)::integer as units, min(n.counted_at) as since
      from return_order o left join return_count n on n.tenant_id = o.tenant_id and n.return_id = o.id
        and n.undone_at is null and n.taken_at is null
      where o.tenant_id = ${tx.tenant} and o.id = any(${[...ids]}::uuid[]) group by o.id) c
    where r.tenant_id = ${tx.tenant} and r.id = c.id and r.desk_open <> c.units`;

async function takeIn(tx: Tx, one: DeskReturn, lines: readonly DeskLine[]): Promise<void> {
  const reasons = new Set(lines.flatMap(({ reason }) => (reason ? [reason] : [])));
  await moveInTransaction(tx, receiveReturn, [openOne([one], one.id).id], {
    lines: lines.map(({ id, counted }) => ({ lineId: id, qty: counted })),
    ...(reasons.size > 0 ? { overReason: [...reasons].join('；') } : {}),
  });
  const isWhole = one.lines.every((line) => line.isStranger || line.received + line.counted >= line.requested);
  if (isWhole) await moveInTransaction(tx, finishReceiving, [one.id]);
}

/** 收货完成: no more is awaited of a return, whatever is missing. */
async function finish(tx: Tx, parcel: readonly DeskReturn[], { returnId }: StepOf<'finish'>): Promise<void> {
  requirePermission(tx.actor, 'aftersales:returnOrder:receiveDone');
  const one = openOne(parcel, returnId);
  const counted = one.lines.reduce((sum, line) => sum + line.counted, 0);
  if (counted > 0) throw countedBeforeFinish({ returnNo: one.returnNo, counted });
  // The button says how many are missing.
  await moveInTransaction(tx, finishReceiving, [returnId], { rest: 'giveUp' });
}
