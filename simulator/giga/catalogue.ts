/** Goods of the wholesale supplier: the same seed, the same list. */
import { createRandom } from '../random.ts';
import type { Random } from '../random.ts';
import type { World } from '../world.ts';
import type { GigaItem } from './state.ts';

const KINDS = [
  ['Sofa', 'Furniture > Living Room > Sofas'],
  ['Bed Frame', 'Furniture > Bedroom > Beds'],
  ['Dining Table', 'Furniture > Dining Room > Tables'],
  ['Bookshelf', 'Furniture > Office > Shelves'],
  ['Patio Set', 'Outdoor > Patio Furniture'],
  ['Vanity', 'Bath > Vanities'],
  ['Nightstand', 'Furniture > Bedroom > Nightstands'],
  ['TV Stand', 'Furniture > Living Room > TV Stands'],
] as const;
const STYLES = ['Modern', 'Farmhouse', 'Industrial', 'Mid-Century', 'Rustic', 'Coastal'] as const;
const COLOURS = ['White', 'Walnut', 'Black', 'Grey', 'Oak', 'Espresso'] as const;
const PLATFORMS = [
  { id: 1, name: 'Wayfair' },
  { id: 2, name: 'Amazon' },
  { id: 8, name: "Lowe's" },
  { id: 13, name: 'Temu' },
] as const;
const WAREHOUSES = ['CA1', 'NJ2', 'GA1', 'TX3'] as const;

/** Goods the list begins with. */
export const SAVED = 988;
/** What a night brings. */
export const NIGHT = { added: 12, moved: 28, leapt: 2 } as const;

const skuOf = (n: number): string => `W${String(1_000_000 + n * 7).slice(1)}P${String(10_000 + n).slice(1)}`;

function itemOf(n: number, random: Random, now: number): GigaItem {
  const [kind, category] = random.pick(KINDS);
  const style = random.pick(STYLES);
  const colour = random.pick(COLOURS);
  const price = random.integer(3_900, 69_900);
  const isShort = random.chance(0.1);
  return {
    sku: skuOf(n),
    name: `${style} ${kind}, ${colour}, ${random.integer(24, 84)} in`,
    category,
    price,
    exclusive: random.chance(0.2) ? price - random.integer(50, 300) : null,
    discounted: null,
    tiers: random.chance(0.15) ? [{ min: 5, max: 20, price: Math.round(price * 0.9) }] : [],
    shipping: random.integer(900, 6_900),
    weight: random.integer(12, 140),
    size: [random.integer(20, 80), random.integer(12, 40), random.integer(4, 24)],
    banned: random.chance(0.08) ? [random.pick(PLATFORMS)] : [],
    stock: WAREHOUSES.slice(0, random.integer(1, 3)).map((warehouse) => {
      const min = isShort ? 0 : random.integer(1, 120);
      return { warehouse, min, max: min + random.integer(0, 50) };
    }),
    arrival: isShort ? { begin: new Date(now + 14 * 86_400_000).toISOString().slice(0, 10), qty: 40 } : null,
    isAvailable: true,
    isListed: true,
    isSaved: true,
    addedAt: now,
    updatedAt: now,
  };
}

/** The list that the buyer has saved, once. */
export function seedGiga(world: World): void {
  if (world.giga.items.length > 0) return;
  const random = createRandom(world.seed * 7919 + 11);
  const now = world.clock.now();
  for (let n = 1; n <= SAVED; n += 1) world.giga.items.push(itemOf(n, random, now));
}

/** A night at the supplier: goods are added, prices move a little, and two of them leap. */
export function passNight(world: World): { added: string[]; moved: string[]; leapt: string[] } {
  const { giga } = world;
  giga.nights += 1;
  const random = createRandom(world.seed * 104_729 + giga.nights);
  const now = world.clock.now();
  const sold = giga.items.filter(
    (item) => item.isListed && item.isSaved && item.isAvailable && item.discounted === null,
  );
  const chosen: GigaItem[] = [];
  while (chosen.length < NIGHT.moved + NIGHT.leapt) {
    const item = random.pick(sold);
    if (!chosen.includes(item)) chosen.push(item);
  }
  const leapt = chosen.slice(0, NIGHT.leapt);
  const moved = chosen.slice(NIGHT.leapt);
  for (const item of leapt) change(item, 1.6, now);
  for (const item of moved) change(item, random.chance(0.5) ? 1.04 : 0.95, now);
  const added = Array.from({ length: NIGHT.added }, () => {
    const item = itemOf(giga.items.length + 1, random, now);
    giga.items.push(item);
    return item;
  });
  const skus = (items: readonly GigaItem[]) => items.map(({ sku }) => sku);
  return { added: skus(added), moved: skus(moved), leapt: skus(leapt) };
}

/** All prices of an item together, freight too: what it costs moves by this much. */
function change(item: GigaItem, by: number, now: number): void {
  item.price = Math.round(item.price * by);
  item.exclusive = item.exclusive === null ? null : Math.round(item.exclusive * by);
  item.shipping = Math.round(item.shipping * by);
  item.updatedAt = now;
}
