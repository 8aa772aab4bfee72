/* What the history is about, for whoever looks at it afterwards: no code of the server. */

/** Goods of the history by what they are to it. */
export const CHAIR = 'WB-DCH-HOLM-S2';
const VELVET = 'WB-DCH-VEDA-S4';
export const SOFA = 'WB-SOF-MARLO-3S';
const BOXED_SOFA = 'WB-SOF-KIT-BOX';
export const FLOOR_LAMP = 'WB-LMP-ARCO-FLR';
const TRIPOD = 'WB-LMP-TRIP-FLR';
export const TABLE_LAMP = 'WB-LMP-PEBB-TBL';

/** What was sold, by the name that the chapters behind know it by: goods, units, unit price. */
export const SOLD = {
  coming: [CHAIR, 2, '158.00'],
  crack: [CHAIR, 2, '158.00'],
  half: [CHAIR, 2, '158.00'],
  unsent: [CHAIR, 1, '158.00'],
  chairA: [CHAIR, 1, '158.00'],
  chairB: [CHAIR, 2, '158.00'],
  chairC: [CHAIR, 1, '158.00'],
  chairD: [CHAIR, 4, '158.00'],
  velvet: [VELVET, 1, '236.00'],
  torn: [VELVET, 2, '236.00'],
  sofas: [SOFA, 2, '512.00'],
  lost: [BOXED_SOFA, 1, '286.40'],
  lamp: [FLOOR_LAMP, 1, '96.40'],
  bent: [FLOOR_LAMP, 2, '96.40'],
  tripod: [TRIPOD, 1, '68.25'],
  shades: [TABLE_LAMP, 3, '39.80'],
  keptLamp: [TABLE_LAMP, 2, '39.80'],
  lateLamp: [TABLE_LAMP, 1, '39.80'],
} as const;
export type SoldName = keyof typeof SOLD;

/** PO number of an order of the history. */
export const poOf = (name: SoldName): string => `CS${415_862_017 + Object.keys(SOLD).indexOf(name) * 137}`;

/** Goods that no parcel service takes. */
export const FREIGHT: ReadonlySet<string> = new Set([SOFA]);

/** Number of the parcel that comes to the receiving desk: the return of two chairs. */
export const COMING_PARCEL = '794600001234';
