import { exponentOf } from '#kit/model/currency.ts';
import { divideHalfUp, formatDecimal, lineAmount, parseDecimal, PRICE_SCALE } from '#kit/model/money.ts';
import { notFound } from '#kit/model/refusal.ts';
import type { Tx } from '#kit/server/database.ts';
import { maskedFields } from '#kit/server/query/columns.ts';
import { baseConditions } from '#kit/server/query/row-conditions.ts';
import { implement, type Route } from '#kit/server/route.ts';
import { join, sql } from '#kit/server/sql.ts';
import { cartonsOf, type Carton } from '#modules/catalog/server/index.ts';
import { deskGoods } from '#modules/inventory/server/index.ts';
import type { ReturnableLine } from '#modules/orders/server/index.ts';
import { proposeFor } from '../../model/propose.ts';
import { returnJudgingRoute, type JudgedLine, type ReturnJudging } from '../../model/return-judging.ts';
import { returnOrder, type ReturnRow } from '../../model/return-order.ts';
import { chargedForUnits } from '../claims/claims.ts';
import { creditLimits, type CreditLimit } from './credit-limits.ts';
import { questionsOf } from './inspection-forms.ts';
import { owedUnits } from './close-return.ts';
import { goodsOf, linesOf, type LineGoods, type StoredLine } from './return-lines.ts';
import { disposalLimitOf } from './return-settings.ts';

export const judgingRoutes: Route[] = [
  implement(returnJudgingRoute, (call) => call.tx((tx) => judgingOf(tx, call.params.id))),
];

/** Everything that is judged about a return in the actor's sight. @throws Refusal 404 */
async function judgingOf(tx: Tx, id: string): Promise<ReturnJudging> {
  const [row] = await tx.query<ReturnRow>(sql`
    select t.* from return_order t
    where ${join(baseConditions(returnOrder, tx.actor), ' and ')} and t.id = ${id}::uuid`);
  if (!row) throw notFound();
  const lines = (await linesOf(tx, [row])).get(id) ?? [];
  const skuIds = lines.map(({ skuId }) => skuId);
  const facesOf = await deskGoods(tx, skuIds, row.warehouseId ?? undefined);
  const questions = await questionsOf(tx, skuIds);
  const cartons = await cartonsOf(tx, skuIds);
  const creditOf = await creditFacts(tx, row, lines);
  const seesCost = !maskedFields(returnOrder, tx.actor).has('disposalValue');
  const valueOf = seesCost ? await unitValues(tx, row, lines) : null;
  const disposalLimit = await disposalLimitOf(tx);
  const places = exponentOf(row.baseCurrency);
  return {
    id,
    version: row.version,
    returnNo: row.returnNo,
    status: row.status,
    type: row.type,
    currency: row.currency,
    baseCurrency: row.baseCurrency,
    ...(seesCost ? { disposalLimit: formatDecimal(disposalLimit, places) } : {}),
    lines: lines.map((line) => ({
      ...unitsIn(line),
      goods: facesOf(line.skuId),
      cartons: severalOf(cartons.get(line.skuId)),
      questions: questions.get(line.skuId) ?? [],
      proposed: proposalOf(row, line),
      ...(valueOf ? { unitValue: valueOf(line.id) } : {}),
      ...creditOf(line),
    })),
  };
}

/** Which carton it was is asked of a SKU that has several. */
const severalOf = (cartons: readonly Carton[] = []): JudgedLine['cartons'] =>
  cartons.length > 1 ? cartons.map(({ cartonNo, label }) => ({ no: cartonNo, label })) : [];

const unitsIn = (line: StoredLine) => ({
  id: line.id,
  skuId: line.skuId,
  requested: line.qtyRequested,
  received: line.qtyReceived,
  good: line.qtyGood,
  damaged: line.qtyDamaged,
  wrong: line.qtyWrong,
  wrongOpen: line.wrongOpen,
  refurbOpen: line.refurbOpen,
  outcome: line.outcome,
  disposition: line.disposition,
  damagedDisposition: line.damagedDisposition,
  accepted: line.qtyAccepted,
  acceptReason: line.acceptReason,
});

const proposalOf = ({ fault }: ReturnRow, line: StoredLine): JudgedLine['proposed'] =>
  proposeFor({
    fault,
    outcome: line.outcome,
    good: line.qtyGood,
    damaged: line.qtyDamaged,
    wrong: line.qtyWrong,
  });

type CreditFacts = Pick<JudgedLine, 'charged' | 'creditedBefore' | 'creditable' | 'chargedUnit' | 'suggested'>;
const NO_CREDIT: CreditFacts = {
  charged: null,
  creditedBefore: null,
  creditable: null,
  chargedUnit: null,
  suggested: null,
};

/** What may be credited for each line, and what of it is usual. */
async function creditFacts(
  tx: Tx,
  row: ReturnRow,
  lines: readonly StoredLine[],
): Promise<(line: StoredLine) => CreditFacts> {
  const { order, limits } = await creditLimits(tx, row, lines);
  return (line) => {
    const limit = limits.get(line.id);
    const ordered = order?.lines.find(({ id }) => id === line.orderLineId);
    return limit && ordered ? factsOf(row, line, limit, ordered) : NO_CREDIT;
  };
}

function factsOf(
  { type, status, currency }: ReturnRow,
  line: StoredLine,
  { charged, left, units, most }: CreditLimit,
  ordered: ReturnableLine,
): CreditFacts {
  const places = exponentOf(currency);
  const text = (minor: bigint): string => formatDecimal(minor, places);
  const price = parseDecimal(line.unitCredit ?? '0', PRICE_SCALE) ?? 0n;
  const paidFor = units ?? (type === 'refundOnly' ? line.qtyRequested : owedUnits(line));
  const usual = line.outcome === 'refund' ? lineAmount(paidFor, price, places) : 0n;
  return {
    charged: text(charged),
    creditedBefore: text(charged - left),
    // Until what came back is judged, nobody knows the units.
    creditable: text(isJudged(status) ? most : left),
    chargedUnit: text(chargedForUnits(ordered, 1, currency)),
    suggested: text(usual < most ? usual : most),
  };
}

const isJudged = (status: string): boolean => ['disposed', 'credited', 'closed'].includes(status);

/** What one unit of a line came back with, as text in the currency of the books. */
async function unitValues(
  tx: Tx,
  { baseCurrency }: ReturnRow,
  lines: readonly StoredLine[],
): Promise<(lineId: string) => string> {
  const goods = await goodsOf(tx, lines);
  const perUnit = ({ value, qty, perUnit: units }: LineGoods): bigint =>
    qty === 0 ? 0n : divideHalfUp(value * BigInt(units), BigInt(qty));
  return (lineId) =>
    formatDecimal(
      (goods.get(lineId) ?? []).reduce((sum, one) => sum + perUnit(one), 0n),
      exponentOf(baseCurrency),
    );
}
