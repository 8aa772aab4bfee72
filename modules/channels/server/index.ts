import type { SettingsCheck } from '#modules/base/server/index.ts';
import { settingsFaults } from '../model/account-settings.ts';
import type { ChannelServices } from './services.ts';

export { readBackPrices, type ReadBack, type UnlikePrice } from './pricing/read-back-prices.ts';
export { channelHandler } from './channel-work.ts';
export { createConnections, type Channel, type Connections } from './connections.ts';
export { noteListingHealth, type ReportedHealth } from './listing-health.ts';
export type { Offering } from '../model/offering.ts';
export type { ChannelServices, ChannelTiming } from './services.ts';

/** What each channel asks of a shop's settings; `base` judges with it. */
export const channelSettingsCheck =
  ({ connectors, grantedOrigins }: Pick<ChannelServices, 'connectors' | 'grantedOrigins'>): SettingsCheck =>
  (tenant, account) =>
    settingsFaults(connectors, account, grantedOrigins(tenant));
