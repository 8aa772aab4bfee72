import type { Field, Fields } from '#kit/model/field.ts';
import { invalid, notFound, Refusal, staleVersion, type FieldError } from '#kit/model/refusal.ts';
import { resourceKey } from '#kit/model/resource.ts';
import type { RowOf, WrittenOf } from '#kit/model/row.ts';
import { may, placeOf } from '#kit/server/actor.ts';
import { audit, fieldDiff } from '#kit/server/audit.ts';
import { newId, type Tx } from '#kit/server/database.ts';
import { readFields } from '#kit/server/parse.ts';
import type { Registry } from '#kit/server/registry.ts';
import { linkErrors } from '#kit/server/row-relations.ts';
import type { Serve, Store } from '#kit/server/serve.ts';
import type { TenantWork } from '#kit/server/tenant-work.ts';
import { quartzJob } from '../model/quartz-job.ts';
import { cronFault, MOST_SCHEDULES, nextRun } from '../model/schedule-rules.ts';
import { quartzRows } from './quartz-rows.ts';

const KEY = resourceKey(quartzJob);

/** What the writing of schedules needs. `works` is complete once the first request comes. */
export interface QuartzServices {
  works: () => readonly TenantWork[];
  registry: Registry;
}

type Given = Partial<WrittenOf<typeof quartzJob>>;
export type JobRow = Pick<
  RowOf<typeof quartzJob>,
  'id' | 'handler' | 'cron' | 'params' | 'note' | 'misfire' | 'overlap' | 'status' | 'nextAt' | 'version'
> & { zone: string };

/** 定时任务 as they are listed and written. */
export const servedJobs = (services: QuartzServices): Serve => ({
  resource: quartzJob,
  rows: (tx) => quartzRows(tx, services.works()),
  store: {
    add: (call, values) => call.tx(async (tx) => ({ id: await addJob(tx, services, values) })),
    edit: (call, id, values, version) => call.tx((tx) => editJob(tx, services, id, values, version)),
    remove: (call, ids) => call.tx((tx) => deleteJobs(tx, ids)),
    sheet: {
      // As in the base: what comes by a sheet stands still until somebody has looked at it.
      add: (tx, values) => addJob(tx, services, { ...values, status: '-1' }),
      edit: (tx, id, values) => editJob(tx, services, id, { ...values, status: '-1' }, null),
    },
  } satisfies Store<typeof quartzJob>,
});

async function addJob(tx: Tx, services: QuartzServices, given: Given): Promise<string> {
  const zone = await zoneOf(tx);
  await requireRoom(tx);
  const job = await judged(tx, services, zone, given);
  const id = newId();
  await tx.run`
    insert into quartz_job (tenant_id, id, handler, cron, params, note, status, misfire, overlap, zone, next_at,
      create_by, create_time)
    values (${tx.tenant}, ${id}, ${job.handler}, ${job.cron}, ${job.params}, ${job.note}, ${job.status},
      ${job.misfire}, ${job.overlap}, ${zone}, ${nextOf(tx, job, zone)}, ${tx.actor.username}, ${tx.now})`;
  audit(tx, KEY, [{ rowId: id, action: 'add', diff: fieldDiff(quartzJob, null, job) }]);
  return id;
}

/** Changes the schedule; a run that is under way goes on with what it began with. */
async function editJob(
  tx: Tx,
  services: QuartzServices,
  id: string,
  given: Given,
  version: number | null,
): Promise<void> {
  const before = await lockJob(tx, id);
  if (version !== null && version !== before.version) throw staleVersion();
  const zone = await zoneOf(tx);
  const job = await judged(tx, services, zone, { ...before, ...given });
  // An hour that has come already is not lost with an edit of something else.
  const isMoved = job.cron !== before.cron || job.status !== before.status || zone !== before.zone;
  const nextAt = isMoved ? nextOf(tx, job, zone) : before.nextAt;
  await tx.run`
    update quartz_job set handler = ${job.handler}, cron = ${job.cron}, params = ${job.params}, note = ${job.note},
      status = ${job.status}, misfire = ${job.misfire}, overlap = ${job.overlap}, zone = ${zone}, next_at = ${nextAt},
      update_by = ${tx.actor.username}, update_time = ${tx.now}, version = version + 1
    where tenant_id = ${tx.tenant} and id = ${id}`;
  audit(tx, KEY, [{ rowId: id, action: 'edit', diff: fieldDiff(quartzJob, before, job) }]);
}

async function deleteJobs(tx: Tx, ids: readonly string[]): Promise<number> {
  await refuseBuiltIn(tx, ids, '删除');
  const gone = await tx.rows<{ id: string; handler: string; cron: string }>`
    update quartz_job set deleted_at = ${tx.now}, next_at = null, update_by = ${tx.actor.username},
      update_time = ${tx.now}
    where tenant_id = ${tx.tenant} and id = any(${ids}::uuid[]) and deleted_at is null
    returning id, handler, cron`;
  if (gone.length === 0) throw notFound();
  audit(
    tx,
    KEY,
    gone.map(({ id, handler, cron }) => ({
      rowId: id,
      action: 'delete',
      diff: { handler: [handler, null], cron: [cron, null] },
    })),
  );
  return gone.length;
}

