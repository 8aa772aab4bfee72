import { carriedOut } from '#kit/server/deliveries.ts';
import { defineModule, type Parts } from '#kit/server/module.ts';
import { after } from '#kit/server/outbox.ts';
import { partOrderConfirmed, partOrderRejected, partOrderShipped } from '#modules/aftersales/model/part-events.ts';
import { returnApproved, returnRejected } from '#modules/aftersales/model/return-events.ts';
import {
  shipmentRegistered,
  shipmentRegistering,
  shipmentShipped,
  shipmentUnshipped,
} from '#modules/fulfilment/model/events.ts';
import { customer } from '#modules/base/model/customer.ts';
import { pictureRule } from '#modules/catalog/model/picture-rule.ts';
import { product } from '#modules/catalog/model/product.ts';
import { stockChanged } from '#modules/inventory/model/events.ts';
import { orderAccepted, orderCancelled, orderRejected, orderRestored } from '#modules/orders/model/events.ts';
import { channelFee, channelFeeTier } from './model/channel-fee.ts';
import { channelProduct, inventorySyncRule, quarantinedOrder } from './model/channel-product.ts';
import { pullDueListingsWork, pullDueShopsWork } from './model/clock-works.ts';
import { performance, performanceRow, performanceTarget, publishedMetric } from './model/performance.ts';
import { feed, feedItem } from './model/feed.ts';
import { channelStock } from './model/channel-stock.ts';
import { listingComparison } from './model/listing-comparison.ts';
import * as declared from './model/declared.ts';
import { channelGrants } from './model/grants.ts';
import { channelMenus } from './model/menus.ts';
import {
  acceptJob,
  answerCancellationJob,
  answerPartJob,
  answerReturnJob,
  correctNoticeJob,
  pullJob,
  pullListingsJob,
  pushStockJob,
  registerJob,
  shipNoticeJob,
  stockChangedJob,
  takeBackJob,
} from './model/jobs.ts';
import { acceptHandler } from './server/accept-order.ts';
import { answerPartHandler, answerReturnHandler } from './server/answer-aftersales.ts';
import { accountRoutes } from './server/account-routes.ts';
import { callWaitRoutes } from './server/call-wait.ts';
import { channelTitles } from './server/channel-titles.ts';
import { channelStockRoutes } from './server/channel-stock-routes.ts';
import { channelStockRows } from './server/channel-stock-rows.ts';
import * as cancellations from './server/cancellations.ts';
import { channelFeeGuards, feeTierGuards } from './server/channel-fees.ts';
import { createConnections } from './server/connections.ts';
import { enqueueListingPulls } from './server/due-listing-pulls.ts';
import { enqueuePulls } from './server/due-pulls.ts';
import { channelOffers, unofferedRoutes } from './server/channel-offers.ts';
import { feedItemRows, feedRows } from './server/feeds/feed-rows.ts';
import { feeTrial } from './server/fee-trial.ts';
import { channelInvariants } from './server/invariants.ts';
import { adoptListings } from './server/adopt-listings.ts';
import { listingComparisonRows } from './server/listing-comparison-rows.ts';
import { listingGuards, syncRuleGuards } from './server/listing-guards.ts';
import { autoMapListings, makeProducts } from './server/mapping-routes.ts';
import { performanceRows, publishedGuards, targetGuards } from './server/performance/performance.ts';
import { countedRows } from './server/performance/performance-rows.ts';
import { pullListingsHandler } from './server/pull-listings.ts';
import { pullHandler } from './server/pull-orders.ts';
import { shopWorks } from './server/shop-works.ts';
import { shopsOfProducts } from './server/product-shops.ts';
import { pushStockHandler } from './server/push-stock.ts';
import { orderMessage, sealedMessages } from './server/order-messages.ts';
import { orderSheet } from './server/order-sheet.ts';
import { openRaw, sealedQuarantine } from './server/quarantine.ts';
import { channelsInTransaction } from './server/reactions.ts';
import { returnSheet } from './server/return-sheet.ts';
import { registerHandler } from './server/register-shipment.ts';
import { CHANNEL_TIMING, type ChannelServices } from './server/services.ts';
import { correctNoticeHandler } from './server/correct-notice.ts';
import { shipNoticeHandler } from './server/ship-notice.ts';
import * as pushMoves from './server/stock-push-records.ts';
import { stockChangedHandler } from './server/stock-requests.ts';
import { takeBackHandler } from './server/take-back.ts';
import { channelTodos } from './server/todos.ts';
import { buildPricing, pricingParts } from './server/pricing/index.ts';
import { buildPublishing, publishParts } from './server/publish/index.ts';

const HOUR_MS = 3_600_000;

