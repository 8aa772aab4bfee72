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
import { oneFile, openImport, type ImportTable } from '#kit/server/import-export/read-import.ts';
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
import { writeXls } from '#kit/server/sheets/xls-writer.ts';
import { adjustmentTooLong } from '../model/errors.ts';
import { stockAdjustment, stockAdjustmentLine } from '../model/stock.ts';
import {
  addAdjustment,
  adjustmentHeader,
  adjustmentLine,
  MAX_LINES,
  readLine,
  requireWarehouse,
  type Line,
} from './adjustment-draft.ts';

interface Services {
  numbering: Numbering;
  registry: Registry;
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
 */
async function importLines(
  call: Call,
  { numbering, registry }: Services,
  place: ImportPlace,
): Promise<Answer> {
  const isTrial = call.query['dryRun'] === '1';
  const read = { zone: call.actor.zone, partial: isTrial };
  const header = parseBody(adjustmentHeader, call.query, read);
  if (!isTrial) await call.tx((tx) => requireWarehouse(tx, header.warehouseId));
  const sheet = await oneFile(call);
  return oncePerKey(call, place, sheet.bytes, async (settle) => {
    const columns = lineColumns(call);
    const needed = columns.filter(({ field }) => isNeeded(field)).map(({ key }) => key);
    const table = await openImport(sheet.bytes, columns, needed);
    if (table.total > MAX_LINES) throw adjustmentTooLong({ most: MAX_LINES });
    const tally = openTally(place, table, columns);
    const lines = await judgeLines(call, registry, table, columns, tally);
    await tally.close();
    const [no] = isTrial ? [] : await numbering.take(call.actor, 'ST', 1, new Date());
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
