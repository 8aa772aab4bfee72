import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { NodeState } from '#modules/monitor/model/routes.ts';
import { startTestApp, type TestApp } from '#tests/harness/app.ts';
import { testCluster } from '#tests/harness/database.ts';
import { holdPlace, writesTo } from '#tests/harness/held-place.ts';
import { IS_LONG } from '#tests/harness/long.ts';
import { endLeases, startNode, type ServedProduct } from '#tests/harness/served-product.ts';
import { must } from '#tests/lifecycles/one-of-each.ts';
import { covers } from '#tests/spec/covers.ts';

/**
 * Two nodes over one PostgreSQL server and one Redis, and a schedule that is due at every minute. Nodes are killed and
 * stand still while an hour is taken up, while its work is done, and wherever they happen to be.
 */

const FIRINGS = IS_LONG ? 200 : 20;
const MINUTE = 60_000;
const TITLE = '每分钟一次的提醒';
const REDIS_URL = process.env['REDIS_URL'] ?? '';
/** What is written while an hour is taken up, and while its work is done. */
const TAKEN_UP = 'quartz_job';
const DONE = 'announcement';

interface Node extends ServedProduct {
  name: string;
}

interface Row {
  plannedAt: Date;
  outcome: string;
  node: string;
}

let scene: TestApp;
let reader: pg.Client;
let nodes: Node[] = [];
/** What the clocks of all stand at. */
let hour: Date;
let jobId = '';
/** The one that is killed or stalled next. */
let turn = 0;

async function start(): Promise<Node> {
  const { connection, dataDir, simulator } = scene;
  const node = await startNode({ connection, dataDir, simulator, now: () => hour }, { redis: { url: REDIS_URL } });
  const { result } = await node.call<NodeState>('GET', '/monitor/node');
  return Object.assign(node, { name: result.node.name });
}

/** The runs of the schedule, all or of this hour. */
async function runs(at: Date | null = null): Promise<Row[]> {
  const { rows } = await reader.query<Row>(
    `select planned_at as "plannedAt", outcome, node from quartz_run
    where tenant_id = 1 and job_id = $1 and ($2::timestamptz is null or planned_at = $2) order by id`,
    [jobId, at],
  );
  return rows;
}

async function reminders(): Promise<number> {
  const { rows } = await reader.query<{ n: number }>(
    'select count(*)::integer as n from announcement where tenant_id = 1 and title = $1',
    [TITLE],
  );
  return rows[0]?.n ?? 0;
}

/** Those that are neither dead nor at a stand look again and again, until the work of this hour is done. */
async function workDone(awake: readonly Node[] = nodes): Promise<void> {
  const isDone = async (): Promise<boolean> => {
    await Promise.all(awake.map((node) => node.look(hour)));
    return (await runs(hour)).some(({ outcome }) => outcome === 'done');
  };
  await expect.poll(isDone, { timeout: 60_000, interval: 20 }).toBe(true);
}

const others = (victim: Node): Node[] => nodes.filter((node) => node !== victim);

/** Killed: what it held is free, and another comes in its place. */
async function replace(victim: Node): Promise<void> {
  await victim.cutPower();
  await endLeases(scene, victim.name);
  nodes = others(victim);
}
const refill = async (): Promise<void> => {
  const missing = Array.from({ length: 2 - nodes.length }, start);
  nodes.push(...(await Promise.all(missing)));
};

const next = (): Node => nodes[turn++ % nodes.length] as Node;

/** The node that is at the work of this hour. */
async function atWork(): Promise<Node> {
  const [run] = (await runs(hour)).filter(({ outcome }) => outcome === 'running');
  const found = nodes.find(({ name }) => name === run?.node);
  if (!found) throw new Error(`no node is at work at ${hour.toISOString()}`);
  return found;
}

const look = (seen: readonly Node[] = nodes): void => seen.forEach((node) => void node.look(hour));

