import type { Tx } from '#kit/server/database.ts';
import { openAddress, type StoredAddress } from '#modules/orders/server/index.ts';

/** Words of whom parts go to: of a request without an order nobody else knows them. */
export async function partBuyerWords(tx: Tx, partOrderId: string): Promise<string[]> {
  const row = await tx.maybe<StoredAddress>`
    select ship_to_name, ship_to_address1, ship_to_address2, ship_to_city, ship_to_state,
      ship_to_postal_code, ship_to_country, ship_to_phone
    from part_order where tenant_id = ${tx.tenant} and id = ${partOrderId}::uuid`;
  if (!row) return [];
  const { name, address1, address2 = '', city, postalCode, phone = '' } = openAddress(tx, row);
  return [name, address1, address2, city, postalCode, phone];
}
