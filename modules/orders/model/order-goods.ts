/** What an order's lines are of, beside the lines themselves: one for each local SKU. */
export interface OrderGoods {
  skuId: string;
  /** Our own name, which the warehouse uses. */
  name: string;
  /** Paths of pictures; none where the reader may not see products. */
  images: string[];
  /** Cartons that one unit ships in; 0 where none has been measured. */
  cartons: number;
  /** Units that one carton takes, where it takes several. */
  unitsPerCarton: number;
  /** Available units by warehouse, most first; null where the reader may not see stock. */
  stock: { skuId: string; warehouseId: string; warehouse: string; available: number }[] | null;
}

/** One kind of goods of an order, as its row in the list shows it. */
export interface GoodsAtHand {
  /** Our own name and code; the channel's where it is not mapped. */
  name: string;
  code: string;
  qty: number;
  /** Path of its picture; null where there is none, or the reader may not see products. */
  picture: string | null;
}

/** What the rows of the order list are answered with beside their fields. */
export interface OrderAtHand {
  /** The first two kinds. */
  goods: GoodsAtHand[];
  /** How many kinds there are. */
  kinds: number;
  /** As in its surroundings. */
  warehouseZone: string | null;
}

/** What an order's detail answers beside its row, its lines and its changes. */
export interface OrderSurroundings {
  goods: OrderGoods[];
  /** Time zone of the warehouse it leaves from: its deadlines are read there; null without one. */
  warehouseZone: string | null;
}
