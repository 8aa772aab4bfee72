import { exponentOf } from '#kit/model/currency.ts';
import { formatDecimal, lineAmount, parseDecimal, PRICE_SCALE } from '#kit/model/money.ts';
import { notFound } from '#kit/model/refusal.ts';
import { dayIn } from '#kit/model/time.ts';
import type { Tx } from '#kit/server/database.ts';
import { baseConditions } from '#kit/server/query/row-conditions.ts';
import { implement, type CallOf, type Route } from '#kit/server/route.ts';
import { join, sql } from '#kit/server/sql.ts';
import { channelAccount } from '#modules/base/model/channel-account.ts';
import { cartonsOf, skuFaces } from '#modules/catalog/server/index.ts';
import { feeBasis, feeType, type FeeBasis } from '../model/channel-fee.ts';
import { feeAmount, feesThatHold, type FeeRule, type Sale } from '../model/fee-amount.ts';
import { feeTrialRoute, type FeeTrial } from '../model/fee-trial.ts';
import { feeRulesOf } from './channel-fees.ts';

/** 渠道费用试算, by the rules of today. */
export const feeTrial: Route = implement(feeTrialRoute, (call) => call.tx((tx) => tryFees(tx, call.query)));

async function tryFees(tx: Tx, request: CallOf<typeof feeTrialRoute>['query']): Promise<FeeTrial> {
  const { accountId, skuId, shipMethodId } = request;
  const [shop] = await tx.query<{ channelCode: string; currency: string }>(sql`
    select t.channel_code, t.currency from channel_account t
    where ${join(baseConditions(channelAccount, tx.actor), ' and ')} and t.id = ${accountId}::uuid`);
  const [face] = await skuFaces(tx, [String(skuId)]);
  if (!shop || !face) throw notFound();
  const { currency } = shop;
  const exponent = exponentOf(currency);
  const qty = Number(request.qty ?? 1);
  const net = lineAmount(qty, parseDecimal(String(request.unitPrice), PRICE_SCALE) ?? 0n, exponent);
  const measures = await measuresOf(tx, face.id, qty);
  const sale: Sale = { units: qty, lineNet: net, orderNet: net, ...measures };
  const rules = await feeRulesOf(tx, {
    ...shop,
    accountId: String(accountId),
    skuId: face.id,
    day: dayIn(tx.now, tx.actor.zone),
    shipMethodId: shipMethodId ? String(shipMethodId) : null,
  });
  const amountText = (minor: bigint): string => formatDecimal(minor, exponent);
  const fees = feesThatHold(rules).map((rule) => ({
    id: rule.id,
    code: rule.code,
    feeType: rule.feeType,
    feeType_dictText: feeType.items[rule.feeType as keyof typeof feeType.items],
    how: howOf(rule, sale, amountText),
    minor: feeAmount(rule, sale),
  }));
  const total = fees.reduce((sum, { minor }) => sum + minor, 0n);
  return {
    currency,
    net: amountText(net),
    total: amountText(total),
    fees: fees.map(({ minor, ...fee }) => ({ ...fee, amount: amountText(minor) })),
    share: net > 0n ? formatDecimal((total * 10_000n) / net, 4) : null,
    isUnmeasured: measures.weightG === 0,
  };
}

/** Of whole cartons: units in part of one weigh their part, half a gram up. */
async function measuresOf(tx: Tx, skuId: string, qty: number): Promise<Pick<Sale, 'weightG' | 'volumeMm3'>> {
  const cartons = (await cartonsOf(tx, [skuId])).get(skuId) ?? [];
  const parts = cartons.map(({ lengthMm, widthMm, heightMm, grossWeightG, unitsPerCarton }) => ({
    weight: Math.round((grossWeightG * qty) / unitsPerCarton),
    volume: (BigInt(lengthMm) * BigInt(widthMm) * BigInt(heightMm) * BigInt(qty)) / BigInt(unitsPerCarton),
  }));
  return {
    weightG: parts.reduce((sum, { weight }) => sum + weight, 0),
    volumeMm3: parts.reduce((sum, { volume }) => sum + volume, 0n),
  };
}

function howOf(rule: FeeRule, sale: Sale, amountText: (minor: bigint) => string): string {
  const basis = rule.basis;
  const bounds = [
    ...(rule.least === null ? [] : [`最低 ${amountText(rule.least)}`]),
    ...(rule.most === null ? [] : [`最高 ${amountText(rule.most)}`]),
  ];
  const by =
    rule.method === 'percent'
      ? ` × ${Number((Number(rule.rate) * 100).toFixed(6))}%`
      : rule.method === 'fixed'
        ? ` × ${Number(rule.unitAmount)}`
        : '，按阶梯';
  return [`${feeBasis.items[basis]} ${basisText(basis, sale, amountText)}${by}`, ...bounds].join('，');
}

function basisText(basis: FeeBasis, sale: Sale, amountText: (minor: bigint) => string): string {
  switch (basis) {
    case 'lineNet':
      return amountText(sale.lineNet);
    case 'orderNet':
      return amountText(sale.orderNet);
    case 'unit':
      return `${sale.units}`;
    case 'order':
      return '1';
    case 'weightKg':
      return formatDecimal(BigInt(sale.weightG), 3);
    case 'volumeM3':
      return formatDecimal(sale.volumeMm3 / 1000n, 6);
  }
}
