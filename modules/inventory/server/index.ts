export { requestCount } from './request-count.ts';
export { addAdjustment } from './adjustment-draft.ts';
export { submitAdjustment } from './adjustments.ts';
export { sellableOf, sellableSeen } from './bundle-stock.ts';
export { deskGoods } from './desk-goods.ts';
export { changeOnOrder } from './on-order.ts';
export {
  announceGoods,
  answeredLines,
  endAnnounced,
  originOf,
  receiptsOf,
  type AnsweredLine,
  type LedReceipt,
  type OrderedGoods,
} from './ordered-goods.ts';
export {
  addLandedValue,
  receiptsAnswering,
  receivedGoods,
  takeBackLandedValue,
  type CostSource,
  type LandedShare,
  type ReceivedGoods,
} from './landed-value.ts';
export { foundRows } from './found-rows.ts';
export { daysAgo } from './stock-age.ts';
export { shareWeight } from './share-safety.ts';
export { goodStockSeen, warehousesSeen, type StockSeen } from './stock-seen.ts';
export { postMovements, type Movement } from './movements.ts';
export { holdersOf, nextCosts, sendParts, type BrokenUnits, type PartOut } from './send-parts.ts';
export { shipReserved, type ReservedItem } from './send-reserved.ts';
export { availableOf, heldUnits, release, reserve, type Demand, type Shortage } from './reservations.ts';
export { passReservations } from './reservation-lines.ts';
export { takeBackSent, type SentItem } from './take-back-sent.ts';
export { sentGoods, type SentGoods } from './sent-goods.ts';
export { valueLines } from './adjustment-value.ts';
export { farPriceWords } from './inbound-check.ts';
export { knownCosts } from './known-costs.ts';
export { passesAlone, unitCosts } from './unit-costs.ts';
export { checkReason as reasonToCheckGoods, holdHand, noteAlone } from './four-eyes.ts';
export { byPlace, placesOf, type GoodsPlace } from './sku-bins.ts';
export { placeId, placeKey } from './stock-place.ts';
export { stockedSkusBeside } from './stocked-skus.ts';
export type { OnTheWay } from './transit.ts';
export { refuseBundleLines } from './stocked-lines.ts';
