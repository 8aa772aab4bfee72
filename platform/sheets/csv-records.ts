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
 * or both end a record. Throws SheetError for a field longer than a cell or a quote left open.
 */
export function csvRecords(delimiter: string): CsvRecords {
  let records: string[][] = [];
  let record: string[] = [];
  let field = '';
  let state: 'start' | 'plain' | 'quoted' | 'after-quote' = 'start';
  let afterReturn = false;

  function append(character: string): void {
    field += character;
    if (field.length <= MAX_CELL_CHARS) return;
    throw state === 'quoted' ? unclosedQuote() : cellTooLong();
  }

  function endField(): void {
    if (record.push(field) > MAX_FIELDS) throw tooManyColumns();
    field = '';
    state = 'start';
  }

  function endRecord(): void {
    endField();
    records.push(record);
    record = [];
  }

  function step(character: string): void {
    const pairedLineFeed = afterReturn && character === '\n';
    afterReturn = false;
    if (state === 'quoted') {
      if (character === '"') state = 'after-quote';
      else append(character);
    } else if (state === 'after-quote' && character === '"') {
      append(character);
      state = 'quoted';
    } else if (character === delimiter) endField();
    else if (character === '\n' || character === '\r') {
      if (!pairedLineFeed) endRecord();
      afterReturn = character === '\r';
    } else if (state === 'start' && character === '"') state = 'quoted';
    else {
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
      if (state === 'quoted') throw unclosedQuote();
      if (state !== 'start' || record.length > 0) endRecord();
      return records;
    },
  };
}

function unclosedQuote(): SheetError {
  return new SheetError('unreadable', '文件中的引号没有配对');
}
