import type { GridColumn, GridRow } from './grid-column.ts';
import type { GridProps } from './grid-props.ts';

type Values = Record<string, unknown>;

/** Values of new rows: the defaults of their columns, what the page starts them with, what is given. */
export function startingWith(
  values: readonly Values[],
  { columns, newRow }: GridProps,
  rows: readonly GridRow[],
): Values[] {
  const defaults = defaultsOf(columns);
  const before = [...rows];
  return values.map((one, index) => {
    const row = { ...defaults, ...newRow?.(before), ...one };
    if (newRow) before.push({ ...row, id: `${index}` });
    return row;
  });
}

function defaultsOf(columns: readonly GridColumn[]): Values {
  return Object.fromEntries(
    columns.flatMap(({ key, field }) => (field.default === undefined ? [] : [[key, field.default]])),
  );
}
