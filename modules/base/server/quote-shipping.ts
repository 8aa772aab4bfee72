import { exponentOf } from '#kit/model/currency.ts';
import { formatDecimal } from '#kit/model/money.ts';
import { Refusal } from '#kit/model/refusal.ts';
import type { Tx } from '#kit/server/database.ts';
import { maskedFields } from '#kit/server/query/columns.ts';
import { baseConditions } from '#kit/server/query/row-conditions.ts';
import { join, sql } from '#kit/server/sql.ts';
import { convertAmount } from '../model/convert.ts';
import { freightOf, type FreightTariff } from '../model/freight-price.ts';
import { readRates, readSurcharges, readZones, zoneOf, type ZoneRow } from '../model/freight-sheets.ts';
import { freightVersion } from '../model/freight-table.ts';
import { limitFault, type ShipLimits } from '../model/ship-limits.ts';
import type { DimRule } from '../model/ship-class.ts';
import { shipMethod } from '../model/ship-method.ts';
import type {
  QuotedMethod,
  RefusedMethod,
  ShipmentToQuote,
  ShipOffer,
  ShipQuote,
  WhyNot,
} from '../model/ship-quote.ts';
import { baseCurrency } from './currencies.ts';
import { rateAt } from './exchange-rates.ts';

type Method = QuotedMethod &
  ShipLimits &
  DimRule & {
    tableName: string | null;
    tableStatus: string | null;
  } & Partial<Omit<FreightTariff, 'rates' | 'surcharges'>> & {
    rates: string | null;
    zones: string | null;
    surcharges: string | null;
  };

type Offer = ShipOffer & { order: bigint | null };

/**
 * What every enabled way to ship asks for a shipment on a day, the cheapest first, and why the others
 * cannot carry it (domain.md §2.1, §4). Amounts are left out for whoever may not see costs; whether
 * the warehouse is in sight is for the caller to judge.
 */
export async function quoteShipping(tx: Tx, request: ShipmentToQuote): Promise<ShipQuote> {
  const base = await baseCurrency(tx);
  const { code: warehouse } = await tx.one<{ code: string }>`
    select code from warehouse where tenant_id = ${tx.tenant} and id = ${request.warehouseId}::uuid`;
  const offers: Offer[] = [];
  const refused: RefusedMethod[] = [];
  for (const method of await methodsOn(tx, request.day)) {
    const made = offerOf(method, request, warehouse);
    if ('why' in made) refused.push({ ...named(method), ...made });
    else offers.push(await inBase(tx, made, base, request.day));
  }
  const hidesCost = maskedFields(freightVersion, tx.actor).has('rates');
  return {
    baseCurrency: base,
    offers: offers.toSorted(hidesCost ? byName : byCost).map((offer) => shown(offer, hidesCost)),
    refused,
  };
}

const byName = (a: Offer, b: Offer): number => a.name.localeCompare(b.name, 'zh');

/** What nobody can compare for want of a rate comes last. */
const byCost = (a: Offer, b: Offer): number =>
  a.order === null || b.order === null
    ? Number(a.order === null) - Number(b.order === null) || byName(a, b)
    : a.order < b.order
      ? -1
      : a.order > b.order
        ? 1
        : byName(a, b);

function shown({ order: _order, ...offer }: Offer, hidesCost: boolean): ShipOffer {
  return hidesCost ? { ...offer, amount: null, baseAmount: null, figures: [] } : offer;
}

