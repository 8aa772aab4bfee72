/**
 * Schema of the orders host: orders, labels, ship notices, inventory write. The sandbox differs in
 * one field: it does not know `isCancelled`, and selecting it fails the whole query.
 */
import { SHIP_SPEEDS } from './codes.ts';
import type { EnvironmentName } from './state.ts';

export function ordersSchemaText(environment: EnvironmentName): string {
  return [scalarsAndEnums(), queries(environment), labels(), mutations(), registrationInputs(), noticeInputs()].join(
    '\n',
  );
}

const scalarsAndEnums = () => `
scalar Int32
scalar IsoDateTime
scalar FilterValue
enum SortOrder { ASC DESC }
enum Conjunction { AND OR }
enum ShipSpeed { ${SHIP_SPEEDS.join(' ')} }
enum SupplierStatus { ACTIVE INACTIVE BEING_ADDED ON_HOLD }
enum Currency { USD GBP EUR CAD AUD }
enum TransactionState { NEW PROCESSING ERROR COMPLETE }
enum UnitType { CARTON BAG ROLL OTHER }
enum WeightUnit { POUNDS KILOGRAMS }
enum LengthUnit { INCHES CENTIMETERS }
enum FreightClass { CODE_50 CODE_55 CODE_60 CODE_65 CODE_70 CODE_77_5 CODE_85 CODE_92_5 CODE_100 CODE_110 CODE_125 CODE_150 CODE_175 CODE_200 CODE_250 CODE_300 CODE_400 CODE_500 }
enum PackageCodeType { TRACKING_NUMBER UCC_128 }
enum inventoryFeedKind { DIFFERENTIAL TRUE_UP }
enum InventoryField { supplierPartNumber warehouseId }
enum TransactionField { id status }
enum LabelGenerationEventField { id poNumber eventDate pickupDate }
enum PurchaseOrderField { id open poNumber poDate estimatedShipDate supplierId }

type TransactionMessage { key: String message: String }
type TransactionStatus {
  id: Int
  handle: String
  status: TransactionState
  submittedAt: IsoDateTime
  completedAt: IsoDateTime
  itemCount: Int
  errorCount: Int
  completedCount: Int
  processingCount: Int
  errors: [TransactionMessage]
  completed: [TransactionMessage]
  processing: [TransactionMessage]
}
`;

