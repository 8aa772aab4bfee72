import { exponentOf } from '#kit/model/currency.ts';
import { formatDecimal } from '#kit/model/money.ts';
import { Refusal } from '#kit/model/refusal.ts';
import { dayIn } from '#kit/model/time.ts';
import { gramsToPounds } from '#kit/model/unit.ts';
import type { Tx } from '#kit/server/database.ts';
import { convertAmount } from '#modules/base/model/convert.ts';
import { billableWeightLb, dimWeightLb, USUAL_DIM, type DimRule } from '#modules/base/model/ship-class.ts';
import type { ShipOffer, ShipQuote } from '#modules/base/model/ship-quote.ts';
import { quoteShipping, rateAt } from '#modules/base/server/index.ts';
import { walletAvailable } from '#modules/ledger/server/index.ts';
import { isManualOrder } from '#modules/orders/model/order.ts';
import { CarrierError, type CarrierRate, type Consignment } from '../../model/carrier-port.ts';
import { notPacked } from '../../model/carrier-errors.ts';
import type { ShopRate, ShopRates } from '../../model/carrier-routes.ts';
import { needsChannelLabel } from '../../model/label-source.ts';
import type { ShipmentRow } from '../../model/shipment.ts';
import type { Carriers, OpenCarrier } from './carriers.ts';
import { consignmentOf } from './consignment.ts';

/** An enabled way to ship, as far as its label goes. */
interface Method extends DimRule {
  id: string;
  name: string;
  carrier: string;
  service: string | null;
  class: string;
  accountOwner: string;
  carrierAccountId: string | null;
  accountStatus: string | null;
  accountEnvironment: string | null;
}

/** All that is known before carriers are asked. */
export interface Shopping {
  row: ShipmentRow;
  consignment: Consignment;
  methods: readonly Method[];
  quote: ShipQuote;
  boxes: ShopRates['boxes'];
  /** By the id of the account; a refusal where it cannot be spoken to. */
  carriers: ReadonlyMap<string, OpenCarrier | string>;
}

/** Reads a packed shipment and every way it might leave. @throws Refusal where it is not packed */
export async function readShopping(tx: Tx, carriers: Carriers, row: ShipmentRow): Promise<Shopping> {
  if (row.status !== 'packed') throw notPacked();
  const consignment = await consignmentOf(tx, row.id);
  const methods = await tx.rows<Method>`
    select m.id, m.name, m.carrier, m.service, m.class, m.account_owner, m.dim_divisor, m.rounds_sides,
      a.id as carrier_account_id, a.status as account_status, a.environment as account_environment
    from ship_method m left join carrier_account a on a.tenant_id = m.tenant_id and a.id = m.carrier_account_id
      and a.deleted_at is null
    where m.tenant_id = ${tx.tenant} and m.deleted_at is null and m.status = 'enabled' order by m.name, m.id`;
  const quote = await quoteShipping(tx, {
    warehouseId: row.warehouseId,
    isResidential: true,
    cartons: consignment.parcels,
    country: consignment.to.country,
    postalCode: consignment.to.postalCode,
    day: dayIn(tx.now, tx.actor.zone),
  });
  const opened = new Map<string, OpenCarrier | string>();
  for (const { carrierAccountId: id, accountStatus, accountEnvironment } of methods) {
    if (!id || opened.has(id)) continue;
    const isSandbox = row.environment === 'sandbox';
    if (accountStatus !== 'enabled') opened.set(id, '承运商账号已停用');
    else if (isSandbox !== (accountEnvironment === 'sandbox'))
      opened.set(id, isSandbox ? '沙箱单须用沙箱账号' : '沙箱账号不能用于真实货物');
    else
      opened.set(
        id,
        await carriers.open(tx, id, { orderId: row.orderId }).catch((error: unknown) => {
          if (error instanceof Refusal) return error.message;
          throw error;
        }),
      );
  }
  const dim = methods.find(({ id }) => id === row.shipMethodId) ?? USUAL_DIM;
  return {
    row,
    consignment,
    methods,
    quote,
    boxes: await boxesOf(tx, row.id, dim),
    carriers: opened,
  };
}

async function boxesOf(tx: Tx, shipmentId: string, dim: DimRule): Promise<ShopRates['boxes']> {
  const boxes = await tx.rows<Consignment['parcels'][number] & { boxNo: string }>`
    select box_no, length_mm, width_mm, height_mm, weight_g from box
    where tenant_id = ${tx.tenant} and shipment_id = ${shipmentId}::uuid and status = 'sealed' order by box_no`;
  return boxes.map((box) => ({
    boxNo: box.boxNo,
    weightLb: gramsToPounds(box.weightG),
    dimLb: dimWeightLb(box, dim),
    billableLb: billableWeightLb(box, dim),
  }));
}

/** What the carriers ask now, by account; a text where one did not answer. No transaction is open. */
export async function fetchRates({
  carriers,
  consignment,
}: Shopping): Promise<Map<string, readonly CarrierRate[] | string>> {
  type Asked = readonly [string, readonly CarrierRate[] | string];
  const requested = [...carriers].map(async ([id, carrier]): Promise<Asked> => {
    if (typeof carrier === 'string') return [id, carrier];
    try {
      return [id, await carrier.connection.quote(consignment)];
    } catch (error) {
      if (!(error instanceof CarrierError)) throw error;
      return [id, error.message];
    }
  });
  return new Map(await Promise.all(requested));
}

