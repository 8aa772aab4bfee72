import { CELL_TYPES, type CellType, type FieldDef } from '../../model/forms/field-def.ts';

/** A field while it is designed: its key may change, so that it has an id of its own here. */
export interface DesignRow {
  id: number;
  def: FieldDef;
}

export const rowsOf = (defs: readonly FieldDef[]): DesignRow[] => defs.map((def, at) => ({ id: at + 1, def }));

/** A new field of a type, with a key that no other has. */
export function newRow(rows: readonly DesignRow[], type: CellType, reserved: ReadonlySet<string>): DesignRow {
  const taken = new Set([...reserved, ...rows.map(({ def }) => def.key.toLowerCase())]);
  let number = rows.length + 1;
  while (taken.has(`field${number}`)) number++;
  const isList = ['radio', 'select', 'list_multi', 'sel_search'].includes(type);
  const def: FieldDef = {
    key: `field${number}`,
    label: CELL_TYPES[type],
    type,
    ...(isList ? { options: ['选项一', '选项二'].map((text) => ({ value: text, text })) } : {}),
  };
  return { id: Math.max(0, ...rows.map(({ id }) => id)) + 1, def };
}

/** Rows with one at another place; beyond the ends nothing moves. */
export function movedRow(rows: readonly DesignRow[], from: number, to: number): DesignRow[] {
  const [row] = rows.slice(from, from + 1);
  if (from < 0 || !row || to < 0 || to >= rows.length) return [...rows];
  return rows.toSpliced(from, 1).toSpliced(to, 0, row);
}

/** Options as lines: a text, or `value=text` where they differ. */
export const optionLines = (def: FieldDef): string =>
  (def.options ?? []).map(({ value, text }) => (value === text ? text : `${value}=${text}`)).join('\n');

/** Reads {@link optionLines}; what is left empty is none. */
export const readOptions = (lines: string): { value: string; text: string }[] =>
  lines
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const at = line.indexOf('=');
      return at > 0 && at < line.length - 1
        ? { value: line.slice(0, at).trim(), text: line.slice(at + 1).trim() }
        : { value: line, text: line };
    });
