import type { Refusal } from '#kit/model/refusal.ts';
import type { RowOf, WrittenOf } from '#kit/model/row.ts';
import type { Tx } from '#kit/server/database.ts';
import type { Guards, Via } from '#kit/server/write.ts';
import type { channelProduct, inventorySyncRule } from '../model/channel-product.ts';
import { listingIsFixed, listingTaken, ruleTaken } from '../model/errors.ts';

/**
 * A listing's mapping follows from its SKU: choosing one maps it (人工, 导入), saving a suggested one
 * says yes to it, emptying it unmaps for good. The derived fields are completed here; what waits
 * for the mapping is released by the reaction to `channels:channelProduct.changed`.
 */
export const listingGuards: Guards<typeof channelProduct> = {
  async add(tx, values, via) {
    const twin = await tx.maybe`
      select 1 from channel_product where tenant_id = ${tx.tenant} and deleted_at is null
        and account_id = ${values.accountId}::uuid and channel_sku = ${values.channelSku}`;
    if (twin) throw listingTaken({ channelSku: String(values.channelSku) });
    if (values.skuId) Object.assign(values, chosen(true, via));
  },
  async edit(_tx, before, values, via) {
    const isMoved =
      (values.accountId !== undefined && values.accountId !== before.accountId) ||
      (values.channelSku !== undefined && values.channelSku !== before.channelSku);
    if (isMoved) throw listingIsFixed();
    const { skuId } = values;
    if (skuId === undefined) return;
    const isSame = skuId === before.skuId;
    const isSettled = before.mapStatus === 'mapped' || before.mapStatus === 'unmapped';
    if (isSame && isSettled) return;
    Object.assign(values, chosen(skuId !== null, via));
  },
};

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
