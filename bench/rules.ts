import { request } from 'node:http';
import { generateOrders } from './generate-orders.ts';
import { openScene, type Scene } from './scene.ts';

/** Orders judged by every call. */
const JUDGED = 1_000;
const STORED = 10_000;
/** To judge them all; to act on them all. */
const JUDGE_GOAL_MS = 5_000;
const ACT_GOAL_MS = 10_000;
const TIMES = 5;

type App = Awaited<ReturnType<Scene['serveApp']>>;

interface RuleFigure {
  what: string;
  /** Milliseconds of each call, the first one too. */
  ms: number[];
  goalMs: number;
}

/**
 * A rule that asks of every family of facts, held against the last 1,000 of 10,000 orders over HTTP; then
 * as many open ones judged and tagged, a hundred a transaction.
 * @returns the exit code: a call that is refused is an error, a goal that is missed is only said
 */
export async function benchRules(): Promise<number> {
  const scene = await openScene();
  try {
    const app = await scene.serveApp();
    await generateOrders(scene.owner, scene.seller, 1, STORED);
    const figures = await measureRules(scene, app);
    await app.served.stop();
    for (const { what, ms, goalMs } of figures) {
      const verdict = Math.max(...ms) <= goalMs ? 'met    ' : 'NOT MET';
      console.log(`${verdict}  ${what}: ${ms.map(Math.round).join(', ')} ms, goal ${goalMs} ms`);
    }
    return 0;
  } finally {
    await scene.close();
  }
}

async function measureRules(scene: Scene, app: App): Promise<RuleFigure[]> {
  const conditions = {
    join: 'and',
    of: [
      { fact: 'unitCount', op: 'ge', value: '1' },
      {
        join: 'or',
        of: [
          { fact: 'mostUnits', op: 'ge', value: '1' },
          { fact: 'weightKg', op: 'gt', value: '50' },
          { fact: 'isCovered', op: 'eq', value: true },
        ],
      },
    ],
  };
  const { id: tagId } = await post<{ id: string }>(app, '/base/tag/add', {
    name: 'bench',
    scope: 'order',
    color: 'grey',
  });
  const { id } = await post<{ id: string }>(app, '/automation/rule/add', {
    code: 'BENCH',
    name: 'bench',
    conditions: JSON.stringify(conditions),
    actions: JSON.stringify([{ kind: 'addTag', tagIds: [tagId] }]),
  });
  const test: RuleFigure = { what: `back-test of ${JUDGED} orders`, ms: [], goalMs: JUDGE_GOAL_MS };
  for (let n = 0; n < TIMES; n++)
    test.ms.push(await timed(() => post(app, `/automation/rule/${id}/test`, { orders: JUDGED })));
  await post(app, `/automation/rule/${id}/activate`, { acceptAll: true });
  const { rows } = await scene.owner.query<{ id: string }>(
    `select id from sales_order where tenant_id = $1 and status in ('new', 'accepted', 'ready')
      order by id limit $2`,
    [scene.seller.tenant, JUDGED],
  );
  const ids = rows.map((row) => row.id);
  const look: RuleFigure = {
    what: `${ids.length} open orders judged`,
    ms: [],
    goalMs: JUDGE_GOAL_MS,
  };
  for (let n = 0; n < TIMES; n++)
    look.ms.push(await timed(() => post(app, '/automation/rule/run', { ids, dryRun: true })));
  const run: RuleFigure = {
    what: `${ids.length} open orders judged and tagged`,
    ms: [await timed(() => post(app, '/automation/rule/run', { ids }))],
    goalMs: ACT_GOAL_MS,
  };
  return [test, look, run];
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** Asks the served process. @throws Error what it refuses */
function post<T>({ served, token }: App, path: string, body: object): Promise<T> {
  const headers = { 'x-access-token': token, 'content-type': 'application/json' };
  return new Promise((resolve, reject) => {
    const requested = request(`${served.address}/api${path}`, { method: 'POST', headers }, (answer): void => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('end', () => {
        const answers = JSON.parse(Buffer.concat(parts).toString()) as {
          success: boolean;
          message: string;
          result: T;
        };
        if (answers.success) resolve(answers.result);
        else reject(new Error(`${path}: ${answers.message}`));
      });
    });
    requested.on('error', reject);
    requested.end(JSON.stringify(body));
  });
}
