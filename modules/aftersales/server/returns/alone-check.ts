import { exponentOf } from '#kit/model/currency.ts';
import { lineAmount } from '#kit/model/money.ts';
import { partakers } from '#kit/server/actor.ts';
import type { Tx } from '#kit/server/database.ts';
import { convertAmount } from '#modules/base/model/convert.ts';
import { isOwnRate, rateKnown } from '#modules/base/server/index.ts';
import { holdHand, unitCosts } from '#modules/inventory/server/index.ts';
import type { ReturnableOrder } from '#modules/orders/server/index.ts';
import { isOnlyPerson } from '#modules/system/server/index.ts';
import {
  aloneWords,
  approvedByWriter,
  creditedBeyondAsked,
  creditedByOne,
  type AloneReason,
} from '../../model/return-errors.ts';
import type { ReturnRow } from '../../model/return-order.ts';
import { ALONE } from '../../model/return-settings.ts';
import { chargedForUnits } from '../claims/claims.ts';
import { owedUnits } from './close-return.ts';
import type { StoredLine } from './return-lines.ts';
import { disposalLimitOf } from './return-settings.ts';

/** So many hours of one person count together. */
const HOURS = 24;

/** So many times its limit is what one person agrees to alone in that time, whatever the orders. */
const TIMES = 3n;

/** Whoever writes a return vouches for it and approves no more than one may; what a channel brought is its word. */
export async function noteWriter(tx: Tx, id: string): Promise<void> {
  if (tx.actor.isSystem) return;
  await tx.run`
    update return_order set writer_ids = array(select distinct unnest(writer_ids || ${partakers(tx.actor)}::uuid[]))
    where tenant_id = ${tx.tenant} and id = ${id}::uuid`;
}

/** What of a return it is weighed by. */
export const WEIGHED = ['id', 'type', 'environment', 'orderId', 'currency', 'baseCurrency', 'expectedCredit'] as const;
type WeighedRow = Pick<ReturnRow, (typeof WEIGHED)[number]>;

/** A return with what it asks for. */
interface Asked {
  row: WeighedRow;
  lines: readonly StoredLine[];
  order: ReturnableOrder | undefined;
}

/**
 * Why the actor may not approve a return alone, in words; null where they may: others wrote it, goods come back
 * before money goes, or it stays within the limit of one person (换货 sends goods at once, 仅退款 money).
 */
export async function approvalReason(tx: Tx, request: Asked): Promise<string | null> {
  const found = await weighApproval(tx, request);
  return found?.reason ? aloneWords[found.reason] : null;
}

/**
 * Whoever wrote a return approves the money and the goods that it sends out only within the limit of one person.
 * Callers hold the order.
 * @throws Refusal 403 to who wrote it
 */
export async function approveAlone(tx: Tx, request: Asked & { row: ReturnRow }): Promise<void> {
  if (!isGivingOut(request.row) || tx.actor.isSystem) return;
  await holdHand(tx);
  const found = await weighApproval(tx, request);
  if (found?.reason) throw approvedByWriter({ returnNo: request.row.returnNo, reason: found.reason });
  if (found?.value) await noteAloneValue(tx, request.row.id, found.value);
}

const isGivingOut = ({ type, environment }: Pick<ReturnRow, 'type' | 'environment'>): boolean =>
  environment !== 'sandbox' && (type === 'refundOnly' || type === 'exchange');

interface Weighed {
  value: bigint | null;
  reason: AloneReason | null;
}

async function weighApproval(tx: Tx, { row, lines, order }: Asked): Promise<Weighed | null> {
  if (!order || !isGivingOut(row) || !(await isWriter(tx, row.id)) || (await isOnlyPerson(tx))) return null;
  const sent = row.type === 'exchange' ? lines.filter(({ outcome }) => outcome === 'replace') : [];
  const rate = await rateOfOthers(tx, row);
  if (rate === null) return { value: null, reason: 'ownRate' };
  const toBase = (amount: bigint): bigint => convertAmount(amount, rate, row.currency, row.baseCurrency);
  const goods = await goodsValue(tx, row, { lines: sent, order, toBase });
  if (goods === null) return { value: null, reason: 'unknownCost' };
  const value = toBase(row.expectedCredit) + goods;
  return { value, reason: await aloneReason(tx, row, value) };
}

const isWriter = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx.maybe`
    select 1 from return_order where tenant_id = ${tx.tenant} and id = ${id}::uuid
      and writer_ids && ${partakers(tx.actor)}::uuid[]`) !== undefined;

