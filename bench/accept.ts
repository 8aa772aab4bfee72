import { request } from 'node:http';
import { generateOrders } from './generate-orders.ts';
import { generateShipments } from './generate-shipments.ts';
import { openScene, type Scene } from './scene.ts';

const STORED = 20_000;
const ACCEPTED = 1_000;
/** As many a request as the console sends. */
const A_REQUEST = 200;
const SPLIT = 200;
const JOINED = 400;
const CLIENTS = 8;
const ACCEPT_GOAL_MS = 10_000;

type App = Awaited<ReturnType<Scene['serveApp']>>;

/**
 * 1,000 orders accepted over HTTP in the parts that the console sends, their calls to the channel stored with
 * them and waiting; the preview of the same batch; then orders split, one a request. The orders hold their stock
 * as if they had held it since they came: accepting touches no level. Nothing is called: the shop is not opened.
 * @returns the exit code: a refusal is an error, a goal that is missed is only said
 */
export async function benchAccept(): Promise<number> {
  const scene = await openScene();
  try {
    const app = await scene.serveApp({ concurrency: 0 });
    await generateOrders(scene.owner, scene.seller, 1, STORED);
    const ids = await readyToAccept(scene);
    const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
    const answers = { estShipDate: day };
    const path = '/orders/salesOrder/batch/accept';
    const preview = await timed(() => post(app, path, { ids, answers, dryRun: true }));
    let accepted = 0;
    const ms = await timed(async () => {
      for (let at = 0; at < ids.length; at += A_REQUEST) {
        const part = ids.slice(at, at + A_REQUEST);
        accepted += (await post<{ ok: number }>(app, path, { ids: part, answers })).ok;
      }
    });
    const { rows } = await scene.owner.query<{ n: string; held: string }>(
      `select count(*) as n, count(held_move_id) as held from delivery
        where tenant_id = $1 and handler = 'channels.accept' and status = 'pending'`,
      [scene.seller.tenant],
    );
    const verdict = ms <= ACCEPT_GOAL_MS ? 'met    ' : 'NOT MET';
    console.log(`         preview of ${ids.length} orders: ${Math.round(preview)} ms`);
    console.log(
      `${verdict}  ${accepted} of ${ids.length} orders accepted, ${rows[0]?.n} channel tasks queued, ${rows[0]?.held} of them to be called back: ${Math.round(ms)} ms, goal ${ACCEPT_GOAL_MS} ms`,
    );
    const split = await measureSplit(scene, app);
    console.log(`         ${SPLIT} orders split by ${CLIENTS} clients: ${split.toFixed(1)} a second`);
    const joined = await measureJoining(scene, app);
    console.log(`         ${JOINED} orders joined in pairs by ${CLIENTS} clients: ${joined.toFixed(1)} pairs a second`);
    await app.served.stop();
    return accepted === ids.length && Number(rows[0]?.n) === ids.length ? 0 : 1;
  } finally {
    await scene.close();
  }
}

/** New orders whose goods are held and of which the channel has heard nothing. */
async function readyToAccept({ owner, seller }: Scene): Promise<string[]> {
  const { rows } = await owner.query<{ id: string }>(
    `update sales_order set accept_sync = 'none', accept_deadline = now() + interval '1 day' where tenant_id = $1 and id in (
        select id from sales_order where tenant_id = $1 and status = 'new' order by id limit $2)
      returning id`,
    [seller.tenant, ACCEPTED],
  );
  const ids = rows.map(({ id }) => id);
  await owner.query(`update order_line set qty_reserved = qty where tenant_id = $1 and order_id = any($2::uuid[])`, [
    seller.tenant,
    ids,
  ]);
  await owner.query('vacuum analyze sales_order, order_line');
  return ids;
}

/** Orders of two lines and more that hold nothing, the second line of each to an order of its own. */
async function measureSplit({ owner, seller }: Scene, app: App): Promise<number> {
  await owner.query('update channel_account set allow_split = true where tenant_id = $1', [seller.tenant]);
  const { rows } = await owner.query<{ id: string; lineId: string }>(
    `select o.id, l.id as "lineId" from sales_order o
        join order_line l on l.tenant_id = o.tenant_id and l.order_id = o.id and l.line_no = 2
      where o.tenant_id = $1 and o.status = 'ready' order by o.id limit $2`,
    [seller.tenant, SPLIT],
  );
  return atOnce(rows, ({ id, lineId }) =>
    post(app, `/orders/salesOrder/${id}/split`, { parts: JSON.stringify([[{ lineId, qty: 1 }]]) }),
  );
}

/** Orders in work whose shipments nobody has packed, each two of one buyer, one pair a request. */
async function measureJoining({ owner, seller }: Scene, app: App): Promise<number> {
  const shipments = await generateShipments(owner, seller, 1, JOINED, 50);
  const tenant = seller.tenant;
  await owner.query(
    `insert into ship_method (tenant_id, id, code, name, carrier, account_owner, create_by, create_time)
      values ($1, $2, 'BENCH-OWN', '自有快递', 'OWN', 'own', 'bench', now())`,
    [tenant, METHOD],
  );
  await owner.query(
    `update shipment set status = 'draft', box_count = 0, tracking_no = null, carrier_code = null, packed_at = null,
        ship_method_id = $3 where tenant_id = $1 and id = any($2::uuid[])`,
    [tenant, shipments, METHOD],
  );
  await owner.query('delete from box where tenant_id = $1 and shipment_id = any($2::uuid[])', [tenant, shipments]);
  await owner.query(`update shipment_line set qty_packed = 0 where tenant_id = $1 and shipment_id = any($2::uuid[])`, [
    tenant,
    shipments,
  ]);
  const { rows } = await owner.query<{ id: string }>(
    `update sales_order o set address_hash = 'pair ' || (at.n - 1) / 2, ship_method_id = $3
      from (select order_id, row_number() over (order by id) as n from shipment
        where tenant_id = $1 and id = any($2::uuid[])) at
      where o.tenant_id = $1 and o.id = at.order_id returning o.id, at.n`,
    [tenant, shipments, METHOD],
  );
  const ids = rows.map(({ id }) => id);
  const { rows: pairs } = await owner.query<{ ids: string[] }>(
    `select array_agg(id::text) as ids from sales_order where tenant_id = $1 and id = any($2::uuid[])
      group by address_hash`,
    [tenant, ids],
  );
  return atOnce(pairs, async (pair) => {
    const { joined } = await post<{ joined: string[] }>(app, '/fulfilment/shipment/join', pair);
    if (joined.length !== 1) throw new Error(`a pair was not joined: ${pair.ids.join()}`);
  });
}

const METHOD = '01900000-0000-7000-8000-00000000be9c';

/** @returns how many of the calls a second, by several clients */
async function atOnce<T>(calls: readonly T[], call: (one: T) => Promise<unknown>): Promise<number> {
  const waiting = [...calls];
  const client = async (): Promise<void> => {
    for (let next = waiting.pop(); next; next = waiting.pop()) await call(next);
  };
  const ms = await timed(() => Promise.all(Array.from({ length: CLIENTS }, client)));
  return (calls.length * 1000) / ms;
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
        const stated = JSON.parse(Buffer.concat(parts).toString()) as {
          success: boolean;
          message: string;
          result: T;
        };
        if (stated.success) resolve(stated.result);
        else reject(new Error(`${path}: ${stated.message}`));
      });
    });
    requested.on('error', reject);
    requested.end(JSON.stringify(body));
  });
}
