import { cellTooLong, tooManyColumns } from './row-meter.ts';
import { SheetError } from './sheet-error.ts';
import { MAX_CELL_CHARS } from './sheet-limits.ts';

/** Splits delimited text into records while it arrives. */
type CsvRecords = {
  /** The records that this piece completes. */
  write(text: string): string[][];
  /** The last record, when no line break ends it. */
  close(): string[][];
};

/** Excel fills up all columns that were ever used, so many may be empty. */
const MAX_FIELDS = 16_384;

/**
 * RFC 4180: a quote opens only at the start of a field, doubled inside it stands for itself; CR, LF
 * or both end a record. Throws SheetError for a field longer than a cell, a quote left open, and one that
 * closes behind a line break with more text after it: a stray inch mark has then swallowed whole rows.
 */
export function csvRecords(delimiter: string): CsvRecords {
  let records: string[][] = [];
  let record: string[] = [];
  let field = '';
  let state: 'start' | 'plain' | 'quoted' | 'after-quote' = 'start';
  let afterReturn = false;
  let row = 1;
  let hasLines = false;

  function append(character: string): void {
    field += character;
    if (field.length <= MAX_CELL_CHARS) return;
    throw state === 'quoted' ? unclosedQuote(row) : cellTooLong();
  }

  function endField(): void {
    if (record.push(field) > MAX_FIELDS) throw tooManyColumns();
    field = '';
    hasLines = false;
    state = 'start';
  }

  function endRecord(): void {
    endField();
    records.push(record);
    record = [];
    row += 1;
  }

  function step(character: string): void {
    const pairedLineFeed = afterReturn && character === '\n';
    afterReturn = false;
    if (state === 'quoted') {
      if (character === '"') state = 'after-quote';
      else append(character);
      if (character === '\n' || character === '\r') hasLines = true;
    } else if (state === 'after-quote' && character === '"') {
      append(character);
      state = 'quoted';
    } else if (character === delimiter) endField();
    else if (character === '\n' || character === '\r') {
      if (!pairedLineFeed) endRecord();
      afterReturn = character === '\r';
    } else if (state === 'start' && character === '"') state = 'quoted';
    else {
      if (state === 'after-quote' && hasLines && character !== ' ') throw unclosedQuote(row);
      append(character);
      state = 'plain';
    }
  }

  return {
    write(text) {
      records = [];
      for (const character of text) step(character);
      return records;
    },
    close() {
      records = [];
      if (state === 'quoted') throw unclosedQuote(row);
      if (state !== 'start' || record.length > 0) endRecord();
      return records;
    },
  };
}

/** @param row where it opened */
function unclosedQuote(row: number): SheetError {
  return new SheetError('unreadable', `第 ${row} 行的引号没有配对：内容里的 " 要写成 ""，并用引号括起整个单元格`);
}
