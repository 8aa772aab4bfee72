import { openAsBlob, createWriteStream, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isJobOver, type FileJob } from '#kit/model/file-job.ts';
import { systemActor } from '#kit/server/actor.ts';
import { newId } from '#kit/server/new-id.ts';
import { postEntries } from '#modules/ledger/server/index.ts';
import { writeXlsx, type SheetCell } from '#platform/sheets/xlsx-writer.ts';
import { cpuSeconds, peakMb } from './processes.ts';
import { openScene, type Scene } from './scene.ts';
import { findViolations } from './ship.ts';

const LINES = 50_000;
const WALL_GOAL = 60;
const RISE_GOAL = 300;
const BLOCK = 1_000;
/** What every invoice stands for, in cents. */
const CENTS = 10_000n;

type App = Awaited<ReturnType<Scene['serveApp']>>;

/**
 * A remittance of 50,000 lines over HTTP: a sheet is uploaded, read and matched by a job, then posted. Of a hundred
 * lines 46 name their invoice, 40 the PO, 4 pay a little less, 5 are deductions, 3 fees and 2 pay what nobody owes.
 * @returns the exit code: a goal that is missed or a truth that does not hold is an error
 */
export async function benchRemittances(): Promise<number> {
  const scene = await openScene();
  try {
    await addInvoices(scene);
    const file = join(scene.folder, 'remittance.xlsx');
    const net = await writeFile(file);
    const app = await scene.serveApp({ concurrency: 4 });
    const { pid } = app.served;
    await getJson(app, '/finance/remittance/list');
    const idle = heldMb(pid);
    writeFileSync(`/proc/${pid}/clear_refs`, '5');
    const before = cpuSeconds(pid, app.postmaster);
    const started = performance.now();
    const said = await importFile(app, file);
    const imported = performance.now();
    const readRise = peakMb(pid) - idle;
    writeFileSync(`/proc/${pid}/clear_refs`, '5');
    const { records } = await getJson<{ records: Read[] }>(app, '/finance/remittance/list');
    const read = records[0];
    if (!read) throw new Error(`nothing was imported: ${said}`);
    await post(app, read.id);
    const ended = performance.now();
    const after = cpuSeconds(pid, app.postmaster);
    const rises = [readRise, peakMb(pid) - idle];
    const rise = Math.max(...rises);
    const wall = (ended - started) / 1000;
    console.log(`         ${said}; net ${net}: ${read.matchedCount} of ${read.lineCount} lines matched`);
    console.log(
      `         read and matched ${Math.round(imported - started)} ms, posted ${Math.round(ended - imported)} ms`,
    );
    const cpu = { server: after.server - before.server, database: after.database - before.database };
    console.log(`         CPU: server ${cpu.server.toFixed(1)} s, database ${cpu.database.toFixed(1)} s`);
    console.log(`${wall <= WALL_GOAL ? 'met    ' : 'NOT MET'}  wall ${wall.toFixed(1)} s (goal ${WALL_GOAL})`);
    console.log(
      `${rise <= RISE_GOAL ? 'met    ' : 'NOT MET'}  memory ${rises.map((one) => one.toFixed(0)).join(' and ')} MB more (goal ${RISE_GOAL})`,
    );
    await app.served.stop();
    const violated = await violations(scene);
    return wall <= WALL_GOAL && rise <= RISE_GOAL && violated === 0 ? 0 : 1;
  } finally {
    await scene.close();
  }
}

interface Read {
  id: string;
  lineCount: number;
  matchedCount: number;
}

const poOf = (at: number): string => `CS${700_000_000 + at}`;
const invoiceOf = (at: number): string => `IV-B-${at}`;

