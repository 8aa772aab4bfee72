import type { CellNotes } from './cell-note.ts';

export type SheetLimits = {
  /** Rows that hold anything, header rows included. */
  maxRows: number;
  /** Cells that hold anything, plus the gaps between them. */
  maxCells: number;
  /** Bytes after decompression (or of the text file); half as many characters may be handed out. */
  maxUncompressedBytes: number;
};

export type SheetRow = {
  /** 1-based, as the spreadsheet program shows it. */
  rowNumber: number;
  /** Position = column; empty cells are null, trailing empty cells are left out. */
  cells: (string | null)[];
  /** What the texts do not say; absent where they say everything. */
  notes?: CellNotes;
  /** Fields between the separators of a text file, empty ones at the end too; absent for workbooks. */
  width?: number;
  /** It has more values than its head has columns, so that none of them may stand where it belongs. */
  shifted?: { values: number; columns: number };
};

export const DEFAULT_LIMITS: SheetLimits = {
  maxRows: 200_000,
  maxCells: 8_000_000,
  maxUncompressedBytes: 512 * 1024 * 1024,
};

/** What a sheet to import may weigh by default. */
export const IMPORT_BYTES = 50 * 1024 * 1024;

/** The width of a sheet that an import may need; Excel itself allows 16,384 columns. */
export const MAX_COLUMNS = 1_000;
/** The most a cell of any Excel format can hold. */
export const MAX_CELL_CHARS = 32_767;
/** The same while each character may still be written as an escape of seven. */
export const MAX_STORED_CHARS = MAX_CELL_CHARS * 7;
