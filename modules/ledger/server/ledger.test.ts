import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { systemActor } from '#kit/server/actor.ts';
import type { Tx } from '#kit/server/database.ts';
import { startTestApp, type TestApp } from '#tests/harness/app.ts';
import type { AccountCode } from '../model/chart.ts';
import type { Posting } from '../model/journal.ts';
import { captureHold, expireHolds, placeHold, postEntries, releaseHold, reverseEntry } from './index.ts';

let scene: TestApp;
beforeAll(async () => {
  scene = await startTestApp();
});
afterEach(async () => expect(await scene.violations()).toEqual([]));
afterAll(() => scene.stop());

const within = <T>(work: (tx: Tx) => Promise<T>, tenant = 1): Promise<T> =>
  scene.app.db.tx(systemActor(tenant, 'test'), work);

/** A wallet of a currency of its own, so that tests do not meet. */
const posting = (debit: AccountCode, credit: AccountCode, amount: bigint, currency: string): Posting => ({
  debit: { code: debit },
  credit: { code: credit },
  amount,
  currency,
});
const entry = (event: string, postings: Posting[], more: { day?: string } = {}) => ({
  refType: 'test',
  refId: 'one',
  event,
  postings,
  ...more,
});
const recharge = (currency: string, amount: bigint): Promise<string[]> =>
  within((tx) =>
    postEntries(tx, [entry(`recharge ${currency}`, [posting('platform:bank', 'wallet:available', amount, currency)])]),
  );
const hold = (currency: string, refId: string, amount: bigint, expireAt?: Date) => ({
  refType: 'label',
  refId,
  amount,
  currency,
  from: { code: 'wallet:available' } as const,
  held: 'wallet:held' as const,
  ...(expireAt ? { expireAt } : {}),
});
/** What guarded accounts hold: available, held. */
const wallet = (currency: string): Promise<bigint[]> =>
  within(async (tx) => {
    const rows = await tx.rows<{ code: string; balance: bigint }>`
      select code, balance from account
      where tenant_id = ${tx.tenant} and currency = ${currency} and is_guarded order by code`;
    return rows.map(({ balance }) => balance);
  });

test('an event is posted once; with other amounts it is a defect', async () => {
  const [first] = await recharge('AUD', 5_000n);
  expect(first).toBeDefined();
  expect(await recharge('AUD', 5_000n)).toEqual([]);
  await expect(recharge('AUD', 5_001n)).rejects.toThrow('other amounts');
  expect(await wallet('AUD')).toEqual([5_000n]);
});

test('the same event from twenty sides at once is posted once', async () => {
  const ends = await Promise.all(Array.from({ length: 20 }, () => recharge('CAD', 700n)));
  expect(ends.flat()).toHaveLength(1);
  expect(await wallet('CAD')).toEqual([700n]);
});

test('an entry that would take a wallet below zero is nothing as a whole, and names it', async () => {
  await recharge('CHF', 100n);
  const all = [
    entry('fee a', [posting('wallet:available', 'platform:revenue', 60n, 'CHF')]),
    entry('fee b', [posting('wallet:available', 'platform:revenue', 41n, 'CHF')]),
  ];
  await expect(within((tx) => postEntries(tx, all))).rejects.toMatchObject({
    code: 'ledger.short',
    message: '余额不足：钱包可用',
  });
  expect(await wallet('CHF')).toEqual([100n]);
});

test('two hundred holds on a wallet that has room for fifty: exactly fifty are placed', async () => {
  await recharge('DKK', 5_000n);
  const ends = await Promise.allSettled(
    Array.from({ length: 200 }, (_, at) => within((tx) => placeHold(tx, hold('DKK', `dkk ${at}`, 100n)))),
  );
  expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(50);
  expect(await wallet('DKK')).toEqual([0n, 5_000n]);
});

test('a hold is captured in part and once, the rest goes back; asked for again it is the same', async () => {
  await recharge('EUR', 138_889n);
  const id = await within((tx) => placeHold(tx, hold('EUR', 'eur', 2_340n)));
  expect(await within((tx) => placeHold(tx, hold('EUR', 'eur', 2_340n)))).toBe(id);
  expect(await wallet('EUR')).toEqual([136_549n, 2_340n]);
  const fee = (amount: bigint) => [{ account: { code: 'platform:revenue' } as const, amount }];
  await expect(within((tx) => captureHold(tx, id, fee(2_341n)))).rejects.toMatchObject({
    message: '扣款 23.41 超过冻结余额 23.40',
  });
  const ends = await Promise.allSettled([
    within((tx) => captureHold(tx, id, fee(2_115n))),
    within((tx) => captureHold(tx, id, fee(2_115n))),
    within((tx) => releaseHold(tx, id)),
  ]);
  expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const released = ends[2]?.status === 'fulfilled';
  expect(await wallet('EUR')).toEqual([released ? 138_889n : 136_774n, 0n]);
});

test('what is held too long goes back by itself, what is not due stays', async () => {
  await recharge('GBP', 900n);
  const at = (minutes: number): Date => new Date(scene.now().getTime() + minutes * 60_000);
  await within((tx) => placeHold(tx, hold('GBP', 'gbp soon', 300n, at(5))));
  await within((tx) => placeHold(tx, hold('GBP', 'gbp late', 200n, at(50))));
  expect(await within((tx) => expireHolds(tx))).toBe(0);
  await scene.pass(5 * 60_000);
  expect(await within((tx) => expireHolds(tx))).toBe(1);
  expect(await within((tx) => expireHolds(tx))).toBe(0);
  expect(await wallet('GBP')).toEqual([700n, 200n]);
});

