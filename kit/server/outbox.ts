import type { EventKind } from '#kit/model/event.ts';
import type { JobKind } from '#kit/model/job.ts';
import { newId, type EmitHook, type EventRecord, type Tx, type UnmetHook } from './database.ts';

/**
 * Events run backwards through the module order, in two ways only: `within` reactions inside the
 * same transaction, in a fixed order, which may refuse; `after` deliveries, stored with the
 * commit and carried out by a worker, once per event and handler.
 */
export interface TransactionHandler {
  event: string;
  name: string;
  run(tx: Tx, event: EventRecord): Promise<void>;
  /** The same for many events at once, where one statement does for all (imports). */
  runAll?(tx: Tx, events: readonly EventRecord[]): Promise<void>;
}

/** Which handler carries out which event after its commit. */
export interface After {
  event: string;
  handler: string;
  /** Where the move can be called back, it waits for that. */
  isHeld?: boolean;
}

/** Who knows what somebody outside offers for documents. */
export interface Offers {
  /** All that moves may need of it. */
  names: readonly string[];
  unmet: UnmetHook;
}

export interface Reactions {
  within: readonly TransactionHandler[];
  after: readonly After[];
  offers: readonly Offers[];
}

/** A reaction inside the transaction of an event. `runAll` takes many at once where one statement does for all. */
export const inTransaction = <P extends object>(
  event: EventKind<P>,
  name: string,
  run: (tx: Tx, payload: P, aggregate: string) => Promise<void>,
  runAll?: (tx: Tx, payloads: readonly P[]) => Promise<void>,
): TransactionHandler => ({
  event: event.name,
  name,
  run: (tx, { payload, aggregate }) => run(tx, payload as P, aggregate),
  ...(runAll && {
    runAll: (tx, events) =>
      runAll(
        tx,
        events.map(({ payload }) => payload as P),
      ),
  }),
});

/** A job that an event sets off, carried out by a worker once the event is committed. */
export const after = <P extends object>(event: EventKind<NoInfer<P>>, job: JobKind<P>): After => ({
  event: event.name,
  handler: job.name,
  ...(job.isHeld ? { isHeld: true } : {}),
});

/** The way from events to those who react: modules are put together after the database. */
interface Outbox {
  /** @throws Error before modules listen */
  emit: EmitHook;
  unmet: UnmetHook;
  listen(reactions: Reactions): void;
}

/** @param wake there is work for the worker */
export function createOutbox(wake: () => void): Outbox {
  let emit: EmitHook = async (_tx, [first]) => {
    throw new Error(`nobody hears ${first?.name} yet`);
  };
  let offers: readonly Offers[] = [];
  return {
    emit: (tx, events) => emit(tx, events),
    async unmet(tx, move, rows) {
      const offer = offers.find(({ names }) => names.includes(move.needs));
      if (!offer) throw new Error(`nobody knows who offers ${move.needs}`);
      return offer.unmet(tx, move, rows);
    },
    listen(reactions) {
      emit = createEmit(reactions, wake);
      offers = reactions.offers;
    },
  };
}

/** The emit hook of the database: runs within-reactions, then stores event and deliveries. */
export function createEmit(reactions: Pick<Reactions, 'within' | 'after'>, wake: () => void): EmitHook {
  return async (tx, events) => {
    const name = events[0]?.name;
    for (const reaction of reactions.within) {
      if (reaction.event !== name) continue;
      if (reaction.runAll && events.length > 1) await reaction.runAll(tx, events);
      else for (const event of events) await reaction.run(tx, event);
    }
    const handlers = reactions.after.filter(({ event }) => event === name);
    if (handlers.length === 0) return;
    await storeEvents(
      tx,
      events,
      events.flatMap((event) => handlers.map((after) => dueOf(tx, event, after))),
    );
    tx.onCommit(wake);
  };
}

interface DueCall {
  event: EventRecord;
  handler: string;
  nextAt: Date;
  /** What it waits with. */
  heldMoveId: string | null;
}

function dueOf(tx: Tx, event: EventRecord, { handler, isHeld }: After): DueCall {
  const held = isHeld ? tx.heldMoves.ofEvent(event) : undefined;
  if (held) held.calls += 1;
  return { event, handler, nextAt: held?.until ?? tx.now, heldMoveId: held?.id ?? null };
}

/** Events and what is to be done about them, in one statement: an event never lacks its deliveries. */
async function storeEvents(tx: Tx, events: readonly EventRecord[], due: readonly DueCall[]): Promise<void> {
  await tx.run`
    with stored as (
      insert into outbox (tenant_id, id, event, aggregate, payload, at)
      select ${tx.tenant}, e.id, e.event, e.aggregate, e.payload, ${tx.now}
      from unnest(${events.map(({ id }) => id)}::uuid[], ${events.map(({ name }) => name)}::text[],
        ${events.map(({ aggregate }) => aggregate)}::text[],
        ${events.map(({ payload }) => JSON.stringify(payload))}::jsonb[])
        as e (id, event, aggregate, payload)
    )
    insert into delivery (tenant_id, id, event_id, event, handler, aggregate, dedupe_key, payload,
      next_at, create_by, create_time, batch_id, held_move_id)
    select ${tx.tenant}, d.id, d.event_id, d.event, d.handler, d.aggregate,
      d.event_id::text || ':' || d.handler, d.payload, d.next_at, ${tx.actor.username}, ${tx.now},
      ${tx.actor.batch?.id ?? null}::uuid, d.held_move_id
    from unnest(${due.map(() => newId())}::uuid[], ${due.map(({ event }) => event.id)}::uuid[],
      ${due.map(({ event }) => event.name)}::text[], ${due.map(({ handler }) => handler)}::text[],
      ${due.map(({ event }) => event.aggregate)}::text[],
      ${due.map(({ event }) => JSON.stringify(event.payload))}::jsonb[],
      ${due.map(({ nextAt }) => nextAt)}::timestamptz[], ${due.map(({ heldMoveId }) => heldMoveId)}::uuid[])
      as d (id, event_id, event, handler, aggregate, payload, next_at, held_move_id)`;
}

/**
 * Stores one delivery with a key of its own, for work that is asked for rather than reacted to
 * (a pull, a stock push). The same key again is the same work: nothing is stored.
 */
export async function enqueue<P extends object>(
  tx: Tx,
  kind: JobKind<P>,
  job: {
    /** Deliveries of one aggregate keep their order. */
    aggregate: string;
    dedupeKey: string;
    payload: NoInfer<P>;
    dueAt?: Date;
  },
): Promise<boolean> {
  const stored = await tx.run`
    insert into delivery (tenant_id, id, event_id, event, handler, aggregate, dedupe_key, payload,
      next_at, create_by, create_time, batch_id)
    values (${tx.tenant}, ${newId()}, ${newId()}, ${kind.name}, ${kind.name}, ${job.aggregate},
      ${job.dedupeKey}, ${JSON.stringify(job.payload)}::jsonb, ${job.dueAt ?? tx.now},
      ${tx.actor.username}, ${tx.now}, ${tx.actor.batch?.id ?? null}::uuid)
    on conflict (tenant_id, dedupe_key) do nothing`;
  return stored > 0;
}
