import { settingsOf } from '#kit/server/settings.ts';
import { placeOf } from '#kit/server/actor.ts';
import { batchIds } from '#kit/server/batch-scope.ts';
import { recordBirth } from '#kit/server/command.ts';
import { newId, type Tx } from '#kit/server/database.ts';
import { parseBody } from '#kit/server/parse.ts';
import { requireSeen } from '#kit/server/query/seen-rows.ts';
import type { Registry } from '#kit/server/registry.ts';
import type { Call } from '#kit/server/route.ts';
import { insertInto } from '#kit/server/stored-rows.ts';
import { warehouse } from '#modules/base/model/warehouse.ts';
import { walkPath, type PickPlace } from '../../model/pick-path.ts';
import { shipment } from '../../model/shipment.ts';
import { nothingToWave, tooManyWaved } from '../../model/wave-errors.ts';
import { MOST_WAVED, waveFields, type LeftOut, type WavePlan } from '../../model/wave-routes.ts';
import { waveLifecycle, waveTask } from '../../model/wave.ts';
import { pickPlaces } from './pick-places.ts';
import { requirePicker } from './pickers.ts';
import { shipmentKeyword } from '../shipment-keyword.ts';
import { planRounds, type Round } from './wave-rounds.ts';
import { jointOf, readCandidates, type Candidate, type PickDemand, type WaveKind } from './wave-candidates.ts';
import { fulfilmentSettings } from '../../model/fulfilment-settings.ts';

type WaveCall = Pick<Call, 'body' | 'tx' | 'actor'>;

/** The shipments that a call names, by ids or by the filter of their list. @throws Refusal 422 */
export async function requestedShipments(call: WaveCall, registry: Registry): Promise<string[]> {
  const { ids, filter } = call.body;
  const serve = { resource: shipment, keyword: shipmentKeyword };
  const found = await batchIds(
    { body: Array.isArray(ids) ? { ids } : { filter }, tx: call.tx.bind(call) },
    serve,
    registry,
  );
  if (found.length > MOST_WAVED) throw tooManyWaved({ most: MOST_WAVED });
  return found;
}

type WaveAnswers = ReturnType<typeof readWaveAnswers>;

export const readWaveAnswers = (call: WaveCall) => parseBody(waveFields, call.body, placeOf(call.actor));

/** Warehouses of candidates that might be picked, those with the most of them first. */
function warehousesOf(candidates: readonly Candidate[]): WavePlan['warehouses'] {
  const found = new Map<string, WavePlan['warehouses'][number]>();
  for (const { warehouseId: id, warehouse: name, status } of candidates) {
    if (status !== 'draft' && status !== 'packing') continue;
    const one = found.get(id) ?? { id, name, shipments: 0 };
    one.shipments += 1;
    found.set(id, one);
  }
  return [...found.values()].toSorted((a, b) => b.shipments - a.shipments || a.name.localeCompare(b.name, 'zh'));
}

/** What waves would be made, and what is left out and why; nothing is written. */
export async function planWaves(tx: Tx, ids: readonly string[], answers: WaveAnswers): Promise<WavePlan> {
  const candidates = await readCandidates(tx, ids, false);
  const { rounds, leftOut } = await planRounds(tx, candidates, answers);
  let [waves, shipments, units] = [0, 0, 0];
  const skus = new Set<string>();
  const bins = new Set<string>();
  for (const { warehouseId, kind, chosen, wanted } of rounds) {
    waves += partsOf(chosen, await mostOf(tx, kind)).length;
    shipments += chosen.length;
    units += wanted.reduce((sum, { qty }) => sum + qty, 0);
    const skuIds = [...new Set(wanted.map(({ skuId }) => skuId))];
    for (const skuId of skuIds) skus.add(skuId);
    const places = await pickPlaces(tx, warehouseId, skuIds);
    for (const { code } of places.values()) bins.add(`${warehouseId} ${code}`);
  }
  return {
    warehouses: warehousesOf(candidates),
    warehouseId: answers.warehouseId ?? null,
    waves,
    shipments,
    units,
    skus: skus.size,
    bins: bins.size,
    leftOut,
  };
}

async function mostOf(tx: Tx, kind: WaveKind): Promise<number> {
  const { mostPerWave, cartSlots } = await settingsOf(tx, fulfilmentSettings);
  return kind === 'multi' ? Math.min(mostPerWave, cartSlots) : mostPerWave;
}

/** So many to a wave; what leaves in one parcel stays together, alone where it is more than that. */
function partsOf(chosen: readonly Candidate[], most: number): Candidate[][] {
  const parts: Candidate[][] = [];
  for (const joint of Map.groupBy(chosen, jointOf).values()) {
    const last = parts.at(-1);
    if (last && last.length + joint.length <= most) last.push(...joint);
    else parts.push([...joint]);
  }
  return parts;
}

