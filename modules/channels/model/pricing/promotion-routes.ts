import { defineRoute } from '#kit/model/route.ts';

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
