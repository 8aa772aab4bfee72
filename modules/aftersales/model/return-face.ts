/** Goods of a return as its list shows them. */
export interface ReturnedGoods {
  code: string;
  name: string;
  qty: number;
  picture: string | null;
}

/** What a row of the list knows beside its fields. */
export interface ReturnFace {
  goods: ReturnedGoods[];
  /** Kinds of goods altogether. */
  kinds: number;
  /** Who bought them; absent where the reader may not see buyers. */
  buyer?: string | null;
  channelOrderNo: string | null;
  /** Moves that would be refused whatever is answered, with the reason. */
  barred?: Readonly<Record<string, string>>;
}
