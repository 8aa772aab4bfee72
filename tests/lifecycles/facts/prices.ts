import { expect } from 'vitest';
import { startDuePrices } from '#modules/channels/server/pricing/price-clock.ts';
import type { Page } from '#tests/channels/shop.ts';
import { movePromotions } from '#modules/channels/server/pricing/promotion-clock.ts';
import type { Client, TestApp } from '#tests/harness/app.ts';
import { toWireTime } from '#kit/model/time.ts';
import type { LifecycleFacts } from '../lifecycle-facts.ts';
import { firstOf, must, STOOL } from '../one-of-each.ts';
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

const PROMOTION = 'channels:promotion';

const timeOf = (scene: TestApp, hours: number): string =>
  toWireTime(new Date(scene.now().getTime() + hours * 3_600_000), 'Asia/Shanghai');

/** A promotion of one listing, of unknown cost: its price is the word of whoever listed it. */
async function promotionOf(scene: TestApp, who: Client, more: object = {}): Promise<string> {
  const { id } = await must(
    who.post<{ id: string }>('/channels/promotion/add', {
      accountId: scene.seller.accountId,
      name: '换季',
      type: 'sale',
      startAt: timeOf(scene, -1),
      endAt: timeOf(scene, 4),
      lines: [{ channelProductId: await listing(scene, who), discountPct: 10 }],
      ...more,
    }),
  );
  return id;
}

/** One of goods that cost little, which nobody has to let go. */
const fairPromotion = async (scene: TestApp, who: Client, more: object = {}): Promise<string> =>
  promotionOf(scene, who, {
    lines: [
      {
        channelProductId: (await firstOf(who, '/channels/channelProduct/list', { channelSku: STOOL })).id,
        discountPct: 0,
      },
    ],
    ...more,
  });

export const priceFacts: readonly LifecycleFacts[] = [
  {
    of: PROMOTION,
    begins: 'draft: add',
    one: (scene, admin) => fairPromotion(scene, admin),
    // §3.7 Promotion: what is below its floor, or of unknown cost, waits for another person.
    law: {
      draft: 'check→ready askException→pending_approval',
      pending_approval: 'approveException→ready reject→draft',
      ready: 'reopen→draft schedule→scheduled',
      scheduled: 'stop→stopped *start→running|stopped',
      running: 'stop→stopped *end→ended',
      ended: '',
      stopped: '',
    },
    ends: ['ended', 'stopped'],
    made: {
      'promotions: let go and turned down, begun and ended by the clock, stopped': async (stage: Stage) => {
        const { scene, admin } = stage;
        const checker = await scene.as('fuhe');
        const asked = await promotionOf(scene, admin);
        await stage.make(admin, PROMOTION, asked, 'askException', REASON);
        await stage.make(checker, PROMOTION, asked, 'reject', REASON);
        await stage.make(admin, PROMOTION, asked, 'askException', REASON);
        await stage.make(checker, PROMOTION, asked, 'approveException');
        await stage.make(admin, PROMOTION, asked, 'reopen');
        const going = await fairPromotion(scene, admin);
        for (const move of ['check', 'schedule']) await stage.make(admin, PROMOTION, going, move);
        const stopped = await fairPromotion(scene, admin, { startAt: timeOf(scene, 2) });
        for (const move of ['check', 'schedule']) await stage.make(admin, PROMOTION, stopped, move);
        await stage.make(admin, PROMOTION, stopped, 'stop', REASON);
        await movePromotions(scene.app.db, scene.now());
        expect(await stage.stateOf(PROMOTION, going)).toBe('running');
        await movePromotions(scene.app.db, new Date(scene.now().getTime() + 5 * 3_600_000));
        expect(await stage.stateOf(PROMOTION, going)).toBe('ended');
      },
    },
  },
  {
    of: PRICE,
    begins: 'draft: add adjust import',
    async one(scene, admin) {
      // One beside it is of goods whose cost is known, so that there is a floor and a margin.
      const known = await admin.get<Page<{ id: string }>>('/channels/priceRecord/list', { priceCheck: 'pass' });
      if (known.result.total === 0) {
        const stool = await firstOf<{ id: string; basePrice: string }>(admin, '/channels/channelProduct/list', {
          channelSku: STOOL,
        });
        const value = String(Number(stool.basePrice) + 1);
        const priced = await draft(scene, admin, stool.id, { type: 'baseCost', value });
        await must(admin.post(`/channels/priceRecord/${priced}/submit`));
      }
      return draft(scene, admin, await listing(scene, admin));
    },
    // §3.7 PriceRecord: who hands it in does not approve it; what has gone below its floor waits once more.
    law: {
      draft: 'submit→pending_approval|scheduled withdraw→withdrawn',
      pending_approval: 'approve→scheduled|= reject→rejected withdraw→withdrawn',
      scheduled: 'propose→submitted|pending_approval withdraw→withdrawn *due→submitted|pending_approval',
      submitted: 'approve→scheduled|= acknowledge→active turnDown→rejected',
      active: '*supersede→superseded',
      rejected: '',
      superseded: '',
      withdrawn: '',
    },
    ends: ['rejected', 'superseded', 'withdrawn'],
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
        await stage.make(checker, PRICE, unwanted, 'reject', REASON);

        const other = await draft(scene, admin, await listing(scene, admin));
        for (const move of ['submit', 'propose']) await stage.make(admin, PRICE, other, move);
        await stage.make(admin, PRICE, other, 'turnDown', REASON);
        const due = await draft(scene, admin, await listing(scene, admin));
        await stage.make(admin, PRICE, due, 'submit');
        await startDuePrices(scene.app.db, scene.now());
        expect(await stage.stateOf(PRICE, due)).toBe('submitted');
      },
    },
  },
];
