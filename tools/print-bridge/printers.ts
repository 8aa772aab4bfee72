import { execFile } from 'node:child_process';
import { access, copyFile, mkdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import type { LabelFormat } from '#platform/print/label-file.ts';

export interface Printer {
  id: string;
  name: string;
  isReady: boolean;
}

/** What a bridge prints with. */
export interface Printers {
  list(): Promise<Printer[]>;
  /** Resolves once the printer has taken it. @throws where it has not */
  print(printer: string, file: string, format: LabelFormat): Promise<void>;
}

/** A folder for each printer; a printer whose folder is gone is gone. */
export function printToFolder(folder: string): Printers {
  const isThere = (): Promise<boolean> =>
    access(folder).then(
      () => true,
      () => false,
    );
  const made = mkdir(folder, { recursive: true });
  return {
    async list() {
      await made;
      return [{ id: 'folder', name: `文件夹 ${basename(folder)}`, isReady: await isThere() }];
    },
    async print(_printer, file) {
      await made;
      if (!(await isThere())) throw new Error('打印机不在线');
      await copyFile(file, join(folder, basename(file)));
    },
  };
}

const run = promisify(execFile);
const PATIENCE_MS = 60_000;

/**
 * A command for each file, `{printer}` and `{file}` filled in; no shell reads it.
 * @param command words between blanks: `lp -d {printer} {file}`
 * @param zplCommand as well, for ZPL, which must reach the printer as it is: `lp -o raw -d {printer} {file}`
 */
export function printByCommand(command: string, names: readonly string[], zplCommand?: string): Printers {
  return {
    list: async () => names.map((id) => ({ id, name: id, isReady: true })),
    async print(printer, file, format) {
      const request = format === 'zpl' ? zplCommand : command;
      if (!request) throw new Error('打印桥没有设置 ZPL 的打印命令（--zpl-command）');
      const [program = '', ...words] = request.split(/\s+/).filter(Boolean);
      const filled = words.map((word) => word.replaceAll('{printer}', printer).replaceAll('{file}', file));
      await run(program, filled, { timeout: PATIENCE_MS });
    },
  };
}
