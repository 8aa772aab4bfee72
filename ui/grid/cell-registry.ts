import type { ComponentType } from 'react';
import type { Field, Kind } from '#kit/model/field.ts';
import type { EditProps } from '../cells/faces.ts';
import type { CellTextSettings, CellValue } from '../grid-data/cell-text.ts';
import type { GridColumn } from './grid-column.ts';
import type { TextFace } from './paint.ts';

/** What the editor of a type is given beyond that of a form. */
export interface CellEditProps extends EditProps {
  column: GridColumn;
  /** Writes other values of the same row, by key. */
  onFill: (values: Readonly<Record<string, unknown>>) => void;
  /** Takes keys joined by commas, and names of those that were just chosen. */
  onKeys: (next: string | null, chosen?: readonly { value: string; text: string }[]) => void;
}

/** What a pasted text came to; `label` is what the keys in it are called. */
export type ReadText = CellValue & { label?: string };

/** A cell of a grid: painted as text, edited by a face. */
export interface CellType {
  /** Text of a value; the field of the column comes with `about`. Absent: as its kind is painted. */
  text?: TextFace;
  /** null: it cannot be edited. Absent: by what the kind of the field offers. */
  Edit?: ComponentType<CellEditProps> | null;
  /** Values are those of the field's kind: judged, and read from pasted texts, as such. */
  isOfKind?: boolean;
  /** Values are keys joined by commas; `<key>_dictText` of the row names them. */
  isNamed?: boolean;
  /** Reads a pasted text that is not blank. Absent: the text is the value, or as the kind reads it. */
  read?: (text: string, field: Field, settings: CellTextSettings) => ReadText;
  /** Arrows and Enter mean in its editor what they mean in that of this kind. */
  keysAs?: Kind;
  /** The text is a share in percent, painted as a bar too. */
  isBar?: boolean;
  /** px of a column. */
  width?: number;
  align?: 'left' | 'right' | 'center';
  /** Whether a typed letter begins its text. */
  isTyped?: boolean;
}

const KEYWORDS = new Set(['row-number', 'row-checkbox', 'row-radio', 'row-expand', 'row-drag-sort']);
const own = new Map<string, CellType>();

/**
 * Adds a type of cell beyond the field kinds; a column names it by `type`. It stands apart from the
 * grid, so that a front door may call it without fetching one.
 * @throws Error for the keywords of the grid's own columns (contract §5.1)
 */
export function registerCellType(name: string, type: CellType): void {
  if (KEYWORDS.has(name)) throw new Error(`不能使用"${name}"作为组件的type，因为这是关键字。`);
  own.set(name, type);
}

/** A type that was registered under this name. */
export const registeredType = (name: string): CellType | undefined => own.get(name);
