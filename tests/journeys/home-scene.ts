import { mirakl } from '#connectors/mirakl/index.ts';
import { wayfair } from '#connectors/wayfair/index.ts';
import { startTestApp, type Answer, type Client, type TestApp } from '#tests/harness/app.ts';
import type { AuditFacts, OrderRow } from '#tests/channels/shop.ts';
import { firstOf, must } from '#tests/lifecycles/one-of-each.ts';
import { addStock } from '#tests/races/goods.ts';
import { LISTED } from '#simulator/mirakl/seed.ts';
import type { MiraklOrder, MiraklState } from '#simulator/mirakl/state.ts';
import { seedDemoHome } from '../../db/seed/demo-home.ts';

export const [LAMP, TABLE] = LISTED.filter(({ cartons }) => cartons.length === 1).map(
  ({ partNumber }) => partNumber,
) as [string, string];
const MINUTE = 60_000;

/** A seller with a shop at the home-improvement marketplace, connected and pulled once. */
export interface HomeScene {
  scene: TestApp;
  clerk: Client;
  packer: Client;
  accountId: string;
  place(input: { lines: { sku: string; quantity: number }[]; [more: string]: unknown }): Promise<MiraklOrder>;
  /** A pull, no sooner than the marketplace lets itself be asked. */
  pull(): Promise<void>;
  order(channelOrderNo: string): Promise<OrderRow & Record<string, unknown>>;
  accept(channelOrderNo: string): Promise<Answer>;
  /** From 待发货 to a sealed, labelled shipment. @returns its id */
  packed(channelOrderNo: string, trackingNo: string): Promise<string>;
  ship(shipmentId: string): Promise<Answer>;
  there(): Promise<MiraklState>;
  audit(): Promise<AuditFacts & { warnings: unknown[] }>;
}

let keys = 0;

export async function openHomeScene(): Promise<HomeScene> {
  const fast = <C extends typeof mirakl | typeof wayfair>(one: C): C => ({
    ...one,
    limits: { ...one.limits, requestsPerSecond: 1000 },
  });
  const scene = await startTestApp({ start: { sessionDays: 60, connectors: [fast(wayfair), fast(mirakl)] } });
  const [clerk, packer] = await Promise.all([scene.as('yunying'), scene.as('cangku')]);
  const { db, registry, assembled } = scene.app;
  const accountId = await seedDemoHome({ db, registry, serves: assembled.serves }, 1, scene.simulator, scene.seller);
  for (const sku of [LAMP, TABLE]) await addStock(scene, packer, sku, 40);
  const tested = await clerk.post<{ ok: boolean }>(`/channels/account/${accountId}/test`);
  if (!tested.result?.ok) throw new Error(JSON.stringify(tested));
  await scene.settled();
  const make = async (id: string, move: string, answers: object = {}): Promise<Answer> => {
    const answer = await packer.post(`/fulfilment/shipment/${id}/${move}`, answers, {
      'idempotency-key': `home ${++keys}`,
    });
    await scene.settled();
    return answer;
  };
  const order: HomeScene['order'] = (channelOrderNo) =>
    firstOf<OrderRow & Record<string, unknown>>(clerk, '/orders/salesOrder/list', { channelOrderNo });
  return {
    scene,
    clerk,
    packer,
    accountId,
    order,
    async place(input) {
      const made = await scene.sim<{ orders: MiraklOrder[] }>('POST', '/mirakl/orders', { orders: [input] });
      return made.orders[0] as MiraklOrder;
    },
    async pull() {
      await scene.pass(5 * MINUTE);
      await must(clerk.post(`/channels/account/${accountId}/pull`));
      await scene.settled();
    },
    async accept(channelOrderNo) {
      const { id } = await order(channelOrderNo);
      const answer = await clerk.post(`/orders/salesOrder/${id}/accept`);
      await scene.settled();
      return answer;
    },
    async packed(channelOrderNo, trackingNo) {
      const { id: orderId } = await order(channelOrderNo);
      const { id: shipMethodId } = await firstOf(clerk, '/base/shipMethod/list', { code: 'OWN-TRK' });
      await must(clerk.post(`/orders/salesOrder/${orderId}/start`, { shipMethodId }));
      const { id } = await firstOf(packer, '/fulfilment/shipment/list', { orderId });
      await must(make(id, 'pack'));
      await must(make(id, 'sealAll'));
      await must(make(id, 'ownLabel', { carrierCode: 'OWN', trackingNo }));
      return id;
    },
    ship: (id) => make(id, 'ship'),
    there: () => scene.sim<MiraklState>('GET', '/mirakl'),
    audit: () => scene.sim<AuditFacts & { warnings: unknown[] }>('GET', '/audit'),
  };
}
