import { createHash, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Actor } from '#kit/server/actor.ts';
import { createLocalBus, type Bus } from '#platform/redis/bus.ts';
import { newId, type Database, type Tx } from '#kit/server/database.ts';
import { sql } from '#kit/server/sql.ts';
import { createDictionaries, type Dictionaries } from './dictionaries.ts';
import { liveTokens } from './live-tokens.ts';
import { createPermissionTable, type PermissionTable } from './permission-table.ts';
import { readSession, type Known, type Session } from './read-session.ts';
import { heldBy, retirePrevious } from './session-tokens.ts';
import { sweepSessions } from './sweep-sessions.ts';

const CACHE_MS = 5000;
const TOPIC = 'sessions';

/** Whose sessions have ended or whose rights are others now. */
export interface SessionChange {
  userId?: string;
  tenant?: number;
}

interface SessionOptions {
  /** Life of a session. */
  days: number;
  clock?: () => Date;
  /** Tells the other nodes of changes; they find them within five seconds without it. */
  bus?: Bus;
}

interface NewSession {
  userId: string;
  tenant: number;
  orgCode: string | null;
  ip: string;
  userAgent: string;
  /** A look into the tenant, and when it ends. */
  look?: { id: string; until: Date };
  /** Whose rights it has, where it is not its own person's. */
  actsFor?: string;
}

export type { Session };

export interface Sessions {
  /** Whose words the actors of sessions carry. */
  readonly dictionaries: Dictionaries;
  /** The menus and buttons that rights are granted of. */
  readonly permissions: PermissionTable;
  /**
   * The actor behind a token, or null when the session is over in any way.
   * @param about `isPicture`: the browser sent the token by itself, nobody has taken it up
   */
  resolveActor(token: string, about: { ip: string; requestId: string; isPicture?: boolean }): Promise<Actor | null>;
  find(token: string): Promise<Session | null>;
  /**
   * Menu and button rows granted to the person behind a token, and a mark of what bounds the rows that
   * they see: their department, shops, warehouses and data rules.
   */
  accessOf(token: string): Promise<{ granted: ReadonlySet<string>; mark: string }>;
  /** @returns the token, which is stored nowhere */
  create(session: NewSession): Promise<string>;
  end(token: string): Promise<boolean>;
  /** Ends one session of the transaction's tenant by its public name. */
  endById(tx: Tx, id: string): Promise<boolean>;
  /** Ends the sessions of a look into the transaction's tenant. */
  endLook(tx: Tx, lookId: string): Promise<void>;
  /**
   * Ends the sessions of a person with the commit: all, those of one tenant, all but one (by its
   * token), or the one of a public name.
   */
  endAllOf(tx: Tx, userId: string, only?: { tenant?: number; except?: string; id?: string }): Promise<number>;
  /** Ends all sessions in a tenant, with the commit. */
  endTenant(tx: Tx, tenant: number): Promise<void>;
  /** Ends the sessions of others who act for a person in the transaction's tenant, with the commit. */
  endActing(tx: Tx, userId: string): Promise<number>;
  /**
   * Takes a session into another department of the person: it goes on under a new token, and its
   * life counts again. The old token stays good until the new one is used, and a minute longer.
   * @returns the token to go on with: one that has been taken over from already is not taken over
   *   from again; null when the session is over by now
   */
  moveTo(tx: Tx, token: string, orgCode: string): Promise<string | null>;
  /**
   * Takes a session into another tenant of its person, under the same token.
   * @returns whether there was such a session
   */
  rebind(token: string, place: { tenant: number; orgCode: string | null }): Promise<boolean>;
  /** Which of these tokens are those of live sessions right now. */
  alive(tokens: readonly string[]): Promise<ReadonlySet<string>>;
  /**
   * Hears of sessions that end and rights that change, on whichever node, once they are forgotten
   * here. A message from another node may be lost. @returns how to stop hearing
   */
  onChange(hear: (change: SessionChange) => void): () => void;
  /** Has rights read again at once on all nodes that can be reached (else within five seconds). */
  forgetTenant(tenant: number): void;
  forgetUser(userId: string): void;
  /** Removes what has expired; for the nightly job. */
  sweep(): Promise<number>;
}

const digest = (token: string): Buffer => createHash('sha256').update(token).digest();

/**
 * Sessions behind opaque random tokens; the table holds digests only. Actors are cached for five
 * seconds and dropped at once where this node changes something.
 */
