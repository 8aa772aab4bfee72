/** What a row of 配件补发 knows beside its fields. */
export interface PartOrderFace {
  /** Of the first part, else of its product; null where the reader may not see products. */
  picture: string | null;
}
