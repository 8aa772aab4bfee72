import { forbidden, notFound, Refusal } from '#kit/model/refusal.ts';
import { resourceKey } from '#kit/model/resource.ts';
import { may } from '#kit/server/actor.ts';
import { audit } from '#kit/server/audit.ts';
import type { Tx } from '#kit/server/database.ts';
import { isUuid } from '#kit/server/kinds.ts';
import { answer, implement, type Route } from '#kit/server/route.ts';
import { quartzJob } from '../model/quartz-job.ts';
import { quartzCalls } from '../model/routes.ts';
import { lockJob, setRunning, type JobRow, type QuartzServices } from './quartz-jobs.ts';
import { isOperator } from './quartz-rows.ts';
import { openRuns, startRun } from './quartz-runs.ts';

const KEY = resourceKey(quartzJob);

/** Stop, start, and do now: of a schedule by its tenant, of the product's own work by the operator. */
export const quartzRoutes = (services: QuartzServices & { wake: () => void }): Route[] => [
  implement(quartzCalls.pause, async (call) => {
    await call.tx((tx) => set(tx, services, call.query.id, false));
    return answer('停止定时任务成功');
  }),
  implement(quartzCalls.resume, async (call) => {
    await call.tx((tx) => set(tx, services, call.query.id, true));
    return answer('启动定时任务成功');
  }),
  implement(quartzCalls.execute, async (call) => {
    await call.tx((tx) => execute(tx, services, call.query.id));
    return answer('执行成功!');
  }),
];

async function set(tx: Tx, services: QuartzServices, id: string | undefined, isRunning: boolean): Promise<void> {
  const own = await ownWork(tx, id);
  if (!own) {
    // What one may not arrange one may not set going either; to stop it anybody may who stops schedules.
    if (isRunning) requireRight(tx, services, await lockJob(tx, known(id)));
    return setRunning(tx, known(id), isRunning);
  }
  const { now, actor } = tx;
  await tx.platform.run`
    update clock_work set paused_at = ${isRunning ? null : now}, paused_by = ${isRunning ? null : actor.username},
      update_by = ${actor.username}, update_time = ${now}, version = version + 1
    where name = ${own.name} and (paused_at is null) <> ${isRunning}`;
  audit(tx, KEY, [{ rowId: own.id, action: isRunning ? 'resume' : 'pause', diff: { handler: own.name } }]);
}

async function execute(tx: Tx, services: QuartzServices & { wake: () => void }, id?: string): Promise<void> {
  const own = await ownWork(tx, id);
  if (own) {
    await tx.platform.run`
      update clock_work set asked_at = ${tx.now}, asked_by = ${tx.actor.username} where name = ${own.name}`;
    audit(tx, KEY, [{ rowId: own.id, action: 'execute', diff: { handler: own.name } }]);
    return;
  }
  const job = await lockJob(tx, known(id));
  requireRight(tx, services, job);
  // The schedule is held: of two who ask at once, the second sees the run of the first.
  if ((await openRuns(tx, job.id)).length > 0)
    throw new Refusal('running', '该任务正在执行或等待执行，请等它结束后再试');
  await startRun(tx, job, { trigger: 'hand', plannedAt: tx.now });
  audit(tx, KEY, [{ rowId: job.id, action: 'execute' }]);
  tx.onCommit(services.wake);
}

/** The right to the work of a schedule, beside that to schedules. @throws Refusal 403 */
function requireRight({ actor }: Tx, { works }: QuartzServices, { handler }: JobRow): void {
  const kind = works().find((work) => work.kind.name === handler)?.kind;
  if (kind?.right && !may(actor, kind.right)) throw forbidden();
}

function known(id: string | undefined): string {
  if (!isUuid(id ?? '')) throw notFound();
  return id as string;
}

/** Work of the product itself by its id, which the operator alone has stopped or done. @throws Refusal 403 */
async function ownWork(tx: Tx, id: string | undefined): Promise<{ id: string; name: string } | undefined> {
  if (!isUuid(id ?? '')) return undefined;
  const own = await tx.platform.maybe<{ id: string; name: string; title: string }>`
    select id, name, title from clock_work where id = ${id}::uuid and is_live`;
  if (own && !isOperator(tx))
    throw new Refusal('builtIn', `“${own.title}”是系统任务，只有平台运营可以停止、启动或执行`);
  return own;
}