/** Makes waves of what may be picked; each shipment is in one wave at a time. @throws Refusal 422 */
export async function makeWaves(
  tx: Tx,
  ids: readonly string[],
  answers: WaveAnswers,
): Promise<{ waves: { id: string; waveNo: string }[]; leftOut: LeftOut[] }> {
  const candidates = await readCandidates(tx, ids, true);
  if (answers.assignee) await requirePicker(tx, answers.assignee);
  const { rounds, leftOut } = await planRounds(tx, candidates, answers);
  if (rounds.length === 0) throw nothingToWave({ reason: leftOut[0]?.reason });
  const waves: { id: string; waveNo: string }[] = [];
  for (const round of rounds) waves.push(...(await storeRound(tx, round, answers)));
  recordBirth(
    tx,
    waveLifecycle,
    'make',
    waves.map(({ id }) => ({ id, status: 'draft', scope: null })),
  );
  tx.journal.touched.add('fulfilment:shipment');
  return { waves, leftOut };
}

async function storeRound(
  tx: Tx,
  { warehouseId, kind, chosen, wanted }: Round,
  answers: WaveAnswers,
): Promise<{ id: string; waveNo: string }[]> {
  await requireSeen(tx, warehouse, warehouseId);
  const parts = partsOf(chosen, await mostOf(tx, kind));
  const numbers = await tx.numbering.take(tx.actor, 'WV', parts.length);
  const places = await pickPlaces(
    tx,
    warehouseId,
    wanted.map(({ skuId }) => skuId),
  );
  const waves: { id: string; waveNo: string }[] = [];
  for (const [at, part] of parts.entries()) {
    const own = new Set(part.map(({ id }) => id));
    const goods = wanted.filter(({ shipmentId }) => own.has(shipmentId));
    const head = { id: newId(), waveNo: numbers[at] ?? '', warehouseId, kind };
    await storeWave(tx, head, part, goods, places, answers);
    waves.push({ id: head.id, waveNo: head.waveNo });
  }
  return waves;
}

interface Head {
  id: string;
  waveNo: string;
  warehouseId: string;
  kind: WaveKind;
}

async function storeWave(
  tx: Tx,
  head: Head,
  shipments: readonly Candidate[],
  goods: readonly PickDemand[],
  places: ReadonlyMap<string, PickPlace>,
  { assignee, remark }: WaveAnswers,
): Promise<void> {
  const skuIds = [...new Set(goods.map(({ skuId }) => skuId))];
  const shopIds = [...new Set(shipments.map(({ accountId }) => accountId))];
  await tx.run`
    insert into wave (tenant_id, id, wave_no, warehouse_id, shop_ids, kind, assignee, remark, shipment_count,
      unit_count, sku_count, bin_count, create_by, create_time)
    values (${tx.tenant}, ${head.id}::uuid, ${head.waveNo}, ${head.warehouseId}::uuid, ${shopIds}::uuid[],
      ${head.kind}, ${assignee ?? null}, ${remark ?? null}, ${shipments.length},
      ${goods.reduce((sum, { qty }) => sum + qty, 0)}, ${skuIds.length},
      ${new Set(skuIds.flatMap((id) => places.get(id)?.code ?? [])).size}, ${tx.actor.username}, ${tx.now})`;
  const stops = stopsOf(head.kind, shipments, goods, places);
  const slots = slotsOf(head.kind, shipments, stops);
  await insertInto(
    tx,
    waveTask,
    stops.flatMap((tasks, at) =>
      tasks.map((task) => ({
        ...task,
        waveId: head.id,
        seq: at + 1,
        slot: slots.get(task.shipmentId) ?? 1,
        bin: places.get(task.skuId)?.code ?? null,
      })),
    ),
  );
  const placed = [...slots];
  await tx.run`
    update shipment s set wave_id = ${head.id}::uuid, wave_slot = v.slot
    from unnest(${placed.map(([id]) => id)}::uuid[], ${placed.map(([, slot]) => slot)}::integer[]) as v (id, slot)
    where s.tenant_id = ${tx.tenant} and s.id = v.id`;
}

/** The walk: what is taken at each stop. One by one, each shipment is a walk of its own. */
function stopsOf(
  kind: WaveKind,
  shipments: readonly Candidate[],
  goods: readonly PickDemand[],
  places: ReadonlyMap<string, PickPlace>,
): PickDemand[][] {
  const walk = (some: readonly PickDemand[]): PickDemand[][] =>
    walkPath([...new Set(some.map(({ skuId }) => skuId))], (id) => places.get(id) ?? null).map((id) =>
      some.filter(({ skuId }) => skuId === id),
    );
  if (kind !== 'each') return walk(goods);
  return shipments.flatMap(({ id }) => walk(goods.filter(({ shipmentId }) => shipmentId === id)));
}

/**
 * The place of each shipment, from 1: on the cart those that leave first are in front; of single units, in
 * the order of the shelf, so that papers come out as goods do.
 */
function slotsOf(
  kind: WaveKind,
  shipments: readonly Candidate[],
  stops: readonly (readonly PickDemand[])[],
): Map<string, number> {
  const order = kind === 'single' ? stops.flat().map(({ shipmentId }) => shipmentId) : shipments.map(({ id }) => id);
  return new Map([...new Set(order)].map((id, at) => [id, at + 1]));
}