const queries = (environment: EnvironmentName) => `
type Query {
  getDropshipPurchaseOrders(limit: Int32 = 10, hasResponse: Boolean, fromDate: IsoDateTime, poNumbers: [String], sortOrder: SortOrder): [PurchaseOrder]
  getCastleGatePurchaseOrders(limit: Int32 = 10, hasResponse: Boolean, fromDate: IsoDateTime, poNumbers: [String], sortOrder: SortOrder): [PurchaseOrder]
  getCastleGateWarehouseShippingAdvice(limit: Int32 = 10, hasResponse: Boolean, fromDate: IsoDateTime, wsaIds: [String], sortOrder: SortOrder): [WarehouseShippingAdvice]
  labelGenerationEvents(filters: [LabelGenerationEventFilter], ordering: [LabelGenerationEventOrdering], limit: Int = 10, offset: Int): [LabelGenerationEvent]
  inventory(filters: [InventoryFilter], limit: Int = 10, offset: Int): [InventoryItem]
  transactions(filters: [TransactionFilter], limit: Int = 10, offset: Int): [TransactionStatus]
  purchaseOrders(filters: [PurchaseOrderFilter], ordering: [PurchaseOrderOrdering], limit: Int = 10, offset: Int, dryRun: Boolean): [PurchaseOrder]
}

input InventoryFilter { field: InventoryField! ${FILTER_OPERATORS} }
input TransactionFilter { field: TransactionField! ${FILTER_OPERATORS} }
type InventoryItem { supplierPartNumber: String quantityOnHand: Int warehouse: Warehouse }
input LabelGenerationEventFilter { field: LabelGenerationEventField! ${FILTER_OPERATORS} }
input LabelGenerationEventOrdering { asc: LabelGenerationEventField desc: LabelGenerationEventField }
input PurchaseOrderFilter { field: PurchaseOrderField! ${FILTER_OPERATORS} }
input PurchaseOrderOrdering { asc: PurchaseOrderField desc: PurchaseOrderField }

type PurchaseOrder {
  id: Int
  storePrefix: String
  poNumber: String
  poDate: IsoDateTime
  orderId: String
  orderType: String
  salesChannelName: String
  supplierId: Int
  supplierName: String
  supplierAddress1: String
  supplierAddress2: String
  supplierAddress3: String
  supplierCity: String
  supplierState: String
  supplierPostalCode: String
  estimatedShipDate: IsoDateTime
  scheduledDeliveryDate: IsoDateTime
  deliveryMethodCode: String
  customerName: String
  customerAddress1: String
  customerAddress2: String
  customerCity: String
  customerState: String
  customerPostalCode: String
  customerCountry: String
  customerEmail: String
  shippingInfo: ShippingInfo
  packingSlipUrl: String
  warehouse: Warehouse
  products: [PurchaseOrderProduct]
  shipTo: Address
  billTo: Address
  billingInfo: BillingInfo
}
type ShippingInfo { shipSpeed: ShipSpeed carrierCode: String poolPointAgent: Agent crossDockAgent: Agent deliveryAgent: Agent }
type Agent { id: ID name: String }
type Warehouse { id: ID name: String address: Address supplier: Supplier }
type Supplier { id: ID name: String shortName: String status: SupplierStatus currency: Currency }
type Address { name: String address1: String address2: String address3: String city: String state: String country: String postalCode: String phoneNumber: String }
type BillingInfo { vatNumber: String }
type PurchaseOrderProduct {
  partNumber: String
  quantity: Int
  price: Float
  pieceCount: Int
  totalCost: Float
  name: String
  weight: Float
  totalWeight: Float
  estShipDate: IsoDateTime
  fillDate: IsoDateTime
  sku: String
  ${environment === 'production' ? 'isCancelled: Boolean' : ''}
  isTscaCompliant: Boolean
  twoDayGuaranteeDeliveryDeadline: IsoDateTime
  event: ProductEvent
  customComment: String
}
type ProductEvent { id: ID type: String name: String startDate: IsoDateTime endDate: IsoDateTime }

type WarehouseShippingAdvice {
  wsaId: String
  supplierId: Int
  poNumber: String
  fulfillmentCustomerOrderNumber: String
  retailerOrderNumber: String
  fulfillmentPurchaseOrderNumber: String
  creationDate: IsoDateTime
  shipDate: IsoDateTime
  shipSpeed: ShipSpeed
  carrierCode: String
  totalShipmentWeight: Float
  totalQuantity: Int
  warehouseId: ID
  actionDate: IsoDateTime
  transactionHandle: String
  packages: [AdvicePackage]
  shipFrom: AdviceAddress
  shipTo: AdviceAddress
  products: [AdviceProduct]
}
type AdvicePackage { packageWeight: Float trackingNumber: String }
type AdviceAddress { name: String company: String address1: String address2: String address3: String city: String state: String country: String postalCode: String phoneNumber: String }
type AdviceProduct { quantityOrdered: Int quantityShipped: Int partNumber: String name: String upc: String sku: String forceQuantityMultiplier: Int }
`;

const FILTER_OPERATORS = `conjunction: Conjunction equals: FilterValue notEqualTo: FilterValue
  greaterThan: FilterValue greaterThanOrEqualTo: FilterValue lessThan: FilterValue lessThanOrEqualTo: FilterValue
  in: [FilterValue] notIn: [FilterValue] isNull: Boolean`;

