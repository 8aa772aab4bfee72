import { dayIn } from '#kit/model/time.ts';
import type { Tx } from '#kit/server/database.ts';
import { leftByOthers } from '#kit/server/left-by-others.ts';
import { isOnlyPerson } from '#modules/system/server/index.ts';
import { channelFee, channelFeeTier } from '../../model/channel-fee.ts';
import type { FeeRule, FeeStep } from '../../model/fee-amount.ts';

/** A rule with where it holds and until when. */
export interface DatedRule extends Omit<FeeRule, 'categoryLevel'> {
  channelCode: string;
  categoryId: string | null;
  shipMethodId: string | null;
  status: string;
  effectiveFrom: string;
  effectiveTo: string | null;
  isGone: boolean;
}

type StoredRule = Omit<DatedRule, 'steps'>;
type StoredStep = FeeStep & { id: string; feeId: string; isGone: boolean };

const RULE_FIELDS = [
  'channelCode',
  'accountId',
  'feeType',
  'basis',
  'method',
  'rate',
  'unitAmount',
  'currency',
  'least',
  'most',
  'skuId',
  'categoryId',
  'shipMethodId',
  'priority',
  'stack',
  'status',
  'effectiveFrom',
  'effectiveTo',
] as const;
const STEP_FIELDS = ['upTo', 'rate', 'amount'] as const;

/**
 * Rules of channels that hold today, and those that would if the actor had changed none of them: who lowers a fee, or
 * takes it away, makes no room for a price of their own by that.
 * @returns `others` null where the two are the same, or nobody but the actor could have looked
 */
export async function feeRules(
  tx: Tx,
  channels: readonly string[],
): Promise<{ now: DatedRule[]; others: DatedRule[] | null }> {
  const { rules, steps } = await storedRules(tx, [...new Set(channels)]);
  const holding = heldOn(dayIn(tx.now, tx.actor.zone));
  const now = withSteps(
    rules.filter((rule) => !rule.isGone && holding(rule)),
    steps.filter(({ isGone }) => !isGone),
  );
  if (rules.length === 0 || tx.actor.isSystem || (await isOnlyPerson(tx))) return { now, others: null };
  const [ruleWords, stepWords] = [
    await leftByOthers(tx, channelFee, rules, RULE_FIELDS),
    await leftByOthers(tx, channelFeeTier, steps, STEP_FIELDS),
  ];
  const others = withSteps(
    rules
      .flatMap((rule) => {
        const words = ruleWords.get(rule.id);
        return words ? [{ ...rule, ...words, least: minor(words.least), most: minor(words.most) }] : [];
      })
      .filter(holding),
    steps.flatMap((step) => {
      const words = stepWords.get(step.id);
      return words ? [{ ...step, ...words }] : [];
    }),
  );
  return { now, others };
}

/** What has been deleted is read where the actor did it: for them it is there still. */
async function storedRules(tx: Tx, channels: readonly string[]): Promise<{ rules: StoredRule[]; steps: StoredStep[] }> {
  const rules = await tx.rows<StoredRule>`
    select id, code, channel_code, account_id, fee_type, basis, method, rate::text, unit_amount::text, currency,
      least, most, sku_id, category_id, ship_method_id, priority, stack, status, effective_from::text,
      effective_to::text, deleted_at is not null as is_gone
    from channel_fee
    where tenant_id = ${tx.tenant} and channel_code = any(${[...channels]}::text[])
      and (deleted_at is null or update_by = ${tx.actor.username})
    order by code`;
  if (rules.length === 0) return { rules, steps: [] };
  const steps = await tx.rows<StoredStep>`
    select id, fee_id, up_to::text, rate::text, amount::text, deleted_at is not null as is_gone from channel_fee_tier
    where tenant_id = ${tx.tenant} and fee_id = any(${rules.map(({ id }) => id)}::uuid[])
      and (deleted_at is null or update_by = ${tx.actor.username})`;
  return { rules, steps };
}

const heldOn =
  (day: string) =>
  ({ status, shipMethodId, effectiveFrom, effectiveTo }: StoredRule): boolean =>
    status === 'enabled' &&
    shipMethodId === null &&
    effectiveFrom <= day &&
    (effectiveTo === null || effectiveTo >= day);

/** Amounts stand in the audit as texts. */
const minor = (amount: bigint | string | null): bigint | null => (amount === null ? null : BigInt(amount));

function withSteps(rules: readonly StoredRule[], steps: readonly StoredStep[]): DatedRule[] {
  const byRule = Map.groupBy(steps, ({ feeId }) => feeId);
  return rules.map((rule) => ({ ...rule, steps: rule.method === 'tier' ? (byRule.get(rule.id) ?? []) : [] }));
}
