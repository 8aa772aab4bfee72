import { invalid } from '#kit/model/refusal.ts';
import { resourceKey } from '#kit/model/resource.ts';
import type { Numbering } from '#kit/server/document-number.ts';
import { errorFileRoute } from '#kit/server/import-export/error-file.ts';
import {
  oncePerKey,
  openTally,
  type ImportOutcome,
  type ImportPlace,
  type Tally,
} from '#kit/server/import-export/import-answer.ts';
import { readCells, type KnownLinks } from '#kit/server/import-export/read-cells.ts';
import { oneFile, openImport, type ImportTable } from '#kit/server/import-export/read-import.ts';
import {
  isNeeded,
  writableFields,
  type SheetField,
} from '#kit/server/import-export/sheet-columns.ts';
import { parseBody } from '#kit/server/parse.ts';
import { maskedFields } from '#kit/server/query/columns.ts';
import type { Registry } from '#kit/server/registry.ts';
import type { Answer, Call, Route } from '#kit/server/route.ts';
import { adjustmentTooLong } from '../model/errors.ts';
import { stockAdjustment, stockAdjustmentLine } from '../model/stock.ts';
import {
  addAdjustment,
  adjustmentHeader,
  adjustmentLine,
  lineErrors,
  MAX_LINES,
  requireWarehouse,
} from './adjustments.ts';

interface Services {
  numbering: Numbering;
  registry: Registry;
}

const BASE = '/inventory/stockAdjustment';
const PERMISSION = 'inventory:stockAdjustment:add';

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
      handle: (call) => importLines(call, services, { base: BASE, owner, title: '调整明细' }),
    },
    errorFileRoute(BASE, owner, PERMISSION, '调整明细'),
  ];
}

/**
 * Columns SKU, 数量, 单位成本, 品质 → one draft adjustment of the good rows; the others come back in
 * an error file (code 201). Without a good row there is no draft.
 */
async function importLines(
  call: Call,
  { numbering, registry }: Services,
  place: ImportPlace,
): Promise<Answer> {
  const isTrial = call.query['dryRun'] === '1';
  const header = parseBody(adjustmentHeader, call.query, { zone: call.actor.zone });
  await call.tx((tx) => requireWarehouse(tx, header.warehouseId));
  const file = await oneFile(call);
  return oncePerKey(call, place, file.bytes, async (settle) => {
    const columns = writableFields(adjustmentLine, maskedFields(stockAdjustmentLine, call.actor));
    const needed = columns.filter(({ field }) => isNeeded(field)).map(({ key }) => key);
    const table = await openImport(file.bytes, columns, needed);
    if (table.total > MAX_LINES) throw adjustmentTooLong({ most: MAX_LINES });
    const tally = openTally(place, table, columns);
    const lines = await judgeLines(call, registry, table, columns, tally);
    await tally.close();
    const [no] = isTrial ? [] : await numbering.take(call.actor, 'ST', 1, new Date());
    return call.tx((tx) =>
      settle(tx, async (): Promise<ImportOutcome> => {
        const outcome = await tally.finish(tx, { isTrial, fileName: file.name });
        if (isTrial || lines.length === 0) return outcome;
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
): Promise<Record<string, unknown>[]> {
  const lines: Record<string, unknown>[] = [];
  const links: KnownLinks = new Map();
  for await (const rows of table.chunks()) {
    const { positions } = table;
    const drafts = await call.tx((tx) =>
      readCells(tx, registry, { columns, positions }, rows, links),
    );
    for (const { row, body, faults } of drafts) {
      const errors = lineErrors(body, call.actor.zone).filter(({ field }) => !faults.has(field));
      errors.unshift(...faults.values());
      if (errors.length > 0) await tally.bad(row, invalid(errors));
      else {
        tally.good();
        lines.push(body);
      }
    }
  }
  return lines;
}
