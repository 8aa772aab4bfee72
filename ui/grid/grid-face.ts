import { isBlank } from '../cells/faces.ts';
import { typeOf } from './cell-types.ts';
import { filledText } from './grid-column.ts';
import { CELL, type GridFace } from './cell-look.ts';
import { isInRange } from './grid-cursor.ts';
import type { GridSession } from './grid-session.ts';

/** What a session's cells look like, as the painter asks for it. */
export function gridFace(session: GridSession): GridFace {
  const { store, judge, cursor, live, tree, expansion } = session;
  return {
    rows: () => tree.rows,
    treeLook: (row) => (tree.settings ? tree.lookOf(row) : null),
    topOf: (index, height) => expansion.topOf(index, height),
    indexAt: (y, height) => expansion.indexAt(y, height),
    isExpanded: (row) => expansion.stateOf(row),
    name: session.name,
    get choice() {
      return session.settings.choice;
    },
    numberOf: ({ id }) => session.numberOf(id),
    isChosen: ({ id }) => store.selected.has(id),
    isDisabled: session.isRowDisabled,
    isBar: ({ column }) => column !== null && (typeOf(column).isBar ?? false),
    isTyped: ({ column }) => column !== null && (typeOf(column).isTyped ?? false),
    fault: ({ key }, { id }) => judge.messageAt(id, key) ?? '',
    text: ({ key, column }, row) => {
      const text = session.textOf(key, row);
      if (text !== '' || !column?.placeholder || !session.settings.alwaysEdit) return text;
      return filledText(column.placeholder, column);
    },
    bits: ({ column, key, index: at }, row, index) => {
      if (!column) return 0;
      const { active, block, filling } = cursor;
      return (
        (session.canEdit(row, column) ? CELL.editable : 0) |
        (judge.messageAt(row.id, key) === undefined ? 0 : CELL.wrong) |
        (store.isChangedCell(row, key) ? CELL.changed : 0) |
        (isInRange(block, index, at) ? CELL.within : 0) |
        (isInRange(filling, index, at) ? CELL.filling : 0) |
        (active?.id === row.id && active.key === key ? CELL.active : 0) |
        (column.placeholder && isBlank(row[key]) ? CELL.hint : 0) |
        (live.isQuiet ? 0 : live.bits(row.id, key))
      );
    },
  };
}
