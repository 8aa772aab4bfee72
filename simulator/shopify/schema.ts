/** The part of the shop's admin schema that sellers' systems use (channels.md §4), as the vendor's reference names it. */
import { buildSchema } from 'graphql';

const SDL = /* GraphQL */ `
  directive @idempotent(key: String!) on FIELD

  scalar DateTime
  scalar Decimal
  scalar URL

  enum OrderSortKeys {
    CREATED_AT
    ID
    PROCESSED_AT
    UPDATED_AT
  }
  type PageInfo {
    hasNextPage: Boolean!
    hasPreviousPage: Boolean!
    startCursor: String
    endCursor: String
  }
  type MoneyV2 {
    amount: Decimal!
    currencyCode: String!
  }
  type MoneyBag {
    shopMoney: MoneyV2!
    presentmentMoney: MoneyV2!
  }
  type UserError {
    field: [String!]
    message: String!
  }

  type Query {
    shop: Shop!
    currentAppInstallation: AppInstallation
    locations(first: Int, after: String): LocationConnection!
    orders(
      first: Int
      after: String
      query: String
      sortKey: OrderSortKeys = PROCESSED_AT
      reverse: Boolean = false
    ): OrderConnection!
    inventoryItems(first: Int, after: String, query: String): InventoryItemConnection!
    productVariants(first: Int, after: String, query: String): ProductVariantConnection!
  }
  type Mutation {
    fulfillmentCreate(fulfillment: FulfillmentInput!, message: String): FulfillmentCreatePayload
    inventorySetQuantities(input: InventorySetQuantitiesInput!): InventorySetQuantitiesPayload
  }

  type Shop {
    id: ID!
    name: String!
    currencyCode: String!
    myshopifyDomain: String!
  }
  type AppInstallation {
    id: ID!
    accessScopes: [AccessScope!]!
  }
  type AccessScope {
    handle: String!
    description: String!
  }
  type LocationConnection {
    nodes: [Location!]!
    pageInfo: PageInfo!
  }
  type Location {
    id: ID!
    name: String!
    isActive: Boolean!
  }

  type OrderConnection {
    nodes: [Order!]!
    pageInfo: PageInfo!
  }
  type Order {
    id: ID!
    name: String!
    createdAt: DateTime!
    updatedAt: DateTime!
    processedAt: DateTime!
    cancelledAt: DateTime
    cancelReason: String
    currencyCode: String!
    test: Boolean!
    displayFinancialStatus: String
    displayFulfillmentStatus: String!
    email: String
    note: String
    tags: [String!]!
    shippingLine: ShippingLine
    shippingAddress: MailingAddress
    lineItems(first: Int, after: String): LineItemConnection!
    fulfillmentOrders(first: Int, after: String): FulfillmentOrderConnection!
    fulfillments(first: Int): [Fulfillment!]!
  }
  type ShippingLine {
    title: String!
    code: String
    carrierIdentifier: String
  }
  type MailingAddress {
    name: String
    company: String
    address1: String
    address2: String
    city: String
    province: String
    provinceCode: String
    zip: String
    country: String
    countryCodeV2: String
    phone: String
  }
  type LineItemConnection {
    nodes: [LineItem!]!
    pageInfo: PageInfo!
  }
  type LineItem {
    id: ID!
    sku: String
    title: String!
    variantTitle: String
    quantity: Int!
    currentQuantity: Int!
    requiresShipping: Boolean!
    variant: ProductVariant
    originalUnitPriceSet: MoneyBag!
    discountedUnitPriceAfterAllDiscountsSet: MoneyBag!
  }
  type FulfillmentOrderConnection {
    nodes: [FulfillmentOrder!]!
    pageInfo: PageInfo!
  }
  type FulfillmentOrder {
    id: ID!
    status: String!
    fulfillAt: DateTime
    fulfillBy: DateTime
    assignedLocation: FulfillmentOrderAssignedLocation!
    lineItems(first: Int, after: String): FulfillmentOrderLineItemConnection!
  }
  type FulfillmentOrderAssignedLocation {
    name: String!
    location: Location
  }
  type FulfillmentOrderLineItemConnection {
    nodes: [FulfillmentOrderLineItem!]!
    pageInfo: PageInfo!
  }
  type FulfillmentOrderLineItem {
    id: ID!
    remainingQuantity: Int!
    totalQuantity: Int!
    lineItem: LineItem!
  }
  type Fulfillment {
    id: ID!
    status: String!
    createdAt: DateTime!
    trackingInfo(first: Int): [FulfillmentTrackingInfo!]!
    fulfillmentLineItems(first: Int, after: String): FulfillmentLineItemConnection!
  }
  type FulfillmentTrackingInfo {
    company: String
    number: String
    url: URL
  }
  type FulfillmentLineItemConnection {
    nodes: [FulfillmentLineItem!]!
    pageInfo: PageInfo!
  }
  type FulfillmentLineItem {
    id: ID!
    quantity: Int
    lineItem: LineItem!
  }

  type ProductVariantConnection {
    nodes: [ProductVariant!]!
    pageInfo: PageInfo!
  }
  type ProductVariant {
    id: ID!
    sku: String
    title: String!
    product: Product!
    inventoryItem: InventoryItem!
  }
  type Product {
    id: ID!
    title: String!
    status: String!
    productType: String!
  }
  type InventoryItemConnection {
    nodes: [InventoryItem!]!
    pageInfo: PageInfo!
  }
  type InventoryItem {
    id: ID!
    sku: String
    tracked: Boolean!
    inventoryLevel(locationId: ID!): InventoryLevel
  }
  type InventoryLevel {
    id: ID!
    quantities(names: [String!]!): [InventoryQuantity!]!
  }
  type InventoryQuantity {
    id: ID!
    name: String!
    quantity: Int!
  }

  input FulfillmentInput {
    lineItemsByFulfillmentOrder: [FulfillmentOrderLineItemsInput!]!
    trackingInfo: FulfillmentTrackingInput
    notifyCustomer: Boolean = false
  }
  input FulfillmentOrderLineItemsInput {
    fulfillmentOrderId: ID!
    fulfillmentOrderLineItems: [FulfillmentOrderLineItemInput!]
  }
  input FulfillmentOrderLineItemInput {
    id: ID!
    quantity: Int!
  }
  input FulfillmentTrackingInput {
    company: String
    number: String
    numbers: [String!]
    url: URL
    urls: [URL!]
  }
  type FulfillmentCreatePayload {
    fulfillment: Fulfillment
    userErrors: [UserError!]!
  }

  input InventorySetQuantitiesInput {
    name: String!
    reason: String!
    referenceDocumentUri: String
    quantities: [InventoryQuantityInput!]!
  }
  input InventoryQuantityInput {
    inventoryItemId: ID!
    locationId: ID!
    quantity: Int!
    changeFromQuantity: Int
  }
  type InventorySetQuantitiesPayload {
    inventoryAdjustmentGroup: InventoryAdjustmentGroup
    userErrors: [InventorySetQuantitiesUserError!]!
  }
  type InventoryAdjustmentGroup {
    id: ID!
    createdAt: DateTime!
    reason: String!
  }
  type InventorySetQuantitiesUserError {
    field: [String!]
    message: String!
    code: String
  }
`;

export const shopifySchema = () => buildSchema(SDL);
