import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { covers } from '#tests/spec/covers.ts';
import { look, openShop, ordersOf, place, pull, type AuditFacts, type OrderRow } from './shop.ts';

/** Orders whose last ship day is over: what the channel refuses is asked for before it is sent. */
const DAY = 86_400_000;
const LAMP = 'WB-LMP-PEBB-TBL';
const NEW_YORK = 'America/New_York';

let scene: TestApp;
let clerk: Client;

beforeAll(async () => {
  scene = await startTestApp();
  clerk = await scene.as('yunying');
  await openShop(scene, clerk);
});
afterAll(() => scene.stop());

/** A day of a zone, by the platform's own calendar. */
const dayIn = (zone: string, instant: Date): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(instant);

/** The first weekday after the day that an instant is in New York. */
function nextWeekday(instant: Date): string {
  const day = new Date(`${dayIn(NEW_YORK, instant)}T12:00:00Z`);
  do day.setTime(day.getTime() + DAY);
  while ([0, 6].includes(day.getUTCDay()));
  return day.toISOString().slice(0, 10);
}

interface Batch {
  ok: number;
  failed: number;
  rows: {
    id: string;
    ok: boolean;
    state?: string;
    message?: string;
    errors?: { field: string; message: string; suggest?: string }[];
  }[];
}

/** The product's own clock. */
const clock = (): Promise<Date> => look(scene, async (tx) => tx.now);

const acceptAll = async (ids: string[], more: Record<string, unknown> = {}): Promise<Batch> =>
  (await clerk.post<Batch>('/orders/salesOrder/batch/accept', { ids, ...more })).result;

/** An order of New Jersey that was to leave so many days ago (negative: is to leave). */
async function arrive(daysAgo: number, more: Record<string, unknown> = {}): Promise<OrderRow> {
  const now = (await clock()).getTime();
  const [made] = await place(scene, [
    {
      poDate: now - 6 * DAY,
      estimatedShipDate: now - daysAgo * DAY,
      warehouseId: '31842',
      lines: [{ partNumber: LAMP, quantity: 1 }],
      ...more,
    },
  ]);
  await pull(scene, clerk);
  const [order] = await ordersOf(clerk, { channelOrderNo: made?.poNumber as string });
  expect(order).toMatchObject({ status: 'new', holds: [] });
  return order as OrderRow;
}

interface Shown {
  order: { products: { estShipDate: number }[] };
}
const promisedAt = async ({ channelOrderNo }: OrderRow): Promise<string> => {
  const { order } = await scene.sim<Shown>('GET', `/orders/${channelOrderNo}`);
  return new Date(order.products[0]?.estShipDate as number).toISOString().slice(0, 10);
};
const statusOf = async ({ channelOrderNo }: OrderRow) => (await ordersOf(clerk, { channelOrderNo }))[0]?.status;

