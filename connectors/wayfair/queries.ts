import { literal } from './graphql-literal.ts';

/** Query texts. Field sets differ per environment: one unknown field fails the whole query. */

export type Environment = 'sandbox' | 'live';

const ADDRESS = 'name address1 address2 address3 city state country postalCode phoneNumber';

const orderFields = (environment: Environment): string => `
  id storePrefix poNumber poDate orderId orderType salesChannelName supplierId supplierName
  estimatedShipDate scheduledDeliveryDate deliveryMethodCode
  customerName customerAddress1 customerAddress2 customerCity customerState customerPostalCode
  customerCountry customerEmail
  shippingInfo { shipSpeed carrierCode poolPointAgent { id name } crossDockAgent { id name } deliveryAgent { id name } }
  packingSlipUrl
  warehouse { id name supplier { currency } }
  products {
    partNumber quantity price pieceCount name weight estShipDate fillDate sku
    ${environment === 'live' ? 'isCancelled' : ''}
    isTscaCompliant twoDayGuaranteeDeliveryDeadline event { id type name } customComment
  }
  shipTo { ${ADDRESS} }
  billingInfo { vatNumber }`;

/** Pages of POs in the order of their date. */
export const orderPageQuery = (environment: Environment): string => `
query OrderPage($limit: Int32, $hasResponse: Boolean, $fromDate: IsoDateTime) {
  getDropshipPurchaseOrders(limit: $limit, hasResponse: $hasResponse, fromDate: $fromDate, sortOrder: ASC) {${orderFields(environment)}
  }
}`;

/** Particular POs, whatever their state. */
export const ordersByNumberQuery = (environment: Environment): string => `
query OrdersByNumber($limit: Int32, $poNumbers: [String], $hasResponse: Boolean) {
  getDropshipPurchaseOrders(limit: $limit, poNumbers: $poNumbers, hasResponse: $hasResponse, sortOrder: ASC) {${orderFields(environment)}
  }
}`;

export const ANSWERED_QUERY = `
query Answered($poNumbers: [String], $hasResponse: Boolean) {
  getDropshipPurchaseOrders(limit: 10, poNumbers: $poNumbers, hasResponse: $hasResponse) { poNumber }
}`;

export const FILLED_QUERY = `
query Filled($poNumbers: [String]) {
  getDropshipPurchaseOrders(limit: 10, poNumbers: $poNumbers) {
    poNumber
    products { partNumber quantity fillDate }
  }
}`;

/** Right after the call only `errors` means something; the counts follow later and are not reported. */
const TRANSACTION = 'id handle status itemCount errorCount completedCount errors { key message }';

export const ACCEPT_MUTATION = `
mutation Accept($poNumber: String!, $shipSpeed: ShipSpeed!, $lineItems: [AcceptedLineItemInput!]!) {
  purchaseOrders { accept(poNumber: $poNumber, shipSpeed: $shipSpeed, lineItems: $lineItems) { ${TRANSACTION} } }
}`;

const LABEL_EVENT = `
  id eventDate pickupDate poNumber
  billOfLading { url }
  consolidatedShippingLabel { url }
  customsDocument { required url }
  generatedShippingLabels { poNumber fullPoNumber numberOfLabels carrier carrierCode trackingNumber }
  shippingLabelInfo { carrier carrierCode trackingNumber }
  purchaseOrder { storePrefix poNumber }`;

export const REGISTER_MUTATION = `
mutation Register($registration: RegistrationInput!) {
  purchaseOrders { register(registrationInput: $registration) {${LABEL_EVENT}
  } }
}`;

/** @param digits the PO number without its letters: that is what the filter knows */
export const labelEventsQuery = (digits: string, limit: number, offset: number): string => `
query LabelEvents {
  labelGenerationEvents(
    filters: [{ field: poNumber, equals: ${literal(digits)} }]
    ordering: [{ desc: eventDate }]
    limit: ${literal(limit)}
    offset: ${literal(offset)}
  ) {${LABEL_EVENT}
  }
}`;

export const SHIP_NOTICE_MUTATION = `
mutation ShipNotice($notice: ShipNoticeInput!) {
  purchaseOrders { shipment(notice: $notice) { ${TRANSACTION} } }
}`;

/** Sources differ on whether the stock feed tells its id and counts: the lean form does without. */
export const saveStockMutation = (isLean: boolean): string => `
mutation SaveStock($inventory: [inventoryInput!]!, $feedKind: inventoryFeedKind, $dryRun: Boolean) {
  inventory { save(inventory: $inventory, feedKind: $feedKind, dryRun: $dryRun) {
    ${isLean ? 'handle status errors { key message }' : TRANSACTION}
  } }
}`;

/** The quantities a drop-ship seller has pushed, on the orders host. */
export const stockQuery = (
  warehouseId: string,
  supplierPartNumbers: readonly string[],
  limit: number,
  offset: number,
): string => `
query Stock {
  inventory(
    filters: [
      { field: warehouseId, equals: ${literal(warehouseId)} }
      { field: supplierPartNumber, conjunction: AND, in: ${literal(supplierPartNumbers)} }
    ]
    limit: ${literal(limit)}
    offset: ${literal(offset)}
  ) { supplierPartNumber quantityOnHand warehouse { id } }
}`;

export const anyStockQuery = `
query AnyStock { inventory(limit: 1) { supplierPartNumber quantityOnHand warehouse { id } } }`;

/** @param id the channel's own id of an earlier write */
export const transactionQuery = (id: string): string => `
query Transaction {
  transactions(filters: [{ field: id, equals: ${literal(id)} }], limit: 1) {
    id status errorCount completedCount errors { key message }
  }
}`;

/** @param status required by the channel: one state at a time */
export const cancellationsQuery = (
  warehouseIds: readonly (number | string)[],
  status: string,
  fromDatetime: string | null,
): string => {
  const from = fromDatetime === null ? '' : `, fromDatetime: ${literal(fromDatetime)}`;
  return `
query Cancellations {
  lineItemCancellationRequestByWarehouses(
    warehouseInput: { warehouseIds: ${literal(warehouseIds)}, status: ${status}${from} }
  ) {
    requestId status requestedAt
    cancellationReason { reason }
    purchaseOrder { poNumber warehouse { warehouseId } }
    cancelledProduct { partNumber cancellationQuantity { originalQuantity cancelledQuantity } }
  }
}`;
};

export const confirmCancellationsMutation = (requestIds: readonly string[]): string => `
mutation ConfirmCancellations {
  confirmLineItemCancellationRequest(
    confirmationInputs: ${literal(requestIds.map((requestId) => ({ requestId })))}
  ) { requestId status errorCode errorMessage }
}`;

export const rejectCancellationsMutation = (rejections: readonly { requestId: string; reason: string }[]): string => `
mutation RejectCancellations {
  rejectLineItemCancellationRequest(rejectionInputs: ${literal(rejections)}) {
    requestId status errorCode errorMessage
  }
}`;
