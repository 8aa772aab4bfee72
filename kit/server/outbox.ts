import { newId, type EmitHook, type EventRecord, type Tx } from './database.ts';

/**
 * Events run backwards through the module order, in two ways only: `within` reactions inside the
 * same transaction, in a fixed order, which may refuse; `after` deliveries, stored with the
 * commit and carried out by a worker, once per event and handler.
 */
export interface Within {
  event: string;
  name: string;
  run(tx: Tx, event: EventRecord): Promise<void>;
}

export interface Reactions {
  within: readonly Within[];
  /** Handlers of `after` deliveries by event. */
  after: readonly { event: string; handler: string }[];
}

/**
 * The emit hook of the database: runs within-reactions, then stores event and deliveries.
 * @param known the table of reactions, asked for late: modules are put together after the database
 */
export function createEmit(known: () => Reactions, wake: () => void): EmitHook {
  return async (tx, event) => {
    const reactions = known();
    for (const reaction of reactions.within)
      if (reaction.event === event.name) await reaction.run(tx, event);
    const handlers = reactions.after.filter(({ event: name }) => name === event.name);
    if (handlers.length === 0) return;
    const payload = JSON.stringify(event.payload);
    await tx.run`
      with stored as (
        insert into outbox (tenant_id, id, event, aggregate, payload, at)
        values (${tx.tenant}, ${event.id}, ${event.name}, ${event.aggregate}, ${payload}::jsonb, ${tx.now})
      )
      insert into delivery (tenant_id, id, event_id, event, handler, aggregate, dedupe_key, payload,
        next_at, create_by, create_time)
      select ${tx.tenant}, h.id, ${event.id}, ${event.name}, h.handler, ${event.aggregate},
        ${event.id}::text || ':' || h.handler, ${payload}::jsonb, ${tx.now}, ${tx.actor.username}, ${tx.now}
      from unnest(${handlers.map(() => newId())}::uuid[], ${handlers.map((h) => h.handler)}::text[])
        as h (id, handler)`;
    tx.onCommit(wake);
  };
}

/**
 * Stores one delivery with a key of its own, for work that is asked for rather than reacted to
 * (a pull, a stock push). The same key again is the same work: nothing is stored.
 */
export async function enqueue(
  tx: Tx,
  job: {
    handler: string;
    aggregate: string;
    dedupeKey: string;
    payload: Record<string, unknown>;
    dueAt?: Date;
  },
): Promise<boolean> {
  const stored = await tx.run`
    insert into delivery (tenant_id, id, event_id, event, handler, aggregate, dedupe_key, payload,
      next_at, create_by, create_time)
    values (${tx.tenant}, ${newId()}, ${newId()}, ${job.handler}, ${job.handler}, ${job.aggregate},
      ${job.dedupeKey}, ${JSON.stringify(job.payload)}::jsonb, ${job.dueAt ?? tx.now},
      ${tx.actor.username}, ${tx.now})
    on conflict (tenant_id, dedupe_key) do nothing`;
  return stored > 0;
}
