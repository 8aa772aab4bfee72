import { moveInTransaction } from '#kit/server/command.ts';
import type { Tx } from '#kit/server/database.ts';
import { requireSeen } from '#kit/server/query/seen-rows.ts';
import { implement, type CallOf, type Route } from '#kit/server/route.ts';
import { accountStatus, channelAccount } from '#modules/base/model/channel-account.ts';
import { accountPolicy, activateAccount, setAccountHealth, type AccountPolicy } from '#modules/base/server/index.ts';
import { accountDisabled, accountNotActive, notByInterface } from '../model/errors.ts';
import { pullListingsRoute } from '../model/listing-comparison.ts';
import { ChannelError, type TestStep } from '../model/port.ts';
import {
  connectorsRoute,
  pullAccountRoute,
  pushStockRoute,
  testAccountRoute,
  type TestAnswer,
} from '../model/routes.ts';
import { setHealthBeside, storeTested } from './capabilities.ts';
import { expireShop } from './channel-work.ts';
import type { Connections } from './connections.ts';
import { requestPull } from './pull-run.ts';
import { refuseSameSeller } from './same-seller.ts';
import type { ChannelServices } from './services.ts';
import { requestPush } from './stock-requests.ts';

/** What a person does with a shop beside editing it: test, pull, push. */
export function accountRoutes(services: ChannelServices, connections: Connections): Route[] {
  return [
    implement(connectorsRoute, async () =>
      services.connectors.map((connector) => ({
        code: connector.code,
        title: connector.title,
        supports: connector.supports,
        accountFields: connector.accountFields,
        carrierCodes: connector.carrierCodes,
        practice: services.practice?.get(connector.code) ?? null,
      })),
    ),
    implement(testAccountRoute, (call) => testAccount(call, services, connections)),
    implement(pullAccountRoute, (call) =>
      call.tx(async (tx) => {
        const shop = await requireActive(tx, call.params.id);
        requireSupport(connections, shop.channelCode, 'pullOrders', '拉单');
        const request = await requestPull(tx, shop.accountId, 'manual');
        tx.onCommit(services.wake);
        return request;
      }),
    ),
    implement(pullListingsRoute, (call) =>
      call.tx(async (tx) => {
        const shop = await requireActive(tx, call.params.id);
        requireSupport(connections, shop.channelCode, 'listings', '读取商品');
        const request = await requestPull(tx, shop.accountId, 'manual', 'listings');
        tx.onCommit(services.wake);
        return request;
      }),
    ),
    implement(pushStockRoute, (call) =>
      call.tx(async (tx) => {
        const shop = await requireShopThatPushes(tx, connections, call.params.id);
        const askedBy = tx.actor.username;
        await requestPush(tx, shop.accountId, 'manual', { askedBy, retryRefused: true });
        tx.onCommit(services.wake);
        return { accountId: shop.accountId };
      }),
    ),
  ];
}

async function requireActive(tx: Tx, id: string): Promise<AccountPolicy> {
  await requireSeen(tx, channelAccount, id);
  const shop = await accountPolicy(tx, id);
  if (shop.status !== 'active') throw accountNotActive({ status: accountStatus.items[shop.status] });
  return shop;
}

/** @throws Refusal 404 outside the actor's shops, 409 and 422 where the shop is closed or its channel takes no stock */
export async function requireShopThatPushes(tx: Tx, connections: Connections, id: string): Promise<AccountPolicy> {
  const shop = await requireActive(tx, id);
  requireSupport(connections, shop.channelCode, 'pushStock', '推送库存');
  if (!shop.pushStock) throw accountNotActive({ status: '未开启同步库存' });
  return shop;
}

function requireSupport(
  connections: Connections,
  channelCode: string,
  what: 'pullOrders' | 'pushStock' | 'listings',
  title: string,
): void {
  const connector = connections.connectorOf(channelCode);
  if (connector.supports[what] !== 'yes') throw notByInterface({ channel: connector.title, what: title });
}

/**
 * Tries the connection step by step. The calls run outside any transaction; what they showed is
 * stored after: all well makes a new or expired shop active, refused credentials expire it. What
 * the channel keeps closed beside that is named and fails nothing.
 */
async function testAccount(
  call: CallOf<typeof testAccountRoute>,
  { connectors }: ChannelServices,
  connections: Connections,
): Promise<TestAnswer> {
  const id = call.params.id;
  const channel = await call.tx(async (tx) => {
    await requireSeen(tx, channelAccount, id);
    return connections.open(tx, id);
  });
  if (channel.account.status === 'disabled') throw accountDisabled();
  await call.tx((tx) => refuseSameSeller(tx, connectors, id));
  const steps = await channel.connection.testAuth().catch((error: unknown): TestStep[] => {
    if (!(error instanceof ChannelError)) throw error;
    const { operation, message, kind } = error;
    return [{ step: 'token', title: operation, ok: false, message, kind }];
  });
  const failed = steps.find(({ ok, step, kind }) => !ok && (step !== 'capability' || kind === 'auth'));
  await call.tx(async (tx) => {
    const { status } = await accountPolicy(tx, id);
    await storeTested(tx, id, steps, !failed);
    if (!failed) {
      await setHealthBeside(tx, id, 'connected');
      if (status !== 'created' && status !== 'expired') return;
      await refuseSameSeller(tx, connectors, id);
      await moveInTransaction(tx, activateAccount, [id]);
      return;
    }
    const reason = failed.message ?? '';
    const found = { code: 'testFailed', step: failed.title, reason } as const;
    await setAccountHealth(tx, id, found);
    if (failed.kind === 'auth') await expireShop(tx, id, found);
  });
  const { status } = await call.tx((tx) => accountPolicy(tx, id));
  return {
    ok: !failed,
    status,
    status_dictText: accountStatus.items[status],
    steps: steps.map(({ kind: _kind, ...step }) => step),
  };
}
