import { createHash } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { Refusal } from '#kit/model/refusal.ts';
import { auditResource } from '#kit/server/audit.ts';
import { newId, type Database, type Tx } from '#kit/server/database.ts';
import { readDates } from '#kit/server/import-export/import-options.ts';
import { receiveSheet } from '#kit/server/import-export/receive-sheet.ts';
import { isUuid } from '#kit/server/kinds.ts';
import { requireVisible } from '#kit/server/query/own-visibility.ts';
import { baseConditions } from '#kit/server/query/row-conditions.ts';
import { holdUploads } from '#kit/server/record-uploads.ts';
import type { Registry } from '#kit/server/registry.ts';
import { implement, type CallOf, type Route } from '#kit/server/route.ts';
import { join, sql } from '#kit/server/sql.ts';
import { insertInto } from '#kit/server/stored-rows.ts';
import { placeUpload, refuseOverQuota } from '#modules/system/server/index.ts';
import { SheetError } from '#platform/sheets/sheet-error.ts';
import { readHeads, shownSamples, type Head } from '#platform/sheets/sheet-heads.ts';
import { reportRefusals } from '../../model/report-errors.ts';
import { reportFile, reportRow, takeReportRoute, type ReportAnswer, type ReportKind } from '../../model/report-file.ts';
import { reportFormat } from '../../model/report-format.ts';
import { readBankFile } from '../bank/read-bank-file.ts';
import { takeBank } from '../bank/take-bank.ts';
import { parsed } from '../readers/import-edi.ts';
import { EXPECTED, HEAD_BYTES, natureOf, textOf } from './file-nature.ts';
import { openReport, readRows, type ReadPlan } from './read-rows.ts';
import { readFormats } from './read-formats.ts';
import { recognise } from './recognise.ts';
import { summaryOf } from './summary.ts';
import { kindOfSets, takeInterchange } from './take-interchange.ts';
import { takeSheet } from './take-sheet.ts';
import type { TakeContext, Taken } from './taken-rows.ts';

/** A file is held in memory: tens of thousands of rows fit. */
const MOST_BYTES = 16 * 1024 * 1024;

/** A file that is known, and how its rows are taken in a transaction. */
interface Report {
  kind: ReportKind;
  layout: string;
  formatId: string | null;
  sheetName: string | null;
  notes: readonly string[];
  ending: 'csv' | 'xls' | 'xlsx' | 'txt';
  take(tx: Tx, context: TakeContext): Promise<Taken>;
}

interface Sent {
  name: string;
  bytes: Buffer;
  accountId: string | null;
  bankAccountId: string | null;
  dates: ReturnType<typeof readDates>;
}

/** 报表收件箱: knows what a file is by what is in it, and takes it in once, whole. */
export const takeReport = (registry: Registry): Route =>
  implement(takeReportRoute, async (call) => {
    const { file } = await receiveSheet(call, MOST_BYTES);
    let bytes: Buffer;
    try {
      bytes = await readFile(file.path);
    } finally {
      await rm(file.path, { force: true });
    }
    const sent: Sent = {
      name: shownName(file.name),
      bytes,
      accountId: isUuid(call.query.accountId) ? call.query.accountId : null,
      bankAccountId: isUuid(call.query.bankAccountId) ? call.query.bankAccountId : null,
      dates: readDates({ dates: call.query.dates }),
    };
    const report = await readReport(call, registry, sent);
    return 'unknown' in report ? report : takeOnce(call, sent, report);
  });

/** Without folders and signs that would write it backwards. */
const shownName = (name: string): string =>
  [...(name.split(/[/\\]/).at(-1) ?? '').replace(/[\p{Cc}\p{Cf}]/gu, '')].slice(-200).join('') || '文件';

type TakeCall = CallOf<typeof takeReportRoute>;

