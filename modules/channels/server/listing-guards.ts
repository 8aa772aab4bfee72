import type { Refusal } from '#kit/model/refusal.ts';
import type { RowOf, WrittenOf } from '#kit/model/row.ts';
import type { Tx } from '#kit/server/database.ts';
import type { Guards, Via } from '#kit/server/write.ts';
import type { channelProduct, inventorySyncRule } from '../model/channel-product.ts';
import { listingIsFixed, listingTaken, ruleTaken, stillOnSale } from '../model/errors.ts';
import { judgeBasePrices } from './pricing/base-prices.ts';

/**
 * A listing's mapping follows from its SKU: choosing one maps it (人工, 导入), saving a suggested one
 * says yes to it, emptying it unmaps for good. The derived fields are completed here; what waits
 * for the mapping is released by the reaction to `channels:channelProduct.changed`.
 */
export const listingGuards: Guards<typeof channelProduct> = {
  async addAll(tx, rows, via) {
    const refusals = await twinRefusals(tx, rows);
    for (const values of rows) if (values.skuId) Object.assign(values, chosen(true, via));
    const priced = await judgeBasePrices(
      tx,
      rows.map(({ accountId, channelSku, skuId = null, basePrice = null }) => ({
        listingId: null,
        accountId: String(accountId),
        channelSku: String(channelSku),
        before: { skuId: null, basePrice: null },
        after: { skuId, basePrice },
      })),
    );
    return rows.map((_row, at) => refusals[at] ?? priced[at] ?? null);
  },
  async editAll(tx, edits, via) {
    const priced = await judgeBasePrices(
      tx,
      edits.map(({ before, values }) => ({
        listingId: before.id,
        accountId: before.accountId,
        channelSku: before.channelSku,
        before,
        after: {
          skuId: values.skuId === undefined ? before.skuId : values.skuId,
          basePrice: values.basePrice === undefined ? before.basePrice : values.basePrice,
        },
      })),
    );
    return edits.map(({ before, values }, at) => {
      const isMoved =
        (values.accountId !== undefined && values.accountId !== before.accountId) ||
        (values.channelSku !== undefined && values.channelSku !== before.channelSku);
      if (isMoved) return listingIsFixed();
      if (priced[at]) return priced[at];
      const { skuId } = values;
      const isSettled = before.mapStatus === 'mapped' || before.mapStatus === 'unmapped';
      if (skuId === undefined || (skuId === before.skuId && isSettled)) return null;
      Object.assign(values, chosen(skuId !== null, via));
      return null;
    });
  },
  /** What is sold on at the marketplace must not drop out of what is watched here. */
  async delete(tx, rows) {
    const sold = await tx.maybe<{ channelSku: string; qty: number }>`
      select p.channel_sku, sum(s.qty)::integer as qty
      from channel_product p join channel_stock s on s.tenant_id = p.tenant_id and s.channel_product_id = p.id
      where p.tenant_id = ${tx.tenant} and p.id = any(${rows.map(({ id }) => id)}::uuid[]) and p.status = 'live'
        and (s.qty > 0 or s.in_doubt)
      group by p.channel_sku order by p.channel_sku limit 1`;
    if (sold) throw stillOnSale(sold);
  },
};

/** A number that the shop has already, or that stands further up among the rows. */
async function twinRefusals(tx: Tx, rows: readonly WrittenOf<typeof channelProduct>[]): Promise<(Refusal | null)[]> {
  const keyOf = (accountId: unknown, channelSku: unknown): string => `${String(accountId)} ${String(channelSku)}`;
  const stored = await tx.rows<{ accountId: string; channelSku: string }>`
    select account_id, channel_sku from channel_product
    where tenant_id = ${tx.tenant} and deleted_at is null
      and account_id = any(${[...new Set(rows.map((row) => String(row.accountId)))]}::uuid[])
      and channel_sku = any(${rows.map((row) => String(row.channelSku))}::text[])`;
  const known = new Set(stored.map((row) => keyOf(row.accountId, row.channelSku)));
  return rows.map(({ accountId, channelSku }) => {
    const key = keyOf(accountId, channelSku);
    if (known.has(key)) return listingTaken({ channelSku: String(channelSku) });
    known.add(key);
    return null;
  });
}

const chosen = (isMapped: boolean, via: Via): WrittenOf<typeof channelProduct> => ({
  mapStatus: isMapped ? 'mapped' : 'unmapped',
  mapMethod: via === 'import' ? 'import' : 'manual',
  mapScore: isMapped ? 100 : null,
});

type RuleValues = WrittenOf<typeof inventorySyncRule>;

/** What only one enabled rule may be about; null where it says nothing to anybody. Absent is the declared default. */
const ruleKey = ({ accountId, skuId, priority = 100, status = 'enabled' }: RuleValues): string | null =>
  status === 'enabled' ? `${String(accountId)} ${String(skuId ?? '')} ${Number(priority)}` : null;

/** Whether each of these rules, in order, finds one of its scope and priority before it. */
async function rulesTaken(
  tx: Tx,
  rules: readonly RuleValues[],
  except: readonly string[] = [],
): Promise<(Refusal | null)[]> {
  const shops = [...new Set(rules.map(({ accountId }) => String(accountId)))];
  const known = await tx.rows<{ accountId: string; skuId: string | null; priority: number; status: 'enabled' }>`
    select account_id, sku_id, priority, status from inventory_sync_rule
    where tenant_id = ${tx.tenant} and deleted_at is null and status = 'enabled'
      and account_id = any(${shops}::uuid[]) and priority = any(${rules.map(({ priority = 100 }) => Number(priority))}::integer[])
      and id <> all(${[...except]}::uuid[])`;
  const taken = new Set(known.map(ruleKey));
  return rules.map((rule) => {
    const key = ruleKey(rule);
    if (key === null) return null;
    if (taken.has(key)) return ruleTaken();
    taken.add(key);
    return null;
  });
}

async function judgeRule(tx: Tx, before: RowOf<typeof inventorySyncRule>, values: RuleValues): Promise<void> {
  const [refusal] = await rulesTaken(tx, [{ ...before, ...values }], [before.id]);
  if (refusal) throw refusal;
}

/** Two rules of one scope and priority would leave the choice to chance. */
export const syncRuleGuards: Guards<typeof inventorySyncRule> = {
  addAll: (tx, rows) => rulesTaken(tx, rows),
  edit: judgeRule,
};
