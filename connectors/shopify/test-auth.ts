import { ChannelError, type Capability, type TestStep } from '#modules/channels/model/port.ts';
import { testSteps } from '../shared/connection-steps.ts';
import { rowsOf } from '../shared/rows.ts';
import { objectOf, textOf } from '../shared/wire-values.ts';
import type { ShopifyClient } from './client.ts';
import { nodesOf, numberOf } from './ids.ts';
import { LOCATIONS, ORDERS, SHOP } from './queries.ts';

/** Scopes that an app needs for what the console does, any one of a row. */
const SCOPES: readonly (readonly [capability: Capability, title: string, oneOf: readonly string[]])[] = [
  [
    'shipNotice',
    '发货权限',
    ['write_merchant_managed_fulfillment_orders', 'write_third_party_fulfillment_orders', 'write_fulfillments'],
  ],
  ['pushStock', '库存写入权限', ['write_inventory']],
  ['stockReadBack', '库存读取权限', ['read_inventory', 'write_inventory']],
  ['listings', '商品读取权限', ['read_products', 'write_products']],
];

/**
 * Tries the connection step by step: the token, the shop, one order; then whether the app has the scopes
 * of everything else, and whether the locations that warehouses are linked to are open. Nothing is written.
 */
export async function testAuth(client: ShopifyClient): Promise<TestStep[]> {
  const { steps, run, isFine } = testSteps();
  await run('token', '获取令牌', async () => {
    await client.renewToken();
    return { message: '令牌有效' };
  });
  if (!isFine()) return steps;
  const scopes = await run('read', '读取店铺', async () => {
    const shop = await client.read({ title: '读取店铺', host: 'admin', document: SHOP, variables: {}, path: [] });
    const { shop: about, currentAppInstallation } = objectOf(shop.value);
    const { name, currencyCode } = objectOf(about);
    const granted = objectOf(currentAppInstallation)['accessScopes'];
    const handles = rowsOf(granted ?? null, '读取店铺').flatMap((row) => textOf(objectOf(row)['handle']) ?? []);
    return { message: `${textOf(name) ?? ''}（${textOf(currencyCode) ?? '币种未知'}）`, result: new Set(handles) };
  });
  if (!isFine() || !scopes) return steps;
  await run('read', '读取订单', () => readOneOrder(client), 'pullOrders');
  if (!isFine()) return steps;
  for (const [capability, title, oneOf] of SCOPES)
    await run(
      'capability',
      title,
      async () => {
        if (oneOf.some((scope) => scopes.has(scope))) return { message: '可以使用' };
        throw new ChannelError('denied', title, `应用缺少权限 ${oneOf[0] ?? ''}，请在 Shopify 应用中勾选后重新安装`);
      },
      capability,
    );
  await run('read', '核对地点', () => checkLocations(client));
  return steps;
}

async function readOneOrder(client: ShopifyClient): Promise<{ message: string }> {
  const { value } = await client.read({
    title: '读取订单',
    host: 'admin',
    document: ORDERS,
    variables: { first: 1, after: null, query: null },
    path: ['orders'],
  });
  const [first] = nodesOf(value);
  return { message: first ? `已读取订单 ${textOf(first['name']) ?? ''}` : '连接正常，暂无订单' };
}

async function checkLocations(client: ShopifyClient): Promise<{ message: string }> {
  const { value } = await client.read({
    title: '核对地点',
    host: 'admin',
    document: LOCATIONS,
    variables: { first: 100 },
    path: ['locations'],
  });
  const open = nodesOf(value).filter(({ isActive }) => isActive !== false);
  const known = new Set(open.map(({ id }) => numberOf(id)));
  const lost = client.warehouseCodes.filter((code) => !known.has(code));
  const names = open.map(({ id, name }) => `${textOf(name) ?? ''} ${numberOf(id) ?? ''}`).join('、');
  if (lost.length > 0)
    throw new ChannelError(
      'validation',
      '核对地点',
      `渠道仓代码 ${lost.join('、')} 不是店铺的地点；可用地点：${names}`,
    );
  return { message: client.warehouseCodes.length === 0 ? `尚未关联渠道仓；可用地点：${names}` : '地点均可使用' };
}
