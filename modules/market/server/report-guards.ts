import { dayIn } from '#kit/model/time.ts';
import type { RowOf, WrittenOf } from '#kit/model/row.ts';
import type { Tx } from '#kit/server/database.ts';
import type { Guards } from '#kit/server/write.ts';
import { reportRefusals } from '../model/errors.ts';
import { reportType, type marketReport, type ReportType } from '../model/report.ts';

type Row = RowOf<typeof marketReport>;
type Written = WrittenOf<typeof marketReport>;

/** One report of a seller, a type and a period: new files of it are editions. */
export const reportGuards: Guards<typeof marketReport> = {
  add: (tx, values) => judge(tx, null, values),
  async edit(tx, before, values) {
    if (before.edition > 0 && isMoved(before, values)) throw reportRefusals.isFixed();
    await judge(tx, before, values);
  },
  async delete(_tx, rows) {
    const parsing = rows.find(({ status }) => status === 'ready');
    if (parsing) throw reportRefusals.parsing(parsing);
  },
};

const FIXED = ['sellerId', 'type', 'periodFrom', 'periodTo'] as const;

const isMoved = (before: Row, values: Written): boolean =>
  FIXED.some((key) => values[key] !== undefined && values[key] !== before[key]);

async function judge(tx: Tx, before: Row | null, values: Written): Promise<void> {
  const row = { ...before, ...values } as Row;
  const { sellerId, type, periodFrom, periodTo, dueOn } = row;
  const days = { periodFrom, periodTo, dueOn };
  for (const key of ['periodFrom', 'periodTo', 'dueOn'] as const)
    if (days[key] && (days[key] < '2000-01-01' || days[key] > '2100-12-31')) throw reportRefusals.longAgo(key);
  if (periodFrom > periodTo) throw reportRefusals.reversed();
  if (periodFrom > dayIn(tx.now, tx.actor.zone)) throw reportRefusals.ahead();
  const owner = await tx.one<{ name: string; accountId: string | null }>`
    select name, account_id from seller where tenant_id = ${tx.tenant} and id = ${sellerId}::uuid`;
  if (!owner.accountId) throw reportRefusals.notOwn({ seller: owner.name });
  const name = nameOf(row);
  const twin = await tx.maybe`
    select 1 from market_report where tenant_id = ${tx.tenant} and deleted_at is null
      and seller_id = ${sellerId}::uuid and type = ${type} and period_from = ${periodFrom}::date
      and period_to = ${periodTo}::date and id is distinct from ${before?.id ?? null}::uuid`;
  if (twin) throw reportRefusals.taken({ name });
  const derived: Written = { accountId: owner.accountId, name };
  Object.assign(values, derived);
}

const nameOf = ({ type, periodFrom, periodTo }: Pick<Row, 'type' | 'periodFrom' | 'periodTo'>): string =>
  `${reportType.items[type as ReportType]} ${periodFrom === periodTo ? periodFrom : `${periodFrom} 至 ${periodTo}`}`;
