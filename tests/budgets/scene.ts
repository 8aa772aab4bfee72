import { openShop, pull, type Page } from '#tests/channels/shop.ts';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { onServer, testCluster } from '#tests/harness/database.ts';
import { addStock, CHAIRS, labelledShipments, must, placeOfOne } from '#tests/races/goods.ts';

/** A seller with a page of fifty in each list. */
export interface BudgetScene {
  at: TestApp;
  clerk: Client;
  packer: Client;
  /** Shipments that only wait to leave, of one unit in one box. */
  shipments: string[];
  /** Orders of one line that wait to be accepted. */
  pending: string[];
}

const PAGE = 50;
/** So many are shipped, and so many accepted, to count what one costs. */
const COUNTED = 3;

/** Nothing goes on in it but what is asked of it: its queue rests, and its tables are known to the planner. */
export async function budgetScene(): Promise<BudgetScene> {
  const at = await startTestApp();
  const [clerk, packer] = [await at.as('yunying'), await at.as('cangku')];
  await openShop(at, clerk);
  await addStock(at, packer, CHAIRS, 3 * PAGE);
  const shipments = await labelledShipments(at, clerk, packer, COUNTED);
  const started = await pulledOrders(at, clerk, PAGE);
  await must(clerk.post('/orders/salesOrder/batch/accept', { ids: started }));
  await at.settled();
  await must(clerk.post('/orders/salesOrder/batch/start', { ids: started }));
  const pending = await pulledOrders(at, clerk, COUNTED);
  await at.app.worker.stop();
  const owner = { ...testCluster().owner, database: at.connection.database as string };
  await onServer(owner, (session) => session.query('analyze'));
  return {
    at,
    clerk,
    packer,
    shipments: shipments.map(({ id }) => id),
    pending,
  };
}

/** Orders of one unit that were pulled and wait to be accepted. */
async function pulledOrders(at: TestApp, clerk: Client, n: number): Promise<string[]> {
  await placeOfOne(at, CHAIRS, n);
  await pull(at, clerk);
  const { records } = await must(
    clerk.get<Page<{ id: string }>>('/orders/salesOrder/list', { tab: 'pending', pageSize: '100' }),
  );
  await at.settled();
  return records.map(({ id }) => id);
}
