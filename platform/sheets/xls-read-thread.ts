import { parentPort, workerData } from 'node:worker_threads';
import { read, set_cptable } from '@e965/xlsx';
import type { CellObject, WorkSheet } from '@e965/xlsx';
import * as codePages from '@e965/xlsx/dist/cpexcel.full.mjs';
import { numberKind, numberText } from './cell-values.ts';
import { restoreNeutralised } from './neutralise.ts';
import { SheetError } from './sheet-error.ts';
import type { SheetRow } from './sheet-limits.ts';
import type { XlsMessage, XlsTask } from './xls-reader.ts';

const BATCH_ROWS = 500;

// Files of Excel 95 hold their text in the code page of the machine that wrote them.
set_cptable(codePages);
const { bytes, maxRows } = workerData as XlsTask;
const batches = rowBatches(bytes, maxRows);
parentPort?.on('message', sendNext);
sendNext();

function sendNext(): void {
  try {
    const next = batches.next();
    send(next.done ? { done: true } : { rows: next.value });
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

function* rowBatches(file: Uint8Array, rowLimit: number): Generator<SheetRow[]> {
  const { sheet, date1904 } = firstVisibleSheet(file, rowLimit);
  const data = sheet['!data'] ?? [];
  let batch: SheetRow[] = [];
  for (let index = 0; index < data.length; index += 1) {
    const cells = rowCells(data[index] ?? [], date1904);
    if (cells.length === 0) continue;
    batch.push({ rowNumber: index + 1, cells });
    if (batch.length === BATCH_ROWS) {
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) yield batch;
}

function firstVisibleSheet(
  file: Uint8Array,
  rowLimit: number,
): { sheet: WorkSheet; date1904: boolean } {
  const workbook = read(Buffer.from(file.buffer, file.byteOffset, file.byteLength), {
    type: 'buffer',
    dense: true,
    cellNF: true,
    cellFormula: false,
    cellHTML: false,
    cellText: false,
    // One more than allowed, so that a file over the limit is seen to be over it.
    sheetRows: rowLimit + 1,
  });
  const names = workbook.SheetNames.filter(
    (_, index) => !workbook.Workbook?.Sheets?.[index]?.Hidden,
  );
  const sheet = workbook.Sheets[names[0] ?? ''];
  if (!sheet) throw new SheetError('empty', '文件中没有可读取的工作表');
  return { sheet, date1904: workbook.Workbook?.WBProps?.date1904 === true };
}

function rowCells(row: readonly (CellObject | undefined)[], date1904: boolean): SheetRow['cells'] {
  const cells: SheetRow['cells'] = [];
  row.forEach((cell, column) => {
    const text = cell ? cellText(cell, date1904) : '';
    if (text === '') return;
    while (cells.length < column) cells.push(null);
    cells[column] = text;
  });
  return cells;
}

function cellText(cell: CellObject, date1904: boolean): string {
  switch (cell.t) {
    case 'n':
      return numberText(String(cell.v), numberKind(0, String(cell.z ?? 'General')), date1904);
    case 'b':
      return cell.v ? 'TRUE' : 'FALSE';
    case 'e':
      return cell.w ?? String(cell.v);
    case 's':
      return restoreNeutralised(String(cell.v ?? ''));
    default:
      return '';
  }
}
