import type { Tx } from '#kit/server/database.ts';
import type { Practice } from '#modules/channels/model/routes.ts';

export interface SimulatedChannel {
  /** Origin of the simulator's API hosts. */
  url: string;
  /** Origin of its storage host. */
  storageUrl: string;
}

const addressesAt = ({ url, storageUrl }: SimulatedChannel): Record<string, string> => ({
  tokenUrl: `${url}/wayfair/oauth/token`,
  apiUrl: `${url}/wayfair/v1/graphql`,
  documentsUrl: `${url}/wayfair/v1`,
  supplierApiUrl: `${url}/wayfair/v1/supplier-order-api/graphql`,
  documentOrigins: storageUrl,
});

/** Settings of a shop whose marketplace is the simulator. */
const simulatedSettings = (channel: SimulatedChannel): Record<string, string> => ({
  clientId: 'waybill-demo',
  audience: 'https://api.wayfair.com/',
  ...addressesAt(channel),
});

/** What a shop is given in order to be tried out at the simulator. */
export const simulatedPractice = (channel: SimulatedChannel): Practice => ({
  settings: simulatedSettings(channel),
  secret: 'waybill-demo-secret',
});

/**
 * Leads the demo shop to where the simulator listens now: its ports may be others at each start. A
 * shop that somebody led to another marketplace stays there.
 */
export async function followSimulator(
  tx: Tx,
  accountId: string,
  channel: SimulatedChannel,
): Promise<void> {
  await tx.run`
    update channel_account set settings = settings || ${JSON.stringify(addressesAt(channel))}::jsonb
    where tenant_id = ${tx.tenant} and id = ${accountId}::uuid
      and settings ->> 'apiUrl' ~ '^http://127\\.0\\.0\\.1:[0-9]+/wayfair/v1/graphql$'`;
}
