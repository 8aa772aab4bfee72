import { defineTenantWork } from '#kit/model/clock-work.ts';
import { text } from '#kit/model/field.ts';
import type { Tx } from '#kit/server/database.ts';
import { scheduledAs, type TenantWork, type WorkRun } from '#kit/server/tenant-work.ts';
import { startWorker, type Worker } from '#kit/server/worker.ts';
import type { ShownJob, ShownRun } from '#modules/operations/model/quartz-job.ts';
import { runScheduleJob } from '#modules/operations/model/jobs.ts';
import { startSchedulesWork } from '#modules/operations/model/clock-works.ts';
import { systemActor } from '#kit/server/actor.ts';
import { startTestApp, type Answer, type Client, type TestApp } from '#tests/harness/app.ts';

const probeWork = defineTenantWork('test.probe', '试验任务', {
  about: '只在测试里。',
  fields: { word: text('口令', { required: true, max: 20 }) },
  timeoutSeconds: 0.2,
});

type Probe = WorkRun<{ word: string }>;

/** What the work of the tests does next; by default it succeeds. */
interface ProbeDoing {
  run: (probe: Probe) => Promise<string>;
}

export interface ScheduleScene {
  scene: TestApp;
  admin: Client;
  doing: ProbeDoing;
  /** Adds a schedule of the work of the tests. @returns its id */
  add(more?: Record<string, unknown>): Promise<string>;
  edit(id: string, more: Record<string, unknown>): Promise<Answer>;
  job(id: string): Promise<ShownJob & Record<string, unknown>>;
  /** The latest first. */
  runs(id: string): Promise<ShownRun[]>;
  /** Every node looks once at what is due. */
  look(nodes?: number): Promise<void>;
  /** Another node, until the scene is cleared. */
  node(name: string): Worker;
  tx<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Titles of the notices that somebody has. */
  notices(who?: Client): Promise<string[]>;
  /** Ends all nodes and deletes all schedules. */
  clear(): Promise<void>;
  stop(): Promise<void>;
}

/** The product without a worker of its own: nodes are started by the tests. */
export async function openSchedules(): Promise<ScheduleScene> {
  const doing: ProbeDoing = { run: async ({ params }) => `说了 ${params.word}` };
  const work = scheduledAs(probeWork, (run) => doing.run(run as Probe)) satisfies TenantWork;
  const scene = await startTestApp({
    isEmpty: true,
    start: { furtherWorks: [work], sessionDays: 900, worker: { concurrency: 0 } },
  });
  const admin = await scene.as('admin');
  const { db, assembled } = scene.app;
  const nodes: Worker[] = [];
  const starting = assembled.scheduled.find(({ kind }) => kind === startSchedulesWork);
  return {
    scene,
    admin,
    doing,
    async add(more = {}) {
      const body = { jobClassName: 'test.probe', cronExpression: '0 0 9 * * ? *', parameter: '{"word":"早"}', ...more };
      const { message, success, result } = await admin.post<{ id: string }>('/sys/quartzJob/add', body);
      if (!success) throw new Error(message);
      return result.id;
    },
    edit: (id, more) => admin.put('/sys/quartzJob/edit', { id, ...more }),
    job: async (id) => (await admin.get<ShownJob & Record<string, unknown>>('/sys/quartzJob/queryById', { id })).result,
    runs: async (jobId) =>
      (await admin.get<{ records: ShownRun[] }>('/operations/quartzRun/list', { jobId, pageSize: '100' })).result
        .records,
    async look(count = 1) {
      await Promise.all(Array.from({ length: count }, async () => starting?.run(scene.now())));
    },
    node(name) {
      const worker = startWorker({
        db,
        handlers: assembled.handlers,
        zoneOf: async () => 'Asia/Shanghai',
        clock: scene.now,
        idleMs: 3_600_000,
        node: name,
      });
      nodes.push(worker);
      return worker;
    },
    tx: (act) => db.tx(systemActor(1, 'test'), act),
    async notices(who = admin) {
      const { result } = await who.get<{ sysMsgList: { titile: string }[] }>('/sys/annountCement/listByUser', {
        pageSize: '50',
      });
      return result.sysMsgList.map(({ titile }) => titile);
    },
    async clear() {
      for (const node of nodes.splice(0)) await node.stop();
      await db.tx(systemActor(1, 'test'), async (tx) => {
        await tx.run`delete from delivery where tenant_id = ${tx.tenant} and handler = ${runScheduleJob.name}`;
        await tx.run`delete from quartz_run where tenant_id = ${tx.tenant}`;
        await tx.run`delete from quartz_job where tenant_id = ${tx.tenant}`;
      });
    },
    async stop() {
      for (const node of nodes) await node.stop();
      await scene.stop();
    },
  };
}

/** The lease of whatever runs is over. */
export const endLeases = (tx: Tx): Promise<number> =>
  tx.run`
    update delivery set lease_until = clock_timestamp() - interval '1 second'
    where tenant_id = ${tx.tenant} and status = 'running'`;
