import { invalid, type FieldError } from '#kit/model/refusal.ts';
import type { RowOf, WrittenOf } from '#kit/model/row.ts';
import type { Tx } from '#kit/server/database.ts';
import { pick } from '#kit/server/stored-rows.ts';
import type { Guards } from '#kit/server/write.ts';
import { channelAccount } from '#modules/base/model/channel-account.ts';
import { currencyFaults } from '#modules/base/server/index.ts';
import { channelFee, channelFeeTier, isMoneyBasis, type ChannelFeeRow } from '../model/channel-fee.ts';
import type { FeeRule, FeeStep } from '../model/fee-amount.ts';
import { feeOverlaps, stepTaken } from '../model/errors.ts';

type Given = Partial<ChannelFeeRow>;

const DEFAULTS: Given = { basis: 'lineNet', method: 'percent', priority: 0, status: 'enabled' };

/** A rule says how it calculates, and no second one of its scope and priority holds on a day of it. */
export const channelFeeGuards: Guards<typeof channelFee> = {
  add: (tx, values) => judgeFee(tx, null, values),
  edit: judgeFee,
};

async function judgeFee(
  tx: Tx,
  before: RowOf<typeof channelFee> | null,
  values: WrittenOf<typeof channelFee>,
): Promise<void> {
  // Absent on add, the default of the declaration stands for it.
  const fee: Given = { ...DEFAULTS, ...before, ...given(values) };
  if (fee.method !== 'percent') values.rate = null;
  if (fee.method !== 'fixed') values.unitAmount = null;
  const errors = [
    ...(await currencyFaults(tx, values, ['currency'], before ?? {})),
    ...methodFaults(fee),
    ...(await shopFaults(tx, fee)),
    ...(await stepFaults(tx, before, fee)),
  ];
  if (errors.length > 0) throw invalid(errors);
  if (fee.status === 'enabled') await refuseOverlap(tx, before?.id ?? null, fee);
}

const given = (values: object): Given =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));

const fault = (field: string, message: string): FieldError[] => [{ field, code: 'invalid', message }];

/** how it calculates fits what it calculates from. */
function methodFaults(fee: Given): FieldError[] {
  const isMoney = isMoneyBasis(fee.basis ?? 'lineNet');
  return [
    ...(fee.method === 'percent' && !isMoney ? fault('method', '按比例只能用行金额或订单金额作基数') : []),
    ...(fee.method === 'fixed' && isMoney ? fault('method', '基数是金额时请选按比例或阶梯') : []),
    ...(fee.method === 'percent' && isMoney && !fee.rate ? fault('rate', '请输入费率') : []),
    ...(fee.method === 'fixed' && !isMoney && !fee.unitAmount ? fault('unitAmount', '请输入单价') : []),
    ...(fee.least != null && fee.most != null && fee.least > fee.most ? fault('most', '最高不能低于最低') : []),
    ...(fee.effectiveTo && fee.effectiveFrom && fee.effectiveTo < fee.effectiveFrom
      ? fault('effectiveTo', '失效日不能早于生效日')
      : []),
  ];
}

/** The shop is one of that channel, and is paid in that currency. */
async function shopFaults(tx: Tx, fee: Given): Promise<FieldError[]> {
  if (!fee.accountId) return [];
  const [shop] = await pick(tx, channelAccount, ['channelCode', 'currency', 'name'])`
    id = ${fee.accountId}::uuid`;
  if (!shop) return [];
  return [
    ...(shop.channelCode === fee.channelCode
      ? []
      : fault('accountId', `店铺 ${shop.name} 属于渠道 ${shop.channelCode}`)),
    ...(shop.currency === (fee.currency ?? 'USD')
      ? []
      : fault('currency', `店铺 ${shop.name} 的结算币种是 ${shop.currency}`)),
  ];
}

/** Steps are added once the rule is there: until then it takes nothing and may not be enabled. */
async function stepFaults(tx: Tx, before: RowOf<typeof channelFee> | null, fee: Given): Promise<FieldError[]> {
  if (fee.method !== 'tier' || fee.status !== 'enabled') return [];
  const [step] = before
    ? await pick(tx, channelFeeTier, ['id'])`
    deleted_at is null and fee_id = ${before.id}::uuid limit 1`
    : [];
  return step ? [] : fault('status', '阶梯计费请先停用保存，填好阶梯后再启用');
}

