import type { PictureFormat, PictureVerdict } from './picture.ts';
import { pictureFormat } from './picture.ts';
import type { PictureRuleRow } from './picture-rule.ts';

/** What one channel asks, as far as it asks anything. */
export type PictureRule = Pick<
  PictureRuleRow,
  | 'name'
  | 'leastSidePx'
  | 'leastRatio'
  | 'mostRatio'
  | 'mostKb'
  | 'formats'
  | 'isWhiteMain'
  | 'leastCount'
  | 'needsMain'
>;

/** A picture as it is judged. */
export interface JudgedPicture {
  format: PictureFormat | null;
  bytes: number;
  /** null: it was read, and is none that can be. */
  size: { width: number; height: number; whitePercent: number } | null;
  isMain: boolean;
}

/** So much of the border of a main picture on white is white, in percent. */
export const WHITE_PERCENT = 95;
const KILOBYTE = 1024;

/** What rules find wrong with one picture, each under the name of its rule; nothing where there is none. */
export function pictureFaults(rules: readonly PictureRule[], picture: JudgedPicture): string[] {
  if (rules.length > 0 && picture.size === null && picture.format !== 'gif') return ['图片无法读取，可能已损坏'];
  return rules.flatMap((rule) =>
    [
      formatFault(rule, picture),
      weightFault(rule, picture),
      sideFault(rule, picture),
      ratioFault(rule, picture),
      groundFault(rule, picture),
    ].flatMap((fault) => (fault === null ? [] : [`${rule.name}：${fault}`])),
  );
}

/** What rules find wrong with the pictures of a product as a whole. */
export const countFaults = (rules: readonly PictureRule[], count: number): string[] =>
  rules.flatMap((rule) => {
    if (count === 0 && rule.needsMain) return [`${rule.name}：没有主图`];
    const least = rule.leastCount ?? 0;
    return count < least ? [`${rule.name}：图片 ${count} 张，至少 ${least} 张`] : [];
  });

/** What came of it: faults that are known weigh more than what nobody has read yet. */
export const verdictOf = (hasFaults: boolean, isWaiting: boolean): PictureVerdict =>
  hasFaults ? 'faulty' : isWaiting ? 'waiting' : 'ok';

function formatFault({ formats }: PictureRule, { format }: JudgedPicture): string | null {
  if (!formats || formats.length === 0) return null;
  if (format !== null && formats.includes(format)) return null;
  const requested = formats.map((one) => pictureFormat.items[one as PictureFormat]).join('、');
  return `格式 ${format === null ? '未知' : pictureFormat.items[format]}，只收 ${requested}`;
}

function weightFault({ mostKb }: PictureRule, { bytes }: JudgedPicture): string | null {
  if (!mostKb || bytes <= mostKb * KILOBYTE) return null;
  return `大小 ${Math.ceil(bytes / KILOBYTE)} KB，最大 ${mostKb} KB`;
}

function sideFault({ leastSidePx }: PictureRule, { size }: JudgedPicture): string | null {
  if (!leastSidePx || !size) return null;
  const side = Math.min(size.width, size.height);
  return side < leastSidePx ? `短边 ${side} px，至少 ${leastSidePx} px` : null;
}

/** Compared without a division, so that 2 : 1 is exactly 2. */
function ratioFault({ leastRatio, mostRatio }: PictureRule, { size }: JudgedPicture): string | null {
  if (!size) return null;
  const { width, height } = size;
  const isLow = leastRatio !== null && width < Number(leastRatio) * height;
  const isHigh = mostRatio !== null && width > Number(mostRatio) * height;
  if (!isLow && !isHigh) return null;
  const bounds = [leastRatio, mostRatio].map((one) => (one === null ? '不限' : String(Number(one))));
  return `宽高比 ${(width / height).toFixed(2)}，须在 ${bounds.join(' 至 ')} 之间`;
}

function groundFault({ isWhiteMain }: PictureRule, { isMain, size }: JudgedPicture): string | null {
  if (!isWhiteMain || !isMain || !size || size.whitePercent >= WHITE_PERCENT) return null;
  return `主图不是白底（边缘白色 ${size.whitePercent}%）`;
}
