/** The supplier's items as the catalogue shows them: what always stood there, and what was added since. */
import { CATALOGUE, LEGACY_PART_NUMBERS, PARENT_SUPPLIER, SANDBOX_CATALOGUE } from '../../catalogue.ts';
import { cataloguePart } from '../cartons.ts';
import { demandScope } from '../context.ts';
import { wayfairSku } from '../sku.ts';
import { classOfCategory, CLASSES } from './classes.ts';
import { onPage } from './pages.ts';
import { isSameMarket, standingOf } from './state.ts';
import type { WireContext } from '../context.ts';
import type { EnvironmentName } from '../state.ts';
import type { PageArguments } from './pages.ts';
import type { ListingState, Market } from './state.ts';

export type ItemStatus = 'LIVE' | 'NOT_LIVE' | 'LAUNCHING';

export interface Item {
  partNumber: string;
  market: Market;
  status: ItemStatus;
  classId: string | null;
  /** One part may stand under two of them. */
  listingIds: string[];
  /** From here on any query shows it; 0 = always. */
  visibleAt: number;
}

export const UNITED_STATES: Market = { locale: 'en-US', country: 'UNITED_STATES', brand: 'WAYFAIR' };
const CANADA: Market = { locale: 'en-CA', country: 'CANADA', brand: 'WAYFAIR' };
const MAX_PAGE = 30;

/** All items of the supplier, those under way too, in the order of their part numbers. */
export function itemsOf(state: ListingState, environment: EnvironmentName, now: number): Item[] {
  const items = environment === 'sandbox' ? STANDING.sandbox : STANDING.production;
  return [...items, ...addedItems(state, now)]
    .flatMap((item) => {
      const status = state.statuses[item.partNumber] ?? item.status;
      return status === 'GONE' ? [] : [{ ...item, status }];
    })
    .sort((a, b) => compare(a.partNumber, b.partNumber) || compare(a.market.locale, b.market.locale));
}

/** Items of this part, in one storefront or in all. */
export function itemsOfPart(context: WireContext, partNumber: string, market: Market | null): Item[] {
  return itemsOf(context.state.listings, context.environment, context.now).filter(
    (item) => item.partNumber === partNumber && (market === null || isSameMarket(item.market, market)),
  );
}

/** Whether it takes stock. */
export const isListed = (context: WireContext, partNumber: string): boolean =>
  context.state.listings.submissions.some(
    (one) => one.partNumber === partNumber && standingOf(one, context.now) === 'live',
  );

interface ItemsInput {
  paginationOptions?: PageArguments | null;
  filter?: {
    supplierPartNumbers?: string[] | null;
    listingIds?: string[] | null;
    catalogItemStatuses?: ItemStatus[] | null;
  } | null;
}

export function listItems({ input }: { input: ItemsInput }, context: WireContext) {
  demandScope(context, 'read:catalog_products');
  const page = input.paginationOptions?.page ?? 1;
  const pageSize = input.paginationOptions?.pageSize ?? MAX_PAGE;
  if (page < 1 || pageSize < 1 || pageSize > MAX_PAGE) {
    const message = `pageSize must be between 1 and ${MAX_PAGE}, page from 1`;
    context.refusals.push(message);
    return { __typename: 'SupplierCatalogItemsError', httpError: { code: 400, message }, internalError: null };
  }
  const { supplierPartNumbers: parts, listingIds, catalogItemStatuses: statuses } = input.filter ?? {};
  const found = itemsOf(context.state.listings, context.environment, context.now).filter(
    (item) =>
      item.visibleAt <= context.now &&
      (parts == null || parts.includes(item.partNumber)) &&
      (listingIds == null || item.listingIds.some((id) => listingIds.includes(id))) &&
      (statuses == null || statuses.includes(item.status)),
  );
  const { rows, paginationInfo } = onPage(found, page, pageSize);
  return {
    __typename: 'SupplierCatalogItems',
    paginationInfo,
    supplier: { supplierId: PARENT_SUPPLIER.id, supplierName: PARENT_SUPPLIER.name },
    catalogItems: rows.map(itemToWire),
  };
}

function itemToWire(item: Item) {
  const className = CLASSES.find(({ classId }) => classId === item.classId)?.className ?? null;
  return {
    supplierPartNumber: item.partNumber,
    marketContext: item.market,
    catalogItemStatus: item.status,
    class: item.classId === null ? null : { classId: item.classId, className },
    listings: item.listingIds.map((listingId) => ({ listingId })),
    salesChannels: ['WAYFAIR'],
  };
}

/** A new part is seen as launching as soon as it was taken, and no more once it was refused. */
function addedItems(state: ListingState, now: number): Item[] {
  return state.submissions.flatMap((one): Item[] => {
    const standing = standingOf(one, now);
    if (standing === 'refused') return [];
    const isLive = standing === 'live';
    return [
      {
        partNumber: one.partNumber,
        market: one.market,
        status: isLive ? 'LIVE' : 'LAUNCHING',
        classId: one.classId,
        listingIds: isLive ? [wayfairSku(one.partNumber)] : [],
        visibleAt: one.visibleAt,
      },
    ];
  });
}

/** Every third part is sold in Canada as well; one part stands under two listings. */
function standingItems(partNumbers: readonly string[]): Item[] {
  return partNumbers.flatMap((partNumber, place) => {
    const category = cataloguePart(partNumber)?.category;
    const classId = category === undefined ? null : (classOfCategory(category)?.classId ?? null);
    const listingIds = [wayfairSku(partNumber), ...(place === 1 ? [wayfairSku(`${partNumber}#2`)] : [])];
    const item = { partNumber, market: UNITED_STATES, status: 'LIVE' as const, classId, listingIds, visibleAt: 0 };
    return place % 3 === 0 ? [item, { ...item, market: CANADA }] : [item];
  });
}

const STANDING = {
  production: standingItems([...CATALOGUE.map(({ partNumber }) => partNumber), ...Object.keys(LEGACY_PART_NUMBERS)]),
  sandbox: standingItems(SANDBOX_CATALOGUE.map(({ partNumber }) => partNumber)),
};

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
