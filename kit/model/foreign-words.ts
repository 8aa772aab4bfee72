/**
 * What another system says is shown in Chinese, its own words kept behind it: `中文（原文：its words）`.
 * Written and read here alone; the column `delivery.reason` leaves the same out.
 */
const [BEGIN, END] = ['（原文：', '）'];
const ORIGINAL = new RegExp(`${BEGIN}([^${END}]*)(?:${END}|$)`);

/** Nothing behind it where there are no words. */
export const withOriginal = (message: string, original: string): string =>
  original === '' ? message : `${message}${BEGIN}${original.replaceAll(END, ')')}${END}`;

/** The parts of a text in turn: ours, an original, ours… A long text may have been cut off in its last original. */
export const foreignParts = (text: string): string[] => text.split(ORIGINAL);