test('the preview judges what the channel will: an overdue order asks for the day, with a suggestion', async () => {
  covers('ours: acceptance deadlines');
  const now = await clock();
  const overdue = [await arrive(3), await arrive(4)];
  const fine = await arrive(-3);
  const ids = [...overdue, fine].map(({ id }) => id);
  const preview = await acceptAll(ids, { dryRun: true });
  expect(preview).toMatchObject({ ok: 1, failed: 2 });
  for (const row of preview.rows.filter(({ ok }) => !ok))
    expect(row).toMatchObject({
      message: '最晚发货已过，请填写预计发货日',
      errors: [{ field: 'estShipDate', suggest: nextWeekday(now) }],
    });
  const single = await clerk.post<{ errors: { field: string }[] }>(`/orders/salesOrder/${overdue[0]?.id}/accept`);
  expect(single).toMatchObject({ success: false, code: 422 });
  expect(single.result.errors).toMatchObject([{ field: 'estShipDate' }]);
  const wrong = async (estShipDate: string): Promise<string | undefined> =>
    (
      await acceptAll([overdue[0]?.id as string, overdue[1]?.id as string], {
        answers: { estShipDate },
      })
    ).rows[0]?.message;
  expect(await wrong(dayIn(NEW_YORK, new Date(now.getTime() - DAY)))).toContain('预计发货日须在');
  expect(await wrong(dayIn(NEW_YORK, new Date(now.getTime() + 61 * DAY)))).toContain('预计发货日须在');
  const day = nextWeekday(now);
  const done = await acceptAll(ids, { answers: { estShipDate: day } });
  expect(done).toMatchObject({ ok: 3, failed: 0 });
  // Handed on: nobody has confirmed anything yet.
  expect(done.rows.map(({ state }) => state)).toEqual(['accepted', 'accepted', 'accepted']);
  await scene.settled();
  for (const order of [...overdue, fine]) expect(await statusOf(order)).toBe('ready');
  for (const order of overdue) expect(await promisedAt(order)).toBe(day);
  expect(await promisedAt(fine)).toBe(dayIn(NEW_YORK, new Date(now.getTime() + 3 * DAY)));
  const { facts } = await scene.sim<AuditFacts>('GET', '/audit');
  for (const order of [...overdue, fine])
    expect(facts[order.channelOrderNo]).toMatchObject({ acceptRefused: 0, acceptEffects: 1 });
});

test('today is still possible, and a day is a day of the warehouse', async () => {
  const today = await arrive(0);
  const preview = await acceptAll([today.id], { dryRun: true });
  expect(preview.ok).toBe(1);
  // 17:00 in Los Angeles is the next day in Greenwich.
  const cutOff = new Date(`${dayIn('America/Los_Angeles', new Date((await clock()).getTime() + 5 * DAY))}T01:00:00Z`);
  const west = await arrive(0, { warehouseId: '31843', estimatedShipDate: cutOff.getTime() });
  expect((await acceptAll([west.id])).ok).toBe(1);
  await scene.settled();
  expect(await promisedAt(west)).toBe(dayIn('America/Los_Angeles', cutOff));
});

test('a promise whose day passes while the shop is paused is renewed before it is sent', async () => {
  const order = await arrive(0);
  const { accountId } = scene.seller;
  const admin = await scene.as('admin');
  expect((await admin.post(`/base/channelAccount/${accountId}/pause`)).success).toBe(true);
  expect((await acceptAll([order.id])).ok).toBe(1);
  await scene.app.worker.settled();
  await scene.pass(3 * DAY);
  await admin.post(`/base/channelAccount/${accountId}/enable`);
  await openShop(scene, clerk);
  expect(await statusOf(order)).toBe('ready');
  expect(await promisedAt(order)).toBe(nextWeekday(await clock()));
});

test('an order that comes on Friday after the cut-off is to be accepted by the end of Tuesday', async () => {
  const friday = new Date(`${dayIn(NEW_YORK, await clock())}T20:30:00Z`);
  do friday.setTime(friday.getTime() - DAY);
  while (friday.getUTCDay() !== 5);
  const { id } = await arrive(-3, { poDate: friday.getTime() });
  const { result } = await clerk.get<{ acceptDeadline: string }>('/orders/salesOrder/queryById', {
    id,
  });
  const due = new Date(`${result.acceptDeadline.replace(' ', 'T')}+08:00`);
  expect(dayIn(NEW_YORK, due)).toBe(dayIn(NEW_YORK, new Date(friday.getTime() + 4 * DAY)));
  expect(new Date(due.getTime() + 1000).toLocaleTimeString('en-GB', { timeZone: NEW_YORK })).toBe('00:00:00');
});

test('a shop that accepts by itself promises the next workday where the day is over', async () => {
  const overdue = await arrive(5);
  await look(
    scene,
    (tx) => tx.run`update channel_account set acknowledge_mode = 'auto' where tenant_id = ${tx.tenant}`,
  );
  await pull(scene, clerk);
  expect(await statusOf(overdue)).toBe('ready');
  expect(await promisedAt(overdue)).toBe(nextWeekday(await clock()));
  expect(await scene.violations()).toEqual([]);
});
