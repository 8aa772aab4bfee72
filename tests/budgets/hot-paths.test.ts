import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemActor } from '#kit/server/actor.ts';
import { accountPolicy, type AccountPolicy } from '#modules/base/server/index.ts';
import { receiveOrder, type MappedOrder } from '#modules/orders/server/index.ts';
import { look } from '#tests/channels/shop.ts';
import { must } from '#tests/lifecycles/one-of-each.ts';
import { CHAIRS, oneUnit, times } from '#tests/races/goods.ts';
import { cheapest, rowsRead, startCounting, type Counted } from './counted.ts';
import { LIST_BUDGETS, MOVE_BUDGETS, PULL_BUDGETS, SIGN_IN_BUDGETS, type Budget } from './figures.ts';
import { budgetScene, type BudgetScene } from './scene.ts';

/** What everybody does all day, counted: tests/budgets/figures.ts says what it may cost. */

/** Also where this is the first file of a run, which fills the template. */
const SET_UP_MS = 300_000;

let scene: BudgetScene;
let stopCounting = (): void => undefined;
beforeAll(async () => {
  scene = await budgetScene();
  stopCounting = startCounting();
}, SET_UP_MS);
afterAll(async () => {
  stopCounting();
  await scene?.at.stop();
});

const TRIES = 3;
/** So often a statement is asked until PostgreSQL keeps a plan of it, on whichever session it is. */
const PLANNED = 12;
/** So much of a kilobyte may be digits of a day. */
const SLACK = 0.2;

/** What was counted, beside its budget; the statements are said where they differ. */
function holds({ texts, rows }: Counted, { statements, rows: most }: Budget): void {
  const seen = { statements: texts.length, rows };
  expect(seen, `tests/budgets/figures.ts; asked were:\n${texts.join('\n')}`).toEqual({
    statements,
    rows: most,
  });
}

const LISTS = {
  orders: { path: '/orders/salesOrder/list', who: 'clerk', filter: { status: 'new' } },
  shipments: { path: '/fulfilment/shipment/list', who: 'packer', filter: { status: 'draft' } },
  stock: { path: '/inventory/stockPlace/list', who: 'clerk', filter: { available: '>= 0' } },
  products: { path: '/catalog/product/list', who: 'clerk', filter: { spuCode: 'WB*' } },
} as const;
type List = keyof typeof LISTS;

interface Answer {
  success: boolean;
  message: string;
  result: { records: object[]; total: number };
}

async function page(list: List, query: Record<string, string> = {}): Promise<{ answer: Answer; bytes: number }> {
  const { path, who } = LISTS[list];
  const { bytes } = await scene[who].raw('GET', `${path}?${new URLSearchParams(query)}`);
  const answer = JSON.parse(bytes.toString()) as Answer;
  expect(answer.success, answer.message).toBe(true);
  return { answer, bytes: bytes.length };
}

describe.each(Object.keys(LISTS) as List[])('the list of %s', (list) => {
  const params = (query?: Record<string, string>): Promise<Counted> =>
    cheapest(times(TRIES, () => () => page(list, query)));

  test('a page of ten costs what it did', async () => {
    const budget = LIST_BUDGETS[list];
    holds(await params(), budget);
    const { answer, bytes } = await page(list);
    expect(answer.result.records).toHaveLength(10);
    expect(Math.max(...answer.result.records.map((row) => Object.keys(row).length))).toBe(budget.columns);
    expect(Math.abs(bytes / 1000 - budget.kilobytes), `${bytes} bytes`).toBeLessThan(SLACK);
  });

  test('a page of fifty asks no more often than one of ten', async () => {
    const { texts } = await params({ pageSize: '50' });
    expect((await page(list, { pageSize: '50' })).answer.result.records).toHaveLength(50);
    expect(texts.length, texts.join('\n')).toBe(LIST_BUDGETS[list].statements);
  });

  test('nor does one that was filtered', async () => {
    const { filter } = LISTS[list];
    const { texts } = await params({ ...filter });
    const { total } = (await page(list, { ...filter })).answer.result;
    expect(total).toBeGreaterThan(0);
    expect(texts.length, texts.join('\n')).toBe(LIST_BUDGETS[list].statements);
  });

  test('nor does it look at more rows', async () => {
    const budget: number = LIST_BUDGETS[list].read;
    const seen: number[] = [];
    for (let at = 0; at < PLANNED + TRIES; at++) {
      const before = await rowsRead(scene.at.app);
      await page(list);
      if (at >= PLANNED) seen.push((await rowsRead(scene.at.app)) - before);
    }
    const least = Math.min(...seen);
    expect(least, 'tests/budgets/figures.ts').toBeLessThanOrEqual(budget * 1.1);
    expect(least, 'cheaper: write it into tests/budgets/figures.ts').toBeGreaterThan(budget * 0.8);
  });
});

test('one ship of one box costs what it did', async () => {
  const ship = (id: string) => () =>
    must(scene.packer.post(`/fulfilment/shipment/${id}/ship`, {}, { 'idempotency-key': id }));
  holds(await cheapest(scene.shipments.map(ship)), MOVE_BUDGETS.ship);
});

test('accepting one order costs what it did', async () => {
  const accept = (id: string) => () => must(scene.clerk.post(`/orders/salesOrder/${id}/accept`));
  holds(await cheapest(scene.pending.map(accept)), MOVE_BUDGETS.accept);
});

describe('an order that is pulled', () => {
  let made = 0;
  const reported = (lines: number): MappedOrder => {
    const one = oneUnit(scene.at, CHAIRS, ++made);
    const [line] = one.lines;
    if (!line) throw new Error('an order has a line');
    return { ...one, lines: times(lines, (at) => ({ ...line, lineNo: at + 1 })) };
  };
  let policy: AccountPolicy;
  beforeAll(async () => {
    policy = await look(scene.at, (tx) => accountPolicy(tx, scene.at.seller.accountId));
  });
  const take = (orders: number, lines: number) => async (): Promise<void> => {
    const { db, numbering } = scene.at.app;
    for (const order of times(orders, () => reported(lines)))
      await receiveOrder({ db, numbering }, systemActor(1, 'budget'), policy, order);
  };

  test.each([
    ['one order of one line', 1, 1],
    ['one order of three lines', 1, 3],
    ['four orders of one line', 4, 1],
  ] as const)('%s', async (name, orders, lines) => {
    holds(await cheapest(times(TRIES, () => take(orders, lines))), PULL_BUDGETS[name]);
  });
});

test('signing in costs what it did, with the menu', async () => {
  const who = await scene.at.as('yunying');
  holds(await cheapest(times(TRIES, () => () => scene.at.as('yunying'))), SIGN_IN_BUDGETS.login);
  const menus = await Promise.all(times(TRIES, () => scene.at.as('yunying')));
  await who.get('/sys/permission/getUserPermissionByToken');
  const menu = await cheapest(menus.map((one) => () => must(one.get('/sys/permission/getUserPermissionByToken'))));
  holds(menu, SIGN_IN_BUDGETS.menu);
});
