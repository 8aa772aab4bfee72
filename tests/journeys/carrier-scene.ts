import { look, openShop, type AuditFacts, type Page } from '#tests/channels/shop.ts';
import { startTestApp, type Answer, type Client, type TestApp } from '#tests/harness/app.ts';
import { firstOf, must, newOrder, STOOL } from '#tests/lifecycles/one-of-each.ts';
import { addStock } from '#tests/races/goods.ts';
import type { CarrierState } from '#simulator/carrier/state.ts';

/** A seller with a carrier account of their own and one of the platform's, and orders to send. */
export interface CarrierScene {
  scene: TestApp;
  clerk: Client;
  packer: Client;
  admin: Client;
  /** Ids of the ways to ship: on the platform's account, and on one's own. */
  methods: { platform: string; own: string; express: string };
  /** Packed and sealed. */
  packed(method: 'platform' | 'own' | 'express', quantity?: number): Promise<Packed>;
  /** Makes a move of a shipment, and has what follows carried out. */
  make(id: string, move: string, answers?: object): Promise<Answer>;
  makeQuietly(id: string, move: string, answers?: object): Promise<Answer>;
  shipment(id: string): Promise<Record<string, unknown>>;
  labels(shipmentId: string): Promise<Label[]>;
  order(id: string): Promise<{ status: string; holds: string[]; labelLoss: boolean }>;
  /** Available and held, as the page of the wallet shows them. */
  wallet(): Promise<{ available: string; held: string }>;
  credit(amount: string, reference: string): Promise<Answer>;
  carrier(): Promise<CarrierState>;
  /** Labels of the carrier that are paid and kept. */
  kept(): Promise<number>;
  audit(): Promise<AuditFacts>;
}

export interface Packed {
  id: string;
  orderId: string;
}

export interface Label {
  id: string;
  status: string;
  charge: string;
  cost: string | null;
  quotedCost: string | null;
  trackingNo: string | null;
  note: string | null;
  error: string | null;
  printedCount: number;
}

let keys = 0;

export async function startCarrierScene(): Promise<CarrierScene> {
  const scene = await startTestApp({ start: { sessionDays: 60 } });
  const [clerk, packer, admin] = await Promise.all([scene.as('yunying'), scene.as('cangku'), scene.as('admin')]);
  await openShop(scene, clerk);
  await addStock(scene, packer, STOOL, 200);
  const methods = await openAccounts(admin);
  const makeQuietly: CarrierScene['makeQuietly'] = (id, move, answers = {}) =>
    packer.post(`/fulfilment/shipment/${id}/${move}`, answers, {
      'idempotency-key': `carrier ${++keys}`,
    });
  const make: CarrierScene['make'] = async (id, move, answers = {}) => {
    const answer = await makeQuietly(id, move, answers);
    await scene.settled();
    return answer;
  };
  return {
    scene,
    clerk,
    packer,
    admin,
    methods,
    make,
    makeQuietly,
    async packed(method, quantity = 1) {
      const { id: orderId } = await newOrder(scene, clerk, {}, quantity);
      await must(clerk.post(`/orders/salesOrder/${orderId}/accept`));
      await scene.settled();
      await must(clerk.post(`/orders/salesOrder/${orderId}/start`, { shipMethodId: methods[method] }));
      const { id } = await firstOf(packer, '/fulfilment/shipment/list', { orderId });
      await must(make(id, 'pack'));
      await must(make(id, 'sealAll'));
      return { id, orderId };
    },
    shipment: (id) => must(packer.get('/fulfilment/shipment/queryById', { id })),
    labels: async (shipmentId) =>
      (await must(admin.get<Page<Label>>('/fulfilment/shippingLabel/list', { shipmentId }))).records,
    order: (id) => must(clerk.get('/orders/salesOrder/queryById', { id })),
    async wallet() {
      const page = await must(admin.get<Page<{ available: string; held: string }>>('/ledger/wallet/list'));
      const [row] = page.records;
      return { available: row?.available ?? '0.00', held: row?.held ?? '0.00' };
    },
    credit: (amount, reference) =>
      admin.post('/ledger/walletCredit', {
        forTenant: 1,
        amount,
        currency: 'USD',
        reference,
        reason: '充值到账',
      }),
    carrier: () => scene.sim('GET', '/carrier'),
    kept: async () =>
      (await scene.sim<CarrierState>('GET', '/carrier')).labels.filter(({ voidedAt }) => voidedAt === null).length,
    audit: () => scene.sim('GET', '/audit'),
  };
}

/** Accounts with the simulated carrier, and ways to ship by them. @returns ids of the ways */
export async function openAccounts(admin: Client): Promise<CarrierScene['methods']> {
  const [offered] = await must(admin.get<{ code: string; practice: Record<string, string> }[]>('/fulfilment/carriers'));
  const add = async (path: string, row: Record<string, unknown>): Promise<string> => {
    await must(admin.post(`${path}/add`, row));
    return (await firstOf(admin, `${path}/list`, { name: String(row['name']) })).id;
  };
  const own = await add('/base/carrierAccount', {
    code: 'SWIFT-OWN',
    name: 'Swift 自有',
    carrier: 'swift',
    owner: 'own',
    ...offered?.practice,
  });
  const platform = await add('/base/carrierAccount', {
    code: 'SWIFT-PLATFORM',
    name: 'Swift 系统',
    carrier: 'swift',
    owner: 'platform',
  });
  const method = (name: string, service: string, accountOwner: string, carrierAccountId: string) =>
    add('/base/shipMethod', {
      code: name.replaceAll(' ', '-').toUpperCase(),
      name,
      carrier: 'Swift',
      service,
      accountOwner,
      carrierAccountId,
      class: 'parcel',
      dimDivisor: 139,
    });
  return {
    platform: await method('swift ground', 'ground', 'platform', platform),
    own: await method('swift own', 'ground', 'own', own),
    express: await method('swift express', 'express', 'platform', platform),
  };
}

/** Parcels of a shipment, as their boxes carry them. */
export const boxesOf = async ({ packer }: CarrierScene, shipmentId: string): Promise<BoxSeen[]> =>
  (await must(packer.get<Page<BoxSeen>>('/fulfilment/box/list', { shipmentId, pageSize: '100' }))).records;

/** What a test reads of a box. */
interface BoxSeen {
  id: string;
  status: string;
  trackingNo: string | null;
  labelAssetId: string | null;
}

/** Deliveries that a person has to see to, by the words of what went wrong. */
export const deadWork = ({ scene }: CarrierScene): Promise<{ handler: string; lastError: string }[]> =>
  look(
    scene,
    (tx) => tx.rows<{ handler: string; lastError: string }>`
      select handler, last_error from delivery where tenant_id = ${tx.tenant} and status = 'dead'
        and handler like 'fulfilment.%'`,
  );

/** How many rows a card of the home page counts. */
export const waiting = async (client: Client, title: string): Promise<number> =>
  (await must(client.get<{ title: string; count: number }[]>('/desk/todo'))).find(
    (one) => one.title.startsWith(title) && one.count > 0,
  )?.count ?? 0;
