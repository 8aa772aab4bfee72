import type { ParamsOf } from '#kit/model/clock-work.ts';
import { Refusal } from '#kit/model/refusal.ts';
import { LIST_EXPORT_SUFFIX } from '#kit/model/limits.ts';
import type { Actor } from '#kit/server/actor.ts';
import type { Database, Tx } from '#kit/server/database.ts';
import { XLS_MIME } from '#kit/server/import-export/export-sheet.ts';
import { writeXls } from '#platform/sheets/xls-writer.ts';
import { scheduledAs, type TenantWork, type WorkRun } from '#kit/server/tenant-work.ts';
import { absentActor } from '#modules/system/server/index.ts';
import type { MailCarrier } from '#platform/mail/smtp-mail.ts';
import { mailReportWork } from '../../model/clock-works.ts';
import { readReport, reportOf, type ReportServices } from './report-routes.ts';

export interface MailServices extends ReportServices {
  db: Database;
  clock: () => Date;
  /** null: nothing carries mails here. */
  mail: MailCarrier | null;
}

/** A schedule names so many people. */
const MOST_PEOPLE = 20;

interface Receiver {
  id: string;
  username: string;
  email: string | null;
}

/**
 * Mails a report as a sheet: to each receiver what they themselves may see of it at that hour. Who may not open it
 * any more, or has no address, is named in what is noted of the run.
 */
export const mailReport = (services: MailServices): TenantWork =>
  scheduledAs(
    mailReportWork,
    (run) => mailed(services, run),
    (tx, params) => scheduleFault(services, tx, params),
  );

type Params = ParamsOf<typeof mailReportWork>;

async function mailed(services: MailServices, run: WorkRun<Params>): Promise<string> {
  const {
    params: { report, usernames },
    plannedAt,
    tenant,
    tx,
    signal,
  } = run;
  const { db, clock, mail } = services;
  if (!mail) throw new Error('没有接通邮件服务，报表没有发出');
  const names = namesIn(usernames);
  const { people, left } = await tx((one) => receivers(one, names));
  const faults = left.map((name) => `${name}：没有这个用户`);
  let sent = 0;
  for (const { id, username, email } of people) {
    signal.throwIfAborted();
    const actor = await absentActor(db, tenant, id, clock());
    if (!email || !actor) {
      faults.push(`${username}：${email ? '不能登录' : '没有填写邮箱'}`);
      continue;
    }
    const made = await sheetFor(services, actor, report);
    if (typeof made === 'string') {
      faults.push(`${username}：${made}`);
      continue;
    }
    await mail({
      to: email,
      subject: made.title,
      text: `${made.title}，附件是您现在能看到的数据。\n在系统里打开：报表 → 在线报表 → ${made.title}`,
      // The same for a run that is done once more.
      messageId: `<report-${tenant}-${id}-${plannedAt.getTime()}@waybill>`,
      attachments: [{ filename: `${made.title}${LIST_EXPORT_SUFFIX}`, type: XLS_MIME, content: made.content }],
    });
    sent += 1;
  }
  const said = faults.length === 0 ? '' : `；没有发给 ${faults.join('，')}`;
  if (sent === 0) throw new Error(`没有发出${said}`.slice(0, 500));
  return `发给 ${sent} 人${said}`.slice(0, 500);
}

const namesIn = (usernames: string): string[] => [
  ...new Set(usernames.split(/[,，\s]+/).filter((name) => name !== '')),
];

/** People of the tenant by their accounts, and the names that are nobody's. */
async function receivers(tx: Tx, names: readonly string[]): Promise<{ people: Receiver[]; left: string[] }> {
  const people = await tx.rows<Receiver>`
    select u.id, u.username, u.email from app_user u
    join membership m on m.tenant_id = ${tx.tenant} and m.user_id = u.id and m.status = 'active'
    where u.status = 'active' and u.username_key = any(${names.map((name) => name.toLowerCase())}::text[])
    order by u.username`;
  const known = new Set(people.map(({ username }) => username.toLowerCase()));
  return { people, left: names.filter((name) => !known.has(name.toLowerCase())) };
}

/** What would only be found out at the hour: a report that is not there, or that makes no sheet; names of nobody. */
async function scheduleFault(services: MailServices, tx: Tx, { report, usernames }: Params): Promise<string | null> {
  const names = namesIn(usernames);
  if (names.length > MOST_PEOPLE) return `收件人账号：一次最多发给 ${MOST_PEOPLE} 人`;
  const { left } = await receivers(tx, names);
  if (left.length > 0) return `收件人账号：没有用户 ${left.join('、')}`.slice(0, 200);
  try {
    const opened = await reportOf(tx, services, report);
    const { waitsFor } = await opened.columns();
    return waitsFor || !opened.sheet ? `报表编码：${waitsFor ?? '这张报表不能导出'}` : null;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return error.status === 404 ? `报表编码：没有编码为“${report}”的报表` : `报表编码：${error.message}`;
  }
}

/** The sheet of a report with the rights of somebody. @returns why there is none, otherwise */
async function sheetFor(
  services: MailServices,
  actor: Actor,
  code: string,
): Promise<{ title: string; content: Uint8Array } | string> {
  const asPerson = { tx: <T>(work: Parameters<Database['tx']>[1]) => services.db.tx(actor, work) as Promise<T> };
  try {
    return await readReport(asPerson as never, services, code, async (report) => {
      const { cgRpConfigName, waitsFor } = await report.columns();
      if (waitsFor || !report.sheet) return waitsFor ?? '这张报表不能导出';
      return { title: cgRpConfigName, content: await writeXls(await report.sheet({})) };
    });
  } catch (error) {
    if (error instanceof Refusal) return error.message;
    throw error;
  }
}
