import type { TaskOf } from '#kit/model/job.ts';
import { moveInTransaction } from '#kit/server/command.ts';
import type { Tx } from '#kit/server/database.ts';
import { Later, noteInTransaction, type Attempt, type QueuedHandler } from '#kit/server/deliveries.ts';
import { pick, setColumns } from '#kit/server/stored-rows.ts';
import { channelHandler, type Channel, type Connections, type Offering } from '#modules/channels/server/index.ts';
import type { AdReportReading } from '#modules/channels/model/port.ts';
import { placeUpload } from '#modules/system/server/index.ts';
import type { fetchReportJob } from '../model/jobs.ts';
import { BY_FILE } from '../model/marketplaces.ts';
import { marketReport, type MarketReportRow } from '../model/report.ts';
import { addEdition, failReport, receiveReport } from './report-moves.ts';

type FetchTask = TaskOf<typeof fetchReportJob>;
type AdChannel = Channel<Offering<'adReports'>>;

/** Asked often for five minutes, then now and then; a report that takes longer than a day is made no more. */
const QUICK_POLLS = 20;
const QUICK_POLL_MS = 15_000;
const SLOW_POLL_MS = 300_000;
const LONGEST_MS = 86_400_000;

/**
 * `market.fetchReport`: an advertising report is asked for, is asked about until it is made, and its file becomes an
 * edition as one that somebody has uploaded. Whatever else became of the report meanwhile goes before.
 */
export const fetchReportHandler = (connections: Connections): QueuedHandler<FetchTask> =>
  channelHandler<FetchTask, 'adReports'>(connections, {
    urgency: 'listings',
    capability: 'adReports',
    shopOf: async (attempt) => (await attempt.tx((tx) => awaited(tx, attempt.payload)))?.accountId ?? null,
    async run(attempt, channel) {
      const report = await attempt.tx((tx) => awaited(tx, attempt.payload));
      if (!report) return attempt.finish();
      const reading = await askedAbout(attempt, channel, report);
      if (reading.state === 'waiting') throw await waiting(attempt);
      if (reading.state === 'failed') return attempt.finish((tx) => fail(tx, attempt.payload, reading.message));
      await attempt.finish((tx) => receive(tx, attempt, report, reading.bytes));
    },
    withoutInterface: (attempt) => attempt.finish((tx) => fail(tx, attempt.payload, BY_FILE)),
    giveUp: (tx, { payload }, message) => fail(tx, payload, message),
  });

/** The report as long as it waits for this call. */
async function awaited(tx: Tx, { reportId, asked }: FetchTask): Promise<MarketReportRow | undefined> {
  const [row] = await pick(tx, marketReport, [
    'id',
    'accountId',
    'name',
    'type',
    'status',
    'edition',
    'periodFrom',
    'periodTo',
    'version',
  ])`id = ${reportId}::uuid and status = 'processing' and by_call and deleted_at is null for update`;
  return row && row.version === asked ? (row as MarketReportRow) : undefined;
}

async function askedAbout(
  attempt: Attempt<FetchTask>,
  { connection }: AdChannel,
  { name, type, periodFrom, periodTo }: MarketReportRow,
): Promise<AdReportReading> {
  const known = attempt.progress['channelReport'];
  const { attributionDays, groupBy } = attempt.payload;
  if (typeof known !== 'string') {
    const channelReport = await connection.requestAdReport({
      name,
      about: type === 'adCampaign' ? 'campaigns' : 'listings',
      attributionDays,
      groupBy,
      from: periodFrom,
      to: periodTo,
    });
    await attempt.note({ channelReport, since: attempt.now.getTime() });
    return { state: 'waiting' };
  }
  return (await connection.readAdReport(known)) ?? { state: 'failed', message: '平台查不到这份报表，请重新申请' };
}

async function waiting(attempt: Attempt<FetchTask>): Promise<Error> {
  const polls = Number(attempt.progress['polls'] ?? 0);
  const ms = attempt.now.getTime() - Number(attempt.progress['since'] ?? attempt.now.getTime());
  await attempt.note({ polls: polls + 1 });
  if (ms <= LONGEST_MS) return new Later('等待平台生成报表', polls < QUICK_POLLS ? QUICK_POLL_MS : SLOW_POLL_MS, false);
  await attempt.note({ channelReport: null });
  return new Error('平台一天内没有生成报表');
}

async function receive(tx: Tx, attempt: Attempt<FetchTask>, report: MarketReportRow, bytes: Uint8Array): Promise<void> {
  if (!(await awaited(tx, attempt.payload))) return;
  await noteInTransaction(tx, attempt, {});
  const name = `${report.name} ${attempt.payload.attributionDays}天归因.csv`;
  const address = await placeUpload(tx, { folder: 'market', name, kind: 'csv', bytes });
  const { digest } = await tx.one<{ digest: string }>`
    select sha256 as digest from asset where tenant_id = ${tx.tenant} and address = ${address}`;
  await moveInTransaction(tx, receiveReport, [report.id]);
  await addEdition(tx, { ...report, version: report.version + 1 }, { address, name, digest }, null);
}

async function fail(tx: Tx, task: FetchTask, message: string): Promise<void> {
  const report = await awaited(tx, task);
  if (!report) return;
  await setColumns(tx, marketReport, [report.id], { fault: message.slice(0, 500), faultRow: null });
  await moveInTransaction(tx, failReport, [report.id]);
}
