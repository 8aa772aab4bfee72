import type { Tx } from '#kit/server/database.ts';
import { forbiddenAt } from '#modules/purchasing/server/index.ts';
import type { PublishFlaw } from '../../model/publish/judge-answers.ts';
import type { OpenedTask } from './opened-task.ts';

/** What a supplier forbids to be listed at this marketplace, by SKU of the task: it is not sent. */
export async function judgeForbidden(
  tx: Tx,
  { task, items }: Pick<OpenedTask, 'task' | 'items'>,
): Promise<ReadonlyMap<string, PublishFlaw[]>> {
  const forbidden = await forbiddenAt(
    tx,
    task.accountId,
    items.map(({ skuId }) => skuId),
  );
  return new Map(
    items.flatMap(({ id, skuId }) => {
      const supplierSku = forbidden.get(skuId);
      return supplierSku === undefined ? [] : [[id, [forbiddenFlaw(supplierSku)]] as const];
    }),
  );
}

const forbiddenFlaw = (supplierSku: string): PublishFlaw => ({
  questionId: null,
  parentRank: 0,
  instance: 0,
  severity: 'error',
  code: 'forbiddenPlatform',
  message: `供应商禁止供货产品 ${supplierSku} 在该平台销售，不能刊登`,
  source: 'check',
});
