import type { Refusal } from '#kit/model/refusal.ts';
import { audit } from '#kit/server/audit.ts';
import { newId, type Tx } from '#kit/server/database.ts';
import { skusLike, skusNamedLike, type SkuName } from '#modules/catalog/server/index.ts';
import { mapLines } from '#modules/orders/server/index.ts';
import type { IncomingOrder } from '../model/port.ts';
import { proposeSku, type MappingCandidate, type MappingProposal } from '../model/sku-mapping.ts';
import { judgeBasePrices } from './pricing/base-prices.ts';
import { refreshPromoted } from './pricing/promotion-prices.ts';
import { requestPush } from './stock-requests.ts';

/** A listing as mapping sees it. */
export interface Listing {
  id: string;
  accountId: string;
  channelSku: string;
  title: string | null;
  skuId: string | null;
  mapStatus: 'unmapped' | 'suggested' | 'mapped' | 'broken';
  mapMethod: string | null;
  basePrice: string | null;
}

/** Names compared per listing: the likeliest few by the database's own measure. */
const NAME_CANDIDATES = 20;
/** Listings whose names are compared in one go: each costs a look through all SKUs. */
const MAX_BY_NAME = 200;

/**
 * Listings of all part numbers in these orders: unknown ones are added, unmapped ones try the
 * certain rungs of the ladder; what maps releases the orders that wait for it.
 */
export async function prepareListings(
  tx: Tx,
  accountId: string,
  orders: readonly IncomingOrder[],
): Promise<Map<string, Listing>> {
  const lines = new Map(orders.flatMap((order) => order.lines.map((line) => [line.channelSku, line] as const)));
  const { listings } = await addListings(
    tx,
    accountId,
    [...lines.values()].map(({ channelSku, channelItemId = null, name }) => ({
      channelSku,
      channelItemId,
      title: name.slice(0, 255),
    })),
  );
  return new Map(listings.map((listing) => [listing.channelSku, listing]));
}

interface NewListing {
  channelSku: string;
  channelItemId: string | null;
  title: string | null;
}

/**
 * Adds to a shop what it has not got of these part numbers; those that are not mapped try the certain rungs of the
 * ladder. @returns all of them, and how many were added and mapped now
 */
export async function addListings(
  tx: Tx,
  accountId: string,
  unsorted: readonly NewListing[],
): Promise<{ listings: Listing[]; added: number; mapped: number }> {
  const parts = unsorted.toSorted((a, b) => (a.channelSku < b.channelSku ? -1 : 1));
  if (parts.length === 0) return { listings: [], added: 0, mapped: 0 };
  const added = await tx.run`
    insert into channel_product (tenant_id, id, account_id, channel_sku, channel_item_id, title,
      map_status, status, create_by, create_time)
    select ${tx.tenant}, p.id, ${accountId}::uuid, p.channel_sku, p.item_id, p.title, 'unmapped', 'live',
      ${tx.actor.username}, ${tx.now}
    from unnest(${parts.map(() => newId())}::uuid[], ${parts.map((p) => p.channelSku)}::text[],
      ${parts.map((p) => p.channelItemId)}::text[], ${parts.map((p) => p.title)}::text[])
      as p (id, channel_sku, item_id, title)
    order by p.channel_sku
    on conflict (tenant_id, account_id, channel_sku) where deleted_at is null do nothing`;
  const listings = await readListings(
    tx,
    accountId,
    parts.map(({ channelSku }) => channelSku),
  );
  // Who cleared a mapping by hand does not want it back by machine.
  const open = listings.filter((one) => one.mapStatus === 'unmapped' && one.mapMethod === null);
  const proposals = await proposeFor(tx, open, { byName: false });
  const found = proposals.filter((one): one is Proposed & StoredProposal => one.proposal !== null);
  const refusals = await priceRefusals(tx, found);
  // What the prices that stand do not bear waits for a person to pair it: orders are taken in all the same.
  const borne = found.filter((_one, at) => refusals[at] === null);
  const mapped = await writeProposals(tx, borne, false);
  if (mapped > 0) await requestPush(tx, accountId, 'mapping');
  return { listings, added, mapped };
}

const readListings = (tx: Tx, accountId: string, channelSkus: readonly string[]): Promise<Listing[]> =>
  tx.rows<Listing>`
    select id, account_id, channel_sku, title, sku_id,
      map_status, map_method, base_price
    from channel_product
    where tenant_id = ${tx.tenant} and account_id = ${accountId}::uuid and deleted_at is null
      and channel_sku = any(${channelSkus}::text[])
    order by channel_sku`;

export interface Proposed {
  listing: Listing;
  proposal: MappingProposal | null;
  /** Code of the proposed SKU. */
  skuCode: string | null;
}

