import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#kit/server/new-id.ts';
import { openShop } from '#tests/channels/shop.ts';
import { startTestApp, type TestApp } from '#tests/harness/app.ts';
import { holdPlace, writesTo } from '#tests/harness/held-place.ts';
import { IS_LONG } from '#tests/harness/long.ts';
import { powerUp, type ServedProduct } from '#tests/harness/served-product.ts';
import { from, request, setTable, step } from '#tests/journeys/part-scene.ts';
import { must } from '#tests/lifecycles/one-of-each.ts';
import { covers } from '#tests/spec/covers.ts';

/** The process is killed while it takes whole units apart, at every stage. */

/**
 * Where it stands when it is killed: before it writes there, in the order in which it does. At the books
 * units have left, parts have come and are valued, and nothing of it is committed: most is at stake there.
 */
const PLACES = IS_LONG ? ['stock_movement', 'cost_layer', 'journal_entry', 'audit_log'] : ['journal_entry'];
const REQUESTS = 6;

interface Call {
  path: string;
  body: object;
  key: string;
}

let scene: TestApp;
let product: ServedProduct | undefined;
const rounds: Call[][] = [];

beforeAll(async () => {
  scene = await startTestApp();
  await openShop(scene, await scene.as('yunying'));
  const table = await setTable(scene, { units: PLACES.length * REQUESTS, cost: '33.3333' });
  for (const round of PLACES.keys()) {
    const calls: Call[] = [];
    for (let at = 0; at < REQUESTS; at++) {
      const id = await request(table);
      await must(step(table.service, id, 'confirm', await from(table.service, id, 'harvest')));
      const body = { carrier: 'FedEx', trackingNo: `KILL-${round}-${at}` };
      calls.push({ path: `/aftersales/partOrder/${id}/ship`, body, key: newId() });
    }
    rounds.push(calls);
  }
  await scene.settled();
  await scene.stopApp();
  product = await powerUp(scene);
}, 180_000);
afterAll(async () => {
  await product?.cutPower();
  await scene?.stop();
});

const send = ({ path, body, key }: Call) => (product as ServedProduct).call<{ state: string }>('POST', path, body, key);

test('killed while it harvests: no unit is half taken apart, and asked again each is once', async () => {
  covers('ours: parts asked for again');
  for (const [round, calls] of rounds.entries()) {
    const place = PLACES[round] as string;
    const held = await holdPlace(scene, writesTo(place));
    const sent = calls.map((call) =>
      send(call).then(
        ({ success }) => success,
        () => null,
      ),
    );
    await held.reached();
    await (product as ServedProduct).cutPower();
    await held.open();
    const answers = await Promise.all(sent);
    expect(answers).not.toContain(false);
    expect(answers, place).toContain(null);
    expect(await scene.violations(), place).toEqual([]);
    product = await powerUp(scene);
    for (let again = 0; again < 2; again++) {
      const repeated = await Promise.all(calls.map(send));
      expect(repeated.map(({ success, message }) => (success ? '' : message))).toEqual(calls.map(() => ''));
    }
    expect(await scene.violations(), place).toEqual([]);
  }
}, 300_000);
