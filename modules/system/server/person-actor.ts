import { systemActor, type Actor, type Deputy } from '#kit/server/actor.ts';
import type { Database } from '#kit/server/database.ts';
import { MASKS } from '../model/row-limits.ts';
import { OPERATOR_TENANT } from '../model/operator-tenant.ts';
import type { TenantState } from '../model/tenant.ts';
import { rightsOf, visitorRights } from './rights.ts';
import { administers } from './tenants/administrators.ts';
import { isOpen, readOnlyReason, stateOf, VISITOR_READS } from './tenants/tenant-state.ts';

/** Said to whoever was given their password by somebody else, by every call but that to change it. */
export const MUST_CHANGE_PASSWORD = '请先修改密码';

const LOOK = 'system:tenant:look';

/** An active person in a tenant that is open. */
interface PersonRow {
  userId: string;
  username: string;
  tenantId: number;
  timezone: string;
  baseCurrency: string;
  mustChangePassword: boolean;
  state: TenantState;
  endDate: string | null;
  /** Department of the session; absent where there is none. */
  orgCode?: string | null;
}

/** Held by whoever must change their password first. */
const NOTHING: ReadonlySet<string> = new Set();

/** Another one whenever the rows that a person sees are others by their department, scope or rules. */
const markOf = ({ limits, rules }: Actor, orgCode: string | null = null): string =>
  JSON.stringify([orgCode, limits, rules ?? null]);

/** Somebody with the rights of a session: who they are, their menus and buttons, and what bounds their rows. */
export interface KnownPerson {
  actor: Actor;
  granted: ReadonlySet<string>;
  mark: string;
}

/**
 * A person as an actor, with the rights they have right now; null when they are no active member.
 * @param behind who acts for them: some rights are not lent
 */
export async function readActor(db: Database, row: PersonRow, behind?: Deputy): Promise<KnownPerson | null> {
  const reader = systemActor(row.tenantId, 'session', row.timezone);
  const rights = await db.tx(reader, async (tx) => {
    // The data of a tenant that is closed is for its administrators, and for nobody in their name.
    const isOver = row.state === 'closed' && (behind || !(await administers(tx, row.userId)));
    return isOver ? null : rightsOf(tx, row.userId, row.orgCode, behind !== undefined);
  });
  if (!rights) return null;
  // Who must change their password first may do nothing else.
  const isHeld = row.mustChangePassword;
  const readOnly = readOnlyReason(row.state, row.endDate);
  const actor: Actor = {
    userId: row.userId,
    username: row.username,
    tenant: row.tenantId,
    permissions: isHeld ? NOTHING : rights.codes,
    limits: rights.limits,
    ...(rights.rules ? { rules: rights.rules } : {}),
    masks: isHeld ? new Set(MASKS) : rights.masks,
    zone: row.timezone,
    currency: row.baseCurrency,
    ip: null,
    requestId: null,
    isSystem: false,
    ...(readOnly === undefined ? {} : { readOnly }),
    ...(behind ? { behind } : {}),
    ...(isHeld ? { onHold: MUST_CHANGE_PASSWORD } : {}),
  };
  const granted = isHeld ? NOTHING : rights.permissionIds;
  return { actor, granted, mark: markOf(actor, row.orgCode) };
}

/**
 * Somebody of the platform who looks into a tenant: they see what its people may list, within its plan,
 * but neither cost nor profit nor anything personal of buyers, and write nothing.
 * @returns null when they may not look into tenants any more, or this one is closed
 */
export async function readVisitor(db: Database, row: PersonRow): Promise<KnownPerson | null> {
  if (row.state === 'closed') return null;
  const home = systemActor(OPERATOR_TENANT, 'session');
  const own = await db.tx(home, (tx) => rightsOf(tx, row.userId));
  if (!own?.codes.has(LOOK)) return null;
  const reader = systemActor(row.tenantId, 'session', row.timezone);
  const { codes, permissionIds } = await db.tx(reader, visitorRights);
  const actor: Actor = {
    ...reader,
    currency: row.baseCurrency,
    userId: row.userId,
    username: row.username,
    permissions: codes,
    masks: new Set(MASKS),
    isSystem: false,
    isVisitor: true,
    readOnly: VISITOR_READS,
  };
  return { actor, granted: permissionIds, mark: markOf(actor, row.orgCode) };
}

/**
 * The actor of a person whose work goes on without them; null when they may not work in the tenant
 * any more.
 */
export async function absentActor(
  db: Database,
  tenant: number,
  userId: string,
  now: Date,
  behind?: Deputy,
): Promise<Actor | null> {
  const row = await db.platform(
    (tx) => tx.maybe<PersonRow>`
      select u.id as user_id, u.username, t.id as tenant_id, t.timezone, t.base_currency, u.must_change_password,
        ${stateOf(now)} as state, t.end_date
      from app_user u cross join tenant t
      where u.id = ${userId}::uuid and t.id = ${tenant}
        and u.status = 'active' and ${isOpen(now)}`,
  );
  return row ? ((await readActor(db, row, behind))?.actor ?? null) : null;
}
