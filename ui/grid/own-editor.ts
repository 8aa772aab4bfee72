import type { CellEditProps } from './cell-registry.ts';
import type { GridColumn, GridRow } from './grid-column.ts';
import type { GridSession } from './grid-session.ts';
import { namesBeside, namesOf } from './named-keys.ts';

type OwnProps = Pick<CellEditProps, 'column' | 'onFill' | 'onKeys'>;

/** What the editor of a type is given beyond that of a form, for the cell of this row. */
export function ownEditorProps(session: GridSession, { id }: GridRow, column: GridColumn): OwnProps {
  const { store } = session;
  return {
    column,
    onFill: (values) => store.write(Object.entries(values).map(([key, value]) => ({ id, key, value }))),
    onKeys(next, chosen = []) {
      const names = namesBeside(store.rowOf(id), column.key);
      for (const { value, text } of chosen) names.set(value, text);
      session.type(next, namesOf(next, names));
    },
  };
}
