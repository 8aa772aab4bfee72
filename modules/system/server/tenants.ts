import { createHash } from 'node:crypto';
import type { RoleGrants } from '#kit/model/grants.ts';
import { systemActor, type Actor } from '#kit/server/actor.ts';
import { newId, type Database, type Tx } from '#kit/server/database.ts';
import { insertInto } from '#kit/server/stored-rows.ts';
import { fillRule, PRESET_FILL_RULES } from '../model/code-rules.ts';
import { tenantSeeded } from '../model/events.ts';
import { OPERATOR_TENANT } from '../model/operator-tenant.ts';
import { grantedByDefault, PRESET_ROLES } from '../model/preset-roles.ts';
import type { PlatformQueries } from './attempts.ts';

export interface NewTenant {
  id: number;
  code: string;
  name: string;
  timezone?: string;
  baseCurrency?: string;
}

/**
 * Makes a tenant with its root department and preset roles; does nothing to one that exists.
 * @returns whether it is new
 */
export async function createTenant(db: Database, tenant: NewTenant, grants: RoleGrants): Promise<boolean> {
  const { id, name, timezone = 'Asia/Shanghai' } = tenant;
  const added = await db.platform((tx) => insertTenant(tx, tx.now, tenant));
  const presets = await presetRights(db, grants);
  await db.tx(systemActor(id, 'system', timezone), async (tx) => {
    if (added) await insertInto(tx, fillRule, PRESET_FILL_RULES);
    await seedTenant(tx, name, presets);
  });
  return added;
}

const TRIAL_DAYS = 30;
const MAX_TRIES = 20;

/** A tenant that is opened: under the number named, or the next free one. */
interface OpenedTenant {
  id: number | null;
  code?: string;
  name: string;
  timezone?: string;
  baseCurrency?: string;
}

/**
 * Opens a tenant, furnished, and has its first person put in: all of it or nothing.
 * @returns its number; null when the one that was named is taken
 */
export async function openTenant(
  db: Database,
  by: Pick<Actor, 'userId' | 'username' | 'ip' | 'requestId'>,
  about: OpenedTenant,
  grants: RoleGrants,
  settle: (tx: Tx) => Promise<void>,
): Promise<number | null> {
  const presets = await presetRights(db, grants);
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const id = about.id ?? (await nextNumber(db));
    const { userId, username, ip, requestId } = by;
    const actor = { ...systemActor(id, username), userId, ip, requestId };
    const isOurs = await db.tx(actor, async (tx) => {
      const tenant = { ...about, id, code: about.code ?? `tenant-${id}` };
      if (!(await insertTenant(tx.platform, tx.now, tenant))) return false;
      await insertInto(tx, fillRule, PRESET_FILL_RULES);
      await seedTenant(tx, about.name, presets);
      await settle(tx);
      return true;
    });
    if (isOurs) return id;
    if (about.id !== null) return null;
  }
  throw new Error('no free tenant number');
}

const nextNumber = async (db: Database): Promise<number> => {
  const { id } = await db.platform((tx) => tx.one<{ id: number }>`select coalesce(max(id), 0) + 1 as id from tenant`);
  return id;
};

/** As {@link openTenant}, for somebody who tries the product out: for thirty days. @returns its number */
export async function openTrialTenant(
  db: Database,
  name: string,
  grants: RoleGrants,
  settle: (tx: Tx) => Promise<void>,
): Promise<number> {
  const by = systemActor(OPERATOR_TENANT, '注册');
  const id = await openTenant(db, by, { id: null, name }, grants, async (tx) => {
    await tx.platform.run`
      update tenant set code = ${`trial-${tx.tenant}`},
        begin_date = (${tx.now}::timestamptz at time zone timezone)::date,
        end_date = (${tx.now}::timestamptz at time zone timezone)::date + ${TRIAL_DAYS}::integer
      where id = ${tx.tenant}`;
    await settle(tx);
  });
  if (id === null) throw new Error('a trial names no number');
  return id;
}

/** @returns false when its number or its code is taken, also by somebody at the same moment */
async function insertTenant(db: PlatformQueries, now: Date, tenant: NewTenant): Promise<boolean> {
  const { id, code, name, timezone = 'Asia/Shanghai', baseCurrency = 'USD' } = tenant;
  const added = await db.run`
    insert into tenant (id, code, name, timezone, base_currency, create_by, create_time)
    values (${id}, ${code}, ${name}, ${timezone}, ${baseCurrency}, 'system', ${now})
    on conflict do nothing`; // of whichever index: both the number and the code come from the id
  return added > 0;
}

