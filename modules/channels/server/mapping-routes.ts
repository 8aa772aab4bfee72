import { Refusal } from '#kit/model/refusal.ts';
import type { Tx } from '#kit/server/database.ts';
import { isUuid } from '#kit/server/kinds.ts';
import { baseConditions } from '#kit/server/query/row-conditions.ts';
import { implement, type CallOf, type Route } from '#kit/server/route.ts';
import { join, sql } from '#kit/server/sql.ts';
import type { Registry } from '#kit/server/registry.ts';
import { makePlainProducts } from '#modules/catalog/server/index.ts';
import { channelProduct, mapMethod } from '../model/channel-product.ts';
import { autoMapRoute, makeProductsRoute, type AutoMapAnswer } from '../model/routes.ts';
import type { MappingProposal } from '../model/sku-mapping.ts';
import {
  proposeFor,
  storeProposals,
  type Listing,
  type Proposed,
  type RefusedListing,
  type StoredProposal,
} from './listings.ts';
import { requestPushIfOpen } from './stock-requests.ts';

const MAX_LISTINGS = 1000;

/** Automatic mapping of listings, with a preview and with a person's yes to suggestions. */
export const autoMapListings: Route = implement(autoMapRoute, async (call) => {
  const { dryRun, confirm } = call.body;
  const request = readRequest(call.body);
  return call.tx(async (tx) => {
    const listings = await openListings(tx, request);
    const proposed = await proposeFor(tx, listings, { byName: true });
    const refused = dryRun === true ? [] : await apply(tx, proposed, confirm === true);
    return answerOf(proposed, refused, dryRun === true);
  });
});

/**
 * 生成本地产品: whatever our catalogue knows is paired, the rest gets a product and a SKU of its own. What was
 * suggested for a listing waits for a person, unless they chose that listing.
 */
export const makeProducts = (registry: Registry): Route =>
  implement(makeProductsRoute, async (call) => {
    const request = readRequest(call.body);
    return call.tx(async (tx) => {
      const listings = await openListings(tx, request);
      const proposed = await proposeFor(tx, listings, { byName: false });
      const unknown = proposed.filter(
        ({ listing, proposal }) =>
          proposal?.isCertain !== true && (request.ids !== null || listing.mapStatus !== 'suggested'),
      );
      const { skuIds, made } = await makePlainProducts(
        tx,
        registry,
        unknown.map(({ listing: { channelSku, title } }) => ({
          code: channelSku,
          name: title ?? '',
        })),
      );
      const paired = proposed.flatMap((one): Proposed[] => {
        if (one.proposal?.isCertain) return [one];
        const skuId = unknown.includes(one) ? skuIds.get(one.listing.channelSku) : undefined;
        return skuId ? [{ ...one, proposal: madeOf(skuId) }] : [];
      });
      const [refused] = await apply(tx, paired, false);
      // A product was made for it: it goes back with everything else.
      if (refused) throw refused.refusal;
      return { mapped: paired.length, made };
    });
  });

const madeOf = (skuId: string): MappingProposal => ({
  skuId,
  method: 'exact',
  score: 100,
  isCertain: true,
  explanation: '由渠道产品生成',
});

interface MappingRequest {
  ids: string[] | null;
  accountId: string | null;
}

function readRequest({ ids, accountId }: CallOf<typeof autoMapRoute>['body']): MappingRequest {
  if (accountId !== undefined && accountId !== null && accountId !== '' && !isUuid(accountId))
    throw new Refusal('badQuery', '店铺不存在', { status: 422 });
  const list = Array.isArray(ids) ? ids.filter(isUuid).slice(0, MAX_LISTINGS) : null;
  return { ids: list, accountId: isUuid(accountId) ? accountId : null };
}

/** Listings without a certain SKU, within the actor's shops, oldest first. */
function openListings(tx: Tx, { ids, accountId }: MappingRequest): Promise<Listing[]> {
  const conditions = [
    ...baseConditions(channelProduct, tx.actor),
    sql`t.map_status in ('unmapped', 'suggested', 'broken')`,
    ...(ids ? [sql`t.id = any(${ids}::uuid[])`] : []),
    ...(accountId ? [sql`t.account_id = ${accountId}::uuid`] : []),
  ];
  return tx.query<Listing>(sql`
    select t.id, t.account_id, t.channel_sku, t.title, t.sku_id,
      t.map_status, t.map_method, t.base_price
    from channel_product t where ${join(conditions, ' and ')}
    order by t.channel_sku, t.id limit ${MAX_LISTINGS} for update`);
}

async function apply(tx: Tx, proposed: readonly Proposed[], isConfirmed: boolean): Promise<RefusedListing[]> {
  const found = proposed.filter((one): one is Proposed & StoredProposal => one.proposal !== null);
  const refused = await storeProposals(tx, found, isConfirmed);
  const shops = new Set(
    found.filter(({ listing }) => listing.mapStatus === 'mapped').map((one) => one.listing.accountId),
  );
  for (const accountId of [...shops].sort()) await requestPushIfOpen(tx, accountId, 'mapping');
  return refused;
}

function answerOf(
  proposed: readonly Proposed[],
  refused: readonly RefusedListing[],
  isPreview: boolean,
): AutoMapAnswer {
  const certain = proposed.filter(({ proposal }) => proposal?.isCertain).length;
  const found = proposed.filter(({ proposal }) => proposal !== null).length;
  return {
    total: proposed.length,
    certain,
    suggested: found - certain,
    none: proposed.length - found,
    mapped: isPreview ? 0 : proposed.filter(({ listing }) => listing.mapStatus === 'mapped').length,
    refused: refused.map(({ listing: { id, channelSku }, refusal }) => ({ id, channelSku, reason: refusal.message })),
    rows: proposed.map(({ listing, proposal, skuCode }) => ({
      id: listing.id,
      channelSku: listing.channelSku,
      title: listing.title,
      skuId: proposal?.skuId ?? null,
      skuId_dictText: skuCode,
      method: proposal?.method ?? null,
      method_dictText: proposal ? mapMethod.items[proposal.method] : null,
      score: proposal?.score ?? null,
      explanation: proposal?.explanation ?? '没有找到可能的SKU',
      isCertain: proposal?.isCertain ?? false,
    })),
  };
}
