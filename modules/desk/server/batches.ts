import type { Tx } from '#kit/server/database.ts';
import { isUuid } from '#kit/server/kinds.ts';
import { forgetBatch } from '#kit/server/lifecycle-routes.ts';
import { implement, type Route } from '#kit/server/route.ts';
import { AWAITED, type BatchProgress } from '../model/batch.ts';
import { batchesRoute, readBatchRoute } from '../model/routes.ts';

/** Batches that a person has not read: all see and read their own alone. */
export const batchRoutes: Route[] = [
  implement(batchesRoute, (call) => call.tx((tx) => unreadBatches(tx, call.query.resource ?? ''))),
  implement(readBatchRoute, (call) =>
    call.tx(async (tx) => {
      const { id } = call.body;
      if (isUuid(id)) await forgetBatch(tx, id);
      return null;
    }),
  ),
];

async function unreadBatches(tx: Tx, resource: string): Promise<BatchProgress[]> {
  const rows = await tx.rows<{
    id: string;
    handler: string;
    total: number;
    done: number;
    failed: number;
    byHand: number;
  }>`
    select b.id, d.handler, count(*)::integer as total,
      count(*) filter (where d.status in ('ok', 'cancelled'))::integer as done,
      count(*) filter (where d.status = 'dead' and d.failure is distinct from 'byHand')::integer as failed,
      count(*) filter (where d.status = 'dead' and d.failure = 'byHand')::integer as by_hand
    from delivery_batch b join delivery d on d.tenant_id = b.tenant_id and d.batch_id = b.id
    where b.tenant_id = ${tx.tenant} and b.user_id = ${tx.actor.userId}::uuid
      and b.resource = ${resource} and d.handler = any(${[...AWAITED.keys()]}::text[])
    group by b.id, d.handler order by b.id, d.handler`;
  return rows.map(({ handler, ...row }) => ({
    ...row,
    title: AWAITED.get(handler) ?? handler,
    query: { tab: 'dead', batchId: row.id, handler },
  }));
}
