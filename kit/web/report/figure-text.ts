import { shortRate } from '#ui/cells/number-text.ts';

/** Without a fraction that says nothing: `93.8`, `94`. */
const short = (value: number, places = 1): string => shortRate(value.toFixed(places));

/** `93.8%`, from a share such as 0.9375; null: there is nothing to share. @param places of the percentage */
export const shareText = (share: string | null | undefined, places = 1): string | null =>
  share === null || share === undefined ? null : `${short(Number(share) * 100, places)}%`;

/** `12.5 天`, from a mean of days. */
export const daysText = (mean: string | null | undefined): string | null =>
  mean === null || mean === undefined ? null : `${short(Number(mean))} 天`;
