import { expect } from 'vitest';
import { startDuePrices } from '#modules/channels/server/pricing/price-clock.ts';
import type { Client, TestApp } from '#tests/harness/app.ts';
import { toWireTime } from '#kit/model/time.ts';
import type { LifecycleFacts } from '../lifecycle-facts.ts';
import { must } from '../one-of-each.ts';
import { REASON, type Stage } from '../stage.ts';

const PRICE = 'channels:priceRecord';

let made = 0;

const dayOf = (scene: TestApp, more = 0): string =>
  toWireTime(new Date(scene.now().getTime() + more * 86_400_000), 'Asia/Shanghai').slice(0, 10);

/** A listing of no goods yet, so that nobody knows its cost: each price of it waits for another person. */
async function listing(scene: TestApp, who: Client): Promise<string> {
  made += 1;
  const { accountId } = scene.seller;
  const body = { accountId, channelSku: `FACT-PRICE-${made}`, basePrice: '100' };
  return (await must(who.post<{ id: string }>('/channels/channelProduct/add', body))).id;
}

/** A price of a kind that has no floor, so that it goes on by itself. */
const draft = async (scene: TestApp, who: Client, listingId: string, more: object = {}): Promise<string> =>
  (
    await must(
      who.post<{ id: string }>('/channels/priceRecord/add', {
        channelProductId: listingId,
        type: 'dropshipFee',
        value: '5',
        effectiveFrom: dayOf(scene),
        ...more,
      }),
    )
  ).id;

export const priceFacts: readonly LifecycleFacts[] = [
  {
    of: PRICE,
    begins: 'draft: add adjust import',
    one: async (scene, admin) => draft(scene, admin, await listing(scene, admin)),
    // §3.7 PriceRecord: who hands it in does not approve it; what has gone below its floor waits once more.
    law: {
      draft: 'submit→pending_approval|scheduled withdraw→withdrawn',
      pending_approval: 'approve→scheduled|= refuse→rejected withdraw→withdrawn',
      scheduled: 'propose→submitted|pending_approval withdraw→withdrawn *due→submitted|pending_approval',
      submitted: 'approve→scheduled|= acknowledge→active reject→rejected',
      active: '*supersede→superseded',
      rejected: '',
      superseded: '',
      withdrawn: '',
    },
    ends: ['active', 'rejected', 'superseded', 'withdrawn'],
    made: {
      'prices: in force and replaced, approved, refused, turned down by the channel, begun by the clock': async (
        stage: Stage,
      ) => {
        const { scene, admin } = stage;
        const checker = await scene.as('fuhe');
        const id = await listing(scene, admin);
        const first = await draft(scene, admin, id);
        for (const move of ['submit', 'propose', 'acknowledge']) await stage.make(admin, PRICE, first, move);
        const next = await draft(scene, admin, id, { value: '6' });
        for (const move of ['submit', 'propose', 'acknowledge']) await stage.make(admin, PRICE, next, move);
        expect(await stage.stateOf(PRICE, first)).toBe('superseded');

        const asked = await draft(scene, admin, id, { type: 'baseCost', value: '95' });
        await stage.make(admin, PRICE, asked, 'submit');
        await stage.make(checker, PRICE, asked, 'approve');
        await stage.make(admin, PRICE, asked, 'withdraw', REASON);
        const unwanted = await draft(scene, admin, id, { type: 'baseCost', value: '90' });
        await stage.make(admin, PRICE, unwanted, 'submit');
        await stage.make(checker, PRICE, unwanted, 'refuse', REASON);

        const other = await draft(scene, admin, await listing(scene, admin));
        for (const move of ['submit', 'propose']) await stage.make(admin, PRICE, other, move);
        await stage.make(admin, PRICE, other, 'reject', REASON);
        const due = await draft(scene, admin, await listing(scene, admin));
        await stage.make(admin, PRICE, due, 'submit');
        await startDuePrices(scene.app.db, scene.now());
        expect(await stage.stateOf(PRICE, due)).toBe('submitted');
      },
    },
  },
];
