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
export { goodStockSeen, warehousesSeen, type StockSeen } from './stock-seen.ts';
export { postMovements, type Movement } from './movements.ts';
export { shipReserved, type ReservedItem } from './send-reserved.ts';
export {
  availableOf,
  heldUnits,
  release,
  reserve,
  type Demand,
  type Shortage,
} from './reservations.ts';
export { byPlace, placeKey, placesOf, type GoodsPlace } from './sku-bins.ts';
export { stockedSkusBeside } from './stocked-skus.ts';
export type { OnTheWay } from './transit.ts';
export { refuseBundleLines } from './stocked-lines.ts';
