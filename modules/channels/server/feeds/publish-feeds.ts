import type { Tx } from '#kit/server/database.ts';
import { baseConditions } from '#kit/server/query/row-conditions.ts';
import { join, sql, type Sql } from '#kit/server/sql.ts';
import { publishTask } from '../../model/publish/publish-task.ts';
import type { FeedKind } from './feed-kind.ts';

/** Listings that went out at least once; of what is changed since, the last submission stands. */
const submitted = (tx: Tx): Sql =>
  sql`${join(baseConditions(publishTask, tx.actor), ' and ')} and t.submitted_at is not null`;

/** SKUs that the marketplace did not take; one that is put right meanwhile is none the less. */
const notTaken = sql`
  case when t.status in ('draft', 'valid', 'invalid') then t.item_count - t.live_count else t.refused_count end`;

/** 刊登: one submission a task, by interface in batches, or by a person at the marketplace. */
export const publishFeeds: FeedKind = {
  type: 'publish',
  of: publishTask,
  jobs: (tx) => sql`
    select t.id, t.tenant_id, t.submitted_at, t.task_no, 'publish',
      case when t.is_by_hand then 'file' when t.revision > 1 then 'delta' else 'full' end, t.account_id,
      case when t.status = 'submitting' then 'sent' when t.status = 'processing' then 'waiting'
        when t.status = 'withdrawn' then 'cancelled' when ${notTaken} = 0 then 'done'
        when t.live_count > 0 then 'partial' else 'failed' end,
      t.item_count, t.live_count, ${notTaken}, null::text, null::text, null::text, t.outcome, t.attempt,
      t.submitted_by, case when t.status not in ('submitting', 'processing') then t.answered_at end,
      t.status in ('failed', 'partial'), null::uuid, null::uuid, null::uuid, null::uuid, t.id
    from publish_task t where ${submitted(tx)}`,
  items: (tx) => sql`
    select i.id, i.tenant_id, t.submitted_at, t.id, t.task_no, 'publish', t.account_id, i.channel_product_id, null::uuid,
      t.class_title, null::text, i.channel_sku, null::text,
      case i.state when 'live' then 'accepted' when 'refused' then 'rejected' when 'processing' then 'sent'
        else 'pending' end, i.flaws -> 0 ->> 'message', coalesce(i.sent_answers, i.live_answers, i.answers)::text,
      null::uuid
    from publish_task t join publish_item i on i.tenant_id = t.tenant_id and i.task_id = t.id
    where ${submitted(tx)}`,
};
