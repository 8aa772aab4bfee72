import type { MergedCells } from './merged-cells.ts';

/** What a workbook holds beside the cells of its rows; complete once its last row was read. */
export type SheetFacts = {
  /** What parts the fields of a text file; null for workbooks. */
  separator: string | null;
  /** The sheet that is read; null where files have no sheets. */
  sheetName: string | null;
  /** Other sheets with anything in them. */
  otherSheets: { name: string; isHidden: boolean }[];
  merges: MergedCells[];
  /** Rows that hold anything and are not shown: how many, and the first of them. */
  hiddenRows: { count: number; first: number[] };
};

/** How a workbook is to be read. */
export type SheetLook = {
  /** Which of the visible sheets, from 0. */
  sheet?: number;
  /** Filled in while the rows are read. */
  facts?: SheetFacts;
};

export const newFacts = (): SheetFacts => ({
  separator: null,
  sheetName: null,
  otherSheets: [],
  merges: [],
  hiddenRows: { count: 0, first: [] },
});

const FIRST_HIDDEN = 5;

/** Notes a row that is not shown. */
export function addHiddenRow({ hiddenRows }: SheetFacts, rowNumber: number): void {
  hiddenRows.count += 1;
  if (hiddenRows.first.length < FIRST_HIDDEN) hiddenRows.first.push(rowNumber);
}
