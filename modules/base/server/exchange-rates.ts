import { invalid } from '#kit/model/refusal.ts';
import { dayIn } from '#kit/model/time.ts';
import type { Tx } from '#kit/server/database.ts';
import type { Guards, Via } from '#kit/server/write.ts';
import { madeByActor } from '#kit/server/makers.ts';
import { isOnlyPerson } from '#modules/system/server/index.ts';
import { exchangeRate } from '../model/currency.ts';
import { rateMissing, rateNotPositive, rateTaken, sameCurrency } from '../model/errors.ts';
import { currencyFaults } from './currencies.ts';
import { hasTakenBackRate } from './rate-words.ts';

/**
 * What one unit of a currency is worth in another: the latest rate that was in force on a day. The
 * other direction is a rate of its own, never the inverse.
 * @param at a day, or an instant whose day is that of the tenant
 * @returns a decimal text, which a document freezes
 * @throws Refusal 缺少汇率, naming pair and day
 */
export async function rateAt(tx: Tx, from: string, to: string, at: string | Date): Promise<string> {
  if (from === to) return '1';
  const found = await rateInForce(tx, from, to, at);
  if (!found) throw rateMissing({ from, to, day: dayOf(tx, at) });
  return found.rate;
}

/** The same rate, or null where none was in force. */
export const rateKnown = async (tx: Tx, from: string, to: string, at: string | Date): Promise<string | null> =>
  (await rateInForce(tx, from, to, at))?.rate ?? null;

/**
 * Whether the rate that {@link rateAt} gives was entered or changed by the actor, or by whom they act for, or
 * is in force only because they changed or deleted one of somebody else. What it makes of an amount is then
 * nobody's word but theirs; of the only person there is it is as good as any.
 */
export async function isOwnRate(tx: Tx, from: string, to: string, at: string | Date): Promise<boolean> {
  if (from === to || tx.actor.isSystem) return false;
  const found = await rateInForce(tx, from, to, at);
  if (!found) return false;
  const isOwn =
    (await madeByActor(tx, exchangeRate, [found.id])).size > 0 ||
    (await hasTakenBackRate(tx, { from, to }, { after: found.since, day: dayOf(tx, at) }));
  return isOwn && !(await isOnlyPerson(tx));
}

const dayOf = (tx: Tx, at: string | Date): string => (typeof at === 'string' ? at : dayIn(at, tx.actor.zone));

const rateInForce = (tx: Tx, from: string, to: string, at: string | Date) =>
  tx.maybe<{ id: string; rate: string; since: string }>`
    select id, rate::text, effective_date::text as since from exchange_rate
    where tenant_id = ${tx.tenant} and deleted_at is null
      and from_code = ${from} and to_code = ${to} and effective_date <= ${dayOf(tx, at)}::date
    order by effective_date desc limit 1`;

interface Rate {
  id?: string;
  fromCode?: string | null;
  toCode?: string | null;
  rate?: string | null;
  effectiveDate?: string | null;
}

/** Two currencies of the tenant, a rate above zero, and one rate a pair and day. */
export const exchangeRateGuards: Guards<typeof exchangeRate> = {
  async add(tx, values, via) {
    values.source = sourceOf(via);
    await judgeRate(tx, values, values, {});
  },
  async edit(tx, before, values, via) {
    if (values.rate !== undefined && values.rate !== before.rate) values.source = sourceOf(via);
    await judgeRate(tx, { ...before, ...values, id: before.id }, values, before);
  },
};

const sourceOf = (via: Via): 'import' | 'manual' => (via === 'import' ? 'import' : 'manual');

async function judgeRate(
  tx: Tx,
  { id, fromCode, toCode, rate, effectiveDate }: Rate,
  values: Readonly<Record<string, unknown>>,
  before: Readonly<Record<string, unknown>>,
): Promise<void> {
  const errors = await currencyFaults(tx, values, ['fromCode', 'toCode'], before);
  if (fromCode === toCode) errors.push({ field: 'toCode', code: 'invalid', message: sameCurrency() });
  if (Number(rate) <= 0) errors.push({ field: 'rate', code: 'invalid', message: rateNotPositive() });
  if (errors.length > 0) throw invalid(errors);
  const twin = await tx.maybe`
    select 1 from exchange_rate
    where tenant_id = ${tx.tenant} and deleted_at is null and from_code = ${fromCode}
      and to_code = ${toCode} and effective_date = ${effectiveDate}::date
      and id is distinct from ${id ?? null}::uuid`;
  if (twin)
    throw rateTaken({
      from: String(fromCode),
      to: String(toCode),
      day: String(effectiveDate),
    });
}