/** Enabled ways to ship, with the version of their prices that holds on the day. */
const methodsOn = (tx: Tx, day: string): Promise<Method[]> =>
  tx.query(sql`
    select t.id, t.code, t.name, t.carrier, t.service, t.class, t.dim_divisor, t.rounds_sides,
      t.max_weight_g, t.max_length_mm, t.max_girth_mm,
      f.name as table_name, f.status as table_status, f.currency, f.weight_unit as unit,
      v.rates, v.zones, v.surcharges, v.least::text, v.fuel_rate::text, v.residential_fee::text
    from ship_method t
    left join freight_table f on f.tenant_id = t.tenant_id and f.id = t.price_table_id
      and f.deleted_at is null
    left join freight_version v on v.tenant_id = f.tenant_id and v.table_id = f.id
      and v.deleted_at is null and v.effective_from <= ${day}::date
      and (v.effective_to is null or v.effective_to >= ${day}::date)
    where ${join(baseConditions(shipMethod, tx.actor), ' and ')} and t.status = 'enabled'
    order by t.code`);

const named = ({ id, code, name, carrier, service, class: kind }: Method): QuotedMethod => ({
  id,
  code,
  name,
  carrier,
  service,
  class: kind,
});

interface Not {
  why: WhyNot;
  reason: string;
}

function offerOf(method: Method, request: ShipmentToQuote, warehouse: string): Offer | Not {
  const limit = limitFault(method, request.cartons);
  if (limit) return limit;
  const tariff = tariffOf(method, request.day);
  if ('why' in tariff) return tariff;
  const { country, postalCode, cartons, isResidential } = request;
  const place = zoneOf(tariff.zones, { country, postalCode, warehouse });
  if (!place) return { why: 'zone', reason: `价表 ${method.tableName} 没有 ${country} ${postalCode} 的分区` };
  const isParcel = method.class === 'parcel';
  const way = { cartons, isParcel, zone: place.zone, isResidential, dim: method };
  const priced = freightOf(tariff.tariff, way);
  if ('fault' in priced) return { why: 'price', reason: priced.fault };
  const { currency } = tariff.tariff;
  const text = (minor: bigint): string => formatDecimal(minor, exponentOf(currency));
  return {
    ...named(method),
    zone: place.zone,
    days: place.days,
    currency,
    amount: text(priced.total),
    baseAmount: null,
    order: priced.total,
    figures: priced.figures.map(({ amount, ...figure }) => ({ ...figure, amount: text(amount) })),
  };
}

/** The prices of a way to ship, read; a guard has seen to it that they can be. */
function tariffOf(method: Method, day: string): { tariff: FreightTariff; zones: ZoneRow[] } | Not {
  const { tableName, tableStatus, currency, unit, least, fuelRate, residentialFee } = method;
  if (!tableName) return { why: 'price', reason: '没有选用运费价表' };
  if (tableStatus !== 'enabled') return { why: 'price', reason: `价表 ${tableName} 已停用` };
  if (method.rates === null || method.zones === null)
    return { why: 'price', reason: `价表 ${tableName} 在 ${day} 没有生效的版本` };
  const [rates, zones] = [readRates(method.rates), readZones(method.zones)];
  const surcharges = readSurcharges(method.surcharges ?? '');
  if ('fault' in rates || 'fault' in zones || 'fault' in surcharges)
    return { why: 'price', reason: `价表 ${tableName} 的内容读不出来，请重新保存` };
  const fees = { least: least ?? null, fuelRate: fuelRate ?? null };
  const tariff = {
    currency: currency ?? '',
    unit: unit ?? 'lb',
    ...fees,
    residentialFee: residentialFee ?? null,
    rates: rates.value,
    surcharges: surcharges.value,
  };
  return { tariff, zones: zones.value };
}

/** Compared in the base currency, by the rate of the day; without one it stands last. */
async function inBase(tx: Tx, offer: Offer, base: string, day: string): Promise<Offer> {
  if (offer.currency === base) return { ...offer, baseAmount: offer.amount };
  try {
    const rate = await rateAt(tx, offer.currency, base, day);
    const minor = convertAmount(offer.order ?? 0n, rate, offer.currency, base);
    return { ...offer, order: minor, baseAmount: formatDecimal(minor, exponentOf(base)) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { ...offer, order: null };
  }
}
