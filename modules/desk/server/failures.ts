import { toWireTime } from '#kit/model/time.ts';
import type { Tx } from '#kit/server/database.ts';
import { isUuid } from '#kit/server/kinds.ts';
import { baseConditions } from '#kit/server/query/row-conditions.ts';
import { implement, type Route } from '#kit/server/route.ts';
import { join, sql } from '#kit/server/sql.ts';
import { failuresRoute, type FailureGroup } from '../model/routes.ts';
import { delivery, type Failure } from '../model/task.ts';

/** Reasons at once: a person works through the largest first. */
const MOST_GROUPS = 50;

interface StoredGroup {
  handler: string;
  failure: Failure;
  reason: string | null;
  accountId: string | null;
  shop: string | null;
  n: number;
  since: Date;
  lastError: string | null;
}

/** What failed, by task, shop and reason, as far as the person may see it; the largest first. */
export const failures: Route = implement(failuresRoute, (call) => {
  const batchId = isUuid(call.query.batchId) ? call.query.batchId : null;
  return call.tx(async (tx) => {
    const groups = await readGroups(tx, batchId);
    return {
      total: groups.reduce((sum, { n }) => sum + n, 0),
      groups: groups
        .slice(0, MOST_GROUPS)
        .map(({ n, reason, lastError, accountId, since, ...group }): FailureGroup => ({
          ...group,
          count: n,
          reason: reason ?? '',
          lastError: lastError ?? '',
          since: toWireTime(since, tx.actor.zone),
          query: {
            tab: 'dead',
            handler: group.handler,
            failure: group.failure,
            ...(batchId ? { batchId } : {}),
            ...(accountId ? { accountId } : {}),
            // As it stands: what it begins with would otherwise be read as an operator.
            ...(reason ? { reason: `= ${reason}` } : {}),
          },
        })),
    };
  });
});

const readGroups = (tx: Tx, batchId: string | null): Promise<StoredGroup[]> =>
  tx.query<StoredGroup>(sql`
    select g.*, a.name as shop from (
      select t.handler, t.failure, t.reason, t.account_id, count(*)::integer as n,
        min(t.create_time) as since,
        (array_agg(t.last_error order by t.update_time desc nulls last, t.id desc))[1] as last_error
      from delivery t
      where ${join(baseConditions(delivery, tx.actor), ' and ')} and t.status = 'dead'
        and t.failure is not null and (${batchId}::uuid is null or t.batch_id = ${batchId}::uuid)
      group by t.handler, t.failure, t.reason, t.account_id) g
    left join channel_account a on a.tenant_id = ${tx.tenant} and a.id = g.account_id
    order by g.n desc, g.handler, g.reason`);
