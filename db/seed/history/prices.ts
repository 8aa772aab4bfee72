import type { Database } from '#kit/server/database.ts';
import { movePromotions } from '#modules/channels/server/pricing/promotion-clock.ts';
import { dayOf } from './day.ts';
import { CHAIR, FLOOR_LAMP, SOFA, TABLE_LAMP } from './known.ts';
import type { Person } from './people.ts';

const PRICE = 'channels/priceRecord';
const PROMOTION = 'channels/promotion';

interface Shop {
  db: Database;
  accountId: string;
  now: Date;
}

/** What floors are calculated with; the marketplace pays the freight. Who makes prices does not decide it. */
export const floorsDecided = (reviewer: Person, accountId: string): Promise<string> =>
  reviewer.add('channels/priceSetting', { accountId, targetMargin: '0.12', handling: '3', freightEstimate: '0' });

/** A price in force, one that another person has to approve, and one whose day is still to come. */
export async function pricesAsked(clerk: Person, { accountId, now }: Omit<Shop, 'db'>): Promise<void> {
  const ask = async (
    sku: string,
    body: { type: string; value: string; reason: string },
    inDays = 0,
  ): Promise<string> => {
    const channelProductId = await listingOf(clerk, accountId, sku);
    const id = await clerk.add(PRICE, { channelProductId, effectiveFrom: dayOf(now, inDays), ...body });
    await clerk.move(PRICE, id, 'submit');
    return id;
  };
  // The price at which orders come stays that of the simulated marketplace.
  const retail = await ask(CHAIR, { type: 'msrp', value: '219.99', reason: '与前台标价一致' });
  await clerk.move(PRICE, retail, 'propose');
  await clerk.move(PRICE, retail, 'acknowledge', { reason: '后台已显示新价' });
  await ask(FLOOR_LAMP, { type: 'baseCost', value: '64.00', reason: '清理旧款库存' });
  await ask(SOFA, { type: 'baseCost', value: '528.00', reason: '海运费上涨' }, 10);
}

/** A promotion that runs, and a draft of which one product is held back by its floor. */
export async function promotionsPlanned(clerk: Person, { db, accountId, now }: Shop): Promise<void> {
  const plan = async (
    name: string,
    [from, to]: readonly [number, number],
    items: readonly (readonly [sku: string, discountPct: number])[],
  ): Promise<string> => {
    const lines = [];
    for (const [sku, discountPct] of items)
      lines.push({ channelProductId: await listingOf(clerk, accountId, sku), discountPct });
    return clerk.add(PROMOTION, {
      accountId,
      name,
      type: 'event',
      startAt: `${dayOf(now, from)} 00:00:00`,
      endAt: `${dayOf(now, to)} 00:00:00`,
      lines,
    });
  };
  const week = await plan(
    '家居周',
    [-1, 9],
    [
      [CHAIR, 5],
      [SOFA, 8],
    ],
  );
  await clerk.move(PROMOTION, week, 'check');
  await clerk.move(PROMOTION, week, 'schedule');
  await movePromotions(db, now);
  await plan(
    '年末清仓',
    [20, 30],
    [
      [TABLE_LAMP, 60],
      [CHAIR, 10],
    ],
  );
}

const listingOf = async (clerk: Person, accountId: string, sku: string): Promise<string> =>
  (await clerk.first(`/channels/channelProduct/list?accountId=${accountId}&channelSku=${sku}`)).id;
