import { setTimeout as sleep } from 'node:timers/promises';
import { systemActor } from '#kit/server/actor.ts';
import type { App } from '#app/start.ts';
import { judgePlan, toPush } from '#modules/channels/server/push-stock.ts';
import { sendItems } from '#modules/channels/server/send-stock.ts';
import { planChanges } from '#modules/channels/server/stock-changes.ts';
import { itemsOfPlan } from '#modules/channels/server/stock-push-items.ts';
import { addPush, endPush, markSent } from '#modules/channels/server/stock-push-records.ts';
import { generateStock } from './generate-stock.ts';
import { openScene, type Scene } from './scene.ts';

const LISTINGS = 50_000;
const CHANGED = 1_000;
const CALL_MS = 20;
const BATCH = 200;
/** quality.md, W6: milliseconds for nothing, a thousand and all of them. */
const GOALS = { nothing: 150, some: 500, all: 4_000 } as const;
const LIST_GOAL = 300;

interface Round {
  calls: number;
  rows: number;
  planMs: number;
  wallMs: number;
}

/**
 * W6: what a shop of 50,000 listings should show is compared with what its channel was sent, and the difference goes
 * out, 200 a call, to a channel that answers in 20 ms: with nothing changed, a thousand, and all. Then the filter 差异
 * of 渠道库存 over HTTP.
 * @returns the exit code: calls where nothing changed, or quantities that do not arrive, are an error
 */
export async function benchPush(): Promise<number> {
  const scene = await openScene();
  try {
    await addListings(scene);
    const app = await scene.openApp();
    const counted: Partial<Record<keyof typeof GOALS, number>> = {};
    const round = async (name: keyof typeof GOALS): Promise<void> => {
      const { calls, rows, planMs, wallMs } = await push(app, scene);
      counted[name] = rows;
      console.log(
        `${wallMs <= GOALS[name] ? 'met    ' : 'NOT MET'}  ${name}: ${rows} rows in ${calls} calls, compared in ` +
          `${planMs.toFixed(0)} ms, ${wallMs.toFixed(0)} ms in all (goal ${GOALS[name]})`,
      );
    };
    try {
      await round('all');
      await round('nothing');
      await sell(scene, CHANGED);
      await round('some');
    } finally {
      await app.stop();
    }
    const isListed = await measureFilter(scene);
    const isTrue = counted['nothing'] === 0 && counted['some'] === CHANGED && counted['all'] === LISTINGS;
    if (!isTrue) console.log('wrong rows', counted);
    return isTrue && isListed ? 0 : 1;
  } finally {
    await scene.close();
  }
}

/** A listing for each SKU, in one warehouse that the channel knows. */
async function addListings({ owner, seller }: Scene): Promise<void> {
  const [warehouseId = ''] = seller.warehouseIds;
  await generateStock(owner, { ...seller, warehouseIds: [warehouseId] }, 1, LISTINGS);
  const shop = [seller.tenant, seller.accountId];
  await owner.query('update channel_product set deleted_at = now() where tenant_id = $1 and account_id = $2', shop);
  await owner.query(
    `update channel_warehouse set status = 'disabled'
    where tenant_id = $1 and account_id = $2 and warehouse_id <> $3`,
    [...shop, warehouseId],
  );
  await owner.query(
    `insert into channel_product (tenant_id, id, account_id, channel_sku, title, sku_id, map_status, map_method, status,
      create_by, create_time)
    select tenant_id, gen_random_uuid(), $2, 'CH-' || sku_code, name, id, 'mapped', 'exact', 'live', 'bench', now()
    from sku where tenant_id = $1 and sku_code like 'STOCK-%'`,
    shop,
  );
  await owner.query('vacuum analyze channel_product, channel_warehouse');
}

