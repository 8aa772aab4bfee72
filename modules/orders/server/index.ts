export { markAnswered } from './answered-elsewhere.ts';
export { acceptOrder } from './accept-order.ts';
export { setPriority, setShipMethod } from './arrange-order.ts';
export { cancelUnits } from './cancel-units.ts';
export { unitsCancelledByChannel } from './change-items.ts';
export { closeHolds, openHold, readOrderHolds, type NewHold } from './holds.ts';
export { holdOrder, reallocateOrder, releaseOrder } from './hold-order.ts';
export { orderedUnits, type OrderedUnits } from './ordered-units.ts';
export { orderKeyword } from './order-keyword.ts';
export { tagOrders } from './order-tags.ts';
export { familyLines, familyOf, originOfLine, readWholeOrder, type FamilyLine, type Member } from './family.ts';
export { isOrderSeen, knownOrder, wouldChange, type KnownOrder } from './known-order.ts';
export { releaseMappedWarehouses } from './map-warehouses.ts';
export { mapLines, unmapLines } from './map-lines.ts';
export { recordAgreedPrices } from './order-lines.ts';
export { noteLookedUp, openOrdersUnreadSince } from './open-orders.ts';
export { renewPromises } from './ship-promise.ts';
export {
  buyerWords,
  openQty,
  openAddress,
  readOrder,
  type OrderForShipment,
  type OrderLineState,
  type StoredAddress,
} from './read-order.ts';
export { receiveOrder, type AccountPolicy, type MappedLine, type MappedOrder, type Received } from './receive-order.ts';
export { changesOf } from './read-changes.ts';
export { makeReplacement, type ReplacedLine } from './replacement-order.ts';
export {
  readReturnable,
  recordReturns,
  type OrderReturns,
  type ReturnableLine,
  type ReturnableOrder,
} from './order-returns.ts';
export { recordPayStatus } from './order-pay-status.ts';
export { remarkOrder } from './remark-order.ts';
export { splitOrder } from './split-order.ts';
export { startOrder } from './start-order.ts';
export {
  acknowledgeOrder,
  deliveredWhole,
  recordCost,
  recordPacked,
  recordPartCost,
  recordShipped,
  recordUnshipped,
  returnToReady,
  setFacts,
  type OrderFacts,
} from './ship-progress.ts';
