import { invalid } from '#kit/model/refusal.ts';
import type { RowOf, WrittenOf } from '#kit/model/row.ts';
import type { Tx } from '#kit/server/database.ts';
import { leftByOthers } from '#kit/server/left-by-others.ts';
import type { Guards } from '#kit/server/write.ts';
import { isOnlyPerson } from '#modules/system/server/index.ts';
import { PRICE_POLICY, type PricePolicy } from '../../model/pricing/price-change.ts';
import { policyOfShop, settingElsewhere, settingTaken } from '../../model/pricing/price-errors.ts';
import { priceSetting } from '../../model/pricing/price-setting.ts';

const POLICY_FIELDS = ['reviewPct', 'delayPct', 'delayDays'] as const;

/** One row a scope, of a listing of its own shop, which says nothing of the policy of the shop. */
export const priceSettingGuards: Guards<typeof priceSetting> = {
  add: (tx, values) => judgeSetting(tx, null, values),
  edit: judgeSetting,
};

async function judgeSetting(
  tx: Tx,
  before: RowOf<typeof priceSetting> | null,
  values: WrittenOf<typeof priceSetting>,
): Promise<void> {
  const row = { ...before, ...values };
  const { accountId, channelProductId = null } = row;
  if (channelProductId) {
    const errors = POLICY_FIELDS.flatMap((key) => (row[key] == null ? [] : [policyOfShop(key)]));
    if (errors.length > 0) throw invalid(errors);
    const own = await tx.maybe`
      select 1 from channel_product where tenant_id = ${tx.tenant} and id = ${channelProductId}::uuid
        and account_id = ${accountId}::uuid`;
    if (!own) throw settingElsewhere();
  }
  const twin = await tx.maybe`
    select 1 from price_setting where tenant_id = ${tx.tenant} and deleted_at is null
      and account_id = ${accountId}::uuid and channel_product_id is not distinct from ${channelProductId}::uuid
      and id is distinct from ${before?.id ?? null}::uuid`;
  if (twin) throw settingTaken();
}

/** What holds for the floor of one listing, in the currency of its shop. */
export interface FloorSettings {
  /** Decimal texts. */
  targetMargin: string;
  handling: string;
  freightEstimate: string;
}

interface StoredSetting {
  id: string;
  accountId: string;
  channelProductId: string | null;
  targetMargin: string | null;
  handling: string | null;
  freightEstimate: string | null;
  reviewPct: number | null;
  delayPct: number | null;
  delayDays: number | null;
  isGone: boolean;
}

const NUMBERS = ['targetMargin', 'handling', 'freightEstimate'] as const;

export interface PriceSettings {
  of(accountId: string, listingId: string | null): FloorSettings;
  policy(accountId: string): PricePolicy;
}

/**
 * What is decided of the floors of shops, as it binds the actor: what they lowered or deleted themselves counts as
 * others left it, so that nobody makes room for a price of their own.
 */
export async function priceSettingsOf(tx: Tx, accountIds: readonly string[]): Promise<PriceSettings> {
  const stored = await tx.rows<StoredSetting>`
    select id, account_id, channel_product_id, target_margin::text, handling::text, freight_estimate::text,
      review_pct, delay_pct, delay_days, deleted_at is not null as is_gone
    from price_setting
    where tenant_id = ${tx.tenant} and account_id = any(${[...new Set(accountIds)]}::uuid[])
      and (deleted_at is null or update_by = ${tx.actor.username})
    order by deleted_at desc nulls last, id`;
  const isBound = stored.length > 0 && !tx.actor.isSystem && !(await isOnlyPerson(tx));
  const rows = isBound ? await boundRows(tx, stored) : stored.filter(({ isGone }) => !isGone);
  const byShop = new Map(rows.flatMap((row) => (row.channelProductId === null ? [[row.accountId, row]] : [])));
  const byListing = new Map(rows.flatMap((row) => (row.channelProductId ? [[row.channelProductId, row]] : [])));
  return {
    of(accountId, listingId) {
      const [own, shop] = [byListing.get(listingId ?? ''), byShop.get(accountId)];
      const pick = (key: (typeof NUMBERS)[number]): string => own?.[key] ?? shop?.[key] ?? '0';
      return {
        targetMargin: pick('targetMargin'),
        handling: pick('handling'),
        freightEstimate: pick('freightEstimate'),
      };
    },
    policy(accountId) {
      const shop = byShop.get(accountId);
      return {
        reviewPct: shop?.reviewPct ?? PRICE_POLICY.reviewPct,
        delayPct: shop?.delayPct ?? PRICE_POLICY.delayPct,
        delayDays: shop?.delayDays ?? PRICE_POLICY.delayDays,
      };
    },
  };
}

/** Each number as others left it, where that is stricter; a line beyond which others decide likewise. */
async function boundRows(tx: Tx, stored: readonly StoredSetting[]): Promise<StoredSetting[]> {
  const left = await leftByOthers(tx, priceSetting, stored, [...NUMBERS, 'reviewPct', 'delayPct', 'delayDays']);
  return stored.flatMap((row) => {
    const others = left.get(row.id) ?? null;
    if (others === null) return row.isGone ? [] : [{ ...row, reviewPct: least(row.reviewPct, null) }];
    const bound = { ...row };
    for (const key of NUMBERS) bound[key] = greater(row.isGone ? null : row[key], others[key]);
    bound.reviewPct = least(row.reviewPct, others.reviewPct);
    return [bound];
  });
}

const greater = (one: string | null, other: string | null): string | null =>
  one === null || (other !== null && Number(other) > Number(one)) ? other : one;

const least = (one: number | null, other: number | null): number =>
  Math.min(one ?? PRICE_POLICY.reviewPct, other ?? PRICE_POLICY.reviewPct);
