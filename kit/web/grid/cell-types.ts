import type { ComponentType } from 'react';
import { measures } from '../cells/measures.ts';
import type { EditProps } from '../cells/faces.ts';
import type { GridColumn } from './grid-column.ts';
import { fetched } from '../fetched.tsx';
import { textFaces, type TextFace } from './paint.ts';

/** A cell of a grid: painted as text, edited by a face. */
export interface CellType {
  /** Text of a value; the field of the column comes with `about`. */
  text: TextFace;
  /** null: it cannot be edited. Absent: by what the kind of the field offers. */
  Edit?: ComponentType<EditProps> | null;
  /** px of a column. */
  width?: number;
  align?: 'left' | 'right' | 'center';
  /** Whether a typed letter begins its text. */
  isTyped?: boolean;
}

const UploadsCellEdit = fetched<EditProps>(() =>
  import('../upload/upload-faces.tsx').then((module) => module.UploadsCellEdit),
);

const KEYWORDS = new Set([
  'row-number',
  'row-checkbox',
  'row-radio',
  'row-expand',
  'row-drag-sort',
]);
const TYPED = new Set([
  'text',
  'textarea',
  'integer',
  'quantity',
  'money',
  'price',
  'rate',
  'length',
  'weight',
  'sealed',
  'json',
]);
const own = new Map<string, CellType>();

/**
 * Adds a type of cell beyond the field kinds; a column names it by `type`.
 * @throws Error for the keywords of the grid's own columns (contract §5.1)
 */
export function registerCellType(name: string, type: CellType): void {
  if (KEYWORDS.has(name)) throw new Error(`不能使用"${name}"作为组件的type，因为这是关键字。`);
  own.set(name, type);
}

const known = new WeakMap<GridColumn, CellType>();

/** The type of a column's cells. @throws Error when it names one that nobody has registered */
export function typeOf(column: GridColumn): CellType {
  const found = known.get(column) ?? foundType(column);
  known.set(column, found);
  return found;
}

function foundType({ type, field }: GridColumn): CellType {
  if (type !== undefined) {
    const found = own.get(type);
    if (!found) throw new Error(`grid: no cell type ${type}`);
    return found;
  }
  const { kind } = field;
  return {
    text: textFaces[kind],
    isTyped: TYPED.has(kind),
    ...(kind === 'files' || kind === 'pictures' ? { Edit: UploadsCellEdit } : {}),
    ...measures[kind],
  };
}
