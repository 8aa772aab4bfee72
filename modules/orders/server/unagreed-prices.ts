import { formatDecimal, parseDecimal, PRICE_SCALE } from '#kit/model/money.ts';
import type { Tx } from '#kit/server/database.ts';
import { baseCurrency, isOwnRate, rateKnown } from '#modules/base/server/index.ts';
import { passesAlone, unitCosts } from '#modules/inventory/server/index.ts';
import { familyOf } from './family.ts';

/** Places of an exchange rate. */
const RATE_SCALE = 8;

interface UnagreedLine {
  id: string;
  orderId: string;
  channelSku: string;
  skuId: string;
  qty: number;
  unitPrice: string;
}

/** A line with its price in the base currency, 1/10000; null where there is no rate that another stands for. */
interface ComparedLine extends UnagreedLine {
  price: bigint | null;
}

/**
 * Prices of a manual order of which nobody has agreed any, and that nothing else says are right: nothing, less
 * than the goods are known to cost, in a currency that cannot be compared with it, or for goods of unknown cost
 * beyond what one person says alone. Parts of an order that was split count together for that, so that dividing
 * an order lets no price pass. Costs are no business of everybody who reads holds: the words name none.
 * Orders of a channel are not asked about: it says their prices itself, and none of nothing (`freeFault`).
 * @param judged the lines that are asked about
 * @returns one text a line
 */
export async function unagreedFaults(tx: Tx, orderId: string, judged: readonly { id: string }[]): Promise<string[]> {
  const order = await tx.one<{ currency: string }>`
    select currency from sales_order where tenant_id = ${tx.tenant} and id = ${orderId}::uuid`;
  const lines = await unagreedLines(tx, orderId);
  const ids = new Set(judged.map(({ id }) => id));
  if (!lines.some(({ id }) => ids.has(id))) return [];
  const base = await baseCurrency(tx);
  const rate = await rateOfOthers(tx, order.currency, base);
  const compared = lines.map((line) => ({ ...line, price: inBase(line.unitPrice, rate) }));
  const costOf = await unitCosts(
    tx,
    lines.map(({ skuId }) => skuId),
  );
  const unknown = compared.flatMap(({ skuId, qty, price }) =>
    price === null || costOf(skuId).isVouched ? [] : [{ skuId, qty, price }],
  );
  const isBeyondOne = !(await passesAlone(tx, unknown, base));
  return compared
    .filter(({ id }) => ids.has(id))
    .flatMap((line) => {
      const { known, isVouched } = costOf(line.skuId);
      const why = faultOf(line, known, !isVouched && isBeyondOne, `${order.currency} 兑 ${base}`);
      return why === null ? [] : [`${line.channelSku} 无协议价：${why}`];
    });
}

function faultOf(
  { unitPrice, price }: ComparedLine,
  known: bigint | null,
  isBeyondOne: boolean,
  pair: string,
): string | null {
  const typed = parseDecimal(unitPrice, PRICE_SCALE) ?? 0n;
  if (typed === 0n) return '单价为 0';
  const message = `单价 ${formatDecimal(typed, PRICE_SCALE).replace(/0{2}$/, '')}`;
  if (price === null) return `${message}，没有他人录入的 ${pair} 汇率，无法与成本比较`;
  if (known !== null && price < known) return `${message} 低于成本`;
  return isBeyondOne ? `${message}，成本未经他人确认` : null;
}

/** Rounded down: what is missing to the cost is missing. */
const inBase = (unitPrice: string, rate: bigint | null): bigint | null =>
  rate === null ? null : ((parseDecimal(unitPrice, PRICE_SCALE) ?? 0n) * rate) / 10n ** BigInt(RATE_SCALE);

async function rateOfOthers(tx: Tx, from: string, to: string): Promise<bigint | null> {
  if (from === to) return 10n ** BigInt(RATE_SCALE);
  const rate = await rateKnown(tx, from, to, tx.now);
  return rate === null || (await isOwnRate(tx, from, to, tx.now)) ? null : parseDecimal(rate, RATE_SCALE);
}

/** What is to be shipped at no agreed price, of an order and of what was split off it. */
async function unagreedLines(tx: Tx, orderId: string): Promise<UnagreedLine[]> {
  const family = await familyOf(tx, orderId);
  return tx.rows<UnagreedLine>`
    select id, order_id, channel_sku, sku_id, qty - qty_cancelled as qty, unit_price from order_line
    where tenant_id = ${tx.tenant} and order_id = any(${family.map(({ id }) => id)}::uuid[])
      and qty > qty_cancelled and sku_id is not null and coalesce(expected_price, 0) = 0
    order by order_id, line_no`;
}
