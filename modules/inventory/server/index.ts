export { addAdjustment } from './adjustment-draft.ts';
export { submitAdjustment } from './adjustments.ts';
export { sellableOf, sellableSeen } from './bundle-stock.ts';
export { announceGoods, type OrderedGoods } from './ordered-goods.ts';
export { goodStockSeen, type StockSeen } from './stock-seen.ts';
export { postMovements, type Movement } from './movements.ts';
export { shipReserved, type ReservedItem } from './send-reserved.ts';
export { restockAdviceOf, restockRowsBy, type Advice } from './restock.ts';
export { placeKey, receivedFrom, type SupplySource } from './supply-terms.ts';
export {
  availableOf,
  heldUnits,
  release,
  reserve,
  type Demand,
  type Shortage,
} from './reservations.ts';
