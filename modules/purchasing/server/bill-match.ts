import { exponentOf } from '#kit/model/currency.ts';
import { allocateAmount, divideHalfUp, parseDecimal, PRICE_SCALE, unitPriceOf } from '#kit/model/money.ts';
import type { RowOf } from '#kit/model/row.ts';
import type { Tx } from '#kit/server/database.ts';
import { pick } from '#kit/server/stored-rows.ts';
import { baseCurrency, rateAt } from '#modules/base/server/index.ts';
import { receiptsAnswering, receivedGoods, type ReceivedGoods } from '#modules/inventory/server/index.ts';
import { bindingSettings } from '#modules/system/server/index.ts';
import { supplierBillLine, type SupplierBillRow } from '../model/supplier-bill.ts';
import {
  differencesOf,
  taxDifferencesOf,
  takeReceived,
  type OpenGoods,
  type Taken,
  type TaxedLine,
} from '../model/three-way-match.ts';
import { billedAhead } from './billed-ahead.ts';
import { billedUnits, unitsKey, type OrderedUnits } from './billed-units.ts';
import { purchaseSettings } from '../model/purchase-settings.ts';

const LINE_KEYS = [
  'id',
  'purchaseOrderId',
  'receiptId',
  'skuId',
  'qty',
  'unitPrice',
  'amount',
  'taxAmount',
  'excessQty',
  'difference',
] as const;
export type BillLine = Pick<RowOf<typeof supplierBillLine>, (typeof LINE_KEYS)[number]>;

/** In the order in which they were typed. */
export const billLines = (tx: Tx, billId: string): Promise<BillLine[]> =>
  pick(tx, supplierBillLine, LINE_KEYS)`bill_id = ${billId}::uuid order by id`;

/** A line beside what was ordered and what has come. */
export interface BillMatch {
  line: BillLine;
  expected: bigint | null;
  open: number;
  differences: string[];
  /** More is billed than has come, beyond the tolerance. */
  isBeyond: boolean;
  taken: Taken;
}

interface OrderLine {
  id: string;
  purchaseOrderId: string;
  skuId: string;
  qty: number;
  unitPrice: string | null;
  /** Null: the order says nothing of tax. */
  taxRate: string | null;
  taxAmount: bigint;
  lineNet: bigint;
  currency: string;
  /** The order was approved, and is not cancelled. */
  isHeld: boolean;
}

/**
 * The three-way match: the price of the order (of a receipt without one, what its goods cost), and what
 * has come and no posted bill has taken, less what was billed before it came. Lines of a bill take goods
 * one after the other, and the tolerance in units is one for all of them. What is to be posted holds the
 * received lines, so that two bills never take the same units.
 */
export async function matchBill(
  tx: Tx,
  bill: Pick<SupplierBillRow, 'currency' | 'billDate' | 'taxAmount'>,
  lines: readonly BillLine[],
  { isHeld = false } = {},
): Promise<BillMatch[]> {
  const ordered = await orderLines(tx, lines);
  const byReceipt = lines.flatMap(({ receiptId }) => receiptId ?? []);
  const byOrder = await receiptsAnswering(
    tx,
    ordered.map(({ id }) => id),
  );
  const goods = await receivedGoods(tx, [...new Set([...byReceipt, ...byOrder])]);
  const behind = await linesBehind(tx, goods, ordered);
  const open = await openGoods(tx, goods, isHeld);
  const units = await billedUnits(tx, [...new Set([...behind.values()].map(({ purchaseOrderId }) => purchaseOrderId))]);
  const ahead = await billedAhead(tx, lines);
  const base = await baseCurrency(tx);
  const rate = await baseRate(tx, bill, lines, base);
  const { priceTolerance, qtyTolerance, taxLimit, taxTolerance } = (await bindingSettings(tx, purchaseSettings)).values;
  const tolerance = { price: priceTolerance, units: qtyTolerance };
  const taxes = taxesOf(bill, lines);
  return lines.map((line, at) => {
    const own = goods.filter((one) => answers(line, one, behind));
    const left = own.flatMap(({ lineId }) => open.get(lineId) ?? []);
    const come = left.reduce((sum, { qty }) => sum + qty, 0) - ahead.of(line);
    const orders = ordersOf(line, ordered, own, behind);
    const whole = takeUnits(line, orders, units);
    const expected = line.purchaseOrderId
      ? orderedPrice(ordered.filter((one) => isOf(line, one)))
      : receivedPrice(own, behind, bill.currency, { base, rate });
    const unitPrice = parseDecimal(line.unitPrice, PRICE_SCALE) ?? 0n;
    const taxed = {
      amount: line.amount,
      tax: taxes[at] ?? 0n,
      ordered: orderedTax(line, ordered, own, behind, bill.currency),
    };
    const differences = [
      ...differencesOf(
        { qty: line.qty, unitPrice, expected, open: come, ordered: whole, ...orderOf(orders, own) },
        tolerance,
      ),
      ...taxDifferencesOf(taxed, { limit: taxLimit, beyond: taxTolerance }, exponentOf(bill.currency)),
    ];
    const taken = takeReceived(left, line.qty);
    ahead.add(line, taken.missing);
    const isBeyond = line.qty > come + qtyTolerance || (whole !== null && whole.sum > whole.most);
    return { line, expected, open: Math.max(0, come), differences, isBeyond, taken };
  });
}