test('an entry is taken back once by another one, also by two at the same moment', async () => {
  const [id = ''] = await recharge('HKD', 400n);
  const ends = await Promise.allSettled([within((tx) => reverseEntry(tx, id)), within((tx) => reverseEntry(tx, id))]);
  expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  await expect(within((tx) => reverseEntry(tx, id))).rejects.toMatchObject({
    code: 'ledger.reversedAlready',
  });
  expect(await wallet('HKD')).toEqual([0n]);
});

test('what was spent cannot be taken back', async () => {
  const [id = ''] = await recharge('JPY', 400n);
  await within((tx) =>
    postEntries(tx, [entry('jpy fee', [posting('wallet:available', 'platform:revenue', 1n, 'JPY')])]),
  );
  await expect(within((tx) => reverseEntry(tx, id))).rejects.toMatchObject({
    code: 'ledger.short',
  });
});

test('an entry without a day is of today where its tenant is', async () => {
  const zones = ['Pacific/Kiritimati', 'Pacific/Pago_Pago'];
  const dayOf = async (zone: string): Promise<string> => {
    const postings = [posting('platform:bank', 'wallet:available', 1n, 'NZD')];
    const [id = ''] = await scene.app.db.tx(systemActor(1, 'test', zone), (tx) =>
      postEntries(tx, [entry(`day ${zone}`, postings)]),
    );
    const { day } = await within(
      (tx) => tx.one<{ day: string }>`
        select day::text from journal_entry where tenant_id = ${tx.tenant} and id = ${id}::uuid`,
    );
    return day;
  };
  const here = (timeZone: string): string => new Intl.DateTimeFormat('sv-SE', { timeZone }).format(scene.now());
  const days = [await dayOf(zones[0] ?? ''), await dayOf(zones[1] ?? '')];
  expect(days).toEqual(zones.map(here));
  // Twenty-five hours apart: they are never the same day.
  expect(new Set(days).size).toBe(2);
});

test('books of tenants know nothing of each other', async () => {
  await recharge('NOK', 100n);
  await expect(
    within(
      (tx) => postEntries(tx, [entry('nok fee', [posting('wallet:available', 'platform:revenue', 1n, 'NOK')])]),
      2,
    ),
  ).rejects.toThrow();
});

test('nothing is posted into a locked month, and everything into the others', async () => {
  const checker = await scene.as('fuhe');
  const month = (back: number): string => {
    const day = new Date(scene.now());
    day.setUTCDate(15);
    day.setUTCMonth(day.getUTCMonth() - back);
    return day.toISOString().slice(0, 7);
  };
  const lock = (body: object) => checker.post<{ id: string }>('/ledger/periodLock/add', body);
  expect(await lock({ book: 'operator', month: month(0) })).toMatchObject({
    status: 422,
    message: `${month(0)} 还没有结束，不能锁账`,
  });
  expect(await lock({ book: 'operator', month: '2026-13' })).toMatchObject({
    status: 422,
    message: expect.stringContaining('请输入 YYYY-MM 格式的月份') as unknown,
  });
  const older = await lock({ book: 'operator', month: month(3) });
  const later = await lock({ book: 'operator', month: month(2) });
  expect([older.status, later.status]).toEqual([200, 200]);
  const post = (back: number) =>
    within((tx) =>
      postEntries(tx, [
        entry(`sek ${back}`, [posting('platform:bank', 'wallet:available', 1n, 'SEK')], {
          day: `${month(back)}-28`,
        }),
      ]),
    );
  await expect(post(2)).rejects.toMatchObject({
    message: `平台账的${month(2)}已锁账，不能再记入；请记在未锁账的日期`,
  });
  await expect(post(3)).rejects.toMatchObject({ code: 'ledger.periodLocked' });
  expect(await post(1)).toHaveLength(1);
  const unlock = (id: string) => checker.delete('/ledger/periodLock/delete', { id });
  expect((await unlock(older.result.id)).status).toBe(200);
  expect(await post(3)).toHaveLength(1);
  await expect(post(2)).rejects.toMatchObject({ code: 'ledger.periodLocked' });
});

test('goods that come and go stand in the books at what their layers hold', async () => {
  const finance = await scene.as('caiwu');
  const sums = async (): Promise<Record<string, number>> => {
    const { result } = await finance.get<{
      records: { code: string; partName: string | null; balance: string }[];
    }>('/ledger/accountBalance/list', { book: 'tenant', pageSize: '200' });
    const totals: Record<string, number> = {};
    for (const { code, balance } of result.records)
      totals[code] = (totals[code] ?? 0) + Math.round(Number(balance) * 100);
    return totals;
  };
  const layers = await within(
    (tx) => tx.one<{ value: bigint }>`
      select coalesce(sum(value_left), 0)::bigint as value from cost_layer where tenant_id = ${tx.tenant}`,
  );
  const books = await sums();
  expect(books['inventory']).toBe(Number(layers.value));
  expect(books['inventory']).toBeGreaterThan(0);
  const entries = await finance.get<{ records: { id: string; entryNo: string; memo: string }[] }>(
    '/ledger/journalEntry/list',
    { pageSize: '5' },
  );
  expect(entries.result.records[0]?.entryNo).toMatch(/^JE\d{11}$/);
});
