import { createHash, randomBytes } from 'node:crypto';
import { htmlText } from '#kit/model/html-text.ts';
import { Refusal } from '#kit/model/refusal.ts';
import type { ReportColumns, ReportRow, ReportTotal } from '#kit/model/report.ts';
import { toWireTime } from '#kit/model/time.ts';
import type { Database } from '#kit/server/database.ts';
import { implement, page, type Route } from '#kit/server/route.ts';
import { absentActor } from '#modules/system/server/index.ts';
import { cellText, isFigure, totalText } from '../../model/reports/cell-text.ts';
import { printCalls } from '../../model/reports/routes.ts';
import { readReport, reportOf, type ReportServices } from './report-routes.ts';
import type { Report } from './report.ts';

/** From the click to the page: whoever reads the address later finds nothing behind it. */
const TICKET_MS = 60_000;
const PAGE = 200;
const MOST_ROWS = 1_000;

interface Ticket {
  ofTenant: number;
  userId: string;
  report: string;
  query: string;
}

/** Printing: an address with a ticket that opens one page once, with the rights that its person has then. */
export const printRoutes = (services: ReportServices & { db: Database; clock: () => Date }): Route[] => [
  implement(printCalls.ticket, (call) =>
    call.tx(async (tx) => {
      const { code, query } = call.body;
      const name = typeof code === 'string' ? code : '';
      // Whoever may not open it gets no address.
      await reportOf(tx, services, name);
      if (tx.actor.userId === null || tx.actor.behind || tx.actor.isVisitor)
        throw new Refusal('notSelf', '代理或查看他人租户时不能打印报表');
      const ticket = randomBytes(32).toString('base64url');
      await tx.platform.run`delete from report_ticket where expires_at < ${tx.now}`;
      await tx.platform.run`
        insert into report_ticket (digest, of_tenant, user_id, report, query, expires_at)
        values (${digestOf(ticket)}, ${tx.tenant}, ${tx.actor.userId}, ${name}, ${JSON.stringify(plain(query))},
          ${new Date(tx.now.getTime() + TICKET_MS)})`;
      return { path: `/online/cgreport/print?ticket=${ticket}` };
    }),
  ),
  implement(printCalls.page, async (call) => {
    const { db, clock } = services;
    const now = clock();
    const digest = digestOf(String(call.query.ticket ?? ''));
    // Taken with the look: of two who bring it, one finds it.
    const ticket = await db.platform(
      (tx) => tx.maybe<Ticket & { expiresAt: Date }>`
        delete from report_ticket where digest = ${digest}
        returning of_tenant, user_id, report, query, expires_at`,
    );
    if (!ticket || ticket.expiresAt <= now) throw gone();
    const actor = await absentActor(db, ticket.ofTenant, ticket.userId, now);
    if (!actor) throw gone();
    const asPerson = { tx: <T>(work: Parameters<typeof db.tx<T>>[1]) => db.tx(actor, work) };
    const query = plain(JSON.parse(ticket.query) as unknown);
    const printed = await readReport(asPerson, services, ticket.report, (report) => paper(report, query));
    return page('report.html', html(printed, toWireTime(now, actor.zone)));
  }),
];

const gone = (): Refusal =>
  new Refusal('ticketGone', '打印地址已用过或已过期，请回到报表重新点“打印”', { status: 403 });

const digestOf = (ticket: string): string => createHash('sha256').update(ticket).digest('hex');

/** Texts by name; whatever else there is asks for nothing. */
const plain = (given: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(typeof given === 'object' && given !== null ? given : {}).filter(
      ([name, value]) => typeof value === 'string' && value.length <= 1000 && name.length <= 100,
    ) as [string, string][],
  );

interface Paper {
  columns: ReportColumns;
  rows: ReportRow[];
  totals: readonly ReportTotal[];
  total: number;
}

async function paper(report: Report, query: Record<string, string>): Promise<Paper> {
  const columns = await report.columns();
  const rows: ReportRow[] = [];
  for (let pageNo = 1; ; pageNo++) {
    const {
      records,
      total,
      totals = [],
    } = await report.data({ ...query, pageNo: String(pageNo), pageSize: String(PAGE) });
    rows.push(...records);
    if (rows.length >= Math.min(total, MOST_ROWS) || records.length === 0) return { columns, rows, totals, total };
  }
}

const STYLE = `body{font:13px/1.5 system-ui,sans-serif;margin:16mm;color:#000}h1{font-size:18px;margin:0 0 4px}
p{margin:0 0 12px;color:#444}table{border-collapse:collapse;width:100%}th,td{border:1px solid #999;padding:3px 6px;
text-align:left}.n{text-align:right;font-variant-numeric:tabular-nums}tfoot td{font-weight:600}thead{display:table-header-group}
tr{break-inside:avoid}`;

function html({ columns: report, rows, totals, total }: Paper, at: string): string {
  const { columns, dictOptions, cgRpConfigName, content } = report;
  const cell = (tag: string, text: string, isRight: boolean): string =>
    `<${tag}${isRight ? ' class="n"' : ''}>${htmlText(text)}</${tag}>`;
  const head = columns.map((one) => cell('th', one.title, isFigure(one))).join('');
  const body = rows
    .map(
      (row) => `<tr>${columns.map((one) => cell('td', cellText(one, row, dictOptions), isFigure(one))).join('')}</tr>`,
    )
    .join('');
  const foot =
    totals.length === 0
      ? ''
      : `<tfoot><tr>${columns
          .map((one, index) =>
            cell('td', totalText(one.dataIndex, totals) || (index === 0 ? '合计' : ''), isFigure(one)),
          )
          .join('')}</tr></tfoot>`;
  const left = total > rows.length ? `，只打印前 ${rows.length} 行` : '';
  const title = htmlText(cgRpConfigName);
  return `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><title>${title}</title><style>${STYLE}</style></head>
<body><h1>${title}</h1><p>${htmlText(content ?? '')} 共 ${total} 行${left}，${htmlText(at)}</p>
<table><thead><tr>${head}</tr></thead><tbody>${body}</tbody>${foot}</table></body></html>`;
}
