export { addAdjustment } from './adjustment-draft.ts';
export { submitAdjustment } from './adjustments.ts';
export { goodStockSeen, type StockSeen } from './stock-seen.ts';
export { postMovements, shipReserved, type Movement, type ShippedItem } from './movements.ts';
export {
  availableOf,
  heldUnits,
  release,
  reserve,
  type Demand,
  type Shortage,
} from './reservations.ts';
