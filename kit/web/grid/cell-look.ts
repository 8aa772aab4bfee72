import type { GridRow } from './grid-column.ts';
import type { PlacedColumn } from './grid-layout.ts';
import type { TreeLook } from './grid-tree.ts';

/** What a cell may be, as bits. */
export const CELL = {
  editable: 1,
  wrong: 2,
  changed: 4,
  within: 8,
  active: 16,
  hint: 32,
  /** Somebody else has made another value of it. */
  conflict: 64,
  /** Somebody else has just changed it. */
  renewed: 128,
} as const;

/** What the painter asks while it paints. */
export interface GridFace {
  /** Those that are seen. */
  rows: () => readonly GridRow[];
  /** Place of a row in the tree; null where the rows are a list. */
  treeLook: (row: GridRow) => TreeLook | null;
  /** px above a row. @param height of each */
  topOf: (index: number, height: number) => number;
  /** The row that stands at `y`. */
  indexAt: (y: number, height: number) => number;
  /** Whether what is below a row is opened; null: nothing is. */
  isExpanded: (row: GridRow) => boolean | null;
  text: (column: PlacedColumn, row: GridRow) => string;
  /** Bits of {@link CELL}. */
  bits: (column: PlacedColumn, row: GridRow, index: number) => number;
  /** Message of a wrong cell. */
  fault: (column: PlacedColumn, row: GridRow) => string;
  isChosen: (row: GridRow) => boolean;
  isDisabled: (row: GridRow) => boolean;
  /** Whether the cell takes letters as they are typed. */
  isTyped: (column: PlacedColumn) => boolean;
  /** How rows are chosen. */
  choice: 'checkbox' | 'radio';
  name: string;
}

/** Class names of every set of bits: none is put together while the wheel turns. */
export const CELL_CLASSES: readonly string[] = Array.from({ length: 256 }, (_, bits) =>
  Object.entries(CELL).reduce(
    (text, [name, bit]) => (bits & bit ? `${text} wb-cell-${name}` : text),
    'wb-cell',
  ),
);
