import { parseIsoDateTime } from './iso-date-time.ts';

type Comparable = string | number | boolean | null;

/** One filter of a legacy list query; `conjunction` ties it to the filters before it. */
export interface Filter {
  field: string;
  conjunction?: 'AND' | 'OR' | null;
  equals?: Comparable;
  notEqualTo?: Comparable;
  greaterThan?: Comparable;
  greaterThanOrEqualTo?: Comparable;
  lessThan?: Comparable;
  lessThanOrEqualTo?: Comparable;
  in?: Comparable[] | null;
  notIn?: Comparable[] | null;
  isNull?: boolean | null;
}

interface Ordering {
  asc?: string | null;
  desc?: string | null;
}

export interface ListArguments {
  filters?: Filter[] | null;
  ordering?: Ordering[] | null;
  limit?: number | null;
  offset?: number | null;
}

/** Filters, sorts and cuts rows; `read` tells a row's value of a field (instants as numbers). */
export function selectRows<Row>(
  rows: readonly Row[],
  args: ListArguments,
  read: (row: Row, field: string) => Comparable,
  cap: number,
): Row[] {
  const found = rows.filter((row) => passes(args.filters ?? [], (field) => read(row, field)));
  const orderings = args.ordering ?? [];
  found.sort((a, b) => {
    for (const { asc, desc } of orderings) {
      const field = asc ?? desc;
      if (field == null) continue;
      const order = compare(read(a, field), read(b, field));
      if (order !== 0) return asc == null ? -order : order;
    }
    return 0;
  });
  const offset = Math.max(0, args.offset ?? 0);
  return found.slice(offset, offset + Math.min(Math.max(0, args.limit ?? 10), cap));
}

function passes(filters: readonly Filter[], read: (field: string) => Comparable): boolean {
  return filters.reduce((soFar, filter, index) => {
    const holds = holdsFor(filter, read(filter.field));
    if (index === 0) return holds;
    return filter.conjunction === 'OR' ? soFar || holds : soFar && holds;
  }, true);
}

function holdsFor(filter: Filter, value: Comparable): boolean {
  const order = (other: Comparable) => compare(value, typedLike(value, other));
  const given = <T>(operand: T | null | undefined): operand is T => operand != null;
  return (
    (!given(filter.equals) || order(filter.equals) === 0) &&
    (!given(filter.notEqualTo) || order(filter.notEqualTo) !== 0) &&
    (!given(filter.greaterThan) || order(filter.greaterThan) > 0) &&
    (!given(filter.greaterThanOrEqualTo) || order(filter.greaterThanOrEqualTo) >= 0) &&
    (!given(filter.lessThan) || order(filter.lessThan) < 0) &&
    (!given(filter.lessThanOrEqualTo) || order(filter.lessThanOrEqualTo) <= 0) &&
    (!given(filter.in) || filter.in.some((one) => order(one) === 0)) &&
    (!given(filter.notIn) || filter.notIn.every((one) => order(one) !== 0)) &&
    (!given(filter.isNull) || (value === null) === filter.isNull)
  );
}

/** Operands arrive as text, number or boolean, whatever the field is. */
function typedLike(value: Comparable, operand: Comparable): Comparable {
  if (typeof value === 'boolean') return operand === true || operand === 'true';
  if (typeof value === 'number' && typeof operand === 'string') {
    return /^-?\d+(\.\d+)?$/.test(operand) ? Number(operand) : parseIsoDateTime(operand);
  }
  return typeof value === 'string' ? String(operand) : operand;
}

function compare(a: Comparable, b: Comparable): number {
  if (a === b) return 0;
  if (a === null) return -1;
  if (b === null) return 1;
  return a < b ? -1 : 1;
}
