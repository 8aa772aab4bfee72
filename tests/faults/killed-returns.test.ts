import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemActor } from '#kit/server/actor.ts';
import { newId } from '#kit/server/new-id.ts';
import { openShop } from '#tests/channels/shop.ts';
import { startTestApp, type TestApp } from '#tests/harness/app.ts';
import { holdPlace, writesTo } from '#tests/harness/held-place.ts';
import { IS_LONG } from '#tests/harness/long.ts';
import { openTestDatabase } from '#tests/harness/open-database.ts';
import { powerUp, type ServedProduct } from '#tests/harness/served-product.ts';
import { approved, CHAIR, moveReturn, RETURN, sentOrder } from '#tests/journeys/return-scene.ts';
import { must } from '#tests/lifecycles/one-of-each.ts';
import { addStock } from '#tests/races/goods.ts';

/** The process is killed while goods of returns are received and disposed of, at every stage. */

/**
 * Where it stands when it is killed: before it writes there, in the order in which it does. At the books goods
 * have come back and nothing of it is committed: most is at stake there.
 */
const PLACES = IS_LONG ? ['stock_movement', 'journal_entry', 'audit_log'] : ['journal_entry'];
/** Returns of a round that are received, and as many that are disposed of. */
const EACH = 2;

interface Call {
  path: string;
  key: string;
}

let scene: TestApp;
let product: ServedProduct | undefined;
/** What is to happen in each round. */
const rounds: Call[][] = [];

beforeAll(async () => {
  scene = await startTestApp();
  const clerk = await scene.as('yunying');
  const packer = await scene.as('cangku');
  await openShop(scene, clerk);
  await scene.sim('POST', '/config', { requireRegister: false });
  await addStock(scene, packer, CHAIR, PLACES.length * 2 * EACH);
  for (const _ of PLACES) {
    const order = await sentOrder(scene, clerk, packer, 2 * EACH);
    const calls: Call[] = [];
    for (let at = 0; at < 2 * EACH; at++) {
      const id = await approved(clerk, order);
      const isReceived = at >= EACH;
      if (isReceived)
        for (const step of ['receive', 'receiveDone', 'inspect']) await must(moveReturn(packer, id, step));
      calls.push({ path: `${RETURN}/${id}/${isReceived ? 'dispose' : 'receive'}`, key: newId() });
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

const send = ({ path, key }: Call) => (product as ServedProduct).call<{ state: string }>('POST', path, {}, key);

/** Movements of these returns, by type. */
async function moved(calls: readonly Call[]): Promise<Record<string, number>> {
  const ids = calls.map(({ path }) => path.split('/')[3] as string);
  const db = openTestDatabase({ connection: { ...scene.connection, max: 1 } });
  try {
    return await db.tx(systemActor(1, 'checker'), async (tx) => {
      const rows = await tx.rows<{ type: string; n: number }>`
        select type, count(*)::integer as n from stock_movement where tenant_id = ${tx.tenant}
          and ref_id = any(${ids}::uuid[]) and ref_type = 'returnOrder' group by 1`;
      return Object.fromEntries(rows.map(({ type, n }) => [type, n]));
    });
  } finally {
    await db.close();
  }
}

test('killed at any stage: nothing is half done, and asked again everything happens once', async () => {
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
    expect(await moved(calls), place).toEqual({
      return_in: 2 * EACH,
      condition_from: EACH,
      condition_to: EACH,
    });
    expect(await scene.violations(), place).toEqual([]);
  }
}, 300_000);