/** The lines of orders that are behind a line of the bill, by its order or by what came on its receipt. */
const ordersOf = (
  line: BillLine,
  ordered: readonly OrderLine[],
  own: readonly ReceivedGoods[],
  behind: ReadonlyMap<string, OrderLine>,
): OrderLine[] =>
  line.purchaseOrderId
    ? ordered.filter((one) => isOf(line, one))
    : own.flatMap(({ refLineId }) => behind.get(refLineId ?? '') ?? []);

/** Whether an order is behind all goods of a line, and holds. Where nothing has come there is none. */
function orderOf(orders: readonly OrderLine[], own: readonly ReceivedGoods[]): { order: 'none' | 'pending' | 'held' } {
  const known = new Set(orders.map(({ id }) => id));
  const isStray = own.some(({ refLineId }) => refLineId === null || !known.has(refLineId));
  if (orders.length === 0 || isStray) return { order: 'none' };
  return { order: orders.every(({ isHeld }) => isHeld) ? 'held' : 'pending' };
}

/** Lines of one bill use up what may be billed of an order one after the other. */
function takeUnits(
  { skuId, qty }: BillLine,
  [first]: readonly OrderLine[],
  units: ReadonlyMap<string, OrderedUnits>,
): { most: number; sum: number } | null {
  const own = first && units.get(unitsKey(first.purchaseOrderId, skuId));
  if (!own) return null;
  own.billed += qty;
  return { most: own.most, sum: own.billed };
}

/** Tax of each line: its own, or its part of the one amount that the bill names. */
const taxesOf = ({ taxAmount }: Pick<SupplierBillRow, 'taxAmount'>, lines: readonly BillLine[]): bigint[] =>
  taxAmount === null
    ? lines.map((line) => line.taxAmount)
    : allocateAmount(
        taxAmount,
        lines.map(({ amount }) => amount),
      );

/** What was ordered of the SKU, tax and goods; null where not all of it says a rate, in this currency. */
function orderedTax(
  line: BillLine,
  ordered: readonly OrderLine[],
  own: readonly ReceivedGoods[],
  behind: ReadonlyMap<string, OrderLine>,
  currency: string,
): TaxedLine['ordered'] {
  const lines = ordersOf(line, ordered, own, behind);
  if (lines.length === 0) return null;
  if (lines.some((one) => one.taxRate === null || one.currency !== currency)) return null;
  const sumOf = (key: 'taxAmount' | 'lineNet'): bigint => lines.reduce((sum, one) => sum + one[key], 0n);
  return { tax: sumOf('taxAmount'), net: sumOf('lineNet') };
}

const isOf = (line: BillLine, { purchaseOrderId, skuId }: OrderLine): boolean =>
  purchaseOrderId === line.purchaseOrderId && skuId === line.skuId;

/** Whether a received line is among what a line of the bill is about. */
function answers(
  line: BillLine,
  { receiptId, skuId, refLineId }: ReceivedGoods,
  behind: ReadonlyMap<string, OrderLine>,
): boolean {
  if (skuId !== line.skuId) return false;
  if (line.receiptId) return receiptId === line.receiptId;
  return behind.get(refLineId ?? '')?.purchaseOrderId === line.purchaseOrderId;
}

const orderLines = (tx: Tx, lines: readonly BillLine[]): Promise<OrderLine[]> =>
  tx.rows`
    select l.id, l.purchase_order_id, l.sku_id, l.qty, l.unit_price::text, l.tax_rate::text, l.tax_amount,
      l.line_net, l.currency, p.status not in ('draft', 'submitted', 'rejected', 'cancelled') as is_held
    from purchase_order_line l
    join purchase_order p on p.tenant_id = l.tenant_id and p.id = l.purchase_order_id
    where l.tenant_id = ${tx.tenant}
      and l.purchase_order_id = any(${lines.flatMap(({ purchaseOrderId }) => purchaseOrderId ?? [])}::uuid[])
      and l.sku_id = any(${lines.map(({ skuId }) => skuId)}::uuid[]) order by l.id`;

