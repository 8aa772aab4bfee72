import type { Tx } from '#kit/server/database.ts';
import { isUuid } from '#kit/server/kinds.ts';
import { requireSeen } from '#kit/server/query/seen-rows.ts';
import { implement, type Route } from '#kit/server/route.ts';
import { channelAccount } from '#modules/base/model/channel-account.ts';
import { notSoManyParts } from '../model/errors.ts';
import { adoptListingsRoute, MOST_ADOPTED } from '../model/listing-comparison.ts';
import { addListings } from './listings.ts';

/** 加入渠道产品: only what the marketplace showed on sale of a shop that the caller may see; what is known stays. */
export const adoptListings: Route = implement(adoptListingsRoute, (call) => {
  const rows = readParts(call.body.rows);
  return call.tx(async (tx) => {
    const answer = { added: 0, mapped: 0 };
    const shops = [...Map.groupBy(rows, ({ accountId }) => accountId)].sort(([one], [other]) => (one < other ? -1 : 1));
    for (const [accountId, own] of shops) {
      await requireSeen(tx, channelAccount, accountId);
      const found = await standing(
        tx,
        accountId,
        own.map(({ channelSku }) => channelSku),
      );
      const { added, mapped } = await addListings(tx, accountId, found);
      answer.added += added;
      answer.mapped += mapped;
    }
    return answer;
  });
});

interface Part {
  accountId: string;
  channelSku: string;
}

function readParts(given: unknown): Part[] {
  const parts = Array.isArray(given) ? given.filter(isPart) : [];
  if (parts.length === 0 || parts.length > MOST_ADOPTED) throw notSoManyParts({ most: MOST_ADOPTED });
  return parts;
}

const isPart = (one: unknown): one is Part =>
  typeof one === 'object' &&
  one !== null &&
  'channelSku' in one &&
  typeof one.channelSku === 'string' &&
  'accountId' in one &&
  isUuid(one.accountId);

/** What the marketplace showed of these parts, of those that are not listed here. */
const standing = (
  tx: Tx,
  accountId: string,
  channelSkus: readonly string[],
): Promise<{ channelSku: string; channelItemId: string | null; title: string | null }[]> => tx.rows`
  select l.channel_sku, min(l.listing_ids[1]) as channel_item_id, min(l.title) as title
  from standing_listing l
  where l.tenant_id = ${tx.tenant} and l.account_id = ${accountId}::uuid and l.state in ('live', 'launching')
    and l.channel_sku = any(${channelSkus}::text[])
    and not exists (select 1 from channel_product p where p.tenant_id = l.tenant_id and p.account_id = l.account_id
      and p.channel_sku = l.channel_sku and p.deleted_at is null)
  group by l.channel_sku order by l.channel_sku`;
