import type { Tx } from '#kit/server/database.ts';
import { pick } from '#kit/server/stored-rows.ts';
import { channelAccount } from '#modules/base/model/channel-account.ts';
import { settingTexts } from '#modules/base/server/index.ts';
import { sellerTaken } from '../model/errors.ts';
import type { Connector } from '../model/port.ts';

interface Shop {
  id: string;
  name: string;
  settings: Record<string, unknown> | null;
}

const CONNECTED = new Set(['active', 'paused', 'expired']);

/**
 * Two shops that speak for one seller at a channel would take in every order twice, and ship it
 * twice. All shops of the channel are locked, so that two connected at once see each other.
 * @throws Refusal when another connected shop is the same seller
 */
export async function refuseSameSeller(tx: Tx, connectors: readonly Connector[], accountId: string): Promise<void> {
  const shops = await tx.rows<Shop & { status: string; channelCode: string }>`
    select b.id, b.name, b.settings, b.status, b.channel_code
    from channel_account a join channel_account b on b.tenant_id = a.tenant_id
      and b.channel_code = a.channel_code and b.environment = a.environment and b.deleted_at is null
    where a.tenant_id = ${tx.tenant} and a.id = ${accountId}::uuid
    order by b.id for update of b`;
  const own = shops.find(({ id }) => id === accountId);
  const fields = connectors
    .find(({ code }) => code === own?.channelCode)
    ?.accountFields.filter((field) => field.identifies);
  if (!own || !fields || fields.length === 0) return;
  const sellerOf = ({ settings }: Shop): string[] => {
    const texts = settingTexts(settings);
    return fields.map(({ key }) => texts[key]?.trim() ?? '');
  };
  const seller = sellerOf(own);
  if (seller.every((value) => value === '')) return;
  const twin = shops.find(
    (shop) =>
      shop.id !== accountId &&
      CONNECTED.has(shop.status) &&
      sellerOf(shop).every((value, index) => value === seller[index]),
  );
  const [field] = fields;
  if (!twin || !field) return;
  const isSeen = tx.actor.limits.shops?.includes(twin.id) ?? true;
  const shop = isSeen ? twin.name : null;
  throw sellerTaken({ field: field.key, title: field.title, shop });
}

/** A connected shop is edited: it must not become another one's twin. */
export async function refuseTwin(tx: Tx, connectors: readonly Connector[], accountId: string): Promise<void> {
  const [shop] = await pick(tx, channelAccount, ['status'])`id = ${accountId}::uuid`;
  if (shop && CONNECTED.has(shop.status)) await refuseSameSeller(tx, connectors, accountId);
}
