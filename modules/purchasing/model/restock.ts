/**
 * When to buy and how much. Decided for each warehouse and SKU: goods are ordered to a warehouse, take
 * their time to get there, and are promised to orders there; of a SKU as a whole one warehouse may be
 * full and the other sold out.
 */

/** Weight of the average of each of the last spans of days, in hundredths: what is new counts most. */
export const SPEED_WEIGHTS = [
  { days: 7, weight: 50 },
  { days: 14, weight: 30 },
  { days: 30, weight: 20 },
] as const;

/** Days that goods which are ordered now should last once they are there. */
export const DEFAULT_COVER_DAYS = 30;
export const MOST_COVER_DAYS = 365;

/** Units ordered in each of the spans of {@link SPEED_WEIGHTS}. */
export interface Sold {
  sold7: number;
  sold14: number;
  sold30: number;
}

/** Where the days of delivery come from. */
export type LeadFrom = 'price' | 'supplier' | 'default' | 'learned';
/** Whether days of delivery are asked for as they were promised, or as deliveries took them. */
export type LeadBy = 'stated' | 'learned';

/** How a SKU is bought. */
export interface SupplyTerms {
  supplierId: string | null;
  leadDays: number;
  leadFrom: LeadFrom;
  /** What deliveries of the supplier took, and of how many; null: too few to say. */
  learnedDays: number | null;
  learnedFrom: number;
  /** The least that is sold at once. */
  moq: number;
  /** Units of one carton: only whole cartons are bought. */
  packUnits: number;
}

/** What is known of a SKU in a warehouse. */
export interface RestockFacts extends Sold, SupplyTerms {
  /** On hand less what is reserved and frozen: below zero where more was sold than there is. */
  available: number;
  /** On its way: transfers that were sent, receipts that were announced. */
  inTransit: number;
  /** Ordered and not yet announced. */
  onOrder: number;
  /** Share of the warehouse in the safety stock of the SKU. */
  safetyStock: number;
  /** One that somebody set; null: it follows from speed, delivery and safety stock. */
  ownReorderPoint?: number | null;
  coverDays: number;
}

export type RestockStatus = 'urgent' | 'due' | 'enough' | 'still';

export interface Restock {
  /** Units a day, in ten thousandths. */
  daily: number;
  /** Days that what is available lasts; null: nothing is sold. */
  daysLeft: number | null;
  /** Available, on its way and on order. */
  position: number;
  reorderPoint: number;
  /** What there should be once the goods are there. */
  target: number;
  /** Missing to the target, before least quantity and cartons. */
  missing: number;
  /** What to order; 0: nothing yet. */
  suggested: number;
  status: RestockStatus;
}

/** Speeds are exact: units a day times this. */
const SPEED_UNIT = 420_000;
const SHOWN_UNIT = 10_000;

/** Units a day, in {@link SPEED_UNIT}: the weighted average of the averages of the spans. */
const speedOf = (sold: Sold): number =>
  SPEED_WEIGHTS.reduce(
    (sum, { days, weight }) => sum + Math.max(0, sold[`sold${days}`]) * weight * (SPEED_UNIT / 100 / days),
    0,
  );

/** Units that are sold in so many days, a part of one counting as one. */
const soldIn = (speed: number, days: number): number => Math.ceil((speed * days) / SPEED_UNIT);

/**
 * What to order of a SKU to a warehouse:
 * reorder point = speed × days of delivery + safety stock;
 * once available + on its way + on order is no more than that, up to
 * speed × (days of delivery + days to cover) + safety stock, at least the least quantity, in whole cartons.
 */
export function restockOf(facts: RestockFacts): Restock {
  const { available, inTransit, onOrder, safetyStock, leadDays, coverDays } = facts;
  const speed = speedOf(facts);
  const position = available + inTransit + onOrder;
  const reorderPoint = facts.ownReorderPoint ?? soldIn(speed, leadDays) + safetyStock;
  const target = Math.max(reorderPoint, soldIn(speed, leadDays + coverDays) + safetyStock);
  const missing = position <= reorderPoint ? Math.max(0, target - position) : 0;
  const suggested = missing === 0 ? 0 : inCartons(Math.max(missing, facts.moq), facts.packUnits);
  const daysLeft = speed === 0 ? null : Math.floor((Math.max(0, available) * SPEED_UNIT) / speed);
  return {
    daily: Math.round((speed * SHOWN_UNIT) / SPEED_UNIT),
    daysLeft,
    position,
    reorderPoint,
    target,
    missing,
    suggested,
    status: statusOf({ suggested, speed, daysLeft, leadDays, available }),
  };
}

const inCartons = (units: number, packUnits: number): number =>
  packUnits <= 1 ? units : Math.ceil(units / packUnits) * packUnits;

function statusOf({
  suggested,
  speed,
  daysLeft,
  leadDays,
  available,
}: {
  suggested: number;
  speed: number;
  daysLeft: number | null;
  leadDays: number;
  available: number;
}): RestockStatus {
  // Even goods that are ordered today come after the last of these are gone.
  const runsOut = available < 0 || (daysLeft !== null && daysLeft < leadDays);
  if (suggested > 0) return runsOut ? 'urgent' : 'due';
  return speed === 0 ? 'still' : 'enough';
}

/** A row that somebody chose to be bought. */
export interface ChosenRestock {
  skuId: string;
  warehouseId: string;
  supplierId: string | null;
  qty: number;
}

/** One purchase order to be made. */
export interface RestockOrder {
  supplierId: string;
  warehouseId: string;
  lines: { skuId: string; qty: number }[];
}

/**
 * Chosen rows as purchase orders: one for each supplier and warehouse, a line for each SKU, in the order in
 * which they were chosen. What has no supplier is handed back, what nothing is ordered of is left out.
 */
export function restockOrders(rows: readonly ChosenRestock[]): {
  orders: RestockOrder[];
  withoutSupplier: ChosenRestock[];
} {
  const requested = rows.filter(({ qty }) => qty > 0);
  const orders = new Map<string, RestockOrder>();
  for (const { supplierId, warehouseId, skuId, qty } of requested) {
    if (supplierId === null) continue;
    const key = `${supplierId} ${warehouseId}`;
    const order = orders.get(key) ?? { supplierId, warehouseId, lines: [] };
    orders.set(key, order);
    const line = order.lines.find((one) => one.skuId === skuId);
    if (line) line.qty += qty;
    else order.lines.push({ skuId, qty });
  }
  return {
    orders: [...orders.values()],
    withoutSupplier: requested.filter(({ supplierId }) => supplierId === null),
  };
}
