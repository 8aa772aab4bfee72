import type { Client, TestApp } from '#tests/harness/app.ts';
import { GIGA_PREFIX } from '#simulator/giga/routes.ts';
import { GIGA_BUYER } from '#simulator/giga/signature.ts';
import type { LifecycleFacts } from '../lifecycle-facts.ts';
import { must, STOOL } from '../one-of-each.ts';
import type { Stage } from '../stage.ts';

const KEY = 'purchasing:supplierProduct';
const NAME = '大健云仓（生命周期）';

interface Found {
  id: string;
  supplierSku: string;
  cost: string | null;
}

/** The feed of these products, made once. */
async function feedOf(scene: TestApp, admin: Client): Promise<string> {
  const known = await must(admin.get<{ records: { id: string }[] }>('/purchasing/supplyFeed/list', { name: NAME }));
  if (known.records[0]) return known.records[0].id;
  // All of them stand on one page of a list.
  await scene.sim('POST', '/giga/shrink', { keep: 40 });
  const supplier = { code: 'LC-GIGA', name: '大健云仓', type: 'wholesale', currency: 'USD' };
  const { id: supplierId } = await must(admin.post<{ id: string }>('/base/supplier/add', supplier));
  const body = {
    name: NAME,
    supplierId,
    connector: 'giga',
    environment: 'sandbox',
    apiUrl: `${scene.simulator.url}${GIGA_PREFIX}`,
    ...GIGA_BUYER,
  };
  return (await must(admin.post<{ id: string }>('/purchasing/supplyFeed/add', body))).id;
}

/** Reads the feed, well apart from the reading before. */
async function read(scene: TestApp, admin: Client): Promise<void> {
  await scene.pass(60_000);
  await must(admin.post(`/purchasing/supplyFeed/${await feedOf(scene, admin)}/run`));
  await scene.settled();
}

/** A product that the supplier has just listed with a price, as nobody has touched it. */
async function newOne(scene: TestApp, admin: Client): Promise<Found> {
  const query = { status: 'new', pageSize: '100', column: 'supplierSku', order: 'desc' };
  // A first price is no change of one.
  const sold = async () =>
    (await must(admin.get<{ records: Found[] }>('/purchasing/supplierProduct/list', query))).records.find(
      ({ cost }) => cost !== null,
    );
  if (!(await sold())) await read(scene, admin);
  return (await sold()) as Found;
}

/** Its price at the supplier is another one by the next reading. */
async function priced({ scene, admin }: Stage, { supplierSku }: Found, price: number): Promise<void> {
  await scene.sim('POST', '/giga/item', { sku: supplierSku, price, exclusive: null, tiers: [] });
  await read(scene, admin);
}

export const supplyFacts: readonly LifecycleFacts[] = [
  {
    of: KEY,
    begins: 'new: read',
    one: async (scene, admin) => (await newOne(scene, admin)).id,
    // §2.7: new, linked, ignored, changed, gone; a change that is too large waits for a person.
    law: {
      new: 'link→linked make→linked ignore→ignored *hold→changed *leave→gone',
      linked: 'unlink→new *hold→changed *leave→gone',
      ignored: 'restore→new',
      changed: 'apply→linked|new keep→linked|new *calm→linked|new *leave→gone',
      gone: '*comeBack→linked|new',
    },
    ends: [],
    answers: ({ seller }) => ({ skuId: seller.skus[STOOL] }),
    made: {
      'a supplier product: put aside, linked, let go, made': async (stage) => {
        const { scene, admin } = stage;
        const { id } = await newOne(scene, admin);
        await stage.make(admin, KEY, id, 'ignore');
        await stage.make(admin, KEY, id, 'restore');
        await stage.make(admin, KEY, id, 'link', { skuId: scene.seller.skus[STOOL] });
        await stage.make(admin, KEY, id, 'unlink');
        await stage.make(admin, KEY, id, 'make');
      },
      'a supplier product: its price leaps, is taken, is not taken, is taken back; it goes and comes back': async (
        stage,
      ) => {
        const { scene, admin } = stage;
        const one = await newOne(scene, admin);
        await priced(stage, one, 500_000);
        await stage.make(admin, KEY, one.id, 'apply');
        await priced(stage, one, 100_000);
        await stage.make(admin, KEY, one.id, 'keep');
        await priced(stage, one, 50_000);
        await priced(stage, one, 500_000);
        await scene.sim('POST', '/giga/item', { sku: one.supplierSku, isListed: false });
        await read(scene, admin);
        await scene.sim('POST', '/giga/item', { sku: one.supplierSku, isListed: true });
        await read(scene, admin);
      },
    },
  },
];
