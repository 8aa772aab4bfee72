import type { DateOrder } from '#kit/model/date-text.ts';
import type { TaskOf } from '#kit/model/job.ts';
import { dayIn } from '#kit/model/time.ts';
import { moveInTransaction } from '#kit/server/command.ts';
import type { Tx } from '#kit/server/database.ts';
import { noteInTransaction, type Attempt, type QueuedHandler } from '#kit/server/deliveries.ts';
import { LostFile } from '#kit/server/lost-file.ts';
import { insertInto, setColumns } from '#kit/server/stored-rows.ts';
import type { parseReportJob } from '../model/jobs.ts';
import { marketReport, marketReportEdition, marketReportRow, type ReportType } from '../model/report.ts';
import { withAdRatios } from './ad-figures.ts';
import { MOST_NOTES, readReport, ReportFault, type ReadReport } from './read-report.ts';
import { readBackReport, type ToldReport } from './read-back.ts';
import { failReport, finishReport } from './report-moves.ts';
import { noteHealth } from './told-health.ts';

type ParseAttempt = Attempt<TaskOf<typeof parseReportJob>>;

/** Rows of one transaction: what is done is seen as it grows. */
const CHUNK = 1_000;

/** `market.parseReport`: the file of an edition becomes rows. Begun again it starts over and comes to the same. */
export const parseReportHandler: QueuedHandler<TaskOf<typeof parseReportJob>> = {
  rank: 6,
  isLong: true,
  async run(attempt) {
    const found = await attempt.tx((tx) => begin(tx, attempt));
    if (!found) return attempt.finish();
    try {
      const { dates } = attempt.payload;
      const read = await readReport(found.bytes, found.type, {
        today: found.today,
        ...(dates ? { dates: dates as DateOrder } : {}),
      });
      const report = withAdRatios(found.type, read);
      await store(attempt, report);
      await attempt.finish((tx) => end(tx, attempt, found, report));
    } catch (error) {
      const fault = error instanceof ReportFault || error instanceof LostFile ? error : null;
      if (!fault && !attempt.isLast) throw error;
      await attempt.finish((tx) => endAsFailed(tx, attempt, fault));
      if (!fault) throw error;
    }
  },
};

interface Begun extends ToldReport {
  editionId: string;
  type: ReportType;
  bytes: Buffer;
  today: string;
}

/** Takes the rows away that an earlier attempt has left. @returns null where there is nothing to be read any more */
async function begin(tx: Tx, attempt: ParseAttempt): Promise<Begun | null> {
  const { reportId, edition } = attempt.payload;
  const found = await tx.maybe<Omit<Begun, 'bytes' | 'today'> & { assetId: string | null }>`
    select e.id as edition_id, r.type, r.account_id, r.name, r.period_from::text, r.period_to::text, a.id as asset_id
    from market_report r
      join market_report_edition e on e.tenant_id = r.tenant_id and e.report_id = r.id and e.edition = r.edition
      left join asset a on a.tenant_id = e.tenant_id and a.address = e.original[1]
    where r.tenant_id = ${tx.tenant} and r.id = ${reportId}::uuid and r.edition = ${edition} and r.status = 'ready'
      and r.deleted_at is null`;
  if (!found) return null;
  await noteInTransaction(tx, attempt, {});
  await tx.run`
    delete from market_report_row
    where tenant_id = ${tx.tenant} and report_id = ${reportId}::uuid and edition = ${edition}`;
  await setColumns(tx, marketReport, [reportId], { doneRows: 0 });
  const bytes = found.assetId ? await bytesOf(tx, found.assetId) : Buffer.alloc(0);
  return { ...found, bytes, today: dayIn(tx.now, tx.actor.zone) };
}

/** An edition whose file is gone is read as an empty file, and fails as such. */
const bytesOf = (tx: Tx, id: string): Promise<Buffer> =>
  tx.files.read(tx, id).then(
    ({ bytes }) => bytes,
    (error: unknown) => {
      if (error instanceof LostFile) return Buffer.alloc(0);
      throw error;
    },
  );

async function store(attempt: ParseAttempt, { rows }: ReadReport): Promise<void> {
  const { reportId, edition } = attempt.payload;
  for (let at = 0; at < rows.length; at += CHUNK)
    await attempt.tx(async (tx) => {
      const chunk = rows.slice(at, at + CHUNK);
      // Whoever lost the delivery to another node stores nothing beside it.
      await noteInTransaction(tx, attempt, {});
      await insertInto(
        tx,
        marketReportRow,
        chunk.map(({ rowNo, values }) => ({ reportId, edition, rowNo, values })),
      );
      await setColumns(tx, marketReport, [reportId], { doneRows: at + chunk.length });
    });
}

async function end(tx: Tx, { payload }: ParseAttempt, found: Begun, report: ReadReport): Promise<void> {
  const { reportId, edition, mayConfirm = false } = payload;
  const { rows, columns } = report;
  const readBack = await readBackReport(tx, found, report, mayConfirm);
  const health = await noteHealth(tx, reportId, found, report);
  const notes = [readBack, health, report.notes].filter(Boolean).join('；').slice(0, MOST_NOTES) || null;
  const done = { rowCount: rows.length, fault: null, faultRow: null, parsedAt: tx.now };
  await setColumns(tx, marketReportEdition, [await editionId(tx, reportId, edition)], {
    ...done,
    status: 'parsed',
    columns,
    notes,
  });
  await moveInTransaction(tx, finishReport, [reportId]);
  await setColumns(tx, marketReport, [reportId], { ...done, doneRows: rows.length });
}

async function endAsFailed(tx: Tx, { payload }: ParseAttempt, fault: Error | null): Promise<void> {
  const { reportId, edition } = payload;
  const failed = {
    rowCount: null,
    fault: (fault?.message ?? '系统出错，请重新解析；多次失败请联系管理员').slice(0, 500),
    faultRow: fault instanceof ReportFault ? fault.row : null,
    parsedAt: tx.now,
  };
  await tx.run`
    delete from market_report_row
    where tenant_id = ${tx.tenant} and report_id = ${reportId}::uuid and edition = ${edition}`;
  await setColumns(tx, marketReportEdition, [await editionId(tx, reportId, edition)], { ...failed, status: 'failed' });
  await moveInTransaction(tx, failReport, [reportId]);
  await setColumns(tx, marketReport, [reportId], { ...failed, doneRows: 0 });
}

async function editionId(tx: Tx, reportId: string, edition: number): Promise<string> {
  const { id } = await tx.one<{ id: string }>`
    select id from market_report_edition
    where tenant_id = ${tx.tenant} and report_id = ${reportId}::uuid and edition = ${edition}`;
  return id;
}