/** What the currency of a return is worth in the books; null where nobody but the actor says so. */
async function rateOfOthers(
  tx: Tx,
  { currency, baseCurrency }: Pick<ReturnRow, 'currency' | 'baseCurrency'>,
): Promise<string | null> {
  if (currency === baseCurrency) return '1';
  return (await isOwnRate(tx, currency, baseCurrency, tx.now)) ? null : rateKnown(tx, currency, baseCurrency, tx.now);
}

interface SentAgain {
  lines: readonly StoredLine[];
  order: ReturnableOrder;
  toBase: (amount: bigint) => bigint;
}

/** What goods that are sent once more are worth: at what was charged for them, and never below their known cost. */
async function goodsValue(tx: Tx, row: WeighedRow, { lines, order, toBase }: SentAgain): Promise<bigint | null> {
  if (lines.length === 0) return 0n;
  const costOf = await unitCosts(
    tx,
    lines.map(({ skuId }) => skuId),
  );
  let total = 0n;
  for (const { orderLineId, skuId, qtyRequested } of lines) {
    const ordered = order.lines.find(({ id }) => id === orderLineId);
    const charged = ordered ? toBase(chargedForUnits(ordered, qtyRequested, row.currency)) : 0n;
    const { known } = costOf(skuId);
    if (known === null && charged === 0n) return null;
    const cost = known === null ? 0n : lineAmount(qtyRequested, known, exponentOf(row.baseCurrency));
    total += cost > charged ? cost : charged;
  }
  return total;
}

/** Why the actor may not give out so much for a return by their word alone, minor units of the base currency. */
export async function aloneReason(
  tx: Tx,
  { id, orderId }: Pick<ReturnRow, 'id' | 'orderId'>,
  value: bigint,
): Promise<AloneReason | null> {
  if (value === 0n || tx.actor.isSystem || (await isOnlyPerson(tx))) return null;
  const limit = await disposalLimitOf(tx);
  const since = new Date(tx.now.getTime() - HOURS * 3_600_000);
  const before = await tx.one<{ here: bigint; ofOrder: bigint; ofHand: bigint }>`
    select coalesce(sum(alone_value) filter (where id = ${id}::uuid), 0)::bigint as here,
      coalesce(sum(alone_value) filter (where order_id = ${orderId}::uuid), 0)::bigint as of_order,
      coalesce(sum(alone_value) filter (where alone_at > ${since}), 0)::bigint as of_hand
    from return_order where tenant_id = ${tx.tenant} and alone_value > 0
      and alone_ids && ${partakers(tx.actor)}::uuid[]`;
  if (before.here + value > limit) return 'aboveLimit';
  if (before.ofOrder + value > limit) return 'orderAboveLimit';
  return before.ofHand + value > limit * TIMES ? 'handAboveLimit' : null;
}

/**
 * Whether what one person gives up alone in 24 hours, with this, stays within three times its limit, minor units of
 * the base currency: many small returns scrapped by one hand are as much as one big one. Callers hold the person.
 */
export async function isDisposalWithinDay(tx: Tx, value: bigint, limit: bigint): Promise<boolean> {
  if (value === 0n || tx.actor.isSystem || (await isOnlyPerson(tx))) return true;
  const { username, behind } = tx.actor;
  const since = new Date(tx.now.getTime() - HOURS * 3_600_000);
  const { sum } = await tx.one<{ sum: bigint }>`
    select coalesce(sum(value), 0)::bigint as sum from (
      select disposal_value as value from return_order
      where tenant_id = ${tx.tenant} and disposed_at > ${since} and disposal_approved_by = ${ALONE}
        and environment <> 'sandbox'
        and disposed_by = any(${[username, ...(behind ? [behind.username] : [])]}::text[])
      union all
      select mended_lost from return_order
      where tenant_id = ${tx.tenant} and mended_lost_at > ${since} and mended_lost > 0
        and mender_ids && ${partakers(tx.actor)}::uuid[]) given_up`;
  return sum + value <= limit * TIMES;
}

/** Notes what the actor scrapped of goods that were to be mended, for {@link isDisposalWithinDay}. */
export async function noteMendedLost(tx: Tx, id: string, value: bigint): Promise<void> {
  if (tx.actor.isSystem || value === 0n) return;
  await tx.run`
    update return_order set mended_lost = mended_lost + ${value}, mended_lost_at = ${tx.now},
      mender_ids = array(select distinct unnest(mender_ids || ${partakers(tx.actor)}::uuid[]))
    where tenant_id = ${tx.tenant} and id = ${id}::uuid`;
}

