import { createHash, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Actor } from '#kit/server/actor.ts';
import { createLocalBus, type Bus } from '#platform/redis/bus.ts';
import { newId, type Database, type Tx } from '#kit/server/database.ts';
import { sql } from '#kit/server/sql.ts';
import { liveTokens } from './live-tokens.ts';
import { readActor } from './person-actor.ts';
import { KNOWN_MS } from './sign-in-limits.ts';
import { heldBy, retirePrevious } from './session-tokens.ts';

const CACHE_MS = 5000;
const SEEN_MS = 60_000;
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
}

export interface Session {
  /** Public name of the session; the token cannot be derived from it. */
  id: string;
  userId: string;
  username: string;
  /** Name of the person, as the others know them. */
  realname: string;
  tenant: number;
  orgCode: string | null;
  mustChangePassword: boolean;
}

export interface Sessions {
  /**
   * The actor behind a token, or null when the session is over in any way.
   * @param about `isPicture`: the browser sent the token by itself, nobody has taken it up
   */
  resolveActor(
    token: string,
    about: { ip: string; requestId: string; isPicture?: boolean },
  ): Promise<Actor | null>;
  find(token: string): Promise<Session | null>;
  /** Menu and button rows granted to the person behind a token. */
  granted(token: string): Promise<ReadonlySet<string>>;
  /** @returns the token, which is stored nowhere */
  create(session: NewSession): Promise<string>;
  end(token: string): Promise<boolean>;
  /** Ends one session of the transaction's tenant by its public name. */
  endById(tx: Tx, id: string): Promise<boolean>;
  /**
   * Ends the sessions of a person with the commit: all, those of one tenant, all but one (by its
   * token), or the one of a public name.
   */
  endAllOf(
    tx: Tx,
    userId: string,
    only?: { tenant?: number; except?: string; id?: string },
  ): Promise<number>;
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

interface Known {
  session: Session;
  actor: Actor;
  granted: ReadonlySet<string>;
  /** Its token has taken over from another and was not used yet. */
  isUnused: boolean;
  at: number;
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
  // A load that began before something was forgotten must not put it back.
  let generation = 0;

  const forget = (matches: (known: Known) => boolean): void => {
    generation++;
    for (const [key, known] of cache) if (matches(known)) cache.delete(key);
  };
  // The first subscriber: who hears of a change later finds it forgotten.
  bus.subscribe(TOPIC, (message) => {
    const { userId, tenant } = message as SessionChange;
    forget(({ session }) => session.userId === userId || session.tenant === tenant);
  });
  const tell = (change: SessionChange): void => bus.publish(TOPIC, change);

  const load = async (token: string): Promise<Known | null> => {
    if (token.length !== 43) return null;
    const hash = digest(token);
    const key = hash.toString('base64');
    const now = clock();
    const known = cache.get(key);
    if (known && now.getTime() - known.at < CACHE_MS) return known;
    const began = generation;
    const fresh = await read(db, hash, now);
    if (!fresh) {
      cache.delete(key);
      return null;
    }
    if (began === generation) cache.set(key, fresh);
    return fresh;
  };

  return {
    async resolveActor(token, { ip, requestId, isPicture = false }) {
      const known = await load(token);
      if (!known) return null;
      if (known.isUnused && !isPicture) {
        await retirePrevious(db, digest(token), clock());
        known.isUnused = false;
      }
      return { ...known.actor, ip, requestId };
    },
    find: async (token) => (await load(token))?.session ?? null,
    granted: async (token) => (await load(token))?.granted ?? new Set(),
    async create({ userId, tenant, orgCode, ip, userAgent }) {
      const token = randomBytes(32).toString('base64url');
      const now = clock();
      const expires = new Date(now.getTime() + options.days * 86_400_000);
      await db.platform(
        (tx) => tx.run`
          insert into session (token_hash, id, user_id, tenant_id, org_code, create_time, last_seen,
            expires_at, ip, user_agent)
          values (${digest(token)}, ${newId()}, ${userId}, ${tenant}, ${orgCode}, ${now}, ${now},
            ${expires}, ${ip}, ${userAgent})`,
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
    async endAllOf(tx, userId, { tenant, except, id } = {}) {
      const kept = except ? digest(except) : null;
      const ended = await tx.platform.run`
        delete from session s where user_id = ${userId}
          and (${tenant ?? null}::integer is null or tenant_id = ${tenant ?? null}::integer)
          and ${kept ? sql`not coalesce(${heldBy(kept, clock())}, false)` : sql`true`}
          and (${id ?? null}::uuid is null or id = ${id ?? null}::uuid)`;
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
          where ${heldBy(digest(token), clock())} returning user_id`,
      );
      if (moved) tell({ userId: moved.userId });
      return moved !== undefined;
    },
    alive: (tokens) => liveTokens(db, tokens, digest, clock()),
    onChange: (hear) => bus.subscribe(TOPIC, (message) => hear(message as SessionChange)),
    forgetTenant: (tenant) => tell({ tenant }),
    forgetUser: (userId) => tell({ userId }),
    sweep: () => sweep(db, clock()),
  };
}

interface SessionRow {
  id: string;
  userId: string;
  username: string;
  realname: string;
  tenantId: number;
  orgCode: string | null;
  mustChangePassword: boolean;
  timezone: string;
  lastSeen: Date;
  isUnused: boolean;
}

/** A live session of an active person in an active tenant, with the rights they have right now. */
async function read(db: Database, hash: Buffer, now: Date): Promise<Known | null> {
  const row = await db.platform(async (tx) => {
    const found = await tx.maybe<SessionRow>`
      select s.id, s.user_id, u.username, u.realname, s.tenant_id, s.org_code, u.must_change_password,
        t.timezone, s.last_seen,
        coalesce(s.token_hash = ${hash}::bytea and s.previous_hash is not null
          and s.previous_until is null, false) as is_unused
      from session s join app_user u on u.id = s.user_id join tenant t on t.id = s.tenant_id
      where ${heldBy(hash, now)} and s.expires_at > ${now}::timestamptz
        and u.status = 'active' and t.status = 'active'
        and coalesce(t.begin_date <= (${now}::timestamptz at time zone t.timezone)::date, true)
        and coalesce(t.end_date >= (${now}::timestamptz at time zone t.timezone)::date, true)`;
    if (found && now.getTime() - found.lastSeen.getTime() > SEEN_MS)
      await tx.run`update session set last_seen = ${now} where id = ${found.id}`;
    return found;
  });
  if (!row) return null;
  const person = await readActor(db, row);
  if (!person) return null;
  const session: Session = {
    id: row.id,
    userId: row.userId,
    username: row.username,
    realname: row.realname,
    tenant: row.tenantId,
    orgCode: row.orgCode,
    mustChangePassword: row.mustChangePassword,
  };
  return { session, ...person, isUnused: row.isUnused, at: now.getTime() };
}

async function sweep(db: Database, now: Date): Promise<number> {
  const dayAgo = new Date(now.getTime() - 86_400_000);
  return db.platform(async (tx) => {
    await tx.run`delete from captcha where expires_at < ${now}`;
    await tx.run`delete from attempt_count where window_start < ${dayAgo}
      and (kind <> 'known' or window_start < ${new Date(now.getTime() - KNOWN_MS)})`;
    return tx.run`delete from session where expires_at < ${now}`;
  });
}
