import { readSheet } from './sheet-reader.ts';
import { SheetError } from './sheet-error.ts';
import { newFacts } from './sheet-facts.ts';

/** A row of a sheet that may be its head, and what stands below it. */
export interface Head {
  sheetName: string | null;
  titles: string[];
  samples: string[][];
}

/** A title or two may stand above the head. */
const HEAD_ROWS = 5;
const SAMPLES = 3;
const MOST_SHEETS = 5;
/** Of a cell, as far as somebody has to see it. */
const SHOWN = 60;

/**
 * The rows of a file that may be its head, of each visible sheet.
 * @param file its path, or its bytes
 * @throws SheetError for what is no sheet
 */
export async function readHeads(file: string | Buffer): Promise<Head[]> {
  const heads: Head[] = [];
  for (let sheet = 0; sheet < MOST_SHEETS; sheet += 1) {
    const facts = newFacts();
    let rows: string[][];
    try {
      rows = await firstRows(file, { sheet, facts });
    } catch (error) {
      // Behind the last sheet there is none.
      if (sheet > 0 && error instanceof SheetError) break;
      throw error;
    }
    rows
      .slice(0, HEAD_ROWS)
      .forEach((titles, at) =>
        heads.push({ sheetName: facts.sheetName, titles, samples: rows.slice(at + 1, at + 1 + SAMPLES) }),
      );
    if (facts.sheetName === null) break;
  }
  return heads;
}

async function firstRows(file: string | Buffer, look: { sheet: number; facts: ReturnType<typeof newFacts> }) {
  const rows: string[][] = [];
  for await (const { cells } of readSheet(file, {}, look)) {
    rows.push(cells.map((cell) => (cell ?? '').trim().slice(0, SHOWN * 2)));
    if (rows.length >= HEAD_ROWS + SAMPLES) break;
  }
  return rows;
}

/** Rows below a head, as they are shown to whoever explains it. */
export const shownSamples = ({ titles, samples }: Head): string[][] =>
  samples.map((row) => titles.map((_, at) => (row[at] ?? '').slice(0, SHOWN)));
