import type { Tx } from '#kit/server/database.ts';
import type { Practice, Practices } from '#modules/channels/model/routes.ts';

export interface SimulatedChannel {
  /** Origin of the simulator's API hosts. */
  url: string;
  /** Origin of its storage host. */
  storageUrl: string;
}

const addressesAt = (
  { url, storageUrl }: SimulatedChannel,
  part: 'wayfair' | 'wayfair-sandbox' = 'wayfair',
): Record<string, string> => ({
  tokenUrl: `${url}/${part}/oauth/token`,
  apiUrl: `${url}/${part}/v1/graphql`,
  documentsUrl: `${url}/${part}/v1`,
  supplierApiUrl: `${url}/${part}/v1/supplier-order-api/graphql`,
  catalogApiUrl: `${url}/${part}/v1/product-catalog-api/graphql`,
  catalogReadUrl: `${url}/${part}/product-catalog-api/graphql`,
  advertisingUrl: `${url}/${part}/advertising/v1`,
  supplierId: '31840',
  documentOrigins: storageUrl,
});

/** A shop whose marketplace is the simulator, which knows a client for each environment. */
const practiceShop = (client: string, audience: string, addresses: Record<string, string>): Practice => ({
  settings: { clientId: client, audience, ...addresses },
  secret: `${client}-secret`,
});

/** What a shop is given in order to be tried out at the simulator. */
export const simulatedPractice = (channel: SimulatedChannel): Practices => ({
  live: practiceShop('waybill-demo', 'https://api.wayfair.com/', addressesAt(channel)),
  sandbox: practiceShop('waybill-sandbox', 'https://sandbox.api.wayfair.com/', addressesAt(channel, 'wayfair-sandbox')),
});

/** A seller's own shop at the simulator; it knows one app, live or not. */
export const shopPractice = ({ url }: SimulatedChannel): Practices => {
  const shop = { settings: { shopUrl: `${url}/shopify`, clientId: 'waybill-shop' }, secret: 'waybill-shop-secret' };
  return { live: shop, sandbox: shop };
};

/**
 * Leads the demo shop to where the simulator listens now: its ports may be others at each start. A
 * shop that somebody led to another marketplace stays there.
 */
export async function followSimulator(tx: Tx, accountId: string, channel: SimulatedChannel): Promise<void> {
  await tx.run`
    update channel_account set settings = settings || ${JSON.stringify(addressesAt(channel))}::jsonb
    where tenant_id = ${tx.tenant} and id = ${accountId}::uuid
      and settings ->> 'apiUrl' ~ '^http://127\\.0\\.0\\.1:[0-9]+/wayfair/v1/graphql$'`;
}
