import { handOf, signedAs } from './actor.ts';
import { newId } from './new-id.ts';
import type { BareTx } from './tx.ts';

/**
 * Writes the journal of a transaction so far in one statement; long work does so on the way, for
 * what it notes would fill the memory. Counters are deltas: insert-only, so that none is waited for.
 */
export async function writeJournal(tx: BareTx): Promise<void> {
  const { states, operations } = tx.journal;
  const counts = tx.journal.changes();
  if (states.length + operations.length + counts.length === 0) return;
  const { actor } = tx;
  const requested = operations.length > 0 && actor.requestId !== null ? actor.request : undefined;
  const [hand, name] = [handOf(actor), signedAs(actor)];
  await tx.run`
      with history as (
        insert into state_log (tenant_id, id, resource, row_id, from_state, to_state, move, actor_id,
          actor_name, reason, at)
        select ${tx.tenant}, s.id, s.resource, s.row_id, s.from_state, s.to_state, s.move,
          ${hand}::uuid, ${name}, s.reason, ${tx.now}
        from unnest(${states.map(() => newId())}::uuid[], ${states.map((s) => s.resource)}::text[],
          ${states.map((s) => s.rowId)}::uuid[], ${states.map((s) => s.from)}::text[],
          ${states.map((s) => s.to)}::text[], ${states.map((s) => s.move)}::text[],
          ${states.map((s) => s.reason)}::text[]) as s (id, resource, row_id, from_state, to_state, move, reason)
      ), deeds as (
        insert into audit_log (tenant_id, id, at, actor_id, actor_name, ip, request_id, resource, row_id,
          action, diff)
        select ${tx.tenant}, d.id, ${tx.now}, ${hand}::uuid, ${name}, ${actor.ip},
          ${actor.requestId}, d.resource, d.row_id, d.action, d.diff
        from unnest(${operations.map(() => newId())}::uuid[], ${operations.map((d) => d.resource)}::text[],
          ${operations.map((d) => d.rowId)}::uuid[], ${operations.map((d) => d.action)}::text[],
          ${operations.map((d) => d.diff)}::jsonb[]) as d (id, resource, row_id, action, diff)
      ), asked as (
        insert into request_log (tenant_id, request_id, at, method, url, param, cost_ms)
        select ${tx.tenant}, ${actor.requestId}::text, ${tx.now}, ${requested?.method ?? ''}::text,
          ${requested?.url ?? ''}::text, ${requested?.param() ?? null}::text, ${requested?.elapsed() ?? 0}::integer
        where ${requested !== undefined}::boolean
        on conflict do nothing
      )
      insert into status_delta (tenant_id, id, resource, scope_id, state, n)
      select ${tx.tenant}, c.id, c.resource, c.scope_id, c.state, c.n
      from unnest(${counts.map(() => newId())}::uuid[], ${counts.map((c) => c.resource)}::text[],
        ${counts.map((c) => c.scope)}::uuid[], ${counts.map((c) => c.state)}::text[],
        ${counts.map((c) => c.n)}::integer[]) as c (id, resource, scope_id, state, n)`;
  tx.journal.settle();
}