const labels = () => `
type LabelGenerationEvent {
  id: Int
  eventDate: IsoDateTime
  pickupDate: IsoDateTime
  poNumber: String
  billOfLading: LabelDocument
  consolidatedShippingLabel: LabelDocument
  customsDocument: CustomsDocument
  generatedShippingLabels: [GeneratedShippingLabel]
  shippingLabelInfo: [ShippingLabelInfo]
  purchaseOrder: PurchaseOrder
  shippingUnits: [RegisteredShippingUnit]
}
type LabelDocument { url: String }
type CustomsDocument { required: Boolean url: String }
type GeneratedShippingLabel { poNumber: String fullPoNumber: String numberOfLabels: String carrier: String carrierCode: String trackingNumber: String }
type ShippingLabelInfo { carrier: String carrierCode: String trackingNumber: String }
type RegisteredShippingUnit { groupIdentifier: Int sequenceIdentifier: Int part: RegisteredPart }
type RegisteredPart { supplierPartNumber: String upc: String }
`;

const mutations = () => `
type Mutation {
  purchaseOrders: PurchaseOrderMutations
  inventory: InventoryMutations
}
type PurchaseOrderMutations {
  accept(poNumber: String!, shipSpeed: ShipSpeed!, lineItems: [AcceptedLineItemInput!]!, dryRun: Boolean): TransactionStatus
  register(registrationInput: RegistrationInput!): LabelGenerationEvent
  shipment(notice: ShipNoticeInput!, dryRun: Boolean): TransactionStatus
  acknowledgeCastleGate(poNumber: String!): TransactionStatus
  acknowledgeCastleGateWarehouseShippingAdvice(wsaIds: [String]!): TransactionStatus
}
type InventoryMutations {
  save(inventory: [inventoryInput!]!, feedKind: inventoryFeedKind, dryRun: Boolean): TransactionStatus
}
input AcceptedLineItemInput { partNumber: String! quantity: Int32! unitPrice: Float! estimatedShipDate: IsoDateTime! }
input inventoryInput {
  supplierId: Int32!
  supplierPartNumber: String!
  quantityOnHand: Int32!
  quantityBackordered: Int32
  quantityOnOrder: Int32
  itemNextAvailabilityDate: String
  productNameAndOptions: String
  discontinued: Boolean
}
`;

const registrationInputs = () => `
input RegistrationInput {
  poNumber: String!
  warehouseId: ID
  requestForPickupDate: IsoDateTime
  shippingUnits: [ShippingUnitInput!]
  packageUnits: [PackageUnitInput!]
}
input ShippingUnitInput {
  partNumber: String!
  unitType: UnitType!
  weight: WeightInput!
  dimensions: DimensionsInput!
  freightClass: FreightClass
  palletInfo: PalletInfoInput
  groupIdentifier: Int32!
  sequenceIdentifier: Int32!
}
input PackageUnitInput {
  unitType: UnitType!
  weight: WeightInput!
  dimensions: DimensionsInput!
  freightClass: FreightClass
  containedParts: [ContainedPartInput!]!
}
input ContainedPartInput { partNumber: String! groupIdentifier: Int32! }
input WeightInput { value: Float! unit: WeightUnit! }
input LengthInput { value: Float! unit: LengthUnit! }
input DimensionsInput { length: LengthInput! width: LengthInput! height: LengthInput! }
input PalletInfoInput { weight: WeightInput }
`;

const noticeInputs = () => `
input ShipNoticeInput {
  poNumber: String!
  supplierId: Int32!
  packageCount: Int32!
  weight: Float
  volume: Float
  carrierCode: String!
  shipSpeed: ShipSpeed!
  trackingNumber: String!
  shipDate: IsoDateTime!
  sourceAddress: NoticeAddressInput!
  destinationAddress: NoticeAddressInput!
  smallParcelShipments: [SmallParcelShipmentInput!]
  largeParcelShipments: [LargeParcelShipmentInput!]
}
input NoticeAddressInput {
  name: String!
  streetAddress1: String!
  streetAddress2: String
  city: String!
  state: String!
  postalCode: String!
  country: String!
}
input SmallParcelShipmentInput { package: PackageInput! items: [PackageItemInput!]! }
input LargeParcelShipmentInput { partNumber: String! packages: [PackageInput!]! }
input PackageInput { code: PackageCodeInput! weight: Float }
input PackageCodeInput { type: PackageCodeType! value: String! }
input PackageItemInput { partNumber: String! quantity: Int32! }
`;
