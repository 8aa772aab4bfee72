import type { GridColumn } from './grid-column.ts';

type Keyed = Pick<GridColumn, 'key' | 'frozen'>;

/** Columns in the order that a person has put them in; one they have not met stays behind the one declared before it. */
export function inOrder<Column extends Keyed>(columns: readonly Column[], order: readonly string[]): readonly Column[] {
  if (order.length === 0) return columns;
  let last = -1;
  const ranked = columns.map((column) => {
    const place = order.indexOf(column.key);
    last = place < 0 ? last : place;
    return { column, rank: place < 0 ? last + 0.5 : place };
  });
  return ranked.toSorted((one, other) => one.rank - other.rank).map(({ column }) => column);
}

/** Keys with one of them moved beside another. */
export function movedBeside(keys: readonly string[], key: string, beside: string, side: 'before' | 'behind'): string[] {
  const others = keys.filter((one) => one !== key);
  const at = others.indexOf(beside);
  if (key === beside || at < 0) return [...keys];
  return others.toSpliced(side === 'before' ? at : at + 1, 0, key);
}

/** The column that a step would change places with; undefined where frozen ones begin or end. */
export function neighbour<Column extends Keyed>(
  columns: readonly Column[],
  key: string,
  step: 1 | -1,
): Column | undefined {
  const own = columns.find((column) => column.key === key);
  const beside = columns.filter(({ frozen }) => frozen === own?.frozen);
  return own && beside[beside.indexOf(own) + step];
}
