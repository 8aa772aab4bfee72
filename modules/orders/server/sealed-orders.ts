import { sealedColumns, type SealedTable } from '#kit/server/resealing.ts';
import { addressKey } from '../model/address-check.ts';
import { openAddress, type StoredAddress } from './read-order.ts';

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

/** What of orders hangs on the secret key beside the fields declared as sealed. */
export const sealedOrders: SealedTable[] = [
  {
    name: 'sales_order told',
    table: 'sales_order',
    columns: ['told'],
    reseal: ({ told }, vault) => {
      const stored = told as { address: string } | null;
      const address = stored && vault.reseal(stored.address);
      return address ? { told: JSON.stringify({ ...stored, address }) } : {};
    },
  },
  {
    name: 'sales_order address_hash',
    table: 'sales_order',
    columns: [...ADDRESS, 'address_hash'],
    reseal: (row, vault) => {
      if (row.addressHash === null) return {};
      const address_hash = vault.digest(addressKey(openAddress({ vault }, row as StoredAddress)));
      return address_hash === row.addressHash ? {} : { address_hash };
    },
  },
  sealedColumns('order_change_item', ['sealed_before', 'sealed_after']),
];
