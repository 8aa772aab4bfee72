import { exponentOf } from '#kit/model/currency.ts';
import { invalid, type FieldError } from '#kit/model/refusal.ts';
import { dayIn } from '#kit/model/time.ts';
import type { Tx } from '#kit/server/database.ts';
import type { BesideRows } from '#kit/server/query/list.ts';
import { insertInto } from '#kit/server/stored-rows.ts';
import type { Guards } from '#kit/server/write.ts';
import { channelAccount } from '../model/channel-account.ts';
import { currency, exchangeRate, FIRST_CURRENCIES } from '../model/currency.ts';
import { customer } from '../model/customer.ts';
import { baseCurrencyStays, currencyCodeFixed, currencyInUse, currencyUnknown } from '../model/errors.ts';
import { supplier } from '../model/supplier.ts';

/** A currency has the places that ISO 4217 gives it; amounts are stored and shown with them. */
export const currencyGuards: Guards<typeof currency> = {
  async add(_tx, values) {
    values.exponent = exponentOf(String(values.code));
    values.isBase = false;
  },
  async edit(_tx, before, values) {
    if (values.code !== undefined && values.code !== before.code)
      throw invalid([{ field: 'code', code: 'fixed', message: currencyCodeFixed() }]);
    if (before.isBase && (values.status ?? before.status) !== 'enabled') throw baseCurrencyStays({ code: before.code });
  },
  async delete(tx, rows) {
    const base = rows.find(({ isBase }) => isBase);
    if (base) throw baseCurrencyStays({ code: base.code });
    const [used] = await usesOf(
      tx,
      rows.map(({ code }) => code),
    );
    if (used) throw currencyInUse(used);
  },
};

const USERS = { channelAccount, supplier, customer, exchangeRate };

/** Registers of this module that name a currency by its code. */
async function usesOf(tx: Tx, codes: readonly string[]): Promise<{ code: string; where: string }[]> {
  const uses = await tx.rows<{ code: string; at: keyof typeof USERS }>`
    select currency as code, 'channelAccount' as at from channel_account
    where tenant_id = ${tx.tenant} and deleted_at is null and currency = any(${codes}::text[])
    union all
    select currency, 'supplier' from supplier
    where tenant_id = ${tx.tenant} and deleted_at is null and currency = any(${codes}::text[])
    union all
    select currency, 'customer' from customer
    where tenant_id = ${tx.tenant} and deleted_at is null and currency = any(${codes}::text[])
    union all
    select code, 'exchangeRate' from exchange_rate, unnest(array[from_code, to_code]) as code
    where tenant_id = ${tx.tenant} and deleted_at is null and code = any(${codes}::text[])
    limit 1`;
  return uses.map(({ code, at }) => ({ code, where: USERS[at].title }));
}

/**
 * Errors at fields whose currency is none of those that the tenant works in. What a row has already
 * stays good, so that it can be edited after its currency was disabled.
 */
export async function currencyFaults(
  tx: Tx,
  values: Readonly<Record<string, unknown>>,
  fields: readonly string[],
  before: Readonly<Record<string, unknown>> = {},
): Promise<FieldError[]> {
  const requested = fields.filter((key) => values[key] && values[key] !== before[key]);
  if (requested.length === 0) return [];
  const known = await enabledCurrencies(tx);
  return requested
    .filter((key) => !known.includes(String(values[key])))
    .map((field) => ({
      field,
      code: 'unknown',
      message: currencyUnknown({ code: String(values[field]), known: known.join('、') }),
    }));
}

const enabledCurrencies = async (tx: Tx): Promise<string[]> => {
  const rows = await tx.rows<{ code: string }>`
    select code from currency
    where tenant_id = ${tx.tenant} and deleted_at is null and status = 'enabled' order by code`;
  return rows.map(({ code }) => code);
};

const known = new WeakMap<Tx, string>();

/**
 * 本位币 of the transaction's tenant, in which its stock and its books are kept. Fixed when the tenant
 * was opened, so that it is looked up once in a transaction, however many rows ask.
 */
export async function baseCurrency(tx: Tx): Promise<string> {
  const before = known.get(tx);
  if (before !== undefined) return before;
  const { code } = await tx.one<{ code: string }>`
    select code from currency where tenant_id = ${tx.tenant} and is_base`;
  known.set(tx, code);
  return code;
}

/** 最新汇率: what one unit is worth in the base currency today, beside each currency of a list. */
export const ratesBeside: BesideRows = async (tx, rows) => {
  const found = await tx.rows<{ id: string; rate: string; day: string; base: string }>`
    select c.id, r.rate::text, r.effective_date::text as day, b.code as base
    from currency c
    join currency b on b.tenant_id = c.tenant_id and b.is_base
    cross join lateral (
      select rate, effective_date from exchange_rate r
      where r.tenant_id = c.tenant_id and r.deleted_at is null and r.from_code = c.code
        and r.to_code = b.code and r.effective_date <= ${dayIn(tx.now, tx.actor.zone)}::date
      order by r.effective_date desc limit 1
    ) r
    where c.tenant_id = ${tx.tenant} and c.id = any(${rows.map(({ id }) => id)}::uuid[])`;
  return new Map(
    found.map(({ id, rate, day, base }) => [id, { latestRate: rate, latestRateDay: day, baseCode: base }]),
  );
};

/** A new tenant begins with the common currencies and its base currency; one that has any keeps them. */
export async function seedCurrencies(tx: Tx, base: string): Promise<void> {
  const there = await tx.maybe`select 1 from currency where tenant_id = ${tx.tenant} limit 1`;
  if (there) return;
  const common = FIRST_CURRENCIES.some(({ code }) => code === base)
    ? FIRST_CURRENCIES
    : [...FIRST_CURRENCIES, { code: base, name: base, symbol: null }];
  const rows = common.map((one) => ({
    ...one,
    exponent: exponentOf(one.code),
    isBase: one.code === base,
    status: 'enabled' as const,
  }));
  await insertInto(tx, currency, rows);
}
