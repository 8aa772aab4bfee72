/** OF21 and OF24: what stands there, and the full write whose left-out fields fall back. */
import { jsonAnswer, type Answer, type StrikingFaults } from '../exchange.ts';
import { addViolation, type World } from '../world.ts';
import { spoiled } from './order-wire.ts';
import { seedOffers } from './seed.ts';
import { nextNumber, type MiraklOffer } from './state.ts';

export function listOffers(world: World, query: Record<string, string | undefined>, faults: StrikingFaults): Answer {
  seedOffers(world.mirakl);
  const all = Object.values(world.mirakl.offers).sort((a, b) => a.id - b.id);
  const offset = Number(query['offset'] ?? 0);
  const max = Math.min(100, Number(query['max'] ?? 10));
  const offers = spoiled(all.slice(offset, offset + max).map(wireOffer), faults);
  return jsonAnswer(200, { offers, total_count: all.length });
}

const wireOffer = (offer: MiraklOffer): Record<string, unknown> => ({
  offer_id: offer.id,
  shop_sku: offer.sku,
  product_sku: `P-${offer.sku}`,
  product_title: offer.title,
  price: Number(offer.price),
  quantity: offer.quantity,
  state_code: '11',
  active: offer.isActive,
  inactivity_reasons: offer.isActive ? [] : ['SHOP_NOT_OPEN'],
  leadtime_to_ship: offer.leadtimeToShip,
  logistic_class: { code: offer.logisticClass },
  channels: ['US'],
});

/** What a field that is left out falls back to. */
const DEFAULTS = {
  description: '',
  quantity: 0,
  leadtime_to_ship: 0,
  logistic_class: '',
  min_order_quantity: 1,
} as const;

export function writeOffers(world: World, body: unknown): Answer {
  const rows = ((body ?? {}) as { offers?: Record<string, unknown>[] }).offers ?? [];
  for (const row of rows) {
    const sku = String(row['shop_sku'] ?? '');
    const offer = world.mirakl.offers[sku];
    if (!offer) continue;
    const missing = Object.keys(DEFAULTS).filter((field) => !(field in row));
    if (missing.length > 0)
      addViolation(world, 'production', 'mirakl-offer-fell-back', null, `${sku}: ${missing.join(', ')}`);
    const value = (field: keyof typeof DEFAULTS): unknown => row[field] ?? DEFAULTS[field];
    Object.assign(offer, {
      price: String(row['price'] ?? offer.price),
      description: String(value('description')),
      quantity: Number(value('quantity')),
      leadtimeToShip: Number(value('leadtime_to_ship')),
      logisticClass: String(value('logistic_class')),
      minOrderQuantity: Number(value('min_order_quantity')),
    });
  }
  return { ...jsonAnswer(201, { import_id: nextNumber(world.mirakl) }), changed: true };
}
