import { handOf, partakers } from '#kit/server/actor.ts';
import { newId, type Tx } from '#kit/server/database.ts';
import { holdPeople, isOnlyPerson } from '#modules/system/server/index.ts';
import { openingWithoutCost } from '../model/errors.ts';
import type { CheckReason } from '../model/stock-adjustment.ts';
import type { ValuedLine } from './adjustment-value.ts';
import { soleLimitOf } from './stock-settings.ts';

/** So many times the limit of one person is what they post alone in a day, whatever the goods. */
const TIMES_A_DAY = 3n;

/** So many units of a SKU in a day are worth what one person alone says they are. */
const UNITS_BY_ONE_WORD = 100;

/** Goods that somebody moves, and what they are worth. */
export type WeighedLine = Pick<ValuedLine, 'skuId' | 'value' | 'aloneQty'>;

/**
 * Why a second person must look at an adjustment before it is posted, or null: its goods are of
 * unknown cost, are worth more than the limit together, or go beyond what one person posts alone in a
 * day, of one SKU or of all. A day is a day of the tenant. What the installation itself enters
 * is nobody's to check. What was counted, announced without an order, taken back or taken apart alone
 * counts as what was adjusted. Callers hold the person (`holdHand`).
 */
export async function checkReason(tx: Tx, lines: readonly WeighedLine[]): Promise<CheckReason | null> {
  if (tx.actor.isSystem) return null;
  const sums = new Map<string, bigint>();
  for (const { skuId, value } of lines) {
    if (value === null) return 'unknownCost';
    sums.set(skuId, (sums.get(skuId) ?? 0n) + value);
  }
  const today = await postedAloneToday(tx);
  const limit = await soleLimitOf(tx);
  const total = [...sums.values()].reduce((sum, value) => sum + value, 0n);
  if (total > limit) return 'aboveLimit';
  if (restsOnOneWord(lines, today) && !(await isOnlyPerson(tx))) return 'unknownCost';
  for (const [skuId, value] of sums) if (value + (today.get(skuId)?.value ?? 0n) > limit) return 'dayAboveLimit';
  const before = [...today.values()].reduce((sum, { value }) => sum + value, 0n);
  if (total > 0n && before + total > limit * TIMES_A_DAY && !(await isOnlyPerson(tx))) return 'handAboveLimit';
  return null;
}

/** What one person says of many units is no known cost: at next to nothing a million of them is within any limit. */
function restsOnOneWord(lines: readonly WeighedLine[], today: ReadonlyMap<string, Alone>): boolean {
  const units = new Map<string, number>();
  for (const { skuId, aloneQty } of lines) {
    if (aloneQty === 0) continue;
    const sum = (units.get(skuId) ?? today.get(skuId)?.qty ?? 0) + aloneQty;
    if (sum > UNITS_BY_ONE_WORD) return true;
    units.set(skuId, sum);
  }
  return false;
}

/** Whether goods of a document that one person alone vouches for stay within what one person does alone. */
export async function isWithinSoleLimit(
  tx: Tx,
  goods: readonly { skuId: string; qty: number; value: bigint }[],
): Promise<boolean> {
  const units = Map.groupBy(goods, ({ skuId }) => skuId).values();
  const most = Math.max(0, ...[...units].map((own) => own.reduce((sum, { qty }) => sum + qty, 0)));
  const total = goods.reduce((sum, { value }) => sum + value, 0n);
  return most <= UNITS_BY_ONE_WORD && total <= (await soleLimitOf(tx));
}

/**
 * Why opening stock waits for a second person. Where there never was one it does not wait for its worth: there is
 * nobody to be deceived, and nobody who could approve it. As soon as somebody else has been let in, two are needed.
 * @throws Refusal 422 where that only person does not say what the goods cost
 */
export async function openingReason(tx: Tx, lines: readonly WeighedLine[]): Promise<CheckReason | null> {
  const reason = await checkReason(tx, lines);
  if (reason === null || !(await isOnlyPerson(tx))) return reason;
  if (reason === 'unknownCost') throw openingWithoutCost();
  return null;
}

/** What somebody did alone with a SKU: units, and what they are worth. */
interface Alone {
  value: bigint;
  qty: number;
}

/** What the actor posted alone today, whatever the document or the warehouse, by SKU. */
async function postedAloneToday(tx: Tx): Promise<Map<string, Alone>> {
  const hands = partakers(tx.actor);
  const rows = await tx.rows<Alone & { skuId: string }>`
    with today as (
      select date_trunc('day', ${tx.now}::timestamptz at time zone ${tx.actor.zone}::text)
        at time zone ${tx.actor.zone}::text as start),
    alone as (
      select l.sku_id, l.value, abs(l.qty) as qty from stock_adjustment a
      join stock_adjustment_line l on l.tenant_id = a.tenant_id and l.adjustment_id = a.id
      where a.tenant_id = ${tx.tenant} and a.posted_alone and a.submitted_by_id = any(${hands}::uuid[])
        and a.submitted_at >= (select start from today)
      union all
      select l.sku_id, l.value, abs(l.difference_qty) from stock_count c
      join stock_count_line l on l.tenant_id = c.tenant_id and l.count_id = c.id
      where c.tenant_id = ${tx.tenant} and c.posted_alone and c.submitted_by_id = any(${hands}::uuid[])
        and c.submitted_at >= (select start from today)
      union all
      select o.sku_id, o.value, o.qty from stock_alone o
      where o.tenant_id = ${tx.tenant} and o.hand_id = any(${hands}::uuid[])
        and o.create_time >= (select start from today))
    select sku_id, sum(value)::bigint as value, least(coalesce(sum(qty), 0), 1000000)::integer as qty from alone
    where value is not null group by sku_id`;
  return new Map(rows.map(({ skuId, ...alone }) => [skuId, alone]));
}

/** The document with which somebody did something alone. */
interface AloneSource {
  refType: string;
  refId: string;
}

/** Notes what somebody did alone with goods, for the sum of their day. */
export async function noteAlone(
  tx: Tx,
  { refType, refId }: AloneSource,
  lines: readonly { skuId: string; value: bigint | null; qty: number }[],
): Promise<void> {
  const hand = handOf(tx.actor);
  if (tx.actor.isSystem || hand === null) return;
  await tx.run`
    insert into stock_alone (tenant_id, id, ref_type, ref_id, sku_id, value, qty, hand_id, create_time)
    select ${tx.tenant}, n.id, ${refType}, ${refId}::uuid, n.sku_id, n.value, n.qty, ${hand}::uuid, ${tx.now}
    from unnest(${lines.map(() => newId())}::uuid[], ${lines.map(({ skuId }) => skuId)}::uuid[],
      ${lines.map(({ value }) => value ?? 0n)}::bigint[],
      ${lines.map(({ qty }) => Math.abs(qty))}::integer[]) as n (id, sku_id, value, qty)`;
}

/** What was announced and never came counts no more. */
export const forgetAlone = (tx: Tx, refId: string): Promise<number> =>
  tx.run`delete from stock_alone where tenant_id = ${tx.tenant} and ref_id = ${refId}::uuid`;

/** What one person does in two windows waits for each other here, so that each counts the other. */
export const holdHand = (tx: Tx): Promise<void> => holdPeople(tx, partakers(tx.actor));