/** A root department, the preset roles, and what modules above have for new tenants. */
async function seedTenant(tx: Tx, name: string, presets: PresetRights): Promise<void> {
  await tx.run`
    insert into depart (tenant_id, id, name, category, level, org_code, create_by, create_time)
    select ${tx.tenant}, ${newId()}::uuid, ${name}, '1', 1, 'A01', 'system', ${tx.now}
    where not exists (select 1 from depart where tenant_id = ${tx.tenant})
    on conflict (tenant_id, org_code) do nothing`;
  await grantPresets(tx, presets);
  const about = await tx.platform.one<{ baseCurrency: string }>`
    select base_currency from tenant where id = ${tx.tenant}`;
  await tx.emit(tenantSeeded, String(tx.tenant), about);
}

/**
 * Gives the preset roles of every tenant what has come with the program since they were last
 * looked at. What an administrator took from a preset role is never given back.
 */
export async function syncPresetRoles(db: Database, grants: RoleGrants): Promise<void> {
  const presets = await presetRights(db, grants);
  const digest = digestOf(presets);
  const tenants = await db.platform(
    (tx) => tx.rows<{ id: number }>`
      select id from tenant where offered_presets is distinct from ${digest} order by id`,
  );
  for (const { id } of tenants)
    await db.tx(systemActor(id, 'system'), async (tx) => {
      await grantPresets(tx, presets);
      await tx.platform.run`update tenant set offered_presets = ${digest} where id = ${tx.tenant}`;
    });
}

/** Of the roles, their texts and their rights: whatever of them changes is given at the next start. */
const digestOf = (presets: PresetRights): string =>
  createHash('sha256')
    .update(JSON.stringify([PRESET_ROLES, [...presets].map(([code, rights]) => [code, rights.map(({ key }) => key)])]))
    .digest('hex');

interface Right {
  id: string;
  key: string;
}

/** By code of a preset role, the rights that it has by default. */
type PresetRights = ReadonlyMap<string, readonly Right[]>;

/** Read once for all tenants: patterns and rights are those of the program. */
async function presetRights(db: Database, grants: RoleGrants): Promise<PresetRights> {
  const all = await db.platform(
    (tx) => tx.rows<Right & { perms: string }>`
      select id, key, perms from permission
      where key is not null and perms is not null and is_live order by key`,
  );
  return new Map(
    PRESET_ROLES.map(({ code }) => {
      const isGranted = grantedByDefault(grants, code);
      return [code, all.filter(({ perms }) => isGranted(perms))];
    }),
  );
}

async function grantPresets(tx: Tx, presets: PresetRights): Promise<void> {
  const roles = PRESET_ROLES.filter((role) => !role.operator || tx.tenant === OPERATOR_TENANT);
  await tx.run`
    insert into role (tenant_id, id, code, name, description, is_preset, create_by, create_time)
    select ${tx.tenant}, d.id, d.code, d.name, d.description, true, 'system', ${tx.now}
    from unnest(${roles.map(() => newId())}::uuid[], ${roles.map((role) => role.code)}::text[],
      ${roles.map((role) => role.name)}::text[],
      ${roles.map((role) => role.description)}::text[]) as d (id, code, name, description)
    on conflict (tenant_id, code) do nothing`;
  const rows = await tx.rows<{ id: string; code: string; offered: string[] }>`
    select id, code, offered from role
    where tenant_id = ${tx.tenant} and is_preset order by id for update`;
  for (const row of rows.filter(({ code }) => roles.some((role) => role.code === code)))
    await offerNew(tx, row, presets.get(row.code) ?? []);
}

async function offerNew(tx: Tx, role: { id: string; offered: string[] }, granted: readonly Right[]): Promise<void> {
  const offered = new Set(role.offered);
  const fresh = granted.filter(({ key }) => !offered.has(key));
  if (fresh.length === 0) return;
  await tx.run`
    insert into role_permission (tenant_id, role_id, permission_id, operate_time, operate_by)
    select ${tx.tenant}, ${role.id}::uuid, p, ${tx.now}, 'system'
    from unnest(${fresh.map((one) => one.id)}::uuid[]) as p
    on conflict do nothing`;
  await tx.run`update role set offered = offered || ${fresh.map((one) => one.key)}::text[]
    where tenant_id = ${tx.tenant} and id = ${role.id}`;
}
