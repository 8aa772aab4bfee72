import { systemActor } from '#kit/server/actor.ts';
import { newId, type Database, type Tx } from '#kit/server/database.ts';
import { grantsByDefault, PRESET_ROLES, type PresetRole } from '../model/preset-roles.ts';

/** The tenant of whoever operates the install. */
export const OPERATOR_TENANT = 1;

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
export async function createTenant(db: Database, tenant: NewTenant): Promise<boolean> {
  const { id, code, name, timezone = 'Asia/Shanghai', baseCurrency = 'USD' } = tenant;
  const added = await db.platform(
    (tx) => tx.run`
      insert into tenant (id, code, name, timezone, base_currency, create_by, create_time)
      values (${id}, ${code}, ${name}, ${timezone}, ${baseCurrency}, 'system', ${tx.now})
      on conflict (id) do nothing`,
  );
  const permissions = await presetCandidates(db);
  await db.tx(systemActor(id, 'system', timezone), async (tx) => {
    await tx.run`
      insert into depart (tenant_id, id, name, category, level, org_code, create_by, create_time)
      select ${tx.tenant}, ${newId()}::uuid, ${name}, '1', 1, 'A01', 'system', ${tx.now}
      where not exists (select 1 from depart where tenant_id = ${tx.tenant})
      on conflict (tenant_id, org_code) do nothing`;
    await grantPresets(tx, permissions);
  });
  return added > 0;
}

/**
 * Gives the preset roles of every tenant what has come with the program since they were last
 * looked at. What an administrator took from a preset role is never given back.
 */
export async function syncPresetRoles(db: Database): Promise<void> {
  const tenants = await db.platform(
    (tx) => tx.rows<{ id: number }>`select id from tenant order by id`,
  );
  const permissions = await presetCandidates(db);
  for (const { id } of tenants)
    await db.tx(systemActor(id, 'system'), (tx) => grantPresets(tx, permissions));
}

interface Candidate {
  id: string;
  key: string;
  perms: string;
}

const presetCandidates = (db: Database): Promise<Candidate[]> =>
  db.platform(
    (tx) => tx.rows<Candidate>`
      select id, key, perms from permission
      where key is not null and perms is not null and is_live order by key`,
  );

async function grantPresets(tx: Tx, permissions: readonly Candidate[]): Promise<void> {
  const presets = PRESET_ROLES.filter((role) => !role.operator || tx.tenant === OPERATOR_TENANT);
  await tx.run`
    insert into role (tenant_id, id, code, name, description, is_preset, create_by, create_time)
    select ${tx.tenant}, d.id, d.code, d.name, d.description, true, 'system', ${tx.now}
    from unnest(${presets.map(() => newId())}::uuid[], ${presets.map((role) => role.code)}::text[],
      ${presets.map((role) => role.name)}::text[],
      ${presets.map((role) => role.description)}::text[]) as d (id, code, name, description)
    on conflict (tenant_id, code) do nothing`;
  const rows = await tx.rows<{ id: string; code: string; offered: string[] }>`
    select id, code, offered from role
    where tenant_id = ${tx.tenant} and is_preset order by id for update`;
  for (const row of rows) {
    const preset = presets.find((role) => role.code === row.code);
    if (preset) await offerNew(tx, row, preset, permissions);
  }
}

async function offerNew(
  tx: Tx,
  role: { id: string; offered: string[] },
  preset: PresetRole,
  permissions: readonly Candidate[],
): Promise<void> {
  const offered = new Set(role.offered);
  const fresh = permissions.filter(
    (one) => !offered.has(one.key) && grantsByDefault(preset, one.perms),
  );
  if (fresh.length === 0) return;
  await tx.run`
    insert into role_permission (tenant_id, role_id, permission_id, operate_time, operate_by)
    select ${tx.tenant}, ${role.id}::uuid, p, ${tx.now}, 'system'
    from unnest(${fresh.map((one) => one.id)}::uuid[]) as p
    on conflict do nothing`;
  await tx.run`update role set offered = offered || ${fresh.map((one) => one.key)}::text[]
    where tenant_id = ${tx.tenant} and id = ${role.id}`;
}