/** What a file is. @returns a question where nobody has explained it yet @throws Refusal naming what it is instead */
async function readReport(call: TakeCall, registry: Registry, sent: Sent): Promise<Report | ReportAnswer> {
  const { bytes } = sent;
  const isZip = bytes.subarray(0, 2).toString('latin1') === 'PK';
  const nature = natureOf(bytes.subarray(0, HEAD_BYTES), isZip && bytes.includes('xl/workbook'));
  if (nature.as === 'other') throw reportRefusals.wrongFile({ what: nature.what, expected: EXPECTED });
  if (nature.as === 'x12') return interchangeOf(bytes);
  if (nature.as === 'camt' || nature.as === 'mt940') return bankFileOf(bytes, nature.as);
  const heads = await headsOf(bytes);
  const formats = await call.tx(readFormats);
  const known = recognise(heads, formats, registry.foreignSheets);
  if (known === null) throw reportRefusals.noHead({ expected: EXPECTED });
  if (known.as === 'foreign') throw reportRefusals.elsewhere({ message: known.message, expected: EXPECTED });
  if (known.as === 'unknown') return call.tx((tx) => question(tx, known));
  const format = known.as === 'taught' ? known.format : null;
  const plan: ReadPlan = {
    kind: known.as === 'taught' ? known.format.kind : known.kind,
    format,
    dates: sent.dates ?? format?.dates ?? undefined,
  };
  const opened = await openReport(bytes, plan, call.actor);
  const rows = await call.tx((tx) => readRows(tx, registry, opened, plan));
  return {
    kind: plan.kind,
    layout: format ? format.name : '平台列名',
    formatId: format?.id ?? null,
    sheetName: opened.table.sheetName,
    notes: [
      ...opened.table.notes,
      ...(format && plan.kind === 'remittance' && !format.netColumn ? ['文件里没有净额，按明细合计'] : []),
    ],
    ending: isZip ? 'xlsx' : bytes[0] === 0xd0 ? 'xls' : 'csv',
    take: (tx, context) => takeSheet(tx, rows, plan, context),
  };
}

async function interchangeOf(bytes: Buffer): Promise<Report> {
  const documents = await parsed(textOf(bytes));
  return {
    kind: kindOfSets(documents),
    layout: `EDI X12 ${[...new Set(documents.map(({ set }) => set))].sort().join('、')}`,
    formatId: null,
    sheetName: null,
    notes: [],
    ending: 'txt',
    take: (tx, context) => takeInterchange(tx, documents, context),
  };
}

function bankFileOf(bytes: Buffer, as: 'camt' | 'mt940'): Report {
  const statements = readBankFile(bytes, as);
  return {
    kind: 'bankLine',
    layout: as === 'camt' ? 'camt.053' : 'MT940',
    formatId: null,
    sheetName: null,
    notes: statements.some(({ closing }) => closing === null) ? ['文件里没有期末余额，不比对账上余额'] : [],
    ending: 'txt',
    take: (tx, context) => takeBank(tx, statements, context),
  };
}

async function headsOf(bytes: Buffer): Promise<Head[]> {
  try {
    return await readHeads(bytes);
  } catch (error) {
    if (!(error instanceof SheetError)) throw error;
    throw new Refusal(`sheet.${error.code}`, error.message, { status: 422 });
  }
}

/** A format that is nearly it is named to whoever may see it: only they could change it. */
async function question(
  tx: Tx,
  { head, near: nearest, guess }: Extract<ReturnType<typeof recognise>, { as: 'unknown' }>,
): Promise<ReportAnswer> {
  const [seen] = await tx.query(sql`
    select 1 from report_format t where ${join(baseConditions(reportFormat, tx.actor), ' and ')}
      and t.id = ${nearest?.format.id ?? null}::uuid`);
  const near = seen ? nearest : null;
  return {
    state: 'unknown',
    id: null,
    summary: near
      ? `像是“${near.format.name}”，但缺少列：${near.missing.join('、')}`
      : '还不认识这种文件，请对应一次列名',
    unknown: {
      sheetName: head.sheetName,
      titles: head.titles.filter((title) => title !== ''),
      samples: shownSamples(head).map((row) => row.filter((_, at) => head.titles[at] !== '')),
      guess,
      near: near && { id: near.format.id, name: near.format.name, missing: near.missing },
    },
  };
}

/** Undoes what was written of a file that changed nothing. */
class Unchanged extends Error {
  readonly id: string;
  constructor(id: string) {
    super('nothing was new');
    this.id = id;
  }
}

/**
 * Takes a file in, in one transaction. The same bytes once more change nothing, unless what they brought in has been
 * taken back since; two who send them at once come one after the other by the key of the file.
 */
async function takeOnce(call: TakeCall, sent: Sent, report: Report): Promise<ReportAnswer> {
  const digest = createHash('sha256').update(sent.bytes).digest('hex');
  await call.tx((tx) => refuseOverQuota(tx, Number.POSITIVE_INFINITY, sent.bytes.length));
  for (;;)
    try {
      const answer = await call.tx((tx) => take(tx, { digest, sent, report }));
      if (answer) return answer;
    } catch (error) {
      if (!(error instanceof Unchanged)) throw error;
      return sameAgain(call, error.id);
    }
}

