import { createHash } from 'node:crypto';
import { addDays, dayIn, parseWireDay, startOfDay } from '#kit/model/time.ts';
import type { Tx } from '#kit/server/database.ts';
import { baseConditions } from '#kit/server/query/row-conditions.ts';
import { seenConditions } from '#kit/server/query/row-limits.ts';
import { join, sql, type Sql } from '#kit/server/sql.ts';
import { shipment } from '#modules/fulfilment/model/shipment.ts';
import { deduction, deductionType, type DeductionType } from '../../model/deduction.ts';
import {
  analysisReversed,
  DEDUCTION_ANALYSIS_DAYS,
  deductionGroup,
  type DeductionGroup,
} from '../../model/deduction-analysis.ts';

/** What rows are put together by; a deduction without that is left out, but for its carrier, who may be unknown. */
const KEYS: Readonly<Record<DeductionGroup, Sql>> = {
  type: sql`t.type`,
  sku: sql`t.sku_id::text`,
  warehouse: sql`t.warehouse_id::text`,
  carrier: sql`coalesce(t.carrier, '')`,
  shop: sql`t.account_id::text`,
};

interface Part {
  key: string;
  currency: string;
  type: DeductionType;
  n: number;
  amount: bigint;
  recovered: bigint;
  lost: bigint;
  disputed: number;
  /** Of what was argued about and decided. */
  argued: bigint;
  won: bigint;
  open: number;
  lastDay: string;
}

/**
 * 扣款分析 by what was asked for, type by default: each figure is the sum of the deductions behind it, of shops that
 * the caller may see. What was taken back with its remittance does not count.
 */
export async function deductionAnalysisRows(tx: Tx, query: Readonly<Record<string, string>>): Promise<Sql> {
  const asked = query['groupBy'];
  const by = asked !== undefined && Object.hasOwn(deductionGroup.items, asked) ? (asked as DeductionGroup) : 'type';
  const { from, to } = periodOf(tx, query);
  const parts = await tx.query<Part>(sql`
    select ${KEYS[by]} as key, t.currency, t.type, count(*)::integer as n, sum(t.amount)::bigint as amount,
      sum(t.recovered)::bigint as recovered, sum(t.amount - t.recovered)::bigint as lost,
      count(*) filter (where t.disputed_at is not null)::integer as disputed,
      coalesce(sum(t.amount) filter (where t.result is not null), 0)::bigint as argued,
      coalesce(sum(t.recovered) filter (where t.result is not null), 0)::bigint as won,
      count(*) filter (where t.status = 'posted')::integer as open,
      max((t.posted_at at time zone ${tx.actor.zone})::date)::text as last_day
    from (${deductionsIn(tx, from, to)}) t where ${KEYS[by]} is not null group by 1, 2, 3`);
  const totals = new Map<string, bigint>();
  for (const { currency, amount } of parts) totals.set(currency, (totals.get(currency) ?? 0n) + amount);
  const groups = [...Map.groupBy(parts, ({ key, currency }) => JSON.stringify([key, currency])).values()];
  const names = await namesOf(tx, by, [...new Set(parts.map(({ key }) => key))]);
  const rows = groups.map((own) => groupRow(by, own, totals, names));
  return sql`
    select r.*, ${tx.tenant}::integer as tenant_id, ${tx.now}::timestamptz as create_time
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id uuid, group_by text, posted_on date, name text,
      type text, sku_id uuid, warehouse_id uuid, carrier text, account_id uuid, currency text, deduction_count integer,
      amount bigint, share numeric(18, 8), recovered bigint, loss bigint, disputed_count integer,
      win_rate numeric(18, 8), open_count integer, top_type text, top_share numeric(18, 8))`;
}

/** @throws Refusal 422 where it ends before it begins; what is no day is left to the filter */
function periodOf({ now, actor: { zone } }: Tx, query: Readonly<Record<string, string>>): { from: string; to: string } {
  const read = (name: string): string | null => parseWireDay(query[name] ?? '', zone);
  const exact = read('postedOn');
  const to = exact ?? read('postedOn_end') ?? dayIn(now, zone);
  const from = exact ?? read('postedOn_begin') ?? addDays(to, 1 - DEDUCTION_ANALYSIS_DAYS);
  if (from > to) throw analysisReversed({ from, to });
  return { from, to };
}