/** What happens in an hour; when it returns, its work is done. */
const CALAMITIES: Readonly<Record<string, () => Promise<void>>> = {
  async nothing() {
    await workDone();
  },
  async 'killed wherever it is'() {
    const victim = next();
    look();
    await replace(victim);
    await workDone();
  },
  async 'killed while it takes up the hour'() {
    const victim = next();
    const place = await holdPlace(scene, writesTo(TAKEN_UP));
    look([victim]);
    await place.reached();
    await replace(victim);
    await place.open();
    await workDone();
  },
  async 'killed while it does the work'() {
    const place = await holdPlace(scene, writesTo(DONE));
    look();
    await place.reached();
    await replace(await atWork());
    await place.open();
    await workDone();
  },
  async 'at a stand wherever it is'() {
    const victim = next();
    look();
    victim.stall();
    await endLeases(scene, victim.name);
    await Promise.all(others(victim).map((node) => node.look(hour)));
    victim.goOn();
    await workDone();
  },
  async 'at a stand while it takes up the hour'() {
    const victim = next();
    const place = await holdPlace(scene, writesTo(TAKEN_UP));
    look([victim]);
    await place.reached();
    victim.stall();
    await place.open();
    // It holds the row: the other passes it by.
    await Promise.all(others(victim).map((node) => node.look(hour)));
    expect(await runs(hour)).toEqual([]);
    victim.goOn();
    await workDone();
  },
  async 'at a stand past its lease while it does the work'() {
    const place = await holdPlace(scene, writesTo(DONE));
    look();
    await place.reached();
    const victim = await atWork();
    victim.stall();
    await endLeases(scene, victim.name);
    await place.reached(2);
    await place.open();
    await workDone(others(victim));
    // Another hour passes meanwhile, of which it hears with the first.
    look([victim]);
    hour = new Date(hour.getTime() + MINUTE);
    look([victim]);
    await workDone(others(victim));
    victim.goOn();
    await victim.look(hour);
  },
};

/** Each of them once, and then three times those without a kill: a start costs seconds, so that the gate spares one. */
const NAMES = Object.keys(CALAMITIES).filter((name) => IS_LONG || name !== 'killed wherever it is');
const ALIVE = NAMES.filter((name) => !name.startsWith('killed'));
const SEQUENCE: readonly string[] = [...NAMES, ...ALIVE, ...ALIVE, ...ALIVE];

describe.runIf(REDIS_URL && testCluster().kind === 'server')('two nodes and a schedule', () => {
  beforeAll(async () => {
    scene = await startTestApp({ isEmpty: true });
    const admin = await scene.as('admin');
    const body = {
      jobClassName: 'system.remind',
      cronExpression: '0 * * * * ? *',
      parameter: JSON.stringify({ title: TITLE, content: '内容', username: 'admin' }),
    };
    jobId = (await must(admin.post<{ id: string }>('/sys/quartzJob/add', body))).id;
    hour = new Date(Math.floor(scene.now().getTime() / MINUTE) * MINUTE);
    await scene.stopApp();
    reader = new pg.Client({ ...testCluster().admin, database: scene.connection.database as string });
    await reader.connect();
    await refill();
  }, 180_000);
  afterAll(async () => {
    for (const node of nodes) await node.cutPower();
    await reader?.end();
    await scene?.stop();
  });

  test(
    `${FIRINGS} hours, each once, whatever is killed or stands still`,
    async () => {
      covers('ours: schedules', 'ours: several nodes');
      const first = hour.getTime();
      const firings = (): number => (hour.getTime() - first) / MINUTE;
      for (let round = 0; firings() < FIRINGS; round++) {
        const name = SEQUENCE[round % SEQUENCE.length] as string;
        hour = new Date(hour.getTime() + MINUTE);
        await CALAMITIES[name]?.();
        expect(await reminders(), name).toBe(firings());
        await refill();
      }
      // Whatever a node began before it stood still has ended too.
      await Promise.all(nodes.map((node) => node.look(hour)));
      const all = await runs();
      const done = all.filter(({ outcome }) => outcome === 'done');
      expect(done.map(({ plannedAt }) => (plannedAt.getTime() - first) / MINUTE).toSorted((a, b) => a - b)).toEqual(
        Array.from({ length: firings() }, (_, at) => at + 1),
      );
      expect(new Set(all.map(({ outcome }) => outcome))).toEqual(new Set(['done', 'interrupted']));
      expect(new Set(done.map(({ node }) => node)).size).toBeGreaterThan(1);
    },
    IS_LONG ? 900_000 : 180_000,
  );
});
