import type { ClockWork } from '#kit/model/clock-work.ts';
import { htmlText } from '#kit/model/html-text.ts';
import { systemActor } from '#kit/server/actor.ts';
import type { Database, Tx } from '#kit/server/database.ts';
import { OPERATOR_TENANT } from '#modules/system/model/operator-tenant.ts';
import { rightHolders, sendNotice } from '#modules/system/server/index.ts';
import { PAUSE_OWN_WORK } from '../model/quartz-job.ts';

const PAGE = '/isystem/QuartzJobList';
const SEES_TO = 'operations:quartzJob:edit';

/** Those who may edit schedules hear that something is wrong with one. Whoever calls sees that they hear it once. */
export async function tellOfJob(
  tx: Tx,
  job: { id: string; title: string },
  what: string,
  reason: string,
): Promise<void> {
  const holders = await rightHolders(tx, SEES_TO, null);
  await tell(tx, holders, { title: `定时任务“${job.title.slice(0, 60)}”${what}`, reason, id: job.id });
}

/** The operator hears that something of the product's own fails. */
export const tellOwnFailure = (db: Database, { title, name }: ClockWork, reason: string): Promise<void> =>
  db.tx(systemActor(OPERATOR_TENANT, '定时任务'), async (tx) =>
    tell(tx, await rightHolders(tx, PAUSE_OWN_WORK, null), { title: `系统任务“${title}”执行失败`, reason, id: name }),
  );

async function tell(
  tx: Tx,
  to: readonly string[],
  about: { title: string; reason: string; id: string },
): Promise<void> {
  if (to.length === 0) return;
  const { title, reason, id } = about;
  await sendNotice(tx, {
    to,
    title,
    html: `<p>${htmlText(reason)}</p><p>恢复正常前不再重复通知；详情见“定时任务”的执行记录。</p>`,
    abstract: reason.slice(0, 200),
    priority: 'H',
    openType: 'url',
    openPage: PAGE,
    businessType: 'quartzJob',
    businessId: id,
  });
}
