import type { Support } from '#kit/model/lifecycle.ts';
import type { Refusal } from '#kit/model/refusal.ts';
import type { AnyRow } from '#kit/model/row.ts';
import { may } from '#kit/server/actor.ts';
import type { Offers } from '#kit/server/outbox.ts';
import type { Tx } from '#kit/server/database.ts';
import { baseConditions } from '#kit/server/query/row-conditions.ts';
import { implement, type Route } from '#kit/server/route.ts';
import { join, sql } from '#kit/server/sql.ts';
import { pick } from '#kit/server/stored-rows.ts';
import { channelAccount } from '#modules/base/model/channel-account.ts';
import { isManualOrder } from '#modules/orders/model/order.ts';
import { CAPABILITIES, isCapability } from '../model/capability.ts';
import { notOffered } from '../model/errors.ts';
import type { Connector } from '../model/port.ts';
import { unofferedRoute } from '../model/routes.ts';

/**
 * What the marketplaces offer for documents of their shops: a move that needs what a channel does not
 * offer is refused. By hand and by file are offers too: the delivery of the move says what is to be done.
 */
export const channelOffers = (connectors: readonly Connector[]): Offers => ({
  names: [...Object.keys(CAPABILITIES), ...ANSWERS],
  async unmet(tx, { title, needs }, rows) {
    const without = connectors.filter((one) => supportOf(one, needs) === 'no');
    const refusals = new Map<string, Refusal>();
    if (without.length === 0) return refusals;
    // No channel waits for a manual order.
    const waited = rows.filter(({ orderType }) => !isManualOrder(orderType));
    const codes = await channelCodes(tx, waited);
    for (const { id, accountId } of waited) {
      const connector = without.find(({ code }) => code === codes.get(String(accountId)));
      if (connector) refusals.set(id, notOffered({ channel: connector.title, what: title }));
    }
    return refusals;
  },
});

/** What an acceptance may need beside itself. */
const ANSWERS = ['backorder', 'refuseUnits', 'divideLine'] as const;
type Answer = (typeof ANSWERS)[number];
const isAnswer = (name: string): name is Answer => (ANSWERS as readonly string[]).includes(name);

function supportOf({ supports, acceptance }: Connector, needs: string): Support {
  if (isCapability(needs)) return supports[needs];
  return isAnswer(needs) ? (acceptance?.[needs] ?? 'no') : 'yes';
}

async function channelCodes(tx: Tx, rows: readonly AnyRow[]): Promise<Map<string, string>> {
  const shops = [...new Set(rows.map(({ accountId }) => String(accountId)))];
  const found = await pick(tx, channelAccount, ['id', 'channelCode'])`id = any(${shops}::uuid[])`;
  return new Map(found.map(({ id, channelCode }) => [id, channelCode]));
}

/** Who sees moves that need a channel. */
const READERS = ['orders:salesOrder:list', 'fulfilment:shipment:list', 'market:marketReport:list'];

/** The shops somebody may see whose channel does not offer all that moves may need. */
export const unofferedRoutes = (connectors: readonly Connector[]): Route[] => [
  implement(unofferedRoute, (call) =>
    call.tx(async (tx) => {
      if (!READERS.some((right) => may(tx.actor, right))) return [];
      const lacking = new Map(connectors.map((one) => [one.code, unsupported(one)] as const));
      const shops = await tx.query<{ id: string; channelCode: string }>(sql`
        select t.id, t.channel_code from channel_account t
        where ${join(baseConditions(channelAccount, tx.actor), ' and ')}`);
      return shops.flatMap(({ id: accountId, channelCode }) => {
        const needs = lacking.get(channelCode) ?? [];
        return needs.length > 0 ? [{ accountId, needs }] : [];
      });
    }),
  ),
];

const unsupported = (connector: Connector): string[] =>
  [...Object.keys(connector.supports), ...ANSWERS].filter((name) => supportOf(connector, name) === 'no');