/** Notes what the actor gave out for a return alone, for what counts together. */
export async function noteAloneValue(tx: Tx, id: string, value: bigint): Promise<void> {
  if (tx.actor.isSystem || value === 0n) return;
  await tx.run`
    update return_order set alone_value = alone_value + ${value}, alone_at = ${tx.now},
      alone_ids = array(select distinct unnest(alone_ids || ${partakers(tx.actor)}::uuid[]))
    where tenant_id = ${tx.tenant} and id = ${id}::uuid`;
}

/** Money that is credited for a return. */
interface Crediting extends Asked {
  row: ReturnRow;
  /** Minor units of its currency. */
  total: bigint;
}

/**
 * Nobody has agreed to more of 仅退款 and 换货 than was asked for, or than the buyer was charged for goods that came
 * back and were not replaced: whoever credits more does so alone, within the limit of one person. Callers hold the order.
 * @throws Refusal 422 where it is beyond
 */
export async function creditAlone(tx: Tx, crediting: Crediting): Promise<void> {
  const { row, lines, order, total } = crediting;
  if (!order || row.environment === 'sandbox' || tx.actor.isSystem || (await isOnlyPerson(tx))) return;
  if (!isGivingOut(row)) return creditOwnReturn(tx, crediting);
  const back = row.type === 'exchange' ? chargedForBack(lines, order, await isReplaced(tx, row)) : 0n;
  const agreed = row.expectedCredit > back ? row.expectedCredit : back;
  const beyond = (credited: bigint): bigint => (credited > agreed ? credited - agreed : 0n);
  const more = beyond(row.creditTotal + total) - beyond(row.creditTotal);
  if (more === 0n) return;
  const rate = await rateOfOthers(tx, row);
  if (rate === null) throw creditedBeyondAsked('ownRate');
  await holdHand(tx);
  const value = convertAmount(more, rate, row.currency, row.baseCurrency);
  const reason = await aloneReason(tx, row, value);
  if (reason) throw creditedBeyondAsked(reason);
  await noteAloneValue(tx, row.id, value);
}

/**
 * Goods that one person alone says came back are their word as well: whoever wrote, approved, received, inspected and
 * disposed of a return has its money credited by somebody else beyond the limit of one person.
 * @throws Refusal 403
 */
async function creditOwnReturn(tx: Tx, { row, total }: Crediting): Promise<void> {
  if (!(await isWriter(tx, row.id)) || !isOwnChain(tx, row)) return;
  await holdHand(tx);
  const rate = await rateOfOthers(tx, row);
  const value = rate === null ? null : convertAmount(total, rate, row.currency, row.baseCurrency);
  const reason = value === null ? 'ownRate' : await aloneReason(tx, row, value);
  if (reason) throw creditedByOne({ returnNo: row.returnNo, reason });
  await noteAloneValue(tx, row.id, value ?? 0n);
}

/** Whether nobody but the actor, or whom they act for, made a step of a return since it was approved. */
function isOwnChain({ actor }: Pick<Tx, 'actor'>, row: ReturnRow): boolean {
  const { approvedBy, receivedBy, inspectedBy, disposedBy, disposalApprovedBy } = row;
  const steps = [
    approvedBy,
    receivedBy,
    inspectedBy,
    disposedBy,
    disposalApprovedBy === ALONE ? null : disposalApprovedBy,
  ];
  const { username, behind } = actor;
  const own = [username, behind?.username];
  return steps.every((name) => name === null || own.includes(name));
}

/** What was charged for units that came back, of lines that are not sent once more. */
const chargedForBack = (lines: readonly StoredLine[], order: ReturnableOrder, isSentAgain: boolean): bigint =>
  lines.reduce((sum, line) => {
    const ordered = order.lines.find(({ id }) => id === line.orderLineId);
    return ordered && !isSentAgain ? sum + chargedForUnits(ordered, owedUnits(line), order.currency) : sum;
  }, 0n);

const isReplaced = async (tx: Tx, { replacementOrderId }: ReturnRow): Promise<boolean> =>
  (await tx.maybe`
    select 1 from sales_order where tenant_id = ${tx.tenant} and id = ${replacementOrderId}::uuid
      and stage <> 'cancelled'`) !== undefined;

/** What was agreed to and is given up again, before anything left, counts no more. */
export const forgetAloneValue = (tx: Tx, ids: readonly string[]): Promise<number> =>
  tx.run`
    update return_order set alone_value = 0
    where tenant_id = ${tx.tenant} and id = any(${[...ids]}::uuid[]) and alone_value > 0`;