/** Sets a schedule going or still. */
export async function setRunning(tx: Tx, id: string, isRunning: boolean): Promise<void> {
  const before = await lockJob(tx, id);
  const zone = await zoneOf(tx);
  const fault = isRunning ? cronFault(before.cron, tx.now, zone) : null;
  if (fault) throw invalid([{ field: 'cron', code: 'rule', message: fault }]);
  const status = isRunning ? '0' : '-1';
  if (status === before.status) return;
  await tx.run`
    update quartz_job set status = ${status}, zone = ${zone}, next_at = ${nextOf(tx, { ...before, status }, zone)},
      update_by = ${tx.actor.username}, update_time = ${tx.now}, version = version + 1
    where tenant_id = ${tx.tenant} and id = ${id}`;
  audit(tx, KEY, [{ rowId: id, action: isRunning ? 'resume' : 'pause' }]);
}

/** A schedule of the tenant, held until the commit. @throws Refusal where it is not there, or the product's own */
export async function lockJob(tx: Tx, id: string): Promise<JobRow> {
  await refuseBuiltIn(tx, [id], '编辑');
  const row = await tx.maybe<JobRow>`
    select id, handler, cron, params, note, misfire, overlap, status, next_at, zone, version from quartz_job
    where tenant_id = ${tx.tenant} and id = ${id}::uuid and deleted_at is null for update`;
  if (!row) throw notFound();
  return row;
}

/** What the product does is arranged by the program. */
async function refuseBuiltIn(tx: Tx, ids: readonly string[], operation: string): Promise<void> {
  const own = await tx.platform.maybe<{ title: string }>`
    select title from clock_work where id = any(${ids}::uuid[]) and is_live limit 1`;
  if (own) throw new Refusal('builtIn', `“${own.title}”是系统任务，由程序安排，不能${operation}`);
}

const nextOf = (tx: Tx, { cron, status }: Pick<JobRow, 'cron' | 'status'>, zone: string): Date | null =>
  status === '0' ? nextRun(cron, tx.now, zone) : null;

const zoneOf = async (tx: Tx): Promise<string> =>
  (await tx.platform.one<{ timezone: string }>`select timezone from tenant where id = ${tx.tenant}`).timezone;

/** Two who add the last one at once are judged one after the other. */
async function requireRoom(tx: Tx): Promise<void> {
  await tx.platform.rows`select 1 from tenant where id = ${tx.tenant} for no key update`;
  const { n } = await tx.one<{ n: number }>`
    select count(*)::integer as n from quartz_job where tenant_id = ${tx.tenant} and deleted_at is null`;
  if (n >= MOST_SCHEDULES) throw new Refusal('tooMany', `定时任务最多 ${MOST_SCHEDULES} 个，请先删除不用的`);
}

type Judged = Omit<JobRow, 'id' | 'nextAt' | 'version' | 'zone'>;

/** A schedule as it is stored. @throws Refusal 422 with every field that is at fault */
async function judged(tx: Tx, { works, registry }: QuartzServices, zone: string, given: Given): Promise<Judged> {
  const [handler, cron] = [(given.handler ?? '').trim(), (given.cron ?? '').trim()];
  const errors: FieldError[] = [];
  const work = works().find(({ kind }) => kind.name === handler);
  const fault = cronFault(cron, tx.now, zone);
  if (fault) errors.push({ field: 'cron', code: 'rule', message: fault });
  if (!work)
    errors.unshift({ field: 'handler', code: 'unknown', message: `后台找不到该类名：${handler.slice(0, 100)}` });
  else if (work.kind.right && !may(tx.actor, work.kind.right))
    errors.unshift({ field: 'handler', code: 'forbidden', message: `没有“${work.kind.title}”的权限，不能安排该任务` });
  const params = work ? await judgedParams(tx, registry, work, given.params ?? null, errors) : null;
  if (errors.length > 0) throw invalid(errors);
  const { note = null, misfire, overlap, status } = given;
  return {
    handler,
    cron,
    params,
    note,
    misfire: misfire ?? 'once',
    overlap: overlap ?? 'skip',
    status: status ?? '0',
  };
}

/** Parameters by the fields of their work, as wire values; what is wrong is said at the one field that holds them. */
async function judgedParams(
  tx: Tx,
  registry: Registry,
  { kind, judge }: TenantWork,
  text: string | null,
  errors: FieldError[],
): Promise<string | null> {
  const fields = (kind.fields ?? {}) as Fields;
  const say = (message: string): null => {
    errors.push({ field: 'params', code: 'rule', message });
    return null;
  };
  const typed = text === null || text.trim() === '' ? {} : readObject(text);
  if (!typed) return say('参数请填 JSON 对象，例如 {}');
  const unknown = Object.keys(typed).filter((key) => !Object.hasOwn(fields, key));
  if (unknown.length > 0) return say(`“${kind.title}”没有这个参数：${unknown.join('、').slice(0, 100)}`);
  const read = readFields(fields, typed, placeOf(tx.actor));
  const [missing = []] = await linkErrors(tx, registry, fields, [{ values: read.values }]);
  const [first] = [...read.errors, ...missing];
  if (first) return say(`${fields[first.field]?.title ?? ''}：${first.message}`);
  const wrong = await judge?.(tx, read.values);
  if (wrong) return say(wrong);
  const retained = Object.entries(typed).filter(([, value]) => value !== null && value !== '');
  return retained.length === 0 ? null : JSON.stringify(Object.fromEntries(retained));
}

/** Stored parameters as column values, for who does the work. */
export function readParams(fields: Fields, stored: string | null, zone: string): Readonly<Record<string, unknown>> {
  const typed = (stored && readObject(stored)) || {};
  return readFields(fields as Record<string, Field>, typed, { zone }).values;
}

function readObject(text: string): Record<string, unknown> | null {
  try {
    const read = JSON.parse(text) as unknown;
    return typeof read === 'object' && read !== null && !Array.isArray(read) ? { ...read } : null;
  } catch {
    return null;
  }
}