/** Tries the ladder for listings. @param byName whether likeness of names is looked for as well */
export async function proposeFor(
  tx: Tx,
  listings: readonly Listing[],
  { byName }: { byName: boolean },
): Promise<Proposed[]> {
  if (listings.length === 0) return [];
  const skus = await skusLike(
    tx,
    listings.map(({ channelSku }) => channelSku.trim()),
  );
  const proposed: Proposed[] = [];
  let looks = byName ? MAX_BY_NAME : 0;
  for (const listing of listings) {
    const { channelSku, title } = listing;
    let proposal = proposeSku({ channelSku }, skus.map(candidateOf));
    let known: readonly SkuName[] = skus;
    if (!proposal && title && looks > 0) {
      looks--;
      known = await skusNamedLike(tx, title, NAME_CANDIDATES);
      proposal = proposeSku({ channelSku, title }, known.map(candidateOf));
    }
    const skuCode = known.find(({ id }) => id === proposal?.skuId)?.skuCode ?? null;
    proposed.push({ listing, proposal, skuCode });
  }
  return proposed;
}

const candidateOf = (sku: SkuName): MappingCandidate => ({
  skuId: sku.id,
  skuCode: sku.skuCode,
  upc: sku.upc,
  names: [sku.name, sku.nameEn].filter((name) => name !== null),
  aliases: sku.aliases,
});

/** Why goods may not be named for the prices that stand, in order: {@link judgeBasePrices}. */
const priceRefusals = (tx: Tx, proposals: readonly StoredProposal[]): Promise<(Refusal | null)[]> =>
  judgeBasePrices(
    tx,
    proposals.map(({ listing, proposal: { skuId } }) => ({
      listingId: listing.id,
      accountId: listing.accountId,
      channelSku: listing.channelSku,
      before: listing,
      after: { skuId, basePrice: listing.basePrice },
    })),
  );

export interface StoredProposal {
  listing: Listing;
  proposal: MappingProposal;
}

/** A listing that was not paired, and why. */
export interface RefusedListing {
  listing: Listing;
  refusal: Refusal;
}

/**
 * Writes proposals onto their listings, which are changed in place as well: a certain one is
 * mapped and releases waiting orders, a likeness is kept as a suggestion.
 * @param isConfirmed a person has said yes: suggestions count as mapped by hand
 * @returns those that a price that stands does not bear: they stay as they are, the others go on
 * @throws Refusal 422 where that is so of all of them
 */
export async function storeProposals(
  tx: Tx,
  proposals: readonly StoredProposal[],
  isConfirmed = false,
): Promise<RefusedListing[]> {
  const refusals = await priceRefusals(tx, proposals);
  const refused = proposals.flatMap(({ listing }, at): RefusedListing[] => {
    const refusal = refusals[at];
    return refusal ? [{ listing, refusal }] : [];
  });
  const [first] = refused;
  if (first && refused.length === proposals.length) throw first.refusal;
  await writeProposals(
    tx,
    proposals.filter((_one, at) => refusals[at] === null),
    isConfirmed,
  );
  return refused;
}

async function writeProposals(tx: Tx, proposals: readonly StoredProposal[], isConfirmed: boolean): Promise<number> {
  if (proposals.length === 0) return 0;
  for (const { listing, proposal } of proposals) {
    const isMapped = proposal.isCertain || isConfirmed;
    listing.skuId = proposal.skuId;
    listing.mapStatus = isMapped ? 'mapped' : 'suggested';
    listing.mapMethod = isMapped && !proposal.isCertain ? 'manual' : proposal.method;
  }
  await tx.run`
    update channel_product p set sku_id = m.sku_id, map_status = m.status, map_method = m.method,
      map_score = m.score, update_by = ${tx.actor.username}, update_time = ${tx.now}, version = p.version + 1
    from unnest(${proposals.map((p) => p.listing.id)}::uuid[], ${proposals.map((p) => p.proposal.skuId)}::uuid[],
      ${proposals.map((p) => p.listing.mapStatus)}::text[], ${proposals.map((p) => p.listing.mapMethod)}::text[],
      ${proposals.map((p) => (isConfirmed ? 100 : p.proposal.score))}::integer[]) as m (id, sku_id, status, method, score)
    where p.tenant_id = ${tx.tenant} and p.id = m.id`;
  audit(
    tx,
    'channels:channelProduct',
    proposals.map(({ listing, proposal }) => ({
      rowId: listing.id,
      action: listing.mapStatus === 'mapped' ? 'map' : 'suggest',
      diff: { skuId: [null, proposal.skuId], explanation: [null, proposal.explanation] },
    })),
  );
  await refreshPromoted(
    tx,
    proposals.map(({ listing }) => listing.id),
  );
  const mapped = proposals.filter(({ listing }) => listing.mapStatus === 'mapped');
  for (const { listing, proposal } of mapped)
    await mapLines(tx, {
      accountId: listing.accountId,
      channelSku: listing.channelSku,
      skuId: proposal.skuId,
    });
  return mapped.length;
}
