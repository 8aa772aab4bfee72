import { newId } from '#kit/server/new-id.ts';
import { openShop } from '#tests/channels/shop.ts';
import type { Answer, Client, TestApp } from '#tests/harness/app.ts';
import { firstOf, must } from '#tests/lifecycles/one-of-each.ts';

/** Goods and a listing whose floor is that of domain.md §4: 106.24, listed at 129.99. */
export interface PricedGoods {
  skuId: string;
  skuCode: string;
  listingId: string;
  channelSku: string;
}

export interface PriceScene {
  scene: TestApp;
  accountId: string;
  productId: string;
  /** OPS, who makes prices; FINR, who approves them; the administrator, who may both. */
  maker: Client;
  checker: Client;
  admin: Client;
}

/**
 * A shop that takes 5% allowance and pays 3% and 0.30 an order, of which 15% are to be earned with 18.50 of freight and
 * 3.00 of handling.
 */
export async function openPriceScene(scene: TestApp): Promise<PriceScene> {
  const [maker, checker, admin] = await Promise.all([scene.as('yunying'), scene.as('fuhe'), scene.as('admin')]);
  await openShop(scene, maker);
  const { accountId } = scene.seller;
  const { id: productId } = await firstOf<{ id: string }>(admin, '/catalog/product/list');
  const { version } = await must(admin.get<{ version: number }>('/base/channelAccount/queryById', { id: accountId }));
  await must(admin.put('/base/channelAccount/edit', { id: accountId, version, allowanceRate: '0.05' }));
  await must(
    checker.post('/channels/priceSetting/add', {
      accountId,
      targetMargin: '0.15',
      handling: '3',
      freightEstimate: '18.5',
    }),
  );
  const fee = { channelCode: 'wayfair', currency: 'USD', effectiveFrom: '2026-01-01', status: 'enabled' };
  await must(
    admin.post('/channels/channelFee/add', {
      ...fee,
      code: 'WF-TX',
      feeType: 'transaction',
      basis: 'lineNet',
      method: 'percent',
      rate: '0.03',
    }),
  );
  await must(
    admin.post('/channels/channelFee/add', {
      ...fee,
      code: 'WF-HAND',
      feeType: 'handling',
      basis: 'order',
      method: 'fixed',
      unitAmount: '0.3',
    }),
  );
  return { scene, accountId, productId, maker, checker, admin };
}

let made = 0;

/** @param cost of a unit; null: nobody has said it */
export async function pricedGoods(
  { admin, maker, productId, accountId }: PriceScene,
  { cost = '60', price = '129.99' }: { cost?: string | null; price?: string | null } = {},
): Promise<PricedGoods> {
  const skuCode = `PRICED-${++made}`;
  const channelSku = `CH-PRICED-${made}`;
  const { id: skuId } = await must(
    admin.post<{ id: string }>('/catalog/sku/add', { skuCode, name: skuCode, productId }),
  );
  if (cost) await must(admin.post('/catalog/skuCost/add', { skuId, effectiveFrom: '2026-01-01', standardCost: cost }));
  const { id: listingId } = await must(
    admin.post<{ id: string }>('/channels/channelProduct/add', {
      accountId,
      channelSku,
      ...(cost ? { skuId } : {}),
      basePrice: price,
    }),
  );
  // A first price of goods of unknown cost takes two people: one says it, another what is sold.
  if (!cost) await must(edited(maker, '/channels/channelProduct', listingId, { skuId }));
  return { skuId, skuCode, listingId, channelSku };
}

/** Edits a row under the version that it has now. */
export async function edited(who: Client, path: string, id: string, change: object): Promise<Answer<unknown>> {
  const { version } = await must(who.get<{ version: number }>(`${path}/queryById`, { id }));
  return who.put(`${path}/edit`, { id, version, ...change });
}

export interface ShownPrice {
  id: string;
  status: string;
  value: string;
  previousValue: string | null;
  changePct: string | null;
  cost?: string | null;
  floor?: string | null;
  marginRate?: string | null;
  priceCheck: string | null;
  reviewReason: string | null;
  effectiveFrom: string;
  askedFrom: string | null;
  effectiveTo: string | null;
}

export const readPrice = (who: Client, id: string): Promise<ShownPrice> =>
  must(who.get<ShownPrice>('/channels/priceRecord/queryById', { id }));

/** A draft of a price. @returns its id */
export const draftPrice = async (who: Client, listingId: string, value: string, more: object = {}): Promise<string> =>
  (
    await must(
      who.post<{ id: string }>('/channels/priceRecord/add', {
        channelProductId: listingId,
        type: 'baseCost',
        value,
        effectiveFrom: '2026-11-23',
        ...more,
      }),
    )
  ).id;

export const movePrice = (
  who: Client,
  id: string,
  move: string,
  answers: object = {},
): Promise<Answer<{ state: string }>> =>
  who.post(`/channels/priceRecord/${id}/${move}`, answers, { 'idempotency-key': newId() });

/** A price that is submitted. @returns its id */
export async function submitted(who: Client, listingId: string, value: string, more: object = {}): Promise<string> {
  const id = await draftPrice(who, listingId, value, more);
  await must(movePrice(who, id, 'submit'));
  return id;
}

export const basePriceOf = async (who: Client, listingId: string): Promise<string | null> =>
  (await must(who.get<{ basePrice: string | null }>('/channels/channelProduct/queryById', { id: listingId })))
    .basePrice;

/** A draft of a promotion of listings, by discount. @returns its id */
export async function draftPromotion(
  { accountId, maker }: Pick<PriceScene, 'accountId' | 'maker'>,
  items: readonly [listingId: string, discountPct: number][],
  more: object = {},
): Promise<string> {
  const { id } = await must(
    maker.post<{ id: string }>('/channels/promotion/add', {
      accountId,
      name: '黑五',
      type: 'event',
      startAt: '2026-11-24 00:00:00',
      endAt: '2026-11-30 00:00:00',
      lines: items.map(([channelProductId, discountPct]) => ({ channelProductId, discountPct })),
      ...more,
    }),
  );
  return id;
}

export const movePromotion = (
  who: Client,
  id: string,
  move: string,
  answers: object = {},
): Promise<Answer<{ state: string }>> =>
  who.post(`/channels/promotion/${id}/${move}`, answers, { 'idempotency-key': newId() });

export interface ShownPromotion {
  id: string;
  version: number;
  status: string;
  blockedCount: number;
  leastMargin?: string | null;
  outcome: string | null;
  overlaps: { channelSku: string; ownPrice: string; otherPrice: string; lowerPrice: string }[];
  priceChanges: { channelSku: string; value: string; effectiveFrom: string }[];
  lines: {
    promotionItem: {
      id: string;
      channelProductId: string;
      basePrice: string;
      promoPrice: string;
      floor?: string | null;
      priceCheck: string;
      exceptionBy: string | null;
    }[];
  };
}

export const readPromotion = (who: Client, id: string): Promise<ShownPromotion> =>
  must(who.get<ShownPromotion>('/channels/promotion/queryById', { id }));

/** All items of a draft at another discount. */
export async function discounted(who: Client, id: string, discountPct: number): Promise<Answer<unknown>> {
  const { version, lines, ...head } = await readPromotion(who, id);
  const items = lines.promotionItem.map((item) => ({
    id: item.id,
    channelProductId: item.channelProductId,
    discountPct,
  }));
  return who.put('/channels/promotion/edit', { ...head, id, version, lines: items });
}
