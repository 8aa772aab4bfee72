import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import baseline from './baseline.json' with { type: 'json' };
import { measure, type Call, type Run, type Target } from './load.ts';

/* What a commit of an earlier day costs is measured beside what is here, in one call on one machine: each
   with its own code, generator and database, in turns. Only what they cost by each other is compared. */

const ROOT = join(import.meta.dirname, '..');
const ORDERS = 10_000;
const CLIENTS = 16;
const ROUNDS = 7;
/** So much above the ratio that was written down last is no noise any more. */
const NOISE = 1.2;

const ratios: Readonly<Record<string, number>> = baseline.ratios;

interface Side {
  /** The requests of each workload, so many of them each round. */
  calls: ReadonlyMap<string, (round: number) => readonly Call[]>;
  app: Target;
  close: () => Promise<void>;
}

type Open = (root: string) => Promise<Side>;

const PAGES = {
  'W2 pending': { tab: 'pending', pageSize: '10' },
  'W2 shipped': { tab: 'shipped', pageSize: '10' },
  'W2c one PO': { keyword: 'cs000005000', pageSize: '10' },
};
const PAGES_A_ROUND = 200;
const SHIPS_A_ROUND = 60;

type SceneFile = typeof import('./scene.ts');
type OrdersFile = typeof import('./generate-orders.ts');
type ShipmentsFile = typeof import('./generate-shipments.ts');

const SCENES: Readonly<Record<string, Open>> = {
  async list(root) {
    const { openScene } = (await import(join(root, 'bench/scene.ts'))) as SceneFile;
    const { generateOrders } = (await import(join(root, 'bench/generate-orders.ts'))) as OrdersFile;
    const scene = await openScene();
    await generateOrders(scene.owner, scene.seller, 1, ORDERS);
    const { token, ...app } = await scene.serveApp();
    const page = (query: Record<string, string>): Call => ({
      method: 'GET',
      url: `${app.served.address}/api/orders/salesOrder/list?${new URLSearchParams(query)}`,
      headers: { 'x-access-token': token },
    });
    const calls = Object.entries(PAGES).map(
      ([name, query]) => [name, () => Array.from({ length: PAGES_A_ROUND }, () => page(query))] as const,
    );
    return { calls: new Map(calls), app, close: scene.close };
  },
  async ship(root) {
    const { openScene } = (await import(join(root, 'bench/scene.ts'))) as SceneFile;
    const { generateShipments } = (await import(join(root, 'bench/generate-shipments.ts'))) as ShipmentsFile;
    const scene = await openScene();
    const ids = await generateShipments(scene.owner, scene.seller, 0, ROUNDS * SHIPS_A_ROUND, 200);
    const { token, ...app } = await scene.serveApp();
    const ship = (id: string): Call => ({
      method: 'POST',
      url: `${app.served.address}/api/fulfilment/shipment/${id}/ship`,
      headers: {
        'x-access-token': token,
        'content-type': 'application/json',
        'idempotency-key': `bench-${id}`,
      },
      body: '{}',
    });
    const calls = (round: number): Call[] => ids.slice(round * SHIPS_A_ROUND, (round + 1) * SHIPS_A_ROUND).map(ship);
    return { calls: new Map([['W4 ship', calls]]), app, close: scene.close };
  },
};

/**
 * `npm run bench -- list --baseline`: how many times the processor time of the stored commit a request
 * takes here, of server and database.
 * @returns 1 where one is past what was written down last, or a request failed
 */
export async function benchBaseline(what: string): Promise<number> {
  const open = SCENES[what];
  if (!open) throw new Error(`no baseline of ${what}: ${Object.keys(SCENES).join(', ')}`);
  const sides: Side[] = [];
  try {
    for (const root of [baselineRoot(), ROOT]) sides.push(await open(root));
    const [then, now] = sides as [Side, Side];
    let isBad = false;
    console.log(`\nname | ${baseline.commit.slice(0, 8)} CPU us | here CPU us | ratio | written down`);
    for (const name of now.calls.keys()) {
      const [before, here] = await inTurns(name, then, now);
      const ratio = here.cpuUs / before.cpuUs;
      const known = ratios[name];
      isBad ||= before.errors + here.errors > 0 || (known !== undefined && ratio > known * NOISE);
      const cells = [name, before.cpuUs.toFixed(0), here.cpuUs.toFixed(0), ratio.toFixed(2)];
      console.log([...cells, known?.toFixed(2) ?? '–'].join(' | '));
      for (const { firstError } of [before, here]) if (firstError) console.log(firstError);
    }
    return isBad ? 1 : 0;
  } finally {
    for (const side of sides) await side.close();
  }
}

/** The middle one of some rounds of each side; the first round only warms them up. */
async function inTurns(name: string, then: Side, now: Side): Promise<[Run, Run]> {
  const seen: [Run[], Run[]] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    const order = round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const);
    for (const at of order) {
      const { app, calls } = at === 0 ? then : now;
      const run = await measure(name, app, CLIENTS, calls.get(name)?.(round) ?? []);
      if (round > 0 || run.errors > 0) seen[at].push(run);
    }
  }
  return [middle(seen[0]), middle(seen[1])];
}

/** One that failed is no figure: it comes first. */
function middle(runs: readonly Run[]): Run {
  const wrong = runs.find(({ errors }) => errors > 0);
  const one = wrong ?? runs.toSorted((a, b) => a.cpuUs - b.cpuUs)[Math.floor(runs.length / 2)];
  if (!one) throw new Error('nothing was measured');
  return one;
}

/** The stored commit as a work tree of its own, with the packages it names. */
function baselineRoot(): string {
  const { commit } = baseline;
  const root = join(ROOT, '.cache', `baseline-${commit.slice(0, 8)}`);
  if (!existsSync(root)) run('git', ['worktree', 'add', '--detach', root, commit], ROOT);
  if (existsSync(join(root, 'node_modules'))) return root;
  const lockOf = (at: string): string => readFileSync(join(at, 'package-lock.json'), 'utf8');
  if (lockOf(root) === lockOf(ROOT)) symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'));
  else run('npm', ['ci'], root);
  return root;
}

function run(program: string, args: readonly string[], cwd: string): void {
  const { status } = spawnSync(program, args, { cwd, stdio: 'inherit' });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${status}`);
}
