import { link, text } from '#kit/model/field.ts';
import { defineRoute, shape } from '#kit/model/route.ts';
import type { PromotionRow } from './promotion.ts';

/** What a promotion is answered with beside its fields. */
export interface PromotionBeside {
  /** Items of others at the same time. Promotions never stack: the lower price holds. */
  overlaps: readonly {
    id: string;
    name: string;
    channelSku: string;
    startAt: string;
    endAt: string;
    ownPrice: string;
    otherPrice: string;
    lowerPrice: string;
  }[];
  /** Base prices that are to change while it runs, and its own with them. */
  priceChanges: readonly { channelSku: string; priceNo: string; value: string; effectiveFrom: string }[];
}

/** A promotion in the calendar of a month. */
export interface CalendarPromotion {
  id: string;
  name: string;
  accountId: string;
  shop: string;
  status: PromotionRow['status'];
  startAt: string;
  /** Where it ended before its time: when it did. */
  endAt: string;
  itemCount: number;
  /** How many of its products another one has at the same time. */
  overlapCount: number;
}

/** One product in two promotions at once. They never stack: the lower price holds. */
export interface CalendarOverlap {
  channelSku: string;
  shop: string;
  currency: string;
  /** While both run. */
  startAt: string;
  endAt: string;
  one: { id: string; name: string; price: string };
  other: { id: string; name: string; price: string };
  lowerPrice: string;
}

export interface PromotionCalendar {
  month: string;
  promotions: CalendarPromotion[];
  overlaps: CalendarOverlap[];
  /** There are more than these. */
  isCut: boolean;
}

/** 促销日历: what is agreed of a month, of one shop or of all that the reader sees. */
export const promotionCalendarRoute = defineRoute({
  method: 'GET',
  path: '/channels/promotion/calendar',
  access: { permission: 'channels:promotion:list' },
  summary: '促销日历',
  query: { month: text('月份', { max: 7 }), accountId: link('店铺', 'base:channelAccount') },
  result: shape<PromotionCalendar>(),
});

/** 提报文件 of one promotion. */
export const promotionProposalRoute = defineRoute({
  method: 'GET',
  path: '/channels/promotion/:id/proposal',
  access: { permission: 'channels:promotion:schedule' },
  summary: '促销提报文件',
  givesFile: true,
});

/** The columns of the proposal, named as in the promotion report of Partner Home: it publishes no template. */
export const PROMOTION_COLUMNS = [
  'Promotion Name',
  'Start',
  'End',
  'Store',
  'Product Part #',
  'Discount Percent',
  'Promotional Price',
  'Currency',
  'Quantity Limit',
] as const;
