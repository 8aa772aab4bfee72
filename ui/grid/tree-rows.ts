import { isTempId, withoutTempId, type GridRow } from './grid-column.ts';

/** What lies below what, computed from `parentId`; rows by their place in the list. */
export interface TreeShape {
  /** All rows in reading order: every parent before what lies below it. */
  order: Int32Array;
  /** From 1. */
  levels: Int32Array;
  /** Place of the parent; -1: a root. */
  parents: Int32Array;
  /** Rows below, children's children included. */
  sizes: Int32Array;
  /** Children by place of their parent, -1 for the roots. */
  children: ReadonlyMap<number, readonly number[]>;
  /** From 1, among the children of one parent. */
  positions: Int32Array;
}

/** Id of the row above; null for a root. */
export const parentIdOf = ({ parentId }: GridRow): string | null =>
  parentId === null || parentId === undefined || parentId === '' ? null : String(parentId);

/** Whether a row says that rows hang below it: a flag of the wire may be a text or a number. */
export const reportsChildren = ({ hasChildren }: GridRow): boolean =>
  hasChildren === true || hasChildren === 1 || hasChildren === '1' || hasChildren === 'true';

/**
 * Rows that may hold their `children` as one list, every parent before what lies below it.
 * @param below id of the row that all of them hang below; null: as they say themselves
 */
export function flatRows(rows: readonly GridRow[], below: string | null = null): GridRow[] {
  const flat: GridRow[] = [];
  const take = (row: GridRow, parentId: string | null): void => {
    const { children, ...own } = row;
    const isNamed = parentId === null || parentIdOf(row) === parentId;
    flat.push('children' in row || !isNamed ? { ...own, ...(isNamed ? {} : { parentId }), id: row.id } : row);
    if (Array.isArray(children)) for (const child of children as GridRow[]) take(child, row.id);
  };
  for (const row of rows) take(row, below);
  return flat;
}

/**
 * Finds the shape of a tree. A row whose parent is not there is a root; of rows that hang below
 * each other in a circle the first is.
 * @param places place of each row by its id
 */
export function shapeOf(rows: readonly GridRow[], places: ReadonlyMap<string, number>): TreeShape {
  const parents = new Int32Array(rows.length);
  const children = new Map<number, number[]>([[-1, []]]);
  rows.forEach((row, place) => {
    const parentId = parentIdOf(row);
    const above = parentId === null ? -1 : (places.get(parentId) ?? -1);
    hang(children, parents, place, above === place ? -1 : above);
  });
  const shape: TreeShape = {
    order: new Int32Array(rows.length),
    levels: new Int32Array(rows.length),
    parents,
    sizes: new Int32Array(rows.length),
    children,
    positions: new Int32Array(rows.length),
  };
  let filled = walk(shape, children.get(-1) ?? [], 0);
  for (let place = 0; filled < rows.length && place < rows.length; place += 1) {
    if (shape.levels[place] !== 0) continue;
    const siblings = children.get(parents[place] ?? -1);
    siblings?.splice(siblings.indexOf(place), 1);
    hang(children, parents, place, -1);
    filled = walk(shape, [place], filled);
  }
  for (const siblings of children.values()) siblings.forEach((place, index) => (shape.positions[place] = index + 1));
  return shape;
}

function hang(children: Map<number, number[]>, parents: Int32Array, place: number, above: number): void {
  parents[place] = above;
  const siblings = children.get(above);
  if (siblings) siblings.push(place);
  else children.set(above, [place]);
}

/** Goes down from these roots, without calling itself: a tree may be as deep as it is long. */
function walk(shape: TreeShape, roots: readonly number[], from: number): number {
  const { order, levels, parents, sizes, children } = shape;
  const waiting = roots.toReversed();
  let filled = from;
  while (waiting.length > 0) {
    const place = waiting.pop() as number;
    order[filled] = place;
    filled += 1;
    const above = parents[place] as number;
    levels[place] = above < 0 ? 1 : (levels[above] as number) + 1;
    const below = children.get(place);
    if (below) for (let at = below.length - 1; at >= 0; at -= 1) waiting.push(below[at] as number);
  }
  for (let at = filled - 1; at >= from; at -= 1) {
    const above = parents[order[at] as number] as number;
    if (above >= 0) sizes[above] = (sizes[above] as number) + 1 + (sizes[order[at] as number] as number);
  }
  return filled;
}

/** Places of the rows that are seen, in reading order: those below a closed row are not. */
export function seenPlaces(shape: TreeShape, isOpen: (place: number) => boolean): number[] {
  const seen: number[] = [];
  const { order, sizes } = shape;
  for (let at = 0; at < order.length; at += 1) {
    const place = order[at] as number;
    seen.push(place);
    const size = sizes[place] as number;
    if (size > 0 && !isOpen(place)) at += size;
  }
  return seen;
}

/** These places and everything below them. */
export function withBelow(shape: TreeShape, places: Iterable<number>): Set<number> {
  const found = new Set<number>();
  const waiting = [...places];
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    if (found.has(place)) continue;
    found.add(place);
    waiting.push(...(shape.children.get(place) ?? []));
  }
  return found;
}

/** Counts rows from 1 in their order: each among those below the same parent. */
export function countedPlaces(rows: readonly GridRow[], isTree: boolean): number[] {
  if (!isTree) return rows.map((_, index) => index + 1);
  const counts = new Map<string | null, number>();
  return rows.map((row) => {
    const above = parentIdOf(row);
    const count = (counts.get(above) ?? 0) + 1;
    counts.set(above, count);
    return count;
  });
}

/**
 * Rows as they are sent, without the ids that only this screen knows: a new row below a new row
 * stands among its `children`.
 */
export function sentRows(rows: readonly GridRow[]): Record<string, unknown>[] {
  const below = new Map<string, GridRow[]>();
  const fresh = new Set(rows.flatMap(({ id }) => (isTempId(id) ? [id] : [])));
  const tops: GridRow[] = [];
  for (const row of rows) {
    const above = fresh.size > 0 ? parentIdOf(row) : null;
    if (above === null || above === row.id || !fresh.has(above)) tops.push(row);
    else below.set(above, [...(below.get(above) ?? []), row]);
  }
  const sent = (row: GridRow): Record<string, unknown> => {
    const children = below.get(row.id);
    if (!children) return withoutTempId(row);
    return {
      ...withoutTempId(row),
      children: children.map((child) => {
        const { parentId: _, ...own } = sent(child);
        return own;
      }),
    };
  };
  return tops.map(sent);
}
