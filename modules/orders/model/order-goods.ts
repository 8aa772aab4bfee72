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

/** Names of goods, as one line of a list. */
export const goodsNamesOf = (goods: readonly GoodsAtHand[]): string =>
  goods.map(({ name, code }) => name || code).join('、');

/** Codes with their quantities, as a sheet or a hint shows them: `WB-1 ×2，WB-2 ×1 等3种`. */
export const goodsCodesOf = (goods: readonly GoodsAtHand[], kinds: number): string =>
  goods.map(({ code, qty }) => `${code} ×${qty}`).join('，') + (kinds > goods.length ? ` 等${kinds}种` : '');

/** The first code whole with its quantity, and how many kinds there are: a code that is cut off is another. */
export const goodsCodeShown = (goods: readonly GoodsAtHand[], kinds: number): string => {
  const [first] = goods;
  if (!first) return '';
  return `${first.code} ×${first.qty}${kinds > 1 ? ` 等${kinds}种` : ''}`;
};

/** Moves that would be refused whatever is answered, with the reason. */
export interface BarredMoves {
  barred?: Readonly<Record<string, string>>;
}

/** What the rows of the order list are answered with beside their fields. */
export interface OrderAtHand extends BarredMoves {
  /** The first two kinds. */
  goods: GoodsAtHand[];
  /** How many kinds there are. */
  kinds: number;
  /** As in its surroundings. */
  warehouseZone: string | null;
}

/** One of the orders that stand for the same number at the channel. */
export interface FamilyMember {
  id: string;
  orderNo: string;
  /** 0 of the one that came in. */
  splitSeq: number;
  status: string;
  itemSummary: string | null;
  unitCount: number;
  /** Where it leaves from; null while that is open. */
  warehouse: string | null;
}

/** Units of a line that a warehouse holds for it. */
export interface HeldPlace {
  orderLineId: string;
  warehouseId: string;
  warehouse: string;
  qty: number;
}

/** What an order's detail answers beside its row, its lines and its changes. */
export interface OrderSurroundings extends BarredMoves {
  goods: OrderGoods[];
  /** All that the reader may see, itself included; empty for an order that was never split. */
  family: FamilyMember[];
  /** Where what is held lies. */
  held: HeldPlace[];
  /** Time zone of the warehouse it leaves from: its deadlines are read there; null without one. */
  warehouseZone: string | null;
}
