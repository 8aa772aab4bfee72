import { isCurrency } from '#kit/model/currency.ts';
import { rm } from 'node:fs/promises';
import { invalid, Refusal } from '#kit/model/refusal.ts';
import { errorFileRoute, resourceRoute } from '#kit/model/resource-routes.ts';
import { resourceKey } from '#kit/model/resource.ts';
import { placeOf } from '../actor.ts';
import { handOutErrorFile, type ImportPlace } from '../import-export/error-file.ts';
import { oncePerKey, openTally, type ImportOutcome, type Tally } from '../import-export/import-answer.ts';
import { XLS_MIME } from '../import-export/export-sheet.ts';
import { readDates } from '../import-export/import-options.ts';
import { readCells, type KnownLinks } from '../import-export/read-cells.ts';
import { openImport, type ImportTable } from '../import-export/read-import.ts';
import { receiveSheet } from '../import-export/receive-sheet.ts';
import { isNeeded, templateOf, writableFields, type SheetField } from '../import-export/sheet-columns.ts';
import { MESSAGES } from '../messages.ts';
import { parseBody, readFields } from '../parse.ts';
import { maskedFields } from '../query/columns.ts';
import { file, implement, type Answer, type Call, type FileAnswer, type Route } from '../route.ts';
import { writeXls } from '#platform/sheets/xls-writer.ts';
import type { DraftPlace } from './draft-slots.ts';
import { readHead } from './read-draft.ts';
import { storeDraft } from './write-draft.ts';

type Values = Record<string, unknown>;

/**
 * Lines from a sheet: into a form that somebody has open, or one draft to look at and hand in.
 * @param hasSheets whole documents are imported too: their error files are handed out there
 */
export function importDraftRoutes(place: DraftPlace, importBytes: number, hasSheets: boolean): Route[] {
  const { resource, lines, head: query } = place.shape;
  const owner = resourceKey(resource);
  const at: ImportPlace = { of: resource, owner, title: lines.title };
  const route = (operation: 'importLines' | 'lineTemplate') => resourceRoute(resource, operation, lines.title);
  return [
    implement({ ...route('importLines'), query }, (call) => importLines(call, place, at, importBytes)),
    implement(route('lineTemplate'), (call) => lineTemplate(call, place)),
    ...(hasSheets
      ? []
      : [implement(errorFileRoute(resource, 'add', lines.title), (call) => handOutErrorFile(call, owner))]),
  ];
}

/** What a sheet of lines may say; what is masked from somebody has no column. */
const lineColumns = ({ actor }: Call, { shape }: DraftPlace): SheetField[] =>
  writableFields(shape.line, { hidden: maskedFields(shape.child, actor), words: actor.words });

/** An empty sheet of lines to fill in. */
async function lineTemplate(call: Call, place: DraftPlace): Promise<FileAnswer> {
  const { title } = place.shape.lines;
  const columns = templateOf(lineColumns(call, place));
  const bytes = await writeXls({ sheetName: title, columns, rows: [] });
  return file(`${title}导入模板.xls`, XLS_MIME, bytes);
}

/**
 * A head in the query and lines in the sheet → one draft of the good rows; the others come back in an
 * error file (code 201). Without a good row there is no draft. A trial (`dryRun=1`) may do without a
 * head and answers the good lines: the form takes them in beside what was typed.
 *
 * No job of the background: a sheet is read no further than a draft has lines, which takes seconds,
 * and its rows go into a form that somebody has open, where a job would leave them to nobody.
 */
async function importLines(call: Call, place: DraftPlace, at: ImportPlace, importBytes: number): Promise<Answer> {
  const isTrial = call.query['dryRun'] === '1';
  const { head: fields, declared } = place.shape;
  if (isTrial) parseBody(fields, call.query, { ...placeOf(call.actor), partial: true });
  const head = isTrial ? null : await call.tx((tx) => readHead(tx, place, call.query, null));
  const { file: sheet } = await receiveSheet(call, importBytes);
  try {
    return await oncePerKey(call, at, sheet, async (settle) => {
      const { tally, lines } = await readSheet(call, place, at, sheet.path);
      return call.tx((tx) =>
        settle(tx, async (): Promise<ImportOutcome> => {
          const outcome = await tally.finish(tx, { isTrial, fileName: sheet.name });
          if (head === null) return { ...outcome, result: { ...outcome.result, lines } };
          if (lines.length === 0) return outcome;
          const read = lines.map((values) => ({ id: null, values }));
          const { id, ...stored } = await storeDraft(tx, place, head, read);
          const documentNo = stored[declared.number.field] as string;
          return { ...outcome, result: { ...outcome.result, id, documentNo } };
        }),
      );
    });
  } finally {
    await rm(sheet.path, { force: true });
  }
}

/** The lines of a sheet, and what was refused. @throws Refusal 422 for more than a draft has */
async function readSheet(
  call: Call,
  place: DraftPlace,
  at: ImportPlace,
  path: string,
): Promise<{ tally: Tally; lines: Values[] }> {
  const { title, lines: declared } = place.shape;
  const own = lineColumns(call, place);
  const needed = own.filter(({ field }) => isNeeded(field)).map(({ key }) => key);
  const refuseMany = async (rows: number): Promise<void> => {
    if (rows > declared.most) throw new Refusal('tooMany', MESSAGES.tooManyRows(title, declared.most), { status: 422 });
  };
  const { part } = call.query;
  const table = await openImport(path, own, needed, {
    dates: readDates(call.query),
    foreign: {
      sheets: place.registry.foreignSheets,
      of: at.owner,
      currency: currencyOf(call) ?? call.actor.currency,
      part,
    },
    onRead: refuseMany,
  });
  await refuseMany(table.total);
  const { columns } = table;
  const tally = openTally(at, table, columns);
  const lines = await judgeLines(call, place, table, columns, tally);
  await tally.close();
  return { tally, lines };
}

/** The currency of the document, in which its lines are: where the form says it. */
const currencyOf = ({ query: { currency = '' } }: Call): string | undefined =>
  isCurrency(currency) ? currency : undefined;

async function judgeLines(
  call: Call,
  { shape, registry }: DraftPlace,
  table: ImportTable,
  columns: readonly SheetField[],
  tally: Tally,
): Promise<Values[]> {
  const lines: Values[] = [];
  const links: KnownLinks = new Map();
  for await (const rows of table.chunks()) {
    const { positions, dates } = table;
    const plan = { columns, positions, dates, currency: currencyOf(call) };
    const drafts = await call.tx((tx) => readCells(tx, registry, plan, rows, links));
    for (const { row, body, faults } of drafts) {
      const { values, errors: found } = readFields(shape.line, body, placeOf(call.actor));
      const errors = [...faults.values(), ...found.filter(({ field }) => !faults.has(field))];
      if (errors.length > 0) await tally.bad(row, invalid(errors));
      else {
        tally.good();
        lines.push(values);
      }
    }
  }
  return lines;
}