/** By id: the lines of orders that received lines answer. */
async function linesBehind(
  tx: Tx,
  goods: readonly ReceivedGoods[],
  known: readonly OrderLine[],
): Promise<Map<string, OrderLine>> {
  const requested = goods.flatMap(({ refLineId }) => refLineId ?? []);
  const found = await tx.rows<OrderLine>`
    select l.id, l.purchase_order_id, l.sku_id, l.qty, l.unit_price::text, l.tax_rate::text, l.tax_amount,
      l.line_net, l.currency, p.status not in ('draft', 'submitted', 'rejected', 'cancelled') as is_held
    from purchase_order_line l
    join purchase_order p on p.tenant_id = l.tenant_id and p.id = l.purchase_order_id
    where l.tenant_id = ${tx.tenant} and l.id = any(${requested}::uuid[])`;
  return new Map([...known, ...found].map((one) => [one.id, one]));
}

/** By received line: what no posted bill has taken. */
async function openGoods(tx: Tx, goods: readonly ReceivedGoods[], isHeld: boolean): Promise<Map<string, OpenGoods>> {
  const ids = goods.map(({ lineId }) => lineId);
  if (isHeld)
    await tx.run`select id from inbound_receipt_line where tenant_id = ${tx.tenant}
      and id = any(${ids}::uuid[]) order by id for no key update`;
  const taken = await tx.rows<{ lineId: string; qty: number; value: bigint }>`
    select receipt_line_id as line_id, sum(qty)::integer as qty, sum(value)::bigint as value
    from billed_goods where tenant_id = ${tx.tenant} and receipt_line_id = any(${ids}::uuid[])
    group by receipt_line_id`;
  const byLine = new Map(taken.map((one) => [one.lineId, one]));
  return new Map(
    goods.map(({ lineId, qty, value }) => {
      const gone = byLine.get(lineId) ?? { qty: 0, value: 0n };
      return [lineId, { lineId, qty: qty - gone.qty, value: value - gone.value }];
    }),
  );
}

/** What one unit of the bill's currency is worth; asked only where a price of ours is to be compared. */
const baseRate = async (
  tx: Tx,
  { currency, billDate }: Pick<SupplierBillRow, 'currency' | 'billDate'>,
  lines: readonly BillLine[],
  base: string,
): Promise<string> => (lines.some(({ receiptId }) => receiptId) ? rateAt(tx, currency, base, billDate) : '1');

interface Priced {
  qty: number;
  price: bigint;
}

/** Of several lines of one SKU: their mean by quantity. */
function meanPrice(all: readonly Priced[]): bigint | null {
  const units = all.reduce((sum, { qty }) => sum + qty, 0);
  if (units === 0) return null;
  return divideHalfUp(
    all.reduce((sum, { qty, price }) => sum + price * BigInt(qty), 0n),
    BigInt(units),
  );
}

const orderedPrice = (lines: readonly OrderLine[]): bigint | null =>
  meanPrice(
    lines.flatMap(({ qty, unitPrice }) => {
      const price = parseDecimal(unitPrice ?? '', PRICE_SCALE);
      return price === null ? [] : [{ qty, price }];
    }),
  );

const RATE_SCALE = 8;

/** What was ordered at where there was an order in this currency, else the cost in this currency. */
function receivedPrice(
  goods: readonly ReceivedGoods[],
  behind: ReadonlyMap<string, OrderLine>,
  currency: string,
  { base, rate }: { base: string; rate: string },
): bigint | null {
  const factor = parseDecimal(rate, RATE_SCALE) ?? 1n;
  return meanPrice(
    goods.map(({ qty, value, unitCost, refLineId }) => {
      const order = behind.get(refLineId ?? '');
      if (order?.unitPrice && order.currency === currency)
        return { qty, price: parseDecimal(order.unitPrice, PRICE_SCALE) ?? 0n };
      const cost = unitCost ? (parseDecimal(unitCost, PRICE_SCALE) ?? 0n) : unitPriceOf(value, qty, exponentOf(base));
      return { qty, price: divideHalfUp(cost * 10n ** BigInt(RATE_SCALE), factor) };
    }),
  );
}
