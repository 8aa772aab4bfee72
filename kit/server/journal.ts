import { newId } from './new-id.ts';
import type { Tx } from './tx.ts';

/** A move of a document, as its history shows it. */
export interface StateEntry {
  resource: string;
  rowId: string;
  from: string | null;
  to: string;
  move: string;
  reason: string | null;
}

/** Who did what to which row, as the operation log shows it. */
export interface DeedEntry {
  resource: string;
  rowId: string | null;
  action: string;
  diff: string | null;
}

interface CountEntry {
  resource: string;
  scope: string;
  state: string;
  n: number;
}

/**
 * What a transaction will be remembered by: history, operation log and tab counters. Nothing in
 * the transaction reads them, so they wait here and are written together just before the commit;
 * a transaction that fails leaves none of them.
 */
export class Journal {
  readonly states: StateEntry[] = [];
  readonly deeds: DeedEntry[] = [];
  private readonly counts = new Map<string, CountEntry>();

  /** One document more (or fewer) in a state of a shop's tab counter. */
  count(resource: string, scope: string, state: string, n: number): void {
    const key = `${resource} ${scope} ${state}`;
    const known = this.counts.get(key);
    if (known) known.n += n;
    else this.counts.set(key, { resource, scope, state, n });
  }

  /** Writes everything in one statement. Counters are deltas: insert-only, so that none is waited for. */
  async write(tx: Tx): Promise<void> {
    const { states, deeds } = this;
    const counts = [...this.counts.values()].filter(({ n }) => n !== 0);
    if (states.length + deeds.length + counts.length === 0) return;
    const { actor } = tx;
    await tx.run`
      with history as (
        insert into state_log (tenant_id, id, resource, row_id, from_state, to_state, move, actor_id,
          actor_name, reason, at)
        select ${tx.tenant}, s.id, s.resource, s.row_id, s.from_state, s.to_state, s.move,
          ${actor.userId}::uuid, ${actor.username}, s.reason, ${tx.now}
        from unnest(${states.map(() => newId())}::uuid[], ${states.map((s) => s.resource)}::text[],
          ${states.map((s) => s.rowId)}::uuid[], ${states.map((s) => s.from)}::text[],
          ${states.map((s) => s.to)}::text[], ${states.map((s) => s.move)}::text[],
          ${states.map((s) => s.reason)}::text[]) as s (id, resource, row_id, from_state, to_state, move, reason)
      ), deeds as (
        insert into audit_log (tenant_id, id, at, actor_id, actor_name, ip, request_id, resource, row_id,
          action, diff)
        select ${tx.tenant}, d.id, ${tx.now}, ${actor.userId}::uuid, ${actor.username}, ${actor.ip},
          ${actor.requestId}, d.resource, d.row_id, d.action, d.diff
        from unnest(${deeds.map(() => newId())}::uuid[], ${deeds.map((d) => d.resource)}::text[],
          ${deeds.map((d) => d.rowId)}::uuid[], ${deeds.map((d) => d.action)}::text[],
          ${deeds.map((d) => d.diff)}::jsonb[]) as d (id, resource, row_id, action, diff)
      )
      insert into status_delta (tenant_id, id, resource, scope_id, state, n)
      select ${tx.tenant}, c.id, c.resource, c.scope_id, c.state, c.n
      from unnest(${counts.map(() => newId())}::uuid[], ${counts.map((c) => c.resource)}::text[],
        ${counts.map((c) => c.scope)}::uuid[], ${counts.map((c) => c.state)}::text[],
        ${counts.map((c) => c.n)}::integer[]) as c (id, resource, scope_id, state, n)`;
  }
}