/** Invoices as shipping makes them, in the books as well, so that all truths can be asked afterwards. */
async function addInvoices({ openApp, seller }: Scene): Promise<void> {
  const app = await openApp();
  try {
    for (let from = 0; from < LINES; from += BLOCK)
      await app.db.tx(systemActor(seller.tenant, 'bench'), async (tx) => {
        const at = Array.from({ length: BLOCK }, (_, n) => from + n);
        const ids = at.map(() => newId());
        await tx.run`
          insert into customer (tenant_id, id, code, name, type, currency, status, create_time)
          values (${tx.tenant}, ${newId()}, 'BENCH', '平台', 'marketplace', 'USD', 'enabled', ${tx.now})
          on conflict do nothing`;
        const { id: customer } = await tx.one<{ id: string }>`
          select id from customer where tenant_id = ${tx.tenant} and code = 'BENCH'`;
        await tx.run`
          insert into invoice (tenant_id, id, invoice_no, kind, mode, customer_id, account_id, po_no, issue_date,
            due_date, currency, line_count, goods, total, fx_rate, base_currency, base_total, status, create_time)
          select ${tx.tenant}, id, no, 'sale', 'self', ${customer}::uuid, ${seller.accountId}::uuid, po, '2026-10-01',
            '2026-12-01', 'USD', 1, ${CENTS}, ${CENTS}, 1, 'USD', ${CENTS}, 'issued', ${tx.now}
          from unnest(${ids}::uuid[], ${at.map(invoiceOf)}::text[], ${at.map(poOf)}::text[]) made (id, no, po)`;
        await tx.run`
          insert into invoice_line (tenant_id, id, invoice_id, line_no, name, qty, unit_price, currency, amount,
            create_time)
          select ${tx.tenant}, gen_random_uuid(), id, 1, '货品', 1, 100, 'USD', ${CENTS}, ${tx.now}
          from unnest(${ids}::uuid[]) made (id)`;
        await postEntries(
          tx,
          ids.map((id, n) => ({
            refType: 'invoice',
            refId: id,
            refNo: invoiceOf(from + n),
            event: 'issued',
            postings: [
              {
                debit: { code: 'ar', part: customer, partName: '平台' },
                credit: { code: 'revenue:sales' },
                amount: CENTS,
                currency: 'USD',
              },
            ],
          })),
        );
      });
  } finally {
    await app.stop();
  }
}

const TITLES = [
  'Remittance Number',
  'Payment Date',
  'Net Amount',
  'PO Number',
  'Invoice Number',
  'Amount',
  'Description',
];

/** @returns the net amount that the file says */
async function writeFile(file: string): Promise<string> {
  const lines = Array.from({ length: LINES }, (_, at) => lineOf(at));
  const net = (lines.reduce((sum, { cents }) => sum + cents, 0) / 100).toFixed(2);
  const rows = lines.map(({ po, invoice, cents, text }): SheetCell[] => [
    'BENCH-1',
    '2026-11-20',
    net,
    po,
    invoice,
    (cents / 100).toFixed(2),
    text,
  ]);
  await writeXlsx(createWriteStream(file), { sheetName: '回款', columns: TITLES.map((title) => ({ title })), rows });
  return net;
}

function lineOf(at: number): { po: string | null; invoice: string | null; cents: number; text: string | null } {
  const kind = at % 100;
  if (kind < 46) return { po: null, invoice: invoiceOf(at), cents: 10_000, text: null };
  if (kind < 86) return { po: poOf(at), invoice: null, cents: 10_000, text: null };
  if (kind < 90) return { po: poOf(at), invoice: null, cents: 9_990, text: null };
  if (kind < 95) return { po: poOf(at - 20), invoice: null, cents: -1_500, text: 'Damage' };
  if (kind < 98) return { po: null, invoice: null, cents: -1_240, text: 'Co-op fee' };
  return { po: `CS1${at}`, invoice: null, cents: 4_500, text: null };
}

const headers = ({ token }: App): Record<string, string> => ({ 'x-access-token': token });

async function getJson<T>(app: App, path: string): Promise<T> {
  const response = await fetch(`${app.served.address}/api${path}`, { headers: headers(app) });
  return ((await response.json()) as { result: T }).result;
}

async function importFile(app: App, file: string): Promise<string> {
  const body = new FormData();
  body.append('file', await openAsBlob(file), 'remittance.xlsx');
  const url = `${app.served.address}/api/finance/remittance/importExcel?background=1`;
  const response = await fetch(url, { method: 'POST', headers: headers(app), body });
  const answer = (await response.json()) as { message: string; result: { jobId: string } | null };
  if (!answer.result) throw new Error(answer.message);
  for (;;) {
    const job = await getJson<FileJob>(app, `/sys/fileJob/queryById?id=${answer.result.jobId}`);
    if (isJobOver(job.status)) return `${job.status_dictText}，${job.message ?? ''}`;
    await new Promise((wake) => setTimeout(wake, 250));
  }
}

async function post(app: App, id: string): Promise<void> {
  const response = await fetch(`${app.served.address}/api/finance/remittance/${id}/post`, {
    method: 'POST',
    headers: { ...headers(app), 'content-type': 'application/json', 'idempotency-key': newId() },
    body: '{}',
  });
  const answer = (await response.json()) as { success: boolean; message: string };
  if (!answer.success) throw new Error(answer.message);
}

const heldMb = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

async function violations({ openApp, seller }: Scene): Promise<number> {
  const app = await openApp();
  try {
    const found = await findViolations(app, seller.tenant);
    for (const violation of found) console.log('violated', violation);
    return found.length;
  } finally {
    await app.stop();
  }
}