interface Taking {
  digest: string;
  sent: Sent;
  report: Report;
}

/** @returns null where somebody else was faster with the same file: to be tried again */
async function take(tx: Tx, { digest, sent, report }: Taking): Promise<ReportAnswer | null> {
  const known = await tx.rows<{ id: string }>`
    select id from report_file where tenant_id = ${tx.tenant} and digest = ${digest} order by reading`;
  const { kind, layout, formatId, sheetName } = report;
  const [stored] = await tx.rows<{ id: string }>`
    insert into report_file (tenant_id, id, file_name, kind, layout, format_id, sheet_name, digest, reading, create_by,
      create_time)
    values (${tx.tenant}, ${newId()}, ${sent.name}, ${kind}, ${layout}, ${formatId}::uuid, ${sheetName}, ${digest},
      ${known.length + 1}, ${tx.actor.username}, ${tx.now})
    on conflict (tenant_id, digest, reading) do nothing returning id`;
  if (!stored) return null;
  const { id } = stored;
  const { accountId, bankAccountId } = sent;
  const taken = await report.take(tx, { fileId: id, fileName: sent.name, accountId, bankAccountId });
  const before = known.at(-1);
  if (before && taken.rows.every(({ outcome }) => outcome !== 'added' && outcome !== 'edited'))
    throw new Unchanged(before.id);
  await storeRows(tx, id, sheetName, taken);
  await storeFacts(tx, id, { sent, report, taken });
  await requireVisible(tx, reportFile, id);
  auditResource(tx, reportFile, [{ rowId: id, action: 'import' }]);
  return { state: 'taken', id, summary: summaryOf(taken), unknown: null };
}

async function storeRows(tx: Tx, fileId: string, sheetName: string | null, { rows }: Taken): Promise<void> {
  if (rows.length === 0) return;
  await insertInto(
    tx,
    reportRow,
    rows.map((row) => ({
      fileId,
      sheetName,
      no: row.no ?? null,
      poNo: row.poNo ?? null,
      currency: row.currency ?? null,
      amount: row.amount ?? null,
      note: row.note ?? null,
      remittanceId: row.remittanceId ?? null,
      deductionId: row.deductionId ?? null,
      invoiceId: row.invoiceId ?? null,
      bankLineId: row.bankLineId ?? null,
      rowNo: row.rowNo,
      outcome: row.outcome,
    })),
  );
}

async function storeFacts(tx: Tx, id: string, { sent, report, taken }: Omit<Taking, 'digest'> & { taken: Taken }) {
  const address = await placeUpload(tx, {
    folder: 'report',
    name: sent.name,
    kind: report.ending,
    bytes: sent.bytes,
  });
  await holdUploads(tx, { type: 'finance:reportFile', id }, [address]);
  const count = (...outcomes: readonly string[]): number =>
    taken.rows.filter(({ outcome }) => outcomes.includes(outcome)).length;
  const shops = [...taken.shops].sort();
  const days = taken.days.toSorted();
  await tx.run`
    update report_file set account_id = ${shops.length === 1 ? (shops[0] ?? null) : null}::uuid,
      shop_ids = ${shops}::uuid[], period_from = ${days[0] ?? null}::date, period_to = ${days.at(-1) ?? null}::date,
      row_count = ${taken.rows.length}, added_count = ${count('added', 'edited')},
      same_count = ${count('same', 'equal', 'skipped')}, differs_count = ${count('differs', 'missing')},
      note = ${report.notes.join('；').slice(0, 1000) || null}, original = ${[address]}::text[]
    where tenant_id = ${tx.tenant} and id = ${id}::uuid`;
}

/** The file is there: which one it is, is for those who may see it. */
async function sameAgain({ db, actor }: { db: Database; actor: TakeCall['actor'] }, id: string): Promise<ReportAnswer> {
  const seen = await db.tx(actor, (tx) =>
    tx.query(sql`
      select 1 from report_file t where ${join(baseConditions(reportFile, tx.actor), ' and ')} and t.id = ${id}::uuid`),
  );
  return {
    state: 'same',
    id: seen.length > 0 ? id : null,
    summary: '这个文件已经导入过，没有新的内容',
    unknown: null,
  };
}
