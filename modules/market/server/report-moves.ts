import { invalid } from '#kit/model/refusal.ts';
import { movePermission } from '#kit/model/lifecycle.ts';
import { may } from '#kit/server/actor.ts';
import { command, type Command } from '#kit/server/command.ts';
import { newId, type Tx } from '#kit/server/database.ts';
import { holdRowUploads, uploadErrors } from '#kit/server/held-uploads.ts';
import { enqueue } from '#kit/server/outbox.ts';
import { setColumns } from '#kit/server/stored-rows.ts';
import { priceLifecycle } from '#modules/channels/model/pricing/price-lifecycle.ts';
import { reportRefusals } from '../model/errors.ts';
import { fetchReportJob, parseReportJob } from '../model/jobs.ts';
import {
  marketReport,
  marketReportEdition,
  marketReportLifecycle,
  reportType,
  type MarketReportRow,
} from '../model/report.ts';
import { AD_REPORTS } from './ad-figures.ts';

/** 已在平台申请 */
export const askReport: Command = command(marketReportLifecycle, 'ask', {
  run: (tx, rows) => setColumns(tx, marketReport, rows, { byCall: false }),
});

/** 接口取得: an advertising report is asked for by call; the rest is work of the queue. */
export const fetchReport: Command = command(marketReportLifecycle, 'fetch', {
  async run(tx, rows, { attribution, grouping }) {
    for (const row of rows) {
      if (!AD_REPORTS.has(row.type)) throw reportRefusals.noCall({ type: reportType.items[row.type] });
      // The move itself is one more version.
      const asked = row.version + 1;
      await enqueue(tx, fetchReportJob, {
        aggregate: row.id,
        dedupeKey: `market.fetchReport:${row.id}:${asked}`,
        payload: { reportId: row.id, asked, attributionDays: WINDOWS[attribution], groupBy: grouping },
      });
    }
    await setColumns(tx, marketReport, rows, { byCall: true, fault: null, faultRow: null });
  },
});

const WINDOWS = { '14': 14, '28': 28, '56': 56 } as const;

/** 平台已生成: the file of a call is there. */
export const receiveReport: Command = command(marketReportLifecycle, 'receive', { run: async () => undefined });

/** 上传文件: one more edition, unless the bytes are those that count already. */
export const uploadReport: Command = command(marketReportLifecycle, 'upload', {
  async run(tx, rows, { file, dates = null }) {
    const [row] = rows;
    if (!row || rows.length > 1) throw reportRefusals.oneOfMany();
    const address = String(file[0]);
    const uploaded = await judged(tx, file);
    const newest = await tx.maybe<{ digest: string }>`
      select digest from market_report_edition
      where tenant_id = ${tx.tenant} and report_id = ${row.id}::uuid and edition = ${row.edition}`;
    // What failed may be read otherwise this time; what was read comes to the same.
    if (newest?.digest === uploaded.digest)
      return row.status === 'failed' ? readAgain(tx, row, dates) : new Map([[row.id, 'same' as const]]);
    await addEdition(tx, row, { ...uploaded, address }, dates);
    return new Map([[row.id, 'ready' as const]]);
  },
});

/** Stores a file as the edition that counts, and has it read. */
export async function addEdition(
  tx: Tx,
  row: MarketReportRow,
  { address, name, digest }: { address: string; name: string; digest: string },
  dates: string | null,
): Promise<void> {
  const edition = row.edition + 1;
  const id = newId();
  await tx.run`
    insert into market_report_edition (tenant_id, id, report_id, edition, file_name, original, digest, create_by,
      create_time)
    values (${tx.tenant}, ${id}, ${row.id}::uuid, ${edition}, ${name}, ${[address]}::text[], ${digest},
      ${tx.actor.username}, ${tx.now})`;
  await holdRowUploads(tx, marketReportEdition, id, { values: { original: [address] } });
  await setColumns(tx, marketReport, [row], { edition, ...UNREAD });
  await askForParsing(tx, row, edition, dates);
}

/** 重新解析: the file that counts once more, from its beginning. */
export const reparseReport: Command = command(marketReportLifecycle, 'reparse', {
  async run(tx, rows, { dates = null }) {
    for (const row of rows) await readAgain(tx, row, dates);
  },
});

export const finishReport: Command = command(marketReportLifecycle, 'finish', { run: async () => undefined });
export const failReport: Command = command(marketReportLifecycle, 'fail', { run: async () => undefined });

const UNREAD = { rowCount: null, doneRows: 0, fault: null, faultRow: null, parsedAt: null } as const;

async function readAgain(tx: Tx, row: MarketReportRow, dates: string | null): Promise<Map<string, 'ready'>> {
  await tx.run`
    update market_report_edition set status = 'ready', row_count = null, fault = null, fault_row = null,
      columns = null, notes = null, parsed_at = null
    where tenant_id = ${tx.tenant} and report_id = ${row.id}::uuid and edition = ${row.edition}`;
  await setColumns(tx, marketReport, [row], UNREAD);
  await askForParsing(tx, row, row.edition, dates);
  return new Map([[row.id, 'ready']]);
}

/** The version of the report tells one reading of an edition from the next. */
async function askForParsing(tx: Tx, row: MarketReportRow, edition: number, dates: string | null): Promise<void> {
  await enqueue(tx, parseReportJob, {
    aggregate: row.id,
    dedupeKey: `market.parseReport:${row.id}:${edition}:${row.version}`,
    payload: {
      reportId: row.id,
      edition,
      dates,
      mayConfirm: may(tx.actor, movePermission(priceLifecycle, 'acknowledge')),
    },
  });
}

/** @throws Refusal 422 unless it is a sheet that whoever acts has uploaded, and nothing holds yet */
async function judged(tx: Tx, addresses: readonly string[]): Promise<{ name: string; digest: string }> {
  const [errors = []] = await uploadErrors(tx, marketReportEdition, [{ values: { original: [...addresses] } }]);
  if (errors.length > 0) throw invalid(errors.map((error) => ({ ...error, field: 'file' })));
  const asset = await tx.one<{ name: string; digest: string; mime: string }>`
    select name, sha256 as digest, mime from asset where tenant_id = ${tx.tenant} and address = ${addresses[0] ?? ''}`;
  if (!SHEETS.test(asset.mime)) throw reportRefusals.notSheet();
  return asset;
}

const SHEETS = /^(?:text\/csv|text\/plain|application\/vnd\.(?:ms-excel|openxmlformats-officedocument\.spreadsheetml))/;