async function refuseOverlap(tx: Tx, id: string | null, fee: Given): Promise<void> {
  // One after the other: two that are saved at once see each other.
  await tx.platform.rows`select pg_advisory_xact_lock(hashtext('channel_fee'), ${tx.tenant}::integer)`;
  const twin = await tx.maybe<{ code: string }>`
    select code from channel_fee where tenant_id = ${tx.tenant} and deleted_at is null
      and status = 'enabled' and id is distinct from ${id}::uuid
      and channel_code = ${fee.channelCode} and fee_type = ${fee.feeType}
      and account_id is not distinct from ${fee.accountId ?? null}::uuid
      and category_id is not distinct from ${fee.categoryId ?? null}::uuid
      and sku_id is not distinct from ${fee.skuId ?? null}::uuid
      and ship_method_id is not distinct from ${fee.shipMethodId ?? null}::uuid
      and priority = ${fee.priority}::integer
      and daterange(effective_from, effective_to, '[]')
        && daterange(${fee.effectiveFrom}::date, ${fee.effectiveTo ?? null}::date, '[]')
    order by effective_from limit 1`;
  if (twin) throw feeOverlaps(twin);
}

/** One step for each end, with what its rule calculates by. */
export const feeTierGuards: Guards<typeof channelFeeTier> = {
  add: (tx, values) => judgeStep(tx, null, values),
  edit: judgeStep,
};

async function judgeStep(
  tx: Tx,
  before: RowOf<typeof channelFeeTier> | null,
  values: WrittenOf<typeof channelFeeTier>,
): Promise<void> {
  const { feeId, upTo = null, rate, amount } = { ...before, ...given(values) } as Partial<RowOf<typeof channelFeeTier>>;
  if (!feeId) return;
  const [fee] = await pick(tx, channelFee, ['basis', 'method'])`id = ${feeId}::uuid`;
  if (!fee) return;
  const isMoney = isMoneyBasis(fee.basis ?? 'lineNet');
  const errors = [
    ...(fee.method === 'tier' ? [] : fault('feeId', '这条费用不是阶梯计费')),
    ...(isMoney && rate == null ? fault('rate', '请输入费率') : []),
    ...(!isMoney && amount == null ? fault('amount', '请输入金额') : []),
  ];
  if (errors.length > 0) throw invalid(errors);
  const twin = await tx.maybe`
    select 1 from channel_fee_tier where tenant_id = ${tx.tenant} and deleted_at is null
      and fee_id = ${feeId}::uuid and up_to is not distinct from ${upTo}::numeric
      and id is distinct from ${before?.id ?? null}::uuid`;
  if (twin) throw stepTaken();
}

/** What is sold, where, and on which of the tenant's days. */
export interface SaleScope {
  channelCode: string;
  accountId: string;
  skuId: string;
  shipMethodId: string | null;
  currency: string;
  day: string;
}

/** Rules that may hold for a sale, in its currency, each with its steps; `feesThatHold` chooses. */
export async function feeRulesOf(tx: Tx, sale: SaleScope): Promise<FeeRule[]> {
  const rules = await tx.rows<Omit<FeeRule, 'steps'>>`
    with recursive within as (
      select c.id, c.parent_id, c.level from sku s
      join product p on p.tenant_id = s.tenant_id and p.id = s.product_id
      join product_category c on c.tenant_id = p.tenant_id and c.id = p.category_id
      where s.tenant_id = ${tx.tenant} and s.id = ${sale.skuId}::uuid
      union all
      select c.id, c.parent_id, c.level from within w
      join product_category c on c.tenant_id = ${tx.tenant} and c.id = w.parent_id)
    select f.id, f.code, f.account_id, f.fee_type, f.basis, f.method, f.rate::text, f.unit_amount::text,
      f.currency, f.least, f.most, f.sku_id, f.priority, f.stack, coalesce(w.level, 0) as category_level
    from channel_fee f left join within w on w.id = f.category_id
    where f.tenant_id = ${tx.tenant} and f.deleted_at is null and f.status = 'enabled'
      and f.channel_code = ${sale.channelCode} and f.currency = ${sale.currency}
      and (f.account_id is null or f.account_id = ${sale.accountId}::uuid)
      and (f.sku_id is null or f.sku_id = ${sale.skuId}::uuid)
      and (f.ship_method_id is null or f.ship_method_id = ${sale.shipMethodId}::uuid)
      and (f.category_id is null or w.id is not null)
      and f.effective_from <= ${sale.day}::date
      and (f.effective_to is null or f.effective_to >= ${sale.day}::date)
    order by f.code`;
  const steps = await tx.rows<FeeStep & { feeId: string }>`
    select fee_id, up_to::text, rate::text, amount::text from channel_fee_tier
    where tenant_id = ${tx.tenant} and deleted_at is null
      and fee_id = any(${rules.map(({ id }) => id)}::uuid[])`;
  const own = Map.groupBy(steps, ({ feeId }) => feeId);
  return rules.map((rule) => ({ ...rule, steps: own.get(rule.id) ?? [] }));
}
