/** Calls of the catalogue host, and answers that make a whole listing. */
import type { Channel, GraphqlResult } from './start-channel.ts';

export const US = { locale: 'en-US', country: 'UNITED_STATES', brand: 'WAYFAIR' };

export interface Row {
  attributeId: string;
  value: string;
  rank?: number;
  parentRank?: number;
  attributeInstance?: number;
}

/** A bed in two cartons, everything required answered. @param changes another value, or null for none, by id */
export function bed(part: string, changes: Record<string, string | null> = {}): Row[] {
  const single: Record<string, string | null> = {
    'core::productName': 'Marlow Queen Bed',
    'core::supplierPartNumber': part,
    'core::manufacturerId': '58213',
    'variantGrouping::variantType': 'Not Variant',
    'price::wholesalePrice': '312.50',
    'shippingAndFulfillment::minimumOrderQuantity': '1',
    'shippingAndFulfillment::forceQuantityMultiplier': '1',
    'shippingAndFulfillment::displaySetQuantity': '1',
    'shippingAndFulfillment::productWeight': '140',
    'shippingAndFulfillment::shipType': 'Small Parcel',
    'shippingAndFulfillment::leadTime': '48',
    'propSixtyFive::warningRequired': 'No',
    'propSixtyFive::countryOfManufacturer': 'Vietnam',
    'media::imageValue': 'https://files.example/bed.jpg',
    '4170': 'Queen',
    '378114': 'Natural',
    '4215': '48',
    '4216': '64',
    '4217': '84.5',
    '380203': 'Metal',
    '380201': 'No',
    '380206': 'No',
    ...changes,
  };
  const cartons = [1, 2].flatMap((attributeInstance) =>
    Object.entries({ weight: '70', height: '6', width: '42', depth: '64' }).map(([name, value]) => ({
      attributeId: `shippingAndFulfillment::${name}`,
      value,
      attributeInstance,
    })),
  );
  const answers = Object.entries(single).flatMap(([attributeId, value]) =>
    value === null ? [] : [{ attributeId, value }],
  );
  return [...answers, ...cartons];
}

export interface Proposal {
  productId: string;
  classId: string;
  attributes: Row[];
}

export const proposal = (part: string, attributes: Row[] = bed(part), classId = '12'): Proposal => ({
  productId: part,
  classId,
  attributes,
});

/** @returns the whole reply */
export function submit(
  channel: Channel,
  products: Proposal[],
  options: object = {},
  jobContext: object = {},
): Promise<GraphqlResult> {
  return channel.catalog(SUBMIT, {
    request: {
      marketContext: US,
      jobContext: { productAdditionRequestId: null, hasMoreProducts: false, ...jobContext },
      options: { validateOnly: false, ignoreWarnings: true, rejectAllOnErrors: false, ...options },
      proposedProductAdditions: products,
    },
  });
}

/** Errors of each product as `attribute: text`, warnings left out. */
export const errorsOf = (reply: GraphqlResult): string[][] =>
  reply.data.productAddition.submitV2.productResults.map((result: any) =>
    result.validationFlaws
      .filter(({ flawType }: any) => flawType === 'ERROR')
      .map(({ attributeId, parentRank, flaw }: any) => `${attributeId}#${parentRank}: ${flaw}`),
  );

export const requestIdOf = (reply: GraphqlResult): string =>
  reply.data.productAddition.submitV2.productAdditionRequestId;

/** @returns part → [validation, submission] and the page */
export async function submissions(channel: Channel, id: string, page = {}) {
  const reply = await channel.catalog(STATUS, {
    request: { productAdditionRequestId: id, paginationOptions: { page: 1, pageSize: 50, ...page } },
  });
  const { productAdditionStatus: rows, pagination } = reply.data.productAddition.submissionsV2;
  return {
    pagination,
    standing: Object.fromEntries(
      rows.map((row: any) => [row.supplierPartNumber, `${row.validationStatus} ${row.submissionStatus}`]),
    ),
    flaws: rows.flatMap((row: any) => row.validationFlaws.map(({ flaw }: any) => flaw)),
  };
}

/** @returns part → statuses of its rows */
export async function items(channel: Channel, filter: object, paginationOptions: object = { page: 1, pageSize: 30 }) {
  const reply = await channel.catalog(ITEMS, { input: { filter, paginationOptions } });
  return reply.data.supplierCatalogItems;
}

export const SUBMIT = `mutation ($request: SubmitProductAdditionsRequestV2!) {
  productAddition { submitV2(request: $request) {
    productAdditionRequestId batchId status processedProducts
    productResults { productId status validationFlaws { attributeId rank parentRank flawType flaw } } } }
}`;
export const STATUS = `query ($request: GetSubmissionStatusRequestV2!) {
  productAddition { submissionsV2(request: $request) {
    productAdditionStatus { requestId supplierPartNumber classId validationStatus submissionStatus
      validationFlaws { attributeId rank parentRank flawType flaw } }
    pagination { totalRecords currentPage totalPages } } }
}`;
export const ITEMS = `query ($input: SupplierCatalogItemsInput!) {
  supplierCatalogItems(input: $input) {
    ... on SupplierCatalogItems {
      paginationInfo { page pageSize hasNextPage totalPages totalCount }
      supplier { supplierId supplierName }
      catalogItems { supplierPartNumber marketContext { locale country brand } catalogItemStatus
        class { classId className } listings { listingId } salesChannels } }
    ... on SupplierCatalogItemsError { httpError { code message } internalError }
  }
}`;
export const UPDATE_STATUS = `query ($id: ID!) { statusOfUpdateRequest(input: { requestId: $id }) {
  requestId validationOnly status successfulUpdates
  problems { code title detail catalogEntityIdentifier catalogEntityProperty inputValue } } }`;
