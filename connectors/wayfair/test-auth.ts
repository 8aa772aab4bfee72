import { ChannelError } from '#modules/channels/model/port.ts';
import type { TestStep } from '#modules/channels/model/port.ts';
import type { WayfairClient } from './client.ts';
import { saveStock } from './inventory.ts';
import { rowsOf } from './pull-orders.ts';
import { orderPageQuery } from './queries.ts';
import { listOf, objectOf, textOf } from './wire-values.ts';

/** The first part of the order read: what the write step may name. */
interface Sample {
  channelWarehouseCode: string;
  channelSku: string;
}

/**
 * Tries the connection step by step, and stops at the first failure: a fresh token, one order, and
 * on a sandbox account a stock push that the channel only checks. A live account is never written to.
 * @param freshToken asks for a token without the one in memory
 */
export async function testAuth(
  client: WayfairClient,
  warehouseCodes: readonly string[],
  freshToken: () => Promise<string>,
): Promise<TestStep[]> {
  const steps: TestStep[] = [];
  const run = async <T>(
    step: TestStep['step'],
    title: string,
    work: () => Promise<{ message: string; result: T }>,
  ): Promise<T | undefined> => {
    try {
      const { message, result } = await work();
      steps.push({ step, title, ok: true, message });
      return result;
    } catch (error) {
      if (!(error instanceof ChannelError)) throw error;
      steps.push({ step, title, ok: false, message: error.message, kind: error.kind });
      return undefined;
    }
  };
  const isFine = (): boolean => steps.every(({ ok }) => ok);

  await run('token', '获取令牌', async () => {
    await freshToken();
    return { message: '令牌有效', result: undefined };
  });
  if (!isFine()) return steps;
  const sample = await run('read', '读取订单', () => readOneOrder(client, warehouseCodes));
  if (!isFine() || client.settings.environment !== 'sandbox') return steps;
  await run('write', '写入库存', () => tryStock(client, sample ?? null));
  return steps;
}

async function readOneOrder(
  client: WayfairClient,
  warehouseCodes: readonly string[],
): Promise<{ message: string; result: Sample | null }> {
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
  const [product] = listOf(first['products'], 'products').map(objectOf);
  const channelSku = textOf(product?.['partNumber']);
  const isOwn = code !== null && (warehouseCodes.length === 0 || warehouseCodes.includes(code));
  return {
    message: `已读取订单 ${textOf(first['poNumber']) ?? ''}`,
    result: isOwn && channelSku !== null ? { channelWarehouseCode: code, channelSku } : null,
  };
}

async function tryStock(
  client: WayfairClient,
  sample: Sample | null,
): Promise<{ message: string; result: undefined }> {
  if (!sample) return { message: '没有可用于试写的商品，已跳过', result: undefined };
  const outcome = await saveStock(client, [{ ...sample, qty: 0, discontinued: false }], true);
  if (outcome.status === 'refused') {
    throw new ChannelError('validation', '写入库存', outcome.message);
  }
  return { message: `库存写入校验通过（${sample.channelSku}，仅校验不生效）`, result: undefined };
}
