import { carriedOut } from '#kit/server/deliveries.ts';
import type { ModuleParts } from '#kit/server/module.ts';
import { after } from '#kit/server/outbox.ts';
import type { Serve } from '#kit/server/resource-routes.ts';
import type { SettingsCheck } from '#modules/base/server/index.ts';
import {
  shipmentRegistered,
  shipmentRegistering,
  shipmentShipped,
} from '#modules/fulfilment/model/events.ts';
import { stockChanged } from '#modules/inventory/model/events.ts';
import {
  orderAccepted,
  orderCancelled,
  orderRejected,
  orderWantedAgain,
} from '#modules/orders/model/events.ts';
import { settingsFaults } from '../model/account-settings.ts';
import {
  cancellationRequest,
  channelProduct,
  inventorySyncRule,
  pullRun,
  quarantinedOrder,
  stockPush,
  stockPushItem,
} from '../model/channel-product.ts';
import {
  acceptJob,
  answerCancellationJob,
  pullJob,
  pushStockJob,
  registerJob,
  shipNoticeJob,
  stockChangedJob,
  takeBackJob,
} from '../model/jobs.ts';
import { acceptHandler } from './accept-order.ts';
import { accountRoutes } from './account-routes.ts';
import { answerHandler, confirmRequest, rejectRequest } from './cancellations.ts';
import { createConnections } from './connections.ts';
import { channelInvariants } from './invariants.ts';
import { listingGuards, syncRuleGuards } from './listing-guards.ts';
import { mappingRoutes } from './mapping-routes.ts';
import { pullHandler } from './pull-orders.ts';
import { pushStockHandler } from './push-stock.ts';
import { openRaw } from './quarantine.ts';
import { channelWithin } from './reactions.ts';
import { registerHandler } from './register-shipment.ts';
import { CHANNEL_TIMING, type ChannelServices } from './services.ts';
import { shipNoticeHandler } from './ship-notice.ts';
import { overridePush } from './stock-push-records.ts';
import { stockChangedHandler } from './stock-requests.ts';
import { takeBackHandler } from './take-back.ts';

export { sealedQuarantine } from './quarantine.ts';
export type { ChannelServices, ChannelTiming } from './services.ts';

/** What each channel asks of a shop's settings; `base` judges with it. */
export const channelSettingsCheck =
  ({
    connectors,
    grantedOrigins,
  }: Pick<ChannelServices, 'connectors' | 'grantedOrigins'>): SettingsCheck =>
  (tenant, account) =>
    settingsFaults(connectors, account, grantedOrigins(tenant));

/** Everything between the house and its marketplaces. */
export function createChannels(services: ChannelServices): ModuleParts {
  const connections = createConnections(services);
  const timing = { ...CHANNEL_TIMING, ...services.timing };
  const jobs = [
    carriedOut(pullJob, pullHandler(services, connections)),
    carriedOut(acceptJob, acceptHandler(connections, timing)),
    carriedOut(takeBackJob, takeBackHandler(connections)),
    carriedOut(registerJob, registerHandler(connections, timing)),
    carriedOut(shipNoticeJob, shipNoticeHandler(connections, timing)),
    carriedOut(stockChangedJob, stockChangedHandler),
    carriedOut(pushStockJob, pushStockHandler(connections, timing)),
    carriedOut(answerCancellationJob, answerHandler(connections)),
  ];
  return {
    serves: serves(),
    routes: [...accountRoutes(services, connections), ...mappingRoutes],
    within: channelWithin(services),
    after: [
      after(orderAccepted, acceptJob),
      after(orderRejected, takeBackJob),
      after(orderCancelled, takeBackJob),
      after(orderWantedAgain, takeBackJob),
      after(shipmentRegistering, registerJob),
      after(shipmentShipped, shipNoticeJob),
      after(shipmentRegistered, shipNoticeJob),
      after(stockChanged, stockChangedJob),
    ],
    jobs,
    invariants: channelInvariants,
  };
}

const serves = (): Serve[] => [
  { resource: channelProduct, guards: listingGuards },
  { resource: inventorySyncRule, guards: syncRuleGuards },
  { resource: pullRun },
  {
    resource: quarantinedOrder,
    // Sealed at rest; the mask has taken `raw` away from who may not see buyers.
    detail: async (tx, row) => ('raw' in row ? { raw: openRaw(tx, row['raw']) } : {}),
  },
  { resource: stockPush, commands: [overridePush] },
  { resource: stockPushItem },
  { resource: cancellationRequest, commands: [confirmRequest, rejectRequest] },
];
