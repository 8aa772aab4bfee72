/** Schema of the supplier host: cancellation requests, stock positions, adjustments, daily BOL. */
export const SUPPLIER_SCHEMA_TEXT = `
scalar IsoDateTime
enum CancellationStatus { CANCELLATION_PENDING_SUPPLIER_CONFIRMATION CANCELLED CANCELLATION_REJECTED }
enum ResultStatus { SUCCESS FAILURE }
enum SortOrder { ASC DESC }
enum AdjustmentSortField { EVENT_DATE }
enum DocumentAvailability { AVAILABLE NOT_FOUND }

type Query {
  lineItemCancellationRequestByPurchaseOrders(poInput: PurchaseOrdersInput!): [LineItemCancellationRequest]
  lineItemCancellationRequestByWarehouses(warehouseInput: WarehousesInput!): [LineItemCancellationRequest]
  inventorySummaryList(supplierId: Int!, filter: InventorySummaryFilter, page: CursorPage): InventorySummaryConnection
  inventoryAdjustmentList(supplierId: Int!, filter: InventoryAdjustmentFilter, page: NumberedPage, sortOption: AdjustmentSort): InventoryAdjustmentPage
  consolidatedBolDocument(supplierId: Int!, date: String!): ConsolidatedBolDocument
}
type Mutation {
  confirmLineItemCancellationRequest(confirmationInputs: [ConfirmationInput!]!): [CancellationResult]
  rejectLineItemCancellationRequest(rejectionInputs: [RejectionInput!]!): [CancellationResult]
}

input PurchaseOrdersInput { poNumbers: [String!]! }
input WarehousesInput { warehouseIds: [ID!]! status: CancellationStatus! fromDatetime: IsoDateTime toDatetime: IsoDateTime }
input ConfirmationInput { requestId: ID! }
input RejectionInput { requestId: ID! reason: String! }

type LineItemCancellationRequest {
  requestId: ID
  status: CancellationStatus
  requestedAt: IsoDateTime
  cancellationReason: CancellationReason
  purchaseOrder: CancellationPurchaseOrder
  cancelledProduct: CancelledProduct
}
type CancellationReason { reason: String }
type CancellationPurchaseOrder { poNumber: String warehouse: CancellationWarehouse }
type CancellationWarehouse { warehouseId: ID }
type CancelledProduct { partNumber: String cancellationQuantity: CancellationQuantity }
type CancellationQuantity { originalQuantity: Int cancelledQuantity: Int }
type CancellationResult { requestId: ID status: ResultStatus errorCode: String errorMessage: String }

input InventorySummaryFilter { supplierPartNumbers: [String!] warehouseId: ID }
input CursorPage { first: Int after: String }
type PageInfo { hasNextPage: Boolean endCursor: String }
type InventorySummaryConnection { pageInfo: PageInfo edges: [InventorySummaryEdge] }
type InventorySummaryEdge { node: InventorySummary }
type InventorySummary {
  manufacturerPartId: ID
  supplierPartNumber: String
  sku: String
  productName: String
  options: String
  inventoryPosition: InventoryPosition
}
type InventoryPosition { castleGate: StockPosition physicalRetail: StockPosition }
type StockPosition { onHandQty: Int onHand: OnHand }
type OnHand { allocatedQty: Int unreconciledQty: Int inStockQty: Int inStock: InStock }
type InStock { fulfillableQty: Int unfulfillableQty: Int unfulfillable: Unfulfillable }
type Unfulfillable { expiredQty: Int heldQty: Int unpickableQty: Int onTransferQty: Int }

input InventoryAdjustmentFilter { supplierPartNumber: String transactionDateInterval: DateInterval }
input DateInterval { from: IsoDateTime! to: IsoDateTime! }
input NumberedPage { page: Int pageSize: Int }
input AdjustmentSort { sortBy: AdjustmentSortField! sortOrder: SortOrder! }
type NumberedPageInfo { pageNumber: Int pageSize: Int totalPages: Int totalElements: Int }
type InventoryAdjustmentPage { pageInfo: NumberedPageInfo nodes: [InventoryAdjustment] }
type InventoryAdjustment { eventDate: IsoDateTime adjustmentType: String supplierPartNumber: String quantity: Int description: String warehouse: String }

type ConsolidatedBolDocument {
  availability: DocumentAvailability
  url: String
  bolNumber: String
  linkExpirationDatetime: IsoDateTime
  shipmentReferences: [String]
}
`;
