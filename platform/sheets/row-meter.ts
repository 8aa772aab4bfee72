import { SheetError } from './sheet-error.ts';
import { MAX_COLUMNS } from './sheet-limits.ts';
import type { SheetLimits } from './sheet-limits.ts';

/** Counts what a file hands out and refuses it once it is more than an import may cost. */
type RowMeter = {
  row(cells: readonly (string | null)[]): void;
};

/** Limits: rows, cells, columns and characters; see SheetLimits. Throws SheetError. */
export function createRowMeter(limits: SheetLimits): RowMeter {
  let rows = 0;
  let cellCount = 0;
  let characters = 0;
  return {
    row(cells) {
      rows += 1;
      cellCount += cells.length;
      for (const cell of cells) if (cell !== null) characters += cell.length;
      if (cells.length > MAX_COLUMNS) throw tooManyColumns();
      if (rows > limits.maxRows) {
        throw new SheetError('too_many_rows', `文件超过 ${limits.maxRows} 行，请拆分后再导入`);
      }
      if (cellCount > limits.maxCells) {
        throw new SheetError('too_many_cells', `文件超过 ${limits.maxCells} 个单元格，请拆分后再导入`);
      }
      // One long shared string can be named by every cell: a small file, an endless text.
      if (characters * 2 > limits.maxUncompressedBytes) throw tooLarge();
    },
  };
}

export function tooManyColumns(): SheetError {
  return new SheetError('too_many_columns', `文件超过 ${MAX_COLUMNS} 列，请删除多余的列`);
}

export function tooLarge(): SheetError {
  return new SheetError('too_large', '文件解压后过大，请拆分后再导入');
}

export function cellTooLong(): SheetError {
  return new SheetError('cell_too_long', '单元格内容超过 32767 个字符');
}
