import { denialIn } from './label-denial.ts';

/** What of a paid label was not to be read, in the words that a shipment is held with. */
export const PRICE_MISSING = '承运商没有给出可读的面单费';
export const NO_FILE = '没有面单文件';

/** Why a shipment is held, but for the price: that stands in front. */
export const withoutPrice = (hold: string | null): string | null =>
  (hold ?? '')
    .split('；')
    .filter((part) => part !== PRICE_MISSING)
    .join('；') || null;

/** Whether the carrier left out of a paid label what somebody can read at the carrier. */
export const isUnreadLabel = ({
  labelSource,
  labelHold,
  trackingNo,
}: Readonly<Record<'labelSource' | 'labelHold' | 'trackingNo', unknown>>): boolean =>
  labelSource === 'carrier' &&
  typeof labelHold === 'string' &&
  denialIn(labelHold) === null &&
  (trackingNo === null || labelHold.split('；').includes(PRICE_MISSING));
