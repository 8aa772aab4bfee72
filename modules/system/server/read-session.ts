import type { Actor } from '#kit/server/actor.ts';
import type { Database } from '#kit/server/database.ts';
import { deputyships, type Deputyship } from './deputies/deputyship.ts';
import type { TenantState } from '../model/tenant.ts';
import { readActor, readVisitor } from './person-actor.ts';
import { heldBy } from './session-tokens.ts';
import { isOpen, stateOf } from './tenants/tenant-state.ts';

const SEEN_MS = 60_000;

/** Whose session it is, and where. */
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
  /** Whose rights it has, where its person acts for somebody else. */
  actsFor: string | null;
  /** The look of the platform into the tenant that this is; null: the person works there. */
  lookId: string | null;
  state: TenantState;
  /** Last day of the tenant. */
  endDate: string | null;
}

/** A session as it was read a moment ago. */
export interface Known {
  session: Session;
  actor: Actor;
  granted: ReadonlySet<string>;
  /** Another one whenever the rows that they see are others by department, scope or rules. */
  mark: string;
  /** Its token has taken over from another and was not used yet. */
  isUnused: boolean;
  at: number;
  /** It is read again from then on, however short the time: the right to act for another ends. */
  until: number;
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
  baseCurrency: string;
  lastSeen: Date;
  isUnused: boolean;
  actsFor: string | null;
  lookId: string | null;
  state: TenantState;
  endDate: string | null;
}

/** A live session of an active person in a tenant that is open, with the rights they have right now. */
export async function readSession(db: Database, hash: Buffer, now: Date): Promise<Known | null> {
  const row = await db.platform(async (tx) => {
    const found = await tx.maybe<SessionRow>`
      select s.id, s.user_id, u.username, u.realname, s.tenant_id, s.org_code, u.must_change_password,
        t.timezone, t.base_currency, s.last_seen, s.acts_for, s.look_id, ${stateOf(now)} as state, t.end_date,
        coalesce(s.token_hash = ${hash}::bytea and s.previous_hash is not null
          and s.previous_until is null, false) as is_unused
      from session s join app_user u on u.id = s.user_id join tenant t on t.id = s.tenant_id
      where ${heldBy(hash, now)} and s.expires_at > ${now}::timestamptz
        and u.status = 'active' and ${isOpen(now)}`;
    if (found && now.getTime() - found.lastSeen.getTime() > SEEN_MS)
      await tx.run`update session set last_seen = ${now} where id = ${found.id}`;
    return found;
  });
  if (!row) return null;
  const deputyship = row.actsFor === null ? null : await heldDeputyship(db, row);
  if (deputyship === undefined) return null;
  const person = await personOf(db, row, deputyship);
  if (!person) return null;
  const session: Session = {
    id: row.id,
    userId: row.userId,
    username: row.username,
    realname: row.realname,
    tenant: row.tenantId,
    orgCode: row.orgCode,
    mustChangePassword: row.mustChangePassword,
    actsFor: row.actsFor,
    lookId: row.lookId,
    state: row.state,
    endDate: row.endDate,
  };
  const until = deputyship?.endsAt.getTime() ?? Infinity;
  return { session, ...person, isUnused: row.isUnused, at: now.getTime(), until };
}

/** Who the session is in the tenant: its person, somebody they act for, or a visitor of the platform. */
const personOf = (db: Database, row: SessionRow, deputyship: Deputyship | null): ReturnType<typeof readActor> => {
  if (row.lookId) return readVisitor(db, row);
  return deputyship ? actorBehind(db, row, deputyship) : readActor(db, row);
};

/** What a session for another stands on; undefined, and the session is over, once it does not hold. */
async function heldDeputyship(
  db: Database,
  { id, tenantId: tenant, userId: deputyId, actsFor }: SessionRow,
): Promise<Deputyship | undefined> {
  const about = { tenant, deputyId, userId: actsFor ?? '' };
  const [held] = await deputyships(db, about);
  // It does not come back with the right: whoever acts again says so again.
  if (!held) await db.platform((tx) => tx.run`delete from session where id = ${id}`);
  return held;
}

/** The rights of the other, without those that are not lent; logs name who really acts. */
function actorBehind(db: Database, row: SessionRow, { userId, username }: Deputyship): ReturnType<typeof readActor> {
  const behind = { userId: row.userId, username: row.username };
  return readActor(db, { ...row, userId, username }, behind);
}