type Compared = ShopRate & { minor: bigint | null };

/** Table and live price of every way side by side, the cheapest and the fastest marked. */
export async function compareRates(
  tx: Tx,
  shopping: Shopping,
  live: ReadonlyMap<string, readonly CarrierRate[] | string>,
): Promise<ShopRates> {
  const hidesCost = tx.actor.masks.has('cost');
  const compared: Compared[] = [];
  for (const method of shopping.methods)
    compared.push(await rateOf(tx, shopping, method, live.get(method.carrierAccountId ?? '')));
  const usable = compared.filter(({ reason }) => reason === null);
  const least = <T extends bigint | number>(values: readonly (T | null)[]): T | null =>
    values.reduce<T | null>((a, b) => (b !== null && (a === null || b < a) ? b : a), null);
  const cheapest = hidesCost ? null : least(usable.map(({ minor }) => minor));
  const fastest = least(usable.map(({ days }) => days));
  const rank = ({ reason, minor }: Compared): [number, bigint] => [
    reason === null ? (minor === null && !hidesCost ? 1 : 0) : 2,
    hidesCost ? 0n : (minor ?? 0n),
  ];
  compared.sort((a, b) => {
    const [[x, p], [y, q]] = [rank(a), rank(b)];
    return x - y || (p < q ? -1 : p > q ? 1 : a.method.localeCompare(b.method, 'zh'));
  });
  const platform = shopping.methods.some(
    ({ accountOwner, carrierAccountId }) => carrierAccountId && accountOwner === 'platform',
  );
  const currency = 'USD';
  return {
    boxes: shopping.boxes,
    wallet:
      platform && !hidesCost ? { currency, available: text(await walletAvailable(tx, currency), currency) } : null,
    isMasked: hidesCost,
    rates: compared.map(({ minor, ...rate }) => ({
      ...rate,
      ...(hidesCost ? { tableAmount: null, liveAmount: null, how: null } : {}),
      isCheapest: rate.reason === null && minor !== null && minor === cheapest,
      isFastest: rate.reason === null && rate.days !== null && rate.days === fastest,
    })),
  };
}

const text = (minor: bigint, currency: string): string => formatDecimal(minor, exponentOf(currency));

async function rateOf(
  tx: Tx,
  { quote, row }: Shopping,
  method: Method,
  live: readonly CarrierRate[] | string | undefined,
): Promise<Compared> {
  const offer = quote.offers.find(({ id }) => id === method.id);
  const refused = quote.refused.find(({ id }) => id === method.id);
  const rate = typeof live === 'object' ? live.find(({ service }) => service === method.service) : undefined;
  const isBought = method.carrierAccountId !== null;
  const bought = isBought && !rate ? (typeof live === 'string' ? live : '承运商没有给这个服务报价') : null;
  const isChannels = needsChannelLabel(row.orderType, method.accountOwner);
  // A way may be chosen without a price; where it delivers, its carrier or the marketplace knows.
  const needsNone = refused && (refused.why === 'price' || (refused.why === 'zone' && (rate || isChannels)));
  const table = refused && !needsNone ? refused.reason : null;
  return {
    shipMethodId: method.id,
    method: method.name,
    carrier: method.carrier,
    service: method.service ?? '',
    isBought,
    owner: method.accountOwner,
    days: rate?.days ?? offer?.days ?? null,
    tableAmount: offer?.amount ?? null,
    tableCurrency: offer?.currency ?? null,
    liveAmount: rate ? text(rate.amount, rate.currency) : null,
    liveCurrency: rate?.currency ?? null,
    how: offer?.figures.map(({ title, how }) => `${title}：${how}`).join('；') || null,
    isCheapest: false,
    isFastest: false,
    isCurrent: method.id === row.shipMethodId,
    reason: unfit(row, method) ?? bought ?? table,
    note: isChannels ? '面单向平台申请' : needsNone && !rate ? refused.reason : null,
    minor: await inBase(tx, quote, offer, rate),
  };
}

function unfit(row: ShipmentRow, method: Method): string | null {
  if (row.class === 'ltl' && method.class === 'parcel') return `应走零担：${row.classReason ?? ''}`;
  if (method.accountOwner === 'marketplace' && isManualOrder(row.orderType)) return '手工单没有平台面单';
  return needsChannelLabel(row.orderType, method.accountOwner) && method.carrierAccountId
    ? '平台账号的面单向平台申请'
    : null;
}

/** By which ways are compared: what the carrier asks now, otherwise our table, in the base currency. */
async function inBase(
  tx: Tx,
  { baseCurrency }: ShipQuote,
  offer: ShipOffer | undefined,
  rate: CarrierRate | undefined,
): Promise<bigint | null> {
  if (!rate) {
    const amount = offer?.baseAmount ?? null;
    return amount === null ? null : BigInt(amount.replace('.', ''));
  }
  if (rate.currency === baseCurrency) return rate.amount;
  try {
    const known = await rateAt(tx, rate.currency, baseCurrency, dayIn(tx.now, tx.actor.zone));
    return convertAmount(rate.amount, known, rate.currency, baseCurrency);
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}
