import type { Database } from '#kit/server/database.ts';
import type { Parts } from '#kit/server/module.ts';
import type { Registry } from '#kit/server/registry.ts';
import { movePromotionsWork, startPricesWork } from '../../model/clock-works.ts';
import { priceRecord } from '../../model/pricing/price-record.ts';
import { priceSetting } from '../../model/pricing/price-setting.ts';
import { promotion } from '../../model/pricing/promotion.ts';
import { addPrice, priceSheet } from './add-price.ts';
import { adjustPrices } from './adjust-prices.ts';
import { startDuePrices } from './price-clock.ts';
import { priceInvariants } from './price-invariants.ts';
import * as priceMoves from './price-moves.ts';
import { priceProposal } from './price-proposal.ts';
import { priceSettingGuards } from './price-settings.ts';
import { priceTodos } from './price-todos.ts';
import { promotionCalendar } from './promotion-calendar.ts';
import { movePromotions } from './promotion-clock.ts';
import { promotionBeside } from './promotion-detail.ts';
import { promotionDraft } from './promotion-draft.ts';
import * as promotionMoves from './promotion-moves.ts';
import { promotionProposal } from './promotion-proposal.ts';
import { promotionsFollow } from './promotion-prices.ts';

/** 定价, 底价 and 促销, as a part of their module. */
export const pricingParts = {
  serves: [
    { resource: priceSetting, guards: priceSettingGuards },
    { resource: priceRecord },
    {
      resource: promotion,
      draft: promotionDraft,
      detail: async (tx, row) => ({ ...(await promotionBeside(tx, row)) }),
    },
  ],
  moves: [priceMoves, promotionMoves],
  inTransaction: [promotionsFollow],
  invariants: priceInvariants,
  todos: priceTodos,
} as const satisfies Parts;

/** What of them needs services. */
export const buildPricing = ({ db, registry }: { db: Database; registry: Registry }) =>
  ({
    routes: [addPrice(registry), adjustPrices, priceProposal, promotionCalendar, promotionProposal],
    documents: [priceSheet],
    scheduled: [
      { kind: startPricesWork, run: (now: Date) => startDuePrices(db, now) },
      { kind: movePromotionsWork, run: (now: Date) => movePromotions(db, now) },
    ],
  }) satisfies Parts;
