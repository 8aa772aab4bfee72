import { invalid, type FieldError } from '#kit/model/refusal.ts';
import { recordBirth } from '#kit/server/command.ts';
import { newId, type Tx } from '#kit/server/database.ts';
import type {
  DocumentLine,
  DocumentOutcome,
  DocumentRun,
  DocumentSheet,
} from '#kit/server/import-export/document-sheet.ts';
import { baseConditions } from '#kit/server/query/row-conditions.ts';
import { join, sql } from '#kit/server/sql.ts';
import { insertInto } from '#kit/server/stored-rows.ts';
import { listingRefusals } from '../model/errors.ts';
import { marketListing, marketListingLifecycle, sellerOffer, type StockSignal } from '../model/listing.ts';
import { MOST_OFFER_ROWS, OFFER_SHEET, OFFER_TITLES, type OfferSheetRow } from '../model/offer-sheet.ts';
import { seller } from '../model/seller.ts';
import { takeOffers, type Observation } from './take-offers.ts';

type Row = Omit<DocumentLine, 'values'> & { values: OfferSheetRow };

/** 行情 by a sheet: rows of one listing go in together; listings and sellers that nobody knew are watched from then on. */
export const offerSheet = {
  of: sellerOffer,
  sheet: {
    fields: OFFER_SHEET,
    aliases: OFFER_TITLES,
    most: MOST_OFFER_ROWS,
    completedBy: 'import',
    documentOf: ({ marketplace, itemId }) => ({
      key: JSON.stringify([marketplace ?? null, itemId ?? null]),
      name: `商品 ${String(itemId ?? '')}`,
    }),
    take: (run, lines) => take(run, lines as readonly Row[]),
  } satisfies DocumentSheet,
};

/** Undoes a trial: what was judged by writing it is not kept. */
class Judged extends Error {}

async function take({ db, actor, isTrial, settle }: DocumentRun, rows: readonly Row[]): Promise<DocumentOutcome> {
  let outcome: DocumentOutcome = 'same';
  try {
    await db.tx(actor, async (tx) => {
      outcome = await takeListing(tx, rows);
      if (isTrial) throw new Judged();
      await settle(tx, outcome);
    });
  } catch (error) {
    if (!(error instanceof Judged)) throw error;
  }
  return outcome;
}

async function takeListing(tx: Tx, rows: readonly Row[]): Promise<DocumentOutcome> {
  const { listing, isNew } = await listingOf(tx, rows);
  refuseOtherCurrencies(rows, listing.currency);
  const sellers = await sellersOf(tx, rows, listing.sellerId);
  const seen = rows.map(({ row, values }): Observation => {
    const sellerId = sellers.get(values.channelSellerId ?? '');
    if (!sellerId) throw listingRefusals.noSeller(row);
    return {
      row,
      sellerId,
      // Read as a moment of the tenant's zone where it was parsed.
      at: values.at as unknown as Date,
      price: values.price ?? null,
      stockState: (values.stockState ?? null) as StockSignal | null,
      rating: values.rating ?? null,
      reviewCount: values.reviewCount ?? null,
      rank: values.rank ?? null,
    };
  });
  const added = await takeOffers(tx, listing, seen, 'file');
  return isNew ? 'added' : added > 0 ? 'edited' : 'same';
}

interface Found {
  id: string;
  currency: string;
  sellerId: string | null;
}

/** The listing that the rows are about, locked; a new one as the rows describe it. @throws Refusal 422 for one of another shop */
async function listingOf(tx: Tx, rows: readonly Row[]): Promise<{ listing: Found; isNew: boolean }> {
  const [first] = rows as readonly [Row];
  const { marketplace, itemId } = first.values;
  const known = await tx.maybe<Found>`
    select id, currency, seller_id from market_listing
    where tenant_id = ${tx.tenant} and marketplace = ${marketplace} and item_id = ${itemId} and deleted_at is null
    for update`;
  if (known) {
    const seen = await tx.query(sql`
      select 1 from market_listing t
      where ${join(baseConditions(marketListing, tx.actor), ' and ')} and t.id = ${known.id}::uuid`);
    if (seen.length === 0) throw listingRefusals.outOfSight(first.row);
    return { listing: known, isNew: false };
  }
  const said = (key: 'title' | 'currency' | 'url' | 'category'): string | null =>
    rows.map(({ values }) => values[key]).findLast((one) => one !== undefined && one !== null) ?? null;
  const [title, currency] = [said('title'), said('currency')];
  if (!title) throw listingRefusals.unknownItem('title', first.row);
  if (!currency) throw listingRefusals.unknownItem('currency', first.row);
  const about = { marketplace, itemId, title, currency, url: said('url'), category: said('category') };
  const [id] = (await insertInto(tx, marketListing, [{ ...about, status: 'watched' }])) as [string];
  recordBirth(tx, marketListingLifecycle, 'import', [{ id, status: 'watched', scope: null }]);
  return { listing: { id, currency, sellerId: null }, isNew: true };
}

function refuseOtherCurrencies(rows: readonly Row[], currency: string): void {
  const errors = rows.flatMap(({ row, values }): FieldError[] =>
    values.currency && values.currency !== currency ? listingRefusals.otherCurrency({ currency }, row).errors : [],
  );
  if (errors.length > 0) throw invalid(errors);
}

/**
 * Sellers by the ids that the rows give them; '' is the listing's own. Those that nobody knows are watched from now on.
 * @throws Refusal 422 for one of a shop that the actor does not see
 */
async function sellersOf(tx: Tx, rows: readonly Row[], own: string | null): Promise<Map<string, string>> {
  const [{ values: first }] = rows as readonly [Row];
  const named = new Map<string, Row>();
  for (const one of rows) if (one.values.channelSellerId) named.set(one.values.channelSellerId, one);
  const ids = [...named.keys()];
  const known = await tx.rows<{ id: string; channelSellerId: string }>`
    select id, channel_seller_id from seller
    where tenant_id = ${tx.tenant} and marketplace = ${first.marketplace}
      and channel_seller_id = any(${ids}::text[]) and deleted_at is null`;
  const seen = await tx.query<{ id: string }>(sql`
    select t.id from seller t where ${join(baseConditions(seller, tx.actor), ' and ')}
      and t.id = any(${known.map(({ id }) => id)}::uuid[])`);
  const inSight = new Set(seen.map(({ id }) => id));
  const found = new Map(own ? [['', own]] : []);
  for (const { id, channelSellerId } of known) {
    if (!inSight.has(id)) throw listingRefusals.sellerOutOfSight(named.get(channelSellerId)?.row ?? 1);
    found.set(channelSellerId, id);
  }
  const fresh = ids.filter((id) => !found.has(id)).map((id) => ({ id: newId(), channelSellerId: id }));
  if (fresh.length > 0)
    await insertInto(
      tx,
      seller,
      fresh.map(({ id, channelSellerId }) => ({
        id,
        marketplace: first.marketplace,
        channelSellerId,
        name: named.get(channelSellerId)?.values.sellerName ?? channelSellerId,
        kind: 'watched' as const,
      })),
    );
  for (const { id, channelSellerId } of fresh) found.set(channelSellerId, id);
  return found;
}
