/**
 * Codes that steer the station by scanner alone. They are printed once, as barcodes, and hang at the
 * table; a key does the same.
 */
export const CONTROL_CODES = {
  'WB-UNDO': { title: '撤销', does: '撤销上一次扫描', key: 'Ctrl+Z' },
  'WB-OK': { title: '确认', does: '确认提示，解除红屏', key: 'Enter' },
  'WB-SEAL': { title: '封箱', does: '手上的箱子按秤或箱规封箱', key: 'F2' },
  'WB-NEXT': { title: '下一单', does: '放下这一单，打下一单', key: 'F4' },
  'WB-REPRINT': { title: '补打', does: '补打没有打印的面单', key: 'F8' },
} as const;

export type ControlCode = keyof typeof CONTROL_CODES;

/** The control code that was read, in letters of either case. */
export function controlOf(text: string): ControlCode | null {
  const upper = text.trim().toUpperCase();
  return upper in CONTROL_CODES ? (upper as ControlCode) : null;
}

/** `WB-BED-HALDEN-QN 2/3`: a carton by the code of its goods and its place among their cartons. */
const CARTON = /^(.+?)[\s#_-]*?[\s#](\d{1,3})\/(\d{1,3})$/;

export interface CartonCode {
  goods: string;
  cartonNo: number;
  cartons: number;
}

/** Reads a carton code off a carton of its maker. @returns null where the text is none */
export function cartonCodeOf(text: string): CartonCode | null {
  const [, goods, cartonNo, cartons] = CARTON.exec(text.trim()) ?? [];
  if (!goods || Number(cartonNo) < 1 || Number(cartonNo) > Number(cartons)) return null;
  return { goods, cartonNo: Number(cartonNo), cartons: Number(cartons) };
}
