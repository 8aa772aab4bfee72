/** One carton as the supplier packs it: inches and pounds, its name in both languages. */
export interface CatalogueCarton {
  lengthIn: number;
  widthIn: number;
  heightIn: number;
  weightLb: number;
  /** Chinese name of what is inside, as the packer knows it (床尾). */
  label: string;
  labelEn: string;
}

/** A part of the demo seller: what the channel lists and what the seller's SKU is built from. */
export interface CataloguePart {
  /** The seller's own part number; the listing key at the channel. */
  partNumber: string;
  name: string;
  nameZh: string;
  category: CatalogueCategory;
  /** Wholesale unit price in USD, decimal text with two places. */
  price: string;
  cartons: readonly CatalogueCarton[];
  /** Suggested good stock on hand, by warehouse supplier id. */
  stock: Readonly<Record<string, number>>;
  /** Set on parts that belong to one scenario; the order generator leaves them alone. */
  reservedFor?: 's3' | 's5' | 'out-of-stock';
}

export type CatalogueCategory =
  | 'Beds'
  | 'Nightstands'
  | 'Dressers'
  | 'Sofas'
  | 'Accent Chairs'
  | 'Coffee Tables'
  | 'TV Stands'
  | 'Dining Tables'
  | 'Dining Chairs'
  | 'Bookcases'
  | 'Desks'
  | 'Lamps'
  | 'Area Rugs'
  | 'Bathroom Vanities'
  | 'Mirrors'
  | 'Outdoor';

/** length, width, height (in), weight (lb), Chinese label, English label. */
type CartonRow = readonly [number, number, number, number, string, string];

/** Stock in the three warehouses of the demo seller: New Jersey, California, Ontario. */
export type StockRow = readonly [number, number, number];

export const NEW_JERSEY = '31842';
export const CALIFORNIA = '31843';
export const ONTARIO = '31844';

/** Builds one part from its short row. */
export function part(
  partNumber: string,
  name: string,
  nameZh: string,
  category: CatalogueCategory,
  price: string,
  cartons: readonly CartonRow[],
  stock: StockRow,
  reservedFor?: CataloguePart['reservedFor'],
): CataloguePart {
  return {
    partNumber,
    name,
    nameZh,
    category,
    price,
    cartons: cartons.map(([lengthIn, widthIn, heightIn, weightLb, label, labelEn]) => ({
      lengthIn,
      widthIn,
      heightIn,
      weightLb,
      label,
      labelEn,
    })),
    stock: { [NEW_JERSEY]: stock[0], [CALIFORNIA]: stock[1], [ONTARIO]: stock[2] },
    ...(reservedFor === undefined ? {} : { reservedFor }),
  };
}
