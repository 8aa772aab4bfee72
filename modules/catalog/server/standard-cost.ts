import { rowChanged, type RowChange } from '#kit/model/event.ts';
import { invalid } from '#kit/model/refusal.ts';
import { dayIn } from '#kit/model/time.ts';
import { partakers } from '#kit/server/actor.ts';
import type { Tx } from '#kit/server/database.ts';
import { noteMakers } from '#kit/server/makers.ts';
import { inTransaction, type TransactionHandler } from '#kit/server/outbox.ts';
import { sql, type Sql } from '#kit/server/sql.ts';
import { pick } from '#kit/server/stored-rows.ts';
import type { Guards } from '#kit/server/write.ts';
import { costDayTaken } from '../model/errors.ts';
import { sku } from '../model/product.ts';
import { skuCost } from '../model/sku-cost.ts';
import { noteCostWord } from './cost-words.ts';

/**
 * Standard cost of the SKU `s` today, where the tenant is: the latest that is in force, else what the SKU
 * says; null where nobody has said any.
 */
export const standardCost = ({ now, actor: { zone } }: Pick<Tx, 'now' | 'actor'>): Sql => sql`
  coalesce((select c.standard_cost from sku_cost c
    where c.tenant_id = s.tenant_id and c.sku_id = s.id and c.deleted_at is null
      and c.effective_from <= ${dayIn(now, zone)}::date
    order by c.effective_from desc limit 1), s.standard_cost)`;

/**
 * Dated standard costs of the SKU `s` up to today, as they bind the actor: those in force, and what others said
 * that the actor, or whom they act for, changed or deleted since.
 */
const binding = ({ now, actor }: Pick<Tx, 'now' | 'actor'>): Sql => sql`
  (select c.standard_cost, c.effective_from, c.maker_ids && ${partakers(actor)}::uuid[] as is_own, false as is_taken_back
    from sku_cost c
    where c.tenant_id = s.tenant_id and c.sku_id = s.id and c.deleted_at is null
      and c.effective_from <= ${dayIn(now, actor.zone)}::date
  union all
  select w.standard_cost, w.effective_from, false, true from sku_cost_word w
    where w.tenant_id = s.tenant_id and w.sku_id = s.id and w.effective_from <= ${dayIn(now, actor.zone)}::date
      and w.taken_back_by && ${partakers(actor)}::uuid[] and not w.maker_ids && ${partakers(actor)}::uuid[])`;

/** What is said of a day now is later than what was taken back; of several that were, the dearest. */
const LATEST = sql`order by b.effective_from desc, b.is_taken_back, b.standard_cost desc limit 1`;

/**
 * Whether the actor, or whom they act for, had a hand in that cost of the SKU `s`, or took back what others said
 * after it: what they say a unit costs is no word but theirs.
 */
export const isOwnStandard = (tx: Pick<Tx, 'now' | 'actor'>): Sql => sql`
  coalesce((select b.is_own or b.is_taken_back from ${binding(tx)} b ${LATEST}),
    s.cost_maker_ids && ${partakers(tx.actor)}::uuid[])`;

/**
 * The latest standard cost of the SKU `s` in which neither the actor nor whom they act for had a hand, whatever
 * they have said since, and whether or not they have changed or deleted it; null where there is none.
 */
export const othersStandard = (tx: Pick<Tx, 'now' | 'actor'>): Sql => sql`
  coalesce((select b.standard_cost from ${binding(tx)} b where not b.is_own ${LATEST}),
    case when not s.cost_maker_ids && ${partakers(tx.actor)}::uuid[] then s.standard_cost
    else (select max(w.standard_cost) from sku_cost_word w
      where w.tenant_id = s.tenant_id and w.sku_id = s.id and w.effective_from is null
        and w.taken_back_by && ${partakers(tx.actor)}::uuid[]
        and not w.maker_ids && ${partakers(tx.actor)}::uuid[]) end)`;

const noteNew = (tx: Tx, changes: readonly RowChange[]): Promise<void> =>
  noteCostMakers(
    tx,
    changes.flatMap(({ id, change }) => (change === 'add' ? [id] : [])),
    { areNew: true },
  );

/** Notes whose word standard costs are. */
export const standardCostInTransaction: TransactionHandler[] = [
  inTransaction(rowChanged(skuCost), 'catalog notes whose word a standard cost is', async (tx, { id, change }) => {
    const isGone = change === 'delete';
    if (!isGone) await noteMakers(tx, skuCost, id);
    await noteCostWord(tx, id, { isGone });
  }),
  inTransaction(
    rowChanged(sku),
    'catalog notes whose word the costs of new SKUs are',
    (tx, change) => noteNew(tx, [change]),
    noteNew,
  ),
];

/** The actor says what units of SKUs cost; of new ones only where they say it. */
export async function noteCostMakers(tx: Tx, skuIds: readonly string[], { areNew = false } = {}): Promise<void> {
  const hands = partakers(tx.actor);
  if (skuIds.length === 0 || hands.length === 0) return;
  await tx.run`
    update sku set cost_maker_ids = cost_maker_ids || ${hands}::uuid[]
    where tenant_id = ${tx.tenant} and id = any(${[...skuIds]}::uuid[])
      and not cost_maker_ids @> ${hands}::uuid[] and (not ${areNew}::boolean or standard_cost > 0)`;
}

/** One cost a SKU and day. */
export const skuCostGuards: Guards<typeof skuCost> = {
  add: (tx, values) => judge(tx, null, values),
  edit: (tx, before, values) => judge(tx, before.id, { ...before, ...values }),
};

async function judge(
  tx: Tx,
  id: string | null,
  { skuId, effectiveFrom }: { skuId?: string | null; effectiveFrom?: string | null },
): Promise<void> {
  const [twin] = await pick(tx, skuCost, ['id'])`
    deleted_at is null and sku_id = ${skuId ?? null}::uuid
      and effective_from = ${effectiveFrom ?? null}::date and id is distinct from ${id}::uuid`;
  if (twin) throw invalid([costDayTaken()]);
}
