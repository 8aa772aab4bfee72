import { requireSeen } from '#kit/server/query/seen-rows.ts';
import { warehouse } from '#modules/base/model/warehouse.ts';
import { invalid, Refusal } from '#kit/model/refusal.ts';
import type { Tx } from '#kit/server/database.ts';
import { isUuid } from '#kit/server/kinds.ts';
import { MESSAGES } from '#kit/server/messages.ts';
import { parseBody } from '#kit/server/parse.ts';
import { claimReceipt, payloadHash, storeReceipt } from '#kit/server/receipt.ts';
import type { Registry } from '#kit/server/registry.ts';
import { implement, type Route } from '#kit/server/route.ts';
import { pick } from '#kit/server/stored-rows.ts';
import { deskStepWrong } from '../../model/desk-errors.ts';
import {
  MOST_COUNTED,
  MOST_IN_PARCEL,
  returnDeskFindRoute,
  returnDeskRoute,
  returnDeskStepRoute,
  unorderedReturnRoute,
  type DeskAnswer,
  type DeskStep,
  type UnorderedTaken,
} from '../../model/return-desk.ts';
import { returnOrder } from '../../model/return-order.ts';
import { carryOutStep, type StepDone } from './desk-steps.ts';
import { findParcel, wholeParcel } from './find-parcel.ts';
import { readParcel } from './read-parcel.ts';
import { takeInUnordered, type Unannounced } from '../returns/unordered-return.ts';

/** 退货签收台: look-up, the parcel, and steps on it under a key. */
export const deskRoutes = (registry: Registry): Route[] => [
  implement(returnDeskFindRoute, (call) => call.tx((tx) => findParcel(tx, call.query.number ?? ''))),
  implement(returnDeskRoute, (call) =>
    call.tx(async (tx) => {
      const ids = idsOf(String(call.query.ids ?? '').split(','));
      return { parcel: await readParcel(tx, await wholeOrNamed(tx, ids)) };
    }),
  ),
  implement(returnDeskStepRoute, (call) => {
    const { key } = call;
    if (!key) throw new Refusal('keyMissing', MESSAGES.keyMissing, { status: 422 });
    const { ids, step } = call.body as { ids: unknown; step: unknown };
    const named = idsOf(Array.isArray(ids) ? ids : []);
    if (named.length === 0) throw deskStepWrong();
    const read = stepOf(step);
    return call.tx((tx) => keyedStep(tx, registry, named, read, key));
  }),
  implement(unorderedReturnRoute, (call) => {
    const { key } = call;
    if (!key) throw new Refusal('keyMissing', MESSAGES.keyMissing, { status: 422 });
    const answers = call.body;
    return call.tx(async (tx) => {
      await requireSeen(tx, warehouse, answers.warehouseId);
      return keyedUnordered(tx, registry, answers, key);
    });
  }),
];

const idsOf = (given: readonly unknown[]): string[] =>
  [...new Set(given.filter(isUuid))].slice(0, MOST_IN_PARCEL).toSorted();

/** One return that is opened comes with its parcel; several are a parcel that stands at the desk. */
const wholeOrNamed = async (tx: Tx, ids: readonly string[]): Promise<readonly string[]> =>
  ids.length === 1 ? wholeParcel(tx, ids) : ids;

/** A step whose answer was lost is sent again under its key, and nothing happens twice. */
async function keyedStep(
  tx: Tx,
  registry: Registry,
  ids: readonly string[],
  step: DeskStep,
  key: string,
): Promise<DeskAnswer> {
  const scope = 'aftersales:returnDesk:step';
  const known = await claimReceipt<StepDone>(tx, scope, key, payloadHash({ ids, step }));
  const done = known ? known.answered : await carryOutStep(tx, registry, ids, step);
  if (!known) await storeReceipt(tx, scope, key, done);
  return { parcel: await readParcel(tx, ids), ...done };
}

type UnorderedReturnBody = ReturnType<typeof parseBody<(typeof unorderedReturnRoute)['body']>>;

/** Registered once, however often it is sent under its key. */
async function keyedUnordered(
  tx: Tx,
  registry: Registry,
  { lines, ...head }: UnorderedReturnBody,
  key: string,
): Promise<UnorderedTaken> {
  const goods = unannouncedOf(lines);
  const scope = 'aftersales:returnDesk:unordered';
  const hash = payloadHash({ head, goods });
  const known = await claimReceipt<UnorderedTaken>(tx, scope, key, hash);
  if (known) return known.answered;
  const given = Object.fromEntries(Object.entries(head).filter(([, value]) => value !== null));
  const { id, checkReason } = await takeInUnordered(tx, registry, { head: given }, goods);
  const [made] = await pick(tx, returnOrder, ['id', 'returnNo'])`id = ${id}::uuid`;
  const answer = { id, returnNo: made?.returnNo ?? '', checkReason };
  await storeReceipt(tx, scope, key, answer);
  return answer;
}

/** `[{ skuId, qty }]`, each SKU once. @throws 422 */
function unannouncedOf(lines: unknown): Unannounced[] {
  const rows = Array.isArray(lines) ? (lines as unknown[]) : [];
  const bySku = new Map<string, number>();
  for (const [index, row] of rows.entries()) {
    const { skuId, qty } = (row ?? {}) as { skuId?: unknown; qty?: unknown };
    const isQty = Number.isInteger(qty) && Number(qty) > 0 && Number(qty) <= MOST_COUNTED;
    if (!isUuid(skuId) || !isQty)
      throw invalid([{ field: 'lines', row: index + 1, code: 'invalid', message: '商品或数量不对，请重选' }]);
    bySku.set(skuId, (bySku.get(skuId) ?? 0) + Number(qty));
  }
  if (bySku.size === 0) throw invalid([{ field: 'lines', code: 'required', message: '至少扫一件商品' }]);
  return [...bySku].map(([skuId, counted]) => ({ skuId, counted }));
}

const LONGEST_REASON = 100;

/** Reads a step as it arrived. @throws 422 */
function stepOf(given: unknown): DeskStep {
  const { kind, lineId, returnId, skuId, by, reason } = (given ?? {}) as Record<string, unknown>;
  if (kind === 'undo' || kind === 'receive') return { kind };
  if (kind === 'finish' && isUuid(returnId)) return { kind, returnId };
  const units = Number(by);
  const isCount = Number.isInteger(by) && units !== 0 && Math.abs(units) <= MOST_COUNTED;
  if (kind === 'stranger' && isCount && isUuid(returnId) && isUuid(skuId)) return { kind, returnId, skuId, by: units };
  if (kind !== 'count' || !isCount || !isUuid(lineId)) throw deskStepWrong();
  if (reason === undefined || reason === null) return { kind, lineId, by: units };
  if (typeof reason !== 'string' || reason.trim() === '' || reason.length > LONGEST_REASON) throw deskStepWrong();
  return { kind, lineId, by: units, reason: reason.trim() };
}
