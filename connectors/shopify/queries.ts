/** Amounts in the shop's own currency: what the buyer saw may be another one. */
const MONEY = 'shopMoney { amount currencyCode }';

const FULFILLMENT_ORDER = `id status fulfillBy assignedLocation { location { id name } }
  lineItems(first: 100) { nodes { id remainingQuantity totalQuantity lineItem { id sku variant { id } } } }`;

const FULFILLMENT = `id status createdAt trackingInfo(first: 50) { company number }
  fulfillmentLineItems(first: 100) { nodes { quantity lineItem { id sku variant { id } } } }`;

const ORDER = `id name createdAt updatedAt cancelledAt cancelReason currencyCode test
  displayFinancialStatus displayFulfillmentStatus email note tags
  shippingLine { title code }
  shippingAddress { name company address1 address2 city provinceCode province zip countryCodeV2 phone }
  lineItems(first: 100) { nodes {
    id sku title variantTitle quantity currentQuantity requiresShipping variant { id }
    discountedUnitPriceAfterAllDiscountsSet { ${MONEY} } originalUnitPriceSet { ${MONEY} }
  } }
  fulfillmentOrders(first: 25) { nodes { ${FULFILLMENT_ORDER} } }
  fulfillments(first: 100) { ${FULFILLMENT} }`;

export const ORDERS = `query Orders($first: Int!, $after: String, $query: String) {
  orders(first: $first, after: $after, query: $query, sortKey: UPDATED_AT) {
    nodes { ${ORDER} } pageInfo { hasNextPage endCursor }
  }
}`;

export const FULFILMENT_OF_ORDERS = `query FulfilmentOfOrders($first: Int!, $query: String) {
  orders(first: $first, query: $query) {
    nodes { id name cancelledAt
      fulfillmentOrders(first: 25) { nodes { ${FULFILLMENT_ORDER} } }
      fulfillments(first: 100) { ${FULFILLMENT} } }
  }
}`;

export const FULFIL = `mutation Fulfil($fulfillment: FulfillmentInput!) {
  fulfillmentCreate(fulfillment: $fulfillment) { fulfillment { id status } userErrors { field message } }
}`;

export const STOCK = `query Stock($first: Int!, $after: String, $query: String, $location: ID!) {
  inventoryItems(first: $first, after: $after, query: $query) {
    nodes { id sku tracked inventoryLevel(locationId: $location) { id quantities(names: ["available"]) { name quantity } } }
    pageInfo { hasNextPage endCursor }
  }
}`;

export const SET_STOCK = `mutation SetStock($input: InventorySetQuantitiesInput!, $key: String!) {
  inventorySetQuantities(input: $input) @idempotent(key: $key) {
    inventoryAdjustmentGroup { id } userErrors { field message code }
  }
}`;

export const VARIANTS = `query Variants($first: Int!, $after: String, $query: String) {
  productVariants(first: $first, after: $after, query: $query) {
    nodes { id sku title product { id title status productType } }
    pageInfo { hasNextPage endCursor }
  }
}`;

export const SHOP = `query Shop {
  shop { name currencyCode }
  currentAppInstallation { accessScopes { handle } }
}`;

export const LOCATIONS = `query Locations($first: Int!) {
  locations(first: $first) { nodes { id name isActive } }
}`;
