import type { SealedTable } from '#kit/server/resealing.ts';
import { addressKey } from '#modules/orders/model/address-check.ts';
import { openAddress, type StoredAddress } from '#modules/orders/server/index.ts';

const ADDRESS = [
  'ship_to_name',
  'ship_to_address1',
  'ship_to_address2',
  'ship_to_city',
  'ship_to_state',
  'ship_to_postal_code',
  'ship_to_country',
  'ship_to_phone',
];

/** What of part orders hangs on the secret key beside the fields declared as sealed. */
export const sealedParts: SealedTable[] = [
  {
    name: 'part_order address_hash',
    table: 'part_order',
    columns: [...ADDRESS, 'address_hash'],
    reseal: (row, vault) => {
      const address_hash = vault.digest(addressKey(openAddress({ vault }, row as StoredAddress)));
      return address_hash === row['addressHash'] ? {} : { address_hash };
    },
  },
];