/**
 * Deductions of a period, with the goods that they are about (those that the channel names, else the only ones of the
 * order) and whoever carried the shipment.
 */
const deductionsIn = (tx: Tx, from: string, to: string): Sql => sql`
  select t.*, s.carrier_code as carrier, coalesce(
    (select min(l.sku_id::text)::uuid from order_line l where l.tenant_id = t.tenant_id and l.order_id = t.order_id
      and upper(l.channel_sku) = upper(t.channel_sku)),
    (select min(l.sku_id::text)::uuid from order_line l where l.tenant_id = t.tenant_id and l.order_id = t.order_id
      and t.channel_sku is null having count(distinct l.sku_id) = 1)) as sku_id
  from deduction t
  left join shipment s on s.tenant_id = t.tenant_id and s.id = t.shipment_id
    and ${join([sql`true`, ...seenConditions(shipment, tx.actor, 's')], ' and ')}
  where ${join(baseConditions(deduction, tx.actor), ' and ')} and t.status <> 'withdrawn'
    and t.posted_at >= ${startOfDay(from, tx.actor.zone)}
    and t.posted_at < ${startOfDay(addDays(to, 1), tx.actor.zone)}`;

async function namesOf(tx: Tx, by: DeductionGroup, keys: readonly string[]): Promise<Map<string, string>> {
  const ids = [...keys];
  const named = (rows: readonly { id: string; name: string }[]): Map<string, string> =>
    new Map(rows.map(({ id, name }) => [id, name]));
  switch (by) {
    case 'type':
      return new Map(keys.map((key) => [key, deductionType.items[key as DeductionType]]));
    case 'carrier':
      return new Map(keys.map((key) => [key, key || '未知承运商']));
    case 'sku':
      return named(
        await tx.rows`
          select id, sku_code as name from sku where tenant_id = ${tx.tenant} and id = any(${ids}::uuid[])`,
      );
    case 'warehouse':
      return named(
        await tx.rows`select id, name from warehouse where tenant_id = ${tx.tenant} and id = any(${ids}::uuid[])`,
      );
    case 'shop':
      return named(
        await tx.rows`
          select id, name from channel_account where tenant_id = ${tx.tenant} and id = any(${ids}::uuid[])`,
      );
  }
}

function groupRow(
  by: DeductionGroup,
  own: readonly Part[],
  totals: ReadonlyMap<string, bigint>,
  names: ReadonlyMap<string, string>,
): Record<string, unknown> {
  const [{ key, currency }] = own as [Part];
  const count = (of: (part: Part) => number): number => own.reduce((all, one) => all + of(one), 0);
  const sum = (of: (part: Part) => bigint): bigint => own.reduce((all, one) => all + of(one), 0n);
  const amount = sum((one) => one.amount);
  const argued = sum((one) => one.argued);
  const [top] = own.toSorted((a, b) =>
    a.amount === b.amount ? (a.type < b.type ? -1 : 1) : a.amount < b.amount ? 1 : -1,
  );
  return {
    id: idOf(`${by} ${key} ${currency}`),
    group_by: by,
    posted_on: own.reduce((last, { lastDay }) => (lastDay > last ? lastDay : last), ''),
    name: names.get(key) ?? key,
    type: by === 'type' ? key : null,
    sku_id: by === 'sku' ? key : null,
    warehouse_id: by === 'warehouse' ? key : null,
    carrier: by === 'carrier' ? key : null,
    account_id: by === 'shop' ? key : null,
    currency,
    deduction_count: count((one) => one.n),
    amount: String(amount),
    share: ratio(amount, totals.get(currency) ?? 0n),
    recovered: String(sum((one) => one.recovered)),
    loss: String(sum((one) => one.lost)),
    disputed_count: count((one) => one.disputed),
    win_rate:
      argued > 0n
        ? ratio(
            sum((one) => one.won),
            argued,
          )
        : null,
    open_count: count((one) => one.open),
    top_type: top?.type,
    top_share: ratio(top?.amount ?? 0n, amount),
  };
}

const SCALE = 100_000_000n;

const ratio = (part: bigint, whole: bigint): number =>
  whole === 0n ? 0 : Number((part * SCALE) / whole) / Number(SCALE);

/** The same group has the same id, whoever asks. */
const idOf = (text: string): string =>
  createHash('md5')
    .update(text)
    .digest('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
