import { rm } from 'node:fs/promises';
import { invalid } from '#kit/model/refusal.ts';
import { resourceKey } from '#kit/model/resource.ts';
import type { Numbering } from '#kit/server/document-number.ts';
import { errorFileRoute, type ImportPlace } from '#kit/server/import-export/error-file.ts';
import {
  oncePerKey,
  openTally,
  type ImportOutcome,
  type Tally,
} from '#kit/server/import-export/import-answer.ts';
import { XLS_MIME } from '#kit/server/import-export/export-sheet.ts';
import { readCells, type KnownLinks } from '#kit/server/import-export/read-cells.ts';
import { openImport, type ImportTable } from '#kit/server/import-export/read-import.ts';
import { receiveSheet } from '#kit/server/import-export/receive-sheet.ts';
import {
  isNeeded,
  templateOf,
  writableFields,
  type SheetField,
} from '#kit/server/import-export/sheet-columns.ts';
import { parseBody } from '#kit/server/parse.ts';
import { maskedFields } from '#kit/server/query/columns.ts';
import type { Registry } from '#kit/server/registry.ts';
import { file, type Answer, type Call, type FileAnswer, type Route } from '#kit/server/route.ts';
import { IMPORT_BYTES } from '#kit/server/sheets/sheet-limits.ts';
import { writeXls } from '#kit/server/sheets/xls-writer.ts';
import { MAX_LINES } from '../model/adjustment-limits.ts';
import { adjustmentTooLong } from '../model/errors.ts';
import { stockAdjustment, stockAdjustmentLine } from '../model/stock.ts';
import {
  addAdjustment,
  adjustmentHeader,
  adjustmentLine,
  readLine,
  requireWarehouse,
  type Line,
} from './adjustment-draft.ts';

interface Services {
  numbering: Numbering;
  registry: Registry;
  /** What a sheet may weigh; 50 MB unless told. */
  importBytes?: number;
}

const BASE = '/inventory/stockAdjustment';
const PERMISSION = 'inventory:stockAdjustment:add';
const TITLE = '调整明细';

/** Opening stock and corrections from a sheet: one draft for a person to look at and submit. */
export function importAdjustmentRoutes(services: Services): Route[] {
  const owner = resourceKey(stockAdjustment);
  return [
    {
      method: 'POST',
      path: `${BASE}/importLines`,
      access: { permission: PERMISSION },
      summary: '导入调整明细',
      query: adjustmentHeader,
      takesFile: true,
      handle: (call) => importLines(call, services, { base: BASE, owner, title: TITLE }),
    },
    {
      method: 'GET',
      path: `${BASE}/lineTemplate`,
      access: { permission: PERMISSION },
      summary: '调整明细导入模板',
      givesFile: true,
      handle: (call) => lineTemplate(call),
    },
    errorFileRoute(BASE, owner, PERMISSION, TITLE),
  ];
}

/** What a sheet of lines may say; who may not see costs has no column for them. */
const lineColumns = ({ actor }: Call): SheetField[] =>
  writableFields(adjustmentLine, maskedFields(stockAdjustmentLine, actor));

/** An empty sheet of lines to fill in. */
async function lineTemplate(call: Call): Promise<FileAnswer> {
  const columns = templateOf(lineColumns(call));
  const bytes = await writeXls({ sheetName: TITLE, columns, rows: [] });
  return file(`${TITLE}导入模板.xls`, XLS_MIME, bytes);
}

/**
 * Columns SKU, 数量, 单位成本, 品质 → one draft adjustment of the good rows; the others come back in
 * an error file (code 201). Without a good row there is no draft. A trial (`dryRun=1`) may do
 * without a head and answers the good lines: the form takes them in beside what was typed.
 *
 * No job of the background: a sheet is read no further than a draft has lines, which takes seconds,
 * and its rows go into a form that somebody has open, where a job would leave them to nobody.
 */
async function importLines(call: Call, services: Services, place: ImportPlace): Promise<Answer> {
  const isTrial = call.query['dryRun'] === '1';
  const read = { zone: call.actor.zone, partial: isTrial };
  const header = parseBody(adjustmentHeader, call.query, read);
  if (!isTrial) await call.tx((tx) => requireWarehouse(tx, header.warehouseId));
  const { file: sheet } = await receiveSheet(call, services.importBytes ?? IMPORT_BYTES);
  try {
    return await oncePerKey(call, place, sheet, async (settle) => {
      const { tally, lines } = await readLines(call, services.registry, place, sheet.path);
      const [no] = isTrial ? [] : await services.numbering.take(call.actor, 'ST', 1);
      return call.tx((tx) =>
        settle(tx, async (): Promise<ImportOutcome> => {
          const outcome = await tally.finish(tx, { isTrial, fileName: sheet.name });
          if (isTrial) return { ...outcome, result: { ...outcome.result, lines } };
          if (lines.length === 0) return outcome;
          const id = await addAdjustment(tx, no as string, { ...header, lines });
          return { ...outcome, result: { ...outcome.result, id, documentNo: no as string } };
        }),
      );
    });
  } finally {
    await rm(sheet.path, { force: true });
  }
}

/** The lines of a sheet, and what was refused. @throws Refusal 422 for more than a draft has */
async function readLines(
  call: Call,
  registry: Registry,
  place: ImportPlace,
  path: string,
): Promise<{ tally: Tally; lines: Line[] }> {
  const columns = lineColumns(call);
  const needed = columns.filter(({ field }) => isNeeded(field)).map(({ key }) => key);
  const refuseMany = async (rows: number): Promise<void> => {
    if (rows > MAX_LINES) throw adjustmentTooLong({ most: MAX_LINES });
  };
  const table = await openImport(path, columns, needed, refuseMany);
  await refuseMany(table.total);
  const tally = openTally(place, table, columns);
  const lines = await judgeLines(call, registry, table, columns, tally);
  await tally.close();
  return { tally, lines };
}

async function judgeLines(
  call: Call,
  registry: Registry,
  table: ImportTable,
  columns: readonly SheetField[],
  tally: Tally,
): Promise<Line[]> {
  const lines: Line[] = [];
  const links: KnownLinks = new Map();
  for await (const rows of table.chunks()) {
    const { positions } = table;
    const drafts = await call.tx((tx) =>
      readCells(tx, registry, { columns, positions }, rows, links),
    );
    for (const { row, body, faults } of drafts) {
      const { line, errors: found } = readLine(body, call.actor.zone);
      const errors = [...faults.values(), ...found.filter(({ field }) => !faults.has(field))];
      if (errors.length > 0) await tally.bad(row, invalid(errors));
      else {
        tally.good();
        lines.push(line);
      }
    }
  }
  return lines;
}