/** Everything between the house and its marketplaces. */
export const channels = defineModule<ChannelServices>({
  name: 'channels',
  declared,
  menus: channelMenus,
  grants: channelGrants,
  sealed: [sealedQuarantine, sealedMessages],
  serves: [
    { resource: channelProduct, guards: listingGuards },
    { resource: inventorySyncRule, guards: syncRuleGuards },
    { resource: channelStock, rows: channelStockRows },
    { resource: listingComparison, rows: listingComparisonRows },
    { resource: feed, rows: feedRows },
    { resource: feedItem, rows: feedItemRows },
    { resource: performance, rows: performanceRows },
    { resource: performanceRow, rows: countedRows },
    { resource: performanceTarget, guards: targetGuards },
    { resource: publishedMetric, guards: publishedGuards },
    ...pricingParts.serves,
    ...publishParts.serves,
    { resource: channelFee, guards: channelFeeGuards },
    { resource: channelFeeTier, guards: feeTierGuards },
    {
      resource: quarantinedOrder,
      // Sealed at rest; the mask has taken `raw` away from who may not see buyers.
      detail: async (tx, row) => ('raw' in row ? { raw: openRaw(tx, row['raw']) } : {}),
    },
  ],
  extensions: [{ of: product, rows: shopsOfProducts }],
  moves: [pushMoves, cancellations, ...pricingParts.moves, ...publishParts.moves],
  after: [
    after(orderAccepted, acceptJob),
    after(orderRejected, takeBackJob),
    after(orderCancelled, takeBackJob),
    after(orderRestored, takeBackJob),
    after(shipmentRegistering, registerJob),
    after(shipmentShipped, shipNoticeJob),
    after(shipmentRegistered, shipNoticeJob),
    after(shipmentUnshipped, correctNoticeJob),
    after(stockChanged, stockChangedJob),
    after(returnApproved, answerReturnJob),
    after(returnRejected, answerReturnJob),
    after(partOrderConfirmed, answerPartJob),
    after(partOrderRejected, answerPartJob),
    after(partOrderShipped, answerPartJob),
  ],
  invariants: [...channelInvariants, ...pricingParts.invariants],
  todos: [...channelTodos, ...pricingParts.todos, ...publishParts.todos],
  // Empty for who sees neither orders nor shipments.
  open: { toSession: ['GET /channels/unoffered'] },
  build,
});

function build(services: ChannelServices): Parts {
  const connections = createConnections(services);
  const timing = { ...CHANNEL_TIMING, ...services.timing };
  const titles = channelTitles(services.connectors);
  const pricing = buildPricing(services);
  const publishing = buildPublishing(services, connections, timing);
  return {
    extensions: [
      { of: pictureRule, rows: titles },
      { of: customer, rows: titles },
    ],
    routes: [
      ...unofferedRoutes(services.connectors),
      ...accountRoutes(services, connections),
      ...channelStockRoutes(services, connections),
      autoMapListings,
      adoptListings,
      makeProducts(services.registry),
      feeTrial,
      orderMessage,
      ...callWaitRoutes,
      ...pricing.routes,
      ...publishing.routes,
    ],
    documents: [orderSheet(services), returnSheet(services), ...pricing.documents, ...publishing.documents],
    inTransaction: [...channelsInTransaction(services), ...pricingParts.inTransaction],
    offers: [channelOffers(services.connectors)],
    scheduled: [
      { kind: pullDueShopsWork, run: (now) => enqueuePulls(services.db, now) },
      {
        kind: pullDueListingsWork,
        everyMs: HOUR_MS,
        run: (now) => enqueueListingPulls(services.db, services.connectors, now),
      },
      ...pricing.scheduled,
    ],
    works: shopWorks(services, connections),
    jobs: [
      carriedOut(pullJob, pullHandler(services, connections)),
      carriedOut(pullListingsJob, pullListingsHandler(connections)),
      carriedOut(acceptJob, acceptHandler(connections, timing)),
      carriedOut(takeBackJob, takeBackHandler(connections, timing)),
      carriedOut(registerJob, registerHandler(connections, timing)),
      carriedOut(shipNoticeJob, shipNoticeHandler(connections, timing)),
      carriedOut(correctNoticeJob, correctNoticeHandler(connections)),
      carriedOut(stockChangedJob, stockChangedHandler),
      carriedOut(pushStockJob, pushStockHandler(connections, timing)),
      carriedOut(answerReturnJob, answerReturnHandler(connections)),
      carriedOut(answerPartJob, answerPartHandler(connections)),
      carriedOut(answerCancellationJob, cancellations.answerHandler(connections)),
      ...publishing.jobs,
    ],
  };
}
