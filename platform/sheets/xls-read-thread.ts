import { parentPort } from 'node:worker_threads';
import { read, set_cptable } from '@e965/xlsx';
import type { CellObject, WorkSheet } from '@e965/xlsx';
import * as codePages from '@e965/xlsx/dist/cpexcel.full.mjs';
import type { CellNotes, ReadCell } from './cell-note.ts';
import { cellFormat, numberCell } from './cell-values.ts';
import { addMerge } from './merged-cells.ts';
import { restoreNeutralised } from './neutralise.ts';
import { SheetError } from './sheet-error.ts';
import { addHiddenRow, newFacts } from './sheet-facts.ts';
import type { SheetFacts } from './sheet-facts.ts';
import type { SheetRow } from './sheet-limits.ts';
import type { XlsMessage, XlsTask } from './xls-reader.ts';

const BATCH_ROWS = 500;
/** Sheets that programs keep from people. */
const VERY_HIDDEN = 2;

// Files of Excel 95 hold their text in the code page of the machine that wrote them.
set_cptable(codePages);
let batches: Generator<SheetRow[], SheetFacts>;
parentPort?.on('message', (message: XlsTask | 'next') => {
  if (message !== 'next') batches = rowBatches(message);
  sendNext();
});

function sendNext(): void {
  try {
    const next = batches.next();
    send(next.done ? { done: true, facts: next.value } : { rows: next.value });
  } catch (error) {
    if (error instanceof SheetError) {
      send({ refused: { code: error.code, message: error.message } });
    } else if (error instanceof Error && /password|encrypt/i.test(error.message)) {
      send({ refused: { code: 'encrypted', message: '文件已加密，请取消密码后再导入' } });
    } else {
      send({ refused: { code: 'unreadable', message: '文件已损坏，无法读取' } });
    }
  }
}

function send(message: XlsMessage): void {
  parentPort?.postMessage(message);
}

function* rowBatches(task: XlsTask): Generator<SheetRow[], SheetFacts> {
  const { sheet, date1904, facts } = openWorkbook(task);
  const data = sheet['!data'] ?? [];
  for (const { s, e } of sheet['!merges'] ?? [])
    addMerge(facts.merges, { top: s.r + 1, left: s.c, bottom: e.r + 1, right: e.c });
  let batch: SheetRow[] = [];
  for (let index = 0; index < data.length; index += 1) {
    const row = readRow(data[index] ?? [], index + 1, date1904);
    if (row.cells.length === 0) continue;
    if (sheet['!rows']?.[index]?.hidden === true) addHiddenRow(facts, row.rowNumber);
    batch.push(row);
    if (batch.length === BATCH_ROWS) {
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) yield batch;
  return facts;
}

function openWorkbook({ bytes, maxRows, sheet: chosen }: XlsTask): {
  sheet: WorkSheet;
  date1904: boolean;
  facts: SheetFacts;
} {
  const workbook = read(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), {
    type: 'buffer',
    dense: true,
    cellNF: true,
    cellFormula: false,
    cellHTML: false,
    cellText: false,
    // One more than allowed, so that a file over the limit is seen to be over it.
    sheetRows: maxRows + 1,
  });
  const stateOf = (name: string) => workbook.Workbook?.Sheets?.[workbook.SheetNames.indexOf(name)]?.Hidden ?? 0;
  const name = workbook.SheetNames.filter((one) => stateOf(one) === 0)[chosen] ?? '';
  const sheet = workbook.Sheets[name];
  if (!sheet) throw new SheetError('empty', '文件中没有可读取的工作表');
  const others = workbook.SheetNames.filter(
    (one) => one !== name && stateOf(one) < VERY_HIDDEN && hasContent(workbook.Sheets[one]),
  );
  const facts: SheetFacts = {
    ...newFacts(),
    sheetName: name,
    otherSheets: others.map((one) => ({ name: one, isHidden: stateOf(one) !== 0 })),
  };
  return { sheet, date1904: workbook.Workbook?.WBProps?.date1904 === true, facts };
}

function hasContent(sheet: WorkSheet | undefined): boolean {
  return (sheet?.['!data'] ?? []).some((row) => row?.some((cell) => cell?.v !== undefined));
}

function readRow(row: readonly (CellObject | undefined)[], rowNumber: number, date1904: boolean): SheetRow {
  const cells: SheetRow['cells'] = [];
  const notes: CellNotes = new Map();
  row.forEach((cell, column) => {
    const { text, note } = cell ? readCell(cell, date1904) : { text: '' };
    if (text === '') return;
    while (cells.length < column) cells.push(null);
    cells[column] = text;
    if (note) notes.set(column, note);
  });
  return { rowNumber, cells, ...(notes.size > 0 ? { notes } : {}) };
}

function readCell(cell: CellObject, date1904: boolean): ReadCell {
  switch (cell.t) {
    case 'n':
      return numberCell(String(cell.v), cellFormat(0, String(cell.z ?? 'General')), date1904);
    case 'b':
      return { text: cell.v ? 'TRUE' : 'FALSE' };
    case 'e':
      return { text: cell.w ?? String(cell.v), note: { kind: 'error' } };
    case 's':
      return { text: restoreNeutralised(String(cell.v ?? '')) };
    default:
      return { text: '' };
  }
}
