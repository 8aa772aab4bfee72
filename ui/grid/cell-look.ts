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
  /** The painter's own: a text that could be longer than its cell. */
  long: 256,
  /** Somebody else has taken its row away. */
  gone: 512,
  /** Would be filled if the handle was let go now. */
  filling: 1024,
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
  /** From 1. */
  numberOf: (row: GridRow) => number;
  isChosen: (row: GridRow) => boolean;
  isDisabled: (row: GridRow) => boolean;
  /** Whether the text of the cell is a share, painted as a bar too. */
  isBar: (column: PlacedColumn) => boolean;
  /** Whether the cell takes letters as they are typed. */
  isTyped: (column: PlacedColumn) => boolean;
  /** How rows are chosen. */
  choice: 'checkbox' | 'radio';
  name: string;
}

/** Class names of every set of bits: none is put together while the wheel turns. */
export const CELL_CLASSES: readonly string[] = Array.from({ length: 2048 }, (_, bits) =>
  Object.entries(CELL).reduce((text, [name, bit]) => (bits & bit ? `${text} wb-cell-${name}` : text), 'wb-cell'),
);

const WIDEST = 1.1;
const WIDEST_OF_NUMBERS = 0.68;
const BORDERS_AND_PADDING = 26;

/** Whether a text could be longer than a cell of this width, in whatever font of this size. */
export function isLong(text: string, width: number, fontSize: number): boolean {
  let room = (width - BORDERS_AND_PADDING) / fontSize;
  if (text.length * WIDEST <= room) return false;
  for (let at = 0; at < text.length && room >= 0; at += 1) {
    const code = text.charCodeAt(at);
    // From `,` to `:` stand the digits and what is written between them.
    room -= code >= 0x2c && code <= 0x3a ? WIDEST_OF_NUMBERS : WIDEST;
  }
  return room < 0;
}
