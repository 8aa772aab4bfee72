import { ChannelError } from '#modules/channels/model/port.ts';
import type { TestStep } from '#modules/channels/model/port.ts';
import { testSteps } from '../shared/connection-steps.ts';
import { rowsOf } from '../shared/rows.ts';
import { objectOf, textOf } from '../shared/wire-values.ts';
import type { MiraklClient } from './client.ts';
import { takePace, waitOf } from './pace.ts';
import { ORDERS_PATH } from './pull-orders.ts';

const STATES: Readonly<Record<string, string>> = {
  OPEN: '营业中',
  CLOSE: '休业中',
  SUSPENDED: '已被平台暂停',
  TERMINATED: '已被平台关闭',
};

/**
 * Tries the connection step by step: the shop behind the key (A01), one order; and what is read beside
 * them, each by itself, so that one that is closed stops nothing. Nothing is written.
 */
export async function testAuth(client: MiraklClient): Promise<TestStep[]> {
  const { steps, run, isFine } = testSteps();
  await run('token', '核对店铺', async () => ({ message: await readShop(client) }));
  if (!isFine()) return steps;
  await run('read', '读取订单', async () => ({ message: await readOne(client) }), 'pullOrders');
  if (!isFine()) return steps;
  await run('capability', '读取在线商品', async () => reads(client, '/api/offers', { max: '1' }), 'listings');
  await run('capability', '读取退货', () => readReturns(client), 'returns');
  return steps;
}

async function readShop(client: MiraklClient): Promise<string> {
  const shop = await client.read({ title: '核对店铺', path: '/api/account' });
  const state = textOf(shop['shop_state']) ?? '';
  if (state === 'TERMINATED') throw new ChannelError('denied', '核对店铺', '店铺已被平台关闭');
  const name = textOf(shop['shop_name']) ?? textOf(shop['shop_id']) ?? '';
  return [`密钥有效${name ? `，店铺 ${name}` : ''}`, STATES[state] ?? state].filter(Boolean).join('，');
}

async function readOne(client: MiraklClient): Promise<string> {
  const wire = await client.read({ title: '读取订单', path: ORDERS_PATH, query: { max: '1' } });
  const [first] = rowsOf(wire['orders'] ?? null, '读取订单').map(objectOf);
  return first ? `已读取订单 ${textOf(first['order_id']) ?? ''}` : '连接正常，暂无订单';
}

/** Returns are read once in five minutes: whoever tests twice is not worth a second time. */
async function readReturns(client: MiraklClient): Promise<{ message: string }> {
  if (waitOf(client.accountId, 'returns', client.now()) > 0) return { message: '刚读取过，未尝试' };
  takePace(client.accountId, 'returns', '读取退货', client.now());
  return reads(client, '/api/returns', { limit: '1' });
}

async function reads(client: MiraklClient, path: string, query: Record<string, string>): Promise<{ message: string }> {
  await client.read({ title: '连接测试', path, query });
  return { message: '可以使用' };
}