/** One more of so many SKUs is gone, with the movement behind it: the ledger holds. */
async function sell({ owner, seller }: Scene, count: number): Promise<void> {
  await owner.query(
    `with taken as (
        select id, tenant_id, warehouse_id, sku_id, on_hand, seq from stock_level
        where tenant_id = $1 and on_hand > 1 and sku_id in (
          select sku_id from channel_product where tenant_id = $1 and channel_sku like 'CH-STOCK-%' limit $2)),
      moved as (
        insert into stock_movement (tenant_id, id, seq, warehouse_id, sku_id, condition, type, qty, balance_after,
          unit_cost, cost_value, currency, ref_type, ref_id, ref_no, idempotency_key, create_by, create_time)
        select tenant_id, gen_random_uuid(), seq + 1, warehouse_id, sku_id, 'good', 'sale_out', -1, on_hand - 1, 27, -2700,
          'USD', 'bench', sku_id, 'SOLD', 'sold:' || sku_id || ':' || (seq + 1), 'bench', now() from taken)
    update stock_level l set on_hand = l.on_hand - 1, seq = l.seq + 1
    from taken where l.tenant_id = taken.tenant_id and l.id = taken.id`,
    [seller.tenant, count],
  );
}

type Attempt = Parameters<typeof sendItems>[0];
type Channel = Parameters<typeof sendItems>[1];

/** What `channels.pushStock` does, to a channel that takes everything. */
async function push(app: App, { seller }: Scene): Promise<Round> {
  const actor = systemActor(seller.tenant, 'bench');
  const { accountId } = seller;
  let calls = 0;
  const channel = {
    account: { id: accountId, environment: 'live' },
    connector: { limits: { stockBatch: BATCH } },
    connection: {
      async pushStock() {
        calls += 1;
        await sleep(CALL_MS);
        return { refused: [], refusal: null, receipt: null };
      },
    },
  } as unknown as Channel;
  const attempt = { tx: (run: Parameters<typeof app.db.tx>[1]) => app.db.tx(actor, run) } as unknown as Attempt;
  const started = performance.now();
  const { id, rows } = await app.db.tx(actor, async (tx) => {
    const plan = await planChanges(tx, accountId);
    const changed = toPush(plan.rows);
    const verdict = await judgePlan(tx, accountId, plan, changed);
    if (verdict.reason !== null) throw new Error(verdict.reason);
    if (changed.length === 0) return { id: null, rows: changed };
    return { id: await addPush(tx, { accountId, trigger: 'manual' }, changed, verdict), rows: changed };
  });
  const planned = performance.now();
  if (id !== null) {
    await sendItems(attempt, channel, id, itemsOfPlan(rows));
    await app.db.tx(actor, async (tx) => {
      const { taken } = await tx.one<{ taken: number }>`
        select count(*)::integer as taken from stock_push_item
        where tenant_id = ${tx.tenant} and push_id = ${id}::uuid and status = 'sent'`;
      if (taken !== rows.length) throw new Error(`${taken} of ${rows.length} were taken`);
      await markSent(tx, id);
      await endPush(tx, id);
    });
  }
  return { calls, rows: rows.length, planMs: planned - started, wallMs: performance.now() - started };
}

/** 渠道库存 with 差异, and without a filter, a page at a time. */
async function measureFilter(scene: Scene): Promise<boolean> {
  await sell(scene, CHANGED);
  const app = await scene.serveApp();
  let isMet = true;
  for (const query of ['', 'gap=differs', 'gap=same', 'gap=never']) {
    const times: number[] = [];
    let said = '';
    for (let turn = 0; turn < 5; turn++) {
      const started = performance.now();
      const response = await fetch(`${app.served.address}/api/channels/channelStock/list?pageSize=20&${query}`, {
        headers: { 'x-access-token': app.token },
      });
      const answer = (await response.json()) as { message: string; result: { total: unknown } | null };
      if (!answer.result) throw new Error(answer.message);
      said = String(answer.result.total);
      times.push(performance.now() - started);
    }
    const middle = times.toSorted((a, b) => a - b)[2] ?? 0;
    if (middle > LIST_GOAL) isMet = false;
    console.log(
      `${middle <= LIST_GOAL ? 'met    ' : 'NOT MET'}  渠道库存 ${query || 'without a filter'}: ${middle.toFixed(0)} ms, ` +
        `${said} rows (goal ${LIST_GOAL})`,
    );
  }
  await app.served.stop();
  return isMet;
}
