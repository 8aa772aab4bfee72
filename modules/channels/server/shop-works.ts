import type { Tx } from '#kit/server/database.ts';
import { scheduledAs, type TenantWork } from '#kit/server/tenant-work.ts';
import { accountStatus } from '#modules/base/model/channel-account.ts';
import { accountPolicy } from '#modules/base/server/index.ts';
import { pullShopWork, pushShopWork } from '../model/clock-works.ts';
import { accountNotActive, notByInterface } from '../model/errors.ts';
import type { Connections } from './connections.ts';
import { requestPull } from './pull-run.ts';
import type { ChannelServices } from './services.ts';
import { requestPush } from './stock-requests.ts';

/** Pulls and pushes of one shop at the hours that its tenant chose. Each is asked for; the queue carries it out. */
export const shopWorks = ({ wake }: Pick<ChannelServices, 'wake'>, connections: Connections): TenantWork[] => [
  scheduledAs(pullShopWork, ({ params, tx }) =>
    tx(async (one) => {
      await requireOffering(one, connections, params.accountId, 'pullOrders', '拉单');
      const { isNew } = await requestPull(one, params.accountId, 'schedule');
      one.onCommit(wake);
      return isNew ? '已安排拉单' : '已有一次拉单在等待';
    }),
  ),
  scheduledAs(pushShopWork, ({ params, tx }) =>
    tx(async (one) => {
      const shop = await requireOffering(one, connections, params.accountId, 'pushStock', '推送库存');
      if (!shop.pushStock) throw accountNotActive({ status: '未开启同步库存' });
      await requestPush(one, shop.accountId, 'schedule', { retryRefused: true });
      one.onCommit(wake);
      return '已安排推送库存';
    }),
  ),
];

/** @throws Refusal where the shop is not open, or its channel does not do this by interface */
async function requireOffering(
  tx: Tx,
  connections: Connections,
  accountId: string,
  what: 'pullOrders' | 'pushStock',
  title: string,
) {
  const shop = await accountPolicy(tx, accountId);
  if (shop.status !== 'active') throw accountNotActive({ status: accountStatus.items[shop.status] });
  const connector = connections.connectorOf(shop.channelCode);
  if (connector.supports[what] !== 'yes') throw notByInterface({ channel: connector.title, what: title });
  return shop;
}
