/** What is to be sent, and where to: what every way to ship is asked about. */
export interface ShipmentToQuote {
  warehouseId: string;
  country: string;
  postalCode: string;
  isResidential: boolean;
  cartons: readonly { lengthMm: number; widthMm: number; heightMm: number; weightG: number }[];
  /** Day on which it is sent, in the tenant's zone: prices are those of that day. */
  day: string;
}

/** A way to ship, as people know it. */
export interface QuotedMethod {
  id: string;
  code: string;
  name: string;
  carrier: string;
  service: string | null;
  class: string;
}

/** One amount of an offer, and how it comes about. */
export interface QuotedFigure {
  title: string;
  how: string;
  amount: string;
}

/** A way that can carry it. What it costs is null for whoever may not see costs. */
export interface ShipOffer extends QuotedMethod {
  zone: string;
  days: number | null;
  currency: string;
  amount: string | null;
  /** In the base currency, by which offers are compared; null: no rate, or nobody may see it. */
  baseAmount: string | null;
  figures: QuotedFigure[];
}

const WHY = {
  weight: '限重',
  length: '限长',
  girth: '限围长',
  class: '不是小包裹',
  price: '无价格',
  zone: '分区未知',
} as const;
export type WhyNot = keyof typeof WHY;
export const whyNotTitle = (why: WhyNot): string => WHY[why];

/** A way that cannot carry it, and why. */
export interface RefusedMethod extends QuotedMethod {
  why: WhyNot;
  reason: string;
}

/** What all enabled ways to ship say to a shipment: the cheapest that can carry it first. */
export interface ShipQuote {
  baseCurrency: string;
  offers: ShipOffer[];
  refused: RefusedMethod[];
}
