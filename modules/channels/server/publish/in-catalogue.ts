import { offers } from '../../model/offering.ts';
import type { ChannelListing, Connection, Storefront } from '../../model/port.ts';

/**
 * How goods stand in the catalogue of one storefront, by part number; those that are not there are left out.
 * @returns null where the channel shows no catalogue
 */
export async function inCatalogue(
  connection: Connection,
  storefront: Storefront,
  channelSkus: readonly string[],
): Promise<Map<string, ChannelListing['state']> | null> {
  if (!offers(connection, 'listings')) return null;
  const found = new Map<string, ChannelListing['state']>();
  const { listings } = await connection.findListings(channelSkus);
  for (const one of listings) if (isSame(one.storefront, storefront)) found.set(one.channelSku, one.state);
  return found;
}

const isSame = (one: Storefront, other: Storefront): boolean =>
  one.country === other.country && one.brand === other.brand && one.locale === other.locale;