export function createSessions(db: Database, options: SessionOptions): Sessions {
  const clock = options.clock ?? (() => new Date());
  const bus = options.bus ?? createLocalBus();
  const cache = new LRUCache<string, Known>({ max: 10_000 });
  const dictionaries = createDictionaries(bus);
  const permissions = createPermissionTable(db, bus);
  // A load that began before something was forgotten must not put it back.
  let generation = 0;

  const forget = (matches: (known: Known) => boolean): void => {
    generation++;
    for (const [key, known] of cache) if (matches(known)) cache.delete(key);
  };
  // The first subscriber: who hears of a change later finds it forgotten.
  bus.subscribe(TOPIC, (message) => {
    const { userId, tenant } = message as SessionChange;
    forget(
      ({ session }) =>
        (userId !== undefined && [session.userId, session.actsFor].includes(userId)) || session.tenant === tenant,
    );
  });
  const tell = (change: SessionChange): void => bus.publish(TOPIC, change);

  const load = async (token: string): Promise<Known | null> => {
    if (token.length !== 43) return null;
    const hash = digest(token);
    const key = hash.toString('base64');
    const now = clock();
    const known = cache.get(key);
    if (known && now.getTime() < Math.min(known.at + CACHE_MS, known.until)) return known;
    const began = generation;
    const fresh = await readSession(db, hash, now);
    if (!fresh) {
      cache.delete(key);
      return null;
    }
    if (began === generation) cache.set(key, fresh);
    return fresh;
  };

  return {
    dictionaries,
    permissions,
    async resolveActor(token, { ip, requestId, isPicture = false }) {
      const known = await load(token);
      if (!known) return null;
      if (known.isUnused && !isPicture) {
        await retirePrevious(db, digest(token), clock());
        known.isUnused = false;
      }
      const words = await dictionaries.words(db, known.actor.tenant);
      return { ...known.actor, ip, requestId, words };
    },
    find: async (token) => (await load(token))?.session ?? null,
    async accessOf(token) {
      const { granted = new Set<string>(), mark = '' } = (await load(token)) ?? {};
      return { granted, mark };
    },
    async create({ userId, tenant, orgCode, ip, userAgent, look, actsFor }) {
      const token = randomBytes(32).toString('base64url');
      const now = clock();
      const expires = look?.until ?? new Date(now.getTime() + options.days * 86_400_000);
      await db.platform(
        (tx) => tx.run`
          insert into session (token_hash, id, user_id, tenant_id, org_code, create_time, last_seen,
            expires_at, ip, user_agent, look_id, acts_for)
          values (${digest(token)}, ${newId()}, ${userId}, ${tenant}, ${orgCode}, ${now}, ${now},
            ${expires}, ${ip}, ${userAgent}, ${look?.id ?? null}, ${actsFor ?? null}::uuid)`,
      );
      return token;
    },
    async end(token) {
      const ended = await db.platform(
        (tx) => tx.maybe<{ userId: string }>`
          delete from session s where ${heldBy(digest(token), clock())} returning user_id`,
      );
      if (ended) tell({ userId: ended.userId });
      return ended !== undefined;
    },
    async endById(tx, id) {
      const ended = await tx.maybe<{ userId: string }>`
        delete from session where tenant_id = ${tx.tenant} and id = ${id}::uuid returning user_id`;
      if (ended) tx.onCommit(() => tell({ userId: ended.userId }));
      return ended !== undefined;
    },
    async endLook(tx, lookId) {
      const ended = await tx.rows<{ userId: string }>`
        delete from session where tenant_id = ${tx.tenant} and look_id = ${lookId}::uuid
        returning user_id`;
      for (const { userId } of ended) tx.onCommit(() => tell({ userId }));
    },
    async endAllOf(tx, userId, { tenant, except, id } = {}) {
      const stored = except ? digest(except) : null;
      const ended = await tx.platform.run`
        delete from session s where (user_id = ${userId}
            or (acts_for = ${userId} and ${except === undefined && id === undefined}::boolean))
          and (${tenant ?? null}::integer is null or tenant_id = ${tenant ?? null}::integer)
          and ${stored ? sql`not coalesce(${heldBy(stored, clock())}, false)` : sql`true`}
          and (${id ?? null}::uuid is null or id = ${id ?? null}::uuid)`;
      tx.onCommit(() => tell({ userId }));
      return ended;
    },
    async endTenant(tx, tenant) {
      await tx.platform.run`delete from session where tenant_id = ${tenant}`;
      tx.onCommit(() => tell({ tenant }));
    },
    async endActing(tx, userId) {
      const ended = await tx.platform.run`
        delete from session where acts_for = ${userId}::uuid and tenant_id = ${tx.tenant}`;
      tx.onCommit(() => tell({ userId }));
      return ended;
    },
    async moveTo(tx, token, orgCode) {
      const hash = digest(token);
      const next = randomBytes(32).toString('base64url');
      const now = clock();
      const expires = new Date(now.getTime() + options.days * 86_400_000);
      // Concurrent switches by one token all go on: the first gives the new token, the others none.
      const moved = await tx.maybe<{ userId: string; isNew: boolean }>`
        update session s set org_code = ${orgCode}, last_seen = ${now}, expires_at = ${expires},
          token_hash = case when s.token_hash = ${hash}::bytea then ${digest(next)}::bytea
            else s.token_hash end,
          previous_hash = ${hash}, previous_until = null
        where (s.token_hash = ${hash}::bytea
          or (s.previous_hash = ${hash}::bytea and s.previous_until is null))
          and tenant_id = ${tx.tenant}
        returning user_id, token_hash = ${digest(next)}::bytea as is_new`;
      if (!moved) return null;
      tx.onCommit(() => tell({ userId: moved.userId }));
      return moved.isNew ? next : token;
    },
    async rebind(token, { tenant, orgCode }) {
      const moved = await db.platform(
        (tx) => tx.maybe<{ userId: string }>`
          update session s set tenant_id = ${tenant}, org_code = ${orgCode}
          where ${heldBy(digest(token), clock())} and s.look_id is null returning user_id`,
      );
      if (moved) tell({ userId: moved.userId });
      return moved !== undefined;
    },
    alive: (tokens) => liveTokens(db, tokens, digest, clock()),
    onChange: (hear) => bus.subscribe(TOPIC, (message) => hear(message as SessionChange)),
    forgetTenant: (tenant) => tell({ tenant }),
    forgetUser: (userId) => tell({ userId }),
    sweep: () => sweepSessions(db, clock()),
  };
}
