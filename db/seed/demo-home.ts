import { systemActor } from '#kit/server/actor.ts';
import type { Tx } from '#kit/server/database.ts';
import { addRow } from '#kit/server/write.ts';
import type { Practices } from '#modules/channels/model/routes.ts';
import { MIRAKL_KEY, MIRAKL_PREFIX } from '#simulator/mirakl/routes.ts';
import { LISTED, retailOf } from '#simulator/mirakl/seed.ts';
import type { DemoSeller, SeedServices } from './demo-seller.ts';
import type { SimulatedChannel } from './simulated-shop.ts';

const CODE = 'HI-US';
/** Where this marketplace's orders leave from: the first warehouse of the demo. */
const WAREHOUSE = '31842';

const addressAt = ({ url }: Pick<SimulatedChannel, 'url'>): string => `${url}${MIRAKL_PREFIX}`;

/** What a shop is given in order to be tried out at the simulated home-improvement marketplace. */
export const homePractice = (channel: Pick<SimulatedChannel, 'url'>): Practices => {
  const shop = { settings: { apiUrl: addressAt(channel) }, secret: MIRAKL_KEY };
  return { live: shop, sandbox: shop };
};

/**
 * The demo seller's shop at the home-improvement marketplace, with what it lists there. Where it is there
 * already it is only led to where the simulator is now.
 * @returns the shop
 */
export async function seedDemoHome(
  { db, registry, serves }: Pick<SeedServices, 'db' | 'registry' | 'serves'>,
  tenant: number,
  channel: Pick<SimulatedChannel, 'url'>,
  { warehouses, skus }: DemoSeller,
): Promise<string> {
  return db.tx(systemActor(tenant, '演示数据'), async (tx) => {
    const known = await follow(tx, channel);
    if (known !== null) return known;
    const add = (key: string, body: Record<string, unknown>): Promise<string> => {
      const resource = registry.resource(key);
      const guards = serves.find((serve) => serve.resource === resource)?.guards;
      return addRow(tx, { registry, resource, ...(guards ? { guards } : {}) }, body);
    };
    const { settings, secret } = homePractice(channel).live;
    const accountId = await add('base:channelAccount', {
      code: CODE,
      name: '家装 美国站',
      channelCode: 'mirakl',
      environment: 'live',
      currency: 'USD',
      settings,
      clientSecret: secret,
      pullMinutes: 5,
    });
    await add('base:channelWarehouse', {
      accountId,
      channelCode: 'DEFAULT',
      warehouseId: warehouses[WAREHOUSE],
    });
    const method = await tx.maybe<{ id: string }>`
      select id from ship_method
      where tenant_id = ${tx.tenant} and code in ('SWIFT-GND', 'OWN-TRK') and deleted_at is null
      order by code desc limit 1`;
    if (method)
      await add('base:shipMethodCode', {
        accountId,
        channelCode: 'STD',
        carrierCode: '*',
        shipMethodId: method.id,
      });
    for (const part of LISTED)
      await add('channels:channelProduct', {
        accountId,
        channelSku: part.partNumber,
        title: part.name,
        skuId: skus[part.partNumber],
        basePrice: retailOf(part.price),
      });
    return accountId;
  });
}

/** A shop that somebody led to another marketplace stays there. */
async function follow(tx: Tx, channel: Pick<SimulatedChannel, 'url'>): Promise<string | null> {
  const shop = await tx.maybe<{ id: string }>`
    select id from channel_account where tenant_id = ${tx.tenant} and code = ${CODE} and deleted_at is null`;
  if (!shop) return null;
  await tx.run`
    update channel_account set settings = settings || ${JSON.stringify({ apiUrl: addressAt(channel) })}::jsonb
    where tenant_id = ${tx.tenant} and id = ${shop.id}::uuid
      and settings ->> 'apiUrl' ~ '^http://127\\.0\\.0\\.1:[0-9]+/mirakl$'`;
  return shop.id;
}
