import { ChannelError } from '#modules/channels/model/port.ts';
import type { Storefront } from '#modules/channels/model/port.ts';
import { literal, wordOf, type Word } from './graphql-literal.ts';

/** Query texts of the catalogue host. */

/** @throws ChannelError `validation` for a storefront that cannot be spoken of there */
export function marketContext(
  { locale, country, brand }: Storefront,
  operation: string,
): { locale: string; country: Word; brand: Word } {
  try {
    return { locale, country: wordOf(country), brand: wordOf(brand) };
  } catch {
    throw new ChannelError('validation', operation, `站点“${country} ${brand}”不是渠道的站点`);
  }
}

const pageOf = (page: number, pageSize: number) => ({ page, pageSize });

/** Of all items those that are asked for; none of these = all of them. */
export interface ItemFilter {
  supplierPartNumbers?: readonly string[];
  listingIds?: readonly string[];
}

export const itemsQuery = (page: number, pageSize: number, filter: ItemFilter): string => `
query CatalogItems {
  supplierCatalogItems(input: ${literal({
    paginationOptions: pageOf(page, pageSize),
    ...(Object.keys(filter).length === 0 ? {} : { filter }),
  })}) {
    ... on SupplierCatalogItems {
      paginationInfo { page pageSize hasNextPage totalPages totalCount }
      catalogItems {
        supplierPartNumber
        marketContext { locale country brand }
        catalogItemStatus
        class { classId className }
        listings { listingId }
      }
    }
    ... on SupplierCatalogItemsError { httpError { code message } internalError }
  }
}`;

export const categoriesQuery = (market: object, page: number, pageSize: number): string => `
query Categories {
  taxonomyCategories(marketContext: ${literal(market)}, paginationOptions: ${literal(pageOf(page, pageSize))}) {
    taxonomyCategories { taxonomyCategoryId title }
    paginationInfo { page hasNextPage totalPages }
  }
}`;

const QUESTION = 'id displayName answerType isMultiValue importanceType possibleAnswers { key value }';

/** Questions stand under questions as deep as this; a query has to spell it out. */
const nested = (depth: number): string =>
  depth === 0 ? QUESTION : `${QUESTION} childQuestions { ${nested(depth - 1)} }`;

export const questionsQuery = (market: object, classId: number): string => `
query Questions {
  productAddition { questions(request: ${literal({ classId, marketContext: market })}) { ${nested(2)} } }
}`;

export const attributesQuery = (market: object, classId: string): string => `
query Attributes {
  attributesByFilter(input: ${literal({ taxonomyCategoryId: classId, marketContext: market })}) {
    attributes { taxonomyAttributeId description valueFormat { measurement } }
    conditionalityRules {
      upstreamCondition { taxonomyAttributeId values }
      downstreamConditions { taxonomyAttributeId validationType operation }
    }
  }
}`;

export const brandsQuery = (request: object): string => `
query Brands {
  supplierBrand { brandAssociations(request: ${literal(request)}) { brands { manufacturer { id name } } } }
}`;

export const submitMutation = (request: object): string => `
mutation SubmitProducts {
  productAddition { submitV2(request: ${literal(request)}) {
    productAdditionRequestId batchId status processedProducts
    productResults { productId status validationFlaws { attributeId rank parentRank flawType flaw } }
  } }
}`;

/** What a submission is asked for by: sources differ. */
export type SubmissionKey = 'productAdditionRequestId' | 'jobId';

export const submissionsQuery = (key: SubmissionKey, id: string, page: number, pageSize: number): string => `
query Submissions {
  productAddition { submissionsV2(request: ${literal({ [key]: id, paginationOptions: pageOf(page, pageSize) })}) {
    productAdditionStatus {
      requestId supplierPartNumber classId validationStatus submissionStatus
      validationFlaws { attributeId rank parentRank flawType flaw }
    }
    pagination { totalRecords currentPage totalPages }
  } }
}`;

export type UpdateCall =
  | 'updateMarketSpecificCatalogItems'
  | 'updateCatalogItemsMedia'
  | 'updateMarketSpecificCatalogItemGroups';

export const updateMutation = (call: UpdateCall, input: object): string => `
mutation UpdateCatalog { updateCatalogEntitiesMutations { ${call}(input: ${literal(input)}) { requestId } } }`;

export const updateStatusQuery = (requestId: string): string => `
query UpdateStatus {
  statusOfUpdateRequest(input: ${literal({ requestId })}) {
    requestId status
    problems { code title detail catalogEntityIdentifier catalogEntityProperty inputValue }
  }
}`;
