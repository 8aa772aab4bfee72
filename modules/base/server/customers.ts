import type { Tx } from '#kit/server/database.ts';

export interface CustomerName {
  id: string;
  name: string;
}

/** Who owes for what is sold at a channel: the marketplace among our customers, if it is one. */
export async function customerOfChannel(tx: Tx, channelCode: string): Promise<CustomerName | undefined> {
  return tx.maybe<CustomerName>`
    select id, name from customer where tenant_id = ${tx.tenant} and channel_code = ${channelCode}
      and deleted_at is null and status = 'enabled'
    order by (type = 'marketplace') desc, code limit 1`;
}
