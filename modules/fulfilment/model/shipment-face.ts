import type { GoodsAtHand } from '#modules/orders/model/order-goods.ts';

/** What the rows of the shipment list are answered with beside their fields. */
export interface ShipmentFace {
  /** The first two kinds. */
  goods: GoodsAtHand[];
  /** How many kinds there are. */
  kinds: number;
  /** IANA name of the clocks where the goods stand. */
  warehouseZone: string;
  /** Its label is bought of a carrier. */
  isBought?: boolean;
}
