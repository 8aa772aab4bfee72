import { ChannelError } from '#modules/channels/model/port.ts';
import type { Capability, TestStep } from '#modules/channels/model/port.ts';
import { pullCancellations } from './cancellations.ts';
import type { WayfairClient } from './client.ts';
import { classPage, listingQuestions } from './listing-questions.ts';
import { readPage } from './listings.ts';
import { saveStock } from './inventory.ts';
import { anyStockQuery, labelEventsQuery, orderPageQuery, transactionQuery } from './queries.ts';
import { rowsOf } from '../shared/rows.ts';
import { testSteps } from '../shared/connection-steps.ts';
import { objectOf, textOf } from '../shared/wire-values.ts';

/** The first part of the order read: what the write step may name. */
interface Sample {
  channelWarehouseCode: string;
  channelSku: string;
}

/**
 * Tries the connection step by step: a fresh token, one order, and on a sandbox account a stock push
 * that the channel only checks; it stops where one of these fails. What an application may read
 * beside them is tried each by itself, and one that is closed stops nothing. A live account is never
 * written to.
 */
export async function testAuth(client: WayfairClient): Promise<TestStep[]> {
  const { steps, run, isFine } = testSteps();
  await run('token', '获取令牌', async () => {
    await client.renewToken();
    return { message: '令牌有效' };
  });
  if (!isFine()) return steps;
  const readOrder = () => readOneOrder(client);
  const sample = await run('read', '读取订单', readOrder, 'pullOrders');
  if (!isFine()) return steps;
  for (const [capability, title, attempt] of readings(client)) {
    const work = async () => ({ message: await attempt() });
    await run('capability', title, work, capability);
  }
  if (client.settings.environment === 'sandbox')
    await run('write', '写入库存', () => tryStock(client, sample ?? null), 'pushStock');
  return steps;
}

type Reading = [capability: Capability, title: string, attempt: () => Promise<string>];

/** What the channel may or may not let an application read, each tried with as little as it takes. */
function readings(client: WayfairClient): Reading[] {
  const list = (title: string, document: string, field: string) => async (): Promise<string> => {
    const { value } = await client.read({
      title,
      host: 'orders',
      document,
      variables: {},
      path: [field],
    });
    rowsOf(value, title);
    return '可以使用';
  };
  return [
    [
      'cancellations',
      '读取取消请求',
      async () => {
        const warehouseCodes = client.warehouseCodes.slice(0, 1);
        if (warehouseCodes.length === 0) return '尚未关联渠道仓，未尝试';
        await pullCancellations({ ...client, warehouseCodes }, client.now());
        return '可以使用';
      },
    ],
    ['labels', '读取面单记录', list('读取面单记录', labelEventsQuery('0', 1, 0), 'labelGenerationEvents')],
    ['stockReadBack', '回读库存', list('回读库存', anyStockQuery, 'inventory')],
    ['transactions', '查询处理结果', list('查询处理结果', transactionQuery('0'), 'transactions')],
    ['listings', '读取在线商品', ofSupplier(client, async () => void (await readPage(client, 1, 1, {})))],
    ['publish', '读取刊登问题', ofSupplier(client, () => readSomeQuestions(client))],
  ];
}

/** What the catalogue is asked for needs the supplier: a shop without one has not begun with it. */
const ofSupplier =
  ({ settings }: WayfairClient, attempt: () => Promise<void>) =>
  async (): Promise<string> => {
    if (settings.supplierId === null) return '未填写供应商ID，未尝试';
    await attempt();
    return '可以使用';
  };

const FIRST_STOREFRONT = { locale: 'en-US', country: 'UNITED_STATES', brand: 'WAYFAIR' };

async function readSomeQuestions(client: WayfairClient): Promise<void> {
  const {
    rows: [first],
  } = await classPage(client, FIRST_STOREFRONT, 1, 10);
  if (first) await listingQuestions(client, FIRST_STOREFRONT, first.id);
}

async function readOneOrder(client: WayfairClient): Promise<{ message: string; result: Sample | null }> {
  const { warehouseCodes } = client;
  const { value } = await client.read({
    title: '读取订单',
    host: 'orders',
    document: orderPageQuery(client.settings.environment),
    variables: { limit: 1 },
    path: ['getDropshipPurchaseOrders'],
  });
  const [first] = rowsOf(value, '读取订单').map(objectOf);
  if (!first) return { message: '连接正常，暂无订单', result: null };
  const code = textOf(objectOf(first['warehouse'])['id']);
  const products = Array.isArray(first['products']) ? first['products'] : [];
  const [product] = products.map(objectOf);
  const channelSku = textOf(product?.['partNumber']);
  const isOwn = code !== null && (warehouseCodes.length === 0 || warehouseCodes.includes(code));
  return {
    message: `已读取订单 ${textOf(first['poNumber']) ?? ''}`,
    result: isOwn && channelSku !== null ? { channelWarehouseCode: code, channelSku } : null,
  };
}

async function tryStock(client: WayfairClient, sample: Sample | null): Promise<{ message: string }> {
  if (!sample) return { message: '没有可用于试写的商品，已跳过' };
  const outcome = await saveStock(client, [{ ...sample, qty: 0, discontinued: false }], true);
  const [refused] = outcome.refused;
  const message = outcome.refusal ?? refused?.message ?? null;
  if (message !== null) throw new ChannelError('validation', '写入库存', message);
  return { message: `库存写入校验通过（${sample.channelSku}，仅校验不生效）` };
}
