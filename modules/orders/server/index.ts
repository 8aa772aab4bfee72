export { markAnswered } from './answered-elsewhere.ts';
export { acceptOrder } from './accept-order.ts';
export { cancelUnits } from './cancel-units.ts';
export { unitsCancelledByTelling } from './change-items.ts';
export { closeHolds, openHold, readOrderHolds, type NewHold } from './holds.ts';
export { releaseMappedWarehouses } from './map-warehouses.ts';
export { mapLines, unmapLines } from './map-lines.ts';
export { recordAgreedPrices } from './order-lines.ts';
export { noteAsked, openOrdersUnreadSince } from './open-orders.ts';
export { renewPromises } from './ship-promise.ts';
export {
  buyerWords,
  openQty,
  readOrder,
  type OrderForShipment,
  type OrderLineState,
} from './read-order.ts';
export {
  receiveOrder,
  type AccountPolicy,
  type MappedLine,
  type MappedOrder,
  type Received,
} from './receive-order.ts';
export {
  acknowledgeOrder,
  recordCost,
  recordPacked,
  recordShipped,
  returnToReady,
  setFacts,
  type OrderFacts,
} from './ship-progress.ts';
