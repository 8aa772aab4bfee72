/** Where something stands on the floor of a warehouse. */
export interface PickPlace {
  zone: string;
  aisle: string | null;
  rack: string | null;
  level: string | null;
  position: string | null;
  walkOrder: number;
  code: string;
}

const natural = new Intl.Collator('en', { numeric: true });
const compareParts = (a: string | null, b: string | null): number => natural.compare(a ?? '', b ?? '');

/** The first walk order within each group of places. */
function firstOrders(places: readonly PickPlace[], groupOf: (place: PickPlace) => string): Map<string, number> {
  const first = new Map<string, number>();
  for (const place of places) {
    const group = groupOf(place);
    first.set(group, Math.min(first.get(group) ?? Infinity, place.walkOrder));
  }
  return first;
}

const aisleOf = ({ zone, aisle }: PickPlace): string => `${zone}\n${aisle ?? ''}`;

/**
 * The number of an aisle: its last digits, or the place of its letters in the alphabet (A = 1, B = 2).
 * @returns 1 where it has neither
 */
export function aisleNumber(aisle: string | null): number {
  const digits = /(\d+)\D*$/.exec(aisle ?? '')?.[1];
  if (digits !== undefined) return Number(digits);
  const letters = /[A-Za-z]+$/.exec(aisle ?? '')?.[0]?.toUpperCase() ?? 'A';
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
}

/**
 * The S-shaped way: zones and their aisles in the order in which the warehouse walks them, odd aisles
 * from their first rack to the last and even ones back. Bins without an aisle follow their walk order.
 * What stands nowhere (`null`) comes last, in the order given.
 */
export function walkPath<T>(items: readonly T[], placeOf: (item: T) => PickPlace | null): T[] {
  const placed = items.flatMap((item) => {
    const place = placeOf(item);
    return place ? [{ item, place }] : [];
  });
  const places = placed.map(({ place }) => place);
  const zones = firstOrders(places, ({ zone }) => zone);
  const aisles = firstOrders(places, aisleOf);
  const way = placed.toSorted(
    ({ place: a }, { place: b }) =>
      (zones.get(a.zone) ?? 0) - (zones.get(b.zone) ?? 0) ||
      natural.compare(a.zone, b.zone) ||
      (aisles.get(aisleOf(a)) ?? 0) - (aisles.get(aisleOf(b)) ?? 0) ||
      compareParts(a.aisle, b.aisle) ||
      inAisle(a, b),
  );
  return [...way.map(({ item }) => item), ...items.filter((item) => placeOf(item) === null)];
}

/** Two bins of one aisle: up an odd one, down an even one; the same rack from the floor up. */
function inAisle(a: PickPlace, b: PickPlace): number {
  if (a.aisle === null) return a.walkOrder - b.walkOrder || natural.compare(a.code, b.code);
  const way = aisleNumber(a.aisle) % 2 === 1 ? 1 : -1;
  return (
    way * (compareParts(a.rack, b.rack) || compareParts(a.position, b.position)) ||
    compareParts(a.level, b.level) ||
    a.walkOrder - b.walkOrder ||
    natural.compare(a.code, b.code)
  );
}
