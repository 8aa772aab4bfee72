/**
 * Schema of the catalogue host: what stands there, what a class asks, adding new parts and changing
 * live ones. The documents and a live client differ on what a submission is asked for by: one of the
 * two names is in the schema, as set.
 */
export type SubmissionKey = 'productAdditionRequestId' | 'jobId';

export const catalogSchemaText = (submissionKey: SubmissionKey): string => `
enum Country { UNITED_STATES CANADA UNITED_KINGDOM GERMANY }
enum Brand { WAYFAIR JOSS_AND_MAIN ALLMODERN BIRCHLANE PERIGOLD }
enum CatalogItemStatus { LIVE NOT_LIVE LAUNCHING }
enum Requirement { REQUIRED RECOMMENDED OPTIONAL }
enum Datatype { BOOLEAN STRING INTEGER DECIMAL SINGLE_CHOICE MULTI_CHOICE }
enum ImportanceType { REQUIRED RECOMMENDED OPTIONAL CONDITIONAL }
enum ValidationType { ERROR WARNING }
enum ConditionOperation { ASSIGN EXCLUDE }
enum ProductResultStatus { ACCEPTED REJECTED }
enum AdditionStatus { PROCESSING VALIDATED FAILED }
enum ValidationStatus { PENDING VALIDATED FAILED }
enum SubmissionStatus { PROCESSING LIVE FAILED }
enum MediaType { IMAGE VIDEO DOCUMENT }
enum MediaAction { UPLOAD DELETE }
enum UpdateStatus { IN_PROGRESS COMPLETED BLOCKED }

input MarketContextInput { locale: String! country: Country! brand: Brand! }
input PaginationOptionsInput { page: Int pageSize: Int }
type MarketContext { locale: String country: Country brand: Brand }
type PaginationInfo { page: Int pageSize: Int hasNextPage: Boolean totalPages: Int totalCount: Int }

type Query {
  supplierCatalogItems(input: SupplierCatalogItemsInput!): SupplierCatalogItemsResult
  taxonomyCategories(marketContext: MarketContextInput!, paginationOptions: PaginationOptionsInput): TaxonomyCategoryPage
  attributesByFilter(input: AttributesByFilterInput!): TaxonomyAttributes
  supplierBrand: SupplierBrandQueries
  productAddition: ProductAdditionQueries
  statusOfUpdateRequest(input: StatusOfUpdateRequestInput!): UpdateRequestStatus
}
type Mutation {
  productAddition: ProductAdditionMutations
  updateCatalogEntitiesMutations: UpdateCatalogEntitiesMutations
}

input SupplierCatalogItemsInput { paginationOptions: PaginationOptionsInput filter: SupplierCatalogItemsFilter }
input SupplierCatalogItemsFilter { supplierPartNumbers: [String!] listingIds: [String!] catalogItemStatuses: [CatalogItemStatus!] }
union SupplierCatalogItemsResult = SupplierCatalogItems | SupplierCatalogItemsError
type SupplierCatalogItems { paginationInfo: PaginationInfo supplier: CatalogSupplier catalogItems: [CatalogItem] }
type SupplierCatalogItemsError { httpError: HttpError internalError: String }
type HttpError { code: Int message: String }
type CatalogSupplier { supplierId: ID supplierName: String }
type CatalogItem {
  supplierPartNumber: String
  marketContext: MarketContext
  catalogItemStatus: CatalogItemStatus
  class: CatalogClass
  listings: [CatalogListing]
  salesChannels: [String]
}
type CatalogClass { classId: ID className: String }
type CatalogListing { listingId: ID }

type TaxonomyCategoryPage { taxonomyCategories: [TaxonomyCategory] paginationInfo: PaginationInfo }
type TaxonomyCategory { taxonomyCategoryId: ID title: String }
input AttributesByFilterInput { taxonomyCategoryId: ID! marketContext: MarketContextInput! }
type TaxonomyAttributes { attributes: [TaxonomyAttribute] conditionalityRules: [ConditionalityRule] }
type TaxonomyAttribute {
  taxonomyAttributeId: ID
  title: String
  description: String
  requirement: Requirement
  valueFormat: ValueFormat
  possibleAttributeValues: [PossibleAttributeValue]
  parentAttributeId: ID
  childAttributes: [ChildAttribute]
}
type ValueFormat { canValueBeCustomized: Boolean datatype: Datatype measurement: String }
type PossibleAttributeValue { value: String }
type ChildAttribute { taxonomyAttributeId: ID }
type ConditionalityRule { upstreamCondition: UpstreamCondition downstreamConditions: [DownstreamCondition] }
type UpstreamCondition { taxonomyAttributeId: ID values: [String] }
type DownstreamCondition { taxonomyAttributeId: ID validationType: ValidationType operation: ConditionOperation }

type SupplierBrandQueries { brandAssociations(request: GetSupplierBrandsAssociationsRequest!): BrandAssociations }
input GetSupplierBrandsAssociationsRequest { supplierId: Int! marketContext: MarketContextInput! page: Int pageSize: Int }
type BrandAssociations { brands: [BrandAssociation] pageInfo: BrandPageInfo }
type BrandAssociation { id: ID manufacturer: Manufacturer }
type Manufacturer { id: ID name: String }
type BrandPageInfo { hasNextPage: Boolean totalPages: Int }

type ProductAdditionQueries {
  questions(request: GetProductAdditionQuestionsRequest!): [ProductAdditionQuestion]
  submissionsV2(request: GetSubmissionStatusRequestV2!): SubmissionStatusPage
}
input GetProductAdditionQuestionsRequest { classId: Int! marketContext: MarketContextInput! }
type ProductAdditionQuestion {
  id: ID
  displayName: String
  answerType: Datatype
  isMultiValue: Boolean
  importanceType: ImportanceType
  possibleAnswers: [PossibleAnswer]
  childQuestions: [ProductAdditionQuestion]
}
type PossibleAnswer { key: String value: String }
input GetSubmissionStatusRequestV2 { ${submissionKey}: ID! paginationOptions: PaginationOptionsInput }
type SubmissionStatusPage { productAdditionStatus: [ProductAdditionStatus] pagination: SubmissionPagination }
type SubmissionPagination { totalRecords: Int currentPage: Int totalPages: Int }
type ProductAdditionStatus {
  requestId: ID
  supplierPartNumber: String
  classId: ID
  validationStatus: ValidationStatus
  submissionStatus: SubmissionStatus
  validationFlaws: [ValidationFlaw]
}
type ValidationFlaw { attributeId: ID rank: Int parentRank: Int flawType: ValidationType flaw: String }

type ProductAdditionMutations { submitV2(request: SubmitProductAdditionsRequestV2!): SubmitResult }
input SubmitProductAdditionsRequestV2 {
  marketContext: MarketContextInput!
  jobContext: JobContextInput
  options: SubmitOptionsInput
  proposedProductAdditions: [ProposedProductAdditionInput!]!
}
input JobContextInput { productAdditionRequestId: ID hasMoreProducts: Boolean }
input SubmitOptionsInput { validateOnly: Boolean ignoreWarnings: Boolean rejectAllOnErrors: Boolean }
input ProposedProductAdditionInput { productId: ID! classId: ID! attributes: [ProposedAttributeInput!]! }
input ProposedAttributeInput { attributeId: ID! value: String! rank: Int parentRank: Int attributeInstance: Int }
type SubmitResult {
  productAdditionRequestId: ID
  batchId: ID
  status: AdditionStatus
  processedProducts: Int
  productResults: [ProductResult]
}
type ProductResult { productId: ID status: ProductResultStatus validationFlaws: [ValidationFlaw] }

type UpdateCatalogEntitiesMutations {
  updateMarketSpecificCatalogItems(input: UpdateItemsInput!): UpdateRequestReceipt
  updateCatalogItemsMedia(input: UpdateMediaInput!): UpdateRequestReceipt
  updateMarketSpecificCatalogItemGroups(input: UpdateGroupsInput!): UpdateRequestReceipt
}
type UpdateRequestReceipt { requestId: ID }
input UpdateItemsInput { supplierId: ID! marketContext: MarketContextInput! validateOnly: Boolean catalogItemsToUpdate: [ItemUpdateInput!]! }
input ItemUpdateInput { supplierPartNumber: String! itemName: String attributes: ItemAttributesInput }
input ItemAttributesInput { taxonomyCategoryId: ID! updates: [AttributeUpdateInput!]! ignoreWarnings: Boolean enableAutofill: Boolean }
input AttributeUpdateInput { attributeId: ID! value: [String!]! }
input UpdateMediaInput { supplierId: ID! validateOnly: Boolean catalogItemsToUpdate: [MediaUpdateInput!]! }
input MediaUpdateInput { supplierPartNumber: String! mediaType: MediaType! mediaUrl: String action: MediaAction! assetId: ID leadImageOverride: Boolean }
input UpdateGroupsInput { supplierId: ID! marketContext: MarketContextInput! validateOnly: Boolean catalogItemGroupsToUpdate: [GroupUpdateInput!]! }
input GroupUpdateInput { itemGroupId: ID! itemGroupName: String marketingCopy: String featureBullets: [String!] optionContent: [OptionContentInput!] }
input OptionContentInput { optionId: ID! optionName: String! }
input StatusOfUpdateRequestInput { requestId: ID! }
type UpdateRequestStatus { requestId: ID validationOnly: Boolean status: UpdateStatus problems: [UpdateProblem] successfulUpdates: Int }
type UpdateProblem { code: String title: String detail: String catalogEntityIdentifier: String catalogEntityProperty: String inputValue: String }
`;
