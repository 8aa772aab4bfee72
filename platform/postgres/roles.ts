import pg from 'pg';
import { scramVerifier } from './scram-verifier.ts';

/** Roles without login that own functions or carry the app's grants. */
type WaybillRole = 'waybill_owner' | 'waybill_app' | 'waybill_search' | 'waybill_jobs';

interface RoleOptions {
  /** With a password the role can log in. */
  password?: string;
  createRole?: boolean;
}

/** Makes the role when it is missing; an existing one keeps its password and attributes. */
export async function ensureRole(
  client: pg.ClientBase,
  role: WaybillRole,
  { password, createRole = false }: RoleOptions = {},
): Promise<void> {
  const found = await client.query('select from pg_roles where rolname = $1', [role]);
  if (found.rowCount !== 0) return;
  const login = password === undefined ? 'nologin' : `login password '${scramVerifier(password)}'`;
  await client.query(`create role ${role} ${login}${createRole ? ' createrole' : ''}`);
}

/**
 * Makes `member` a member of the role, with its rights and able to take it (`set role`), unless it
 * is already. From version 16 on both have to be said.
 */
export async function grantRole(client: pg.ClientBase, role: WaybillRole, member: string): Promise<void> {
  const { rows } = await client.query<{ version: number; has: boolean }>(
    `select current_setting('server_version_num')::int as version,
      pg_has_role($2, $1, 'USAGE') and pg_has_role($2, $1, 'MEMBER') as has`,
    [role, member],
  );
  const isModern = (rows[0]?.version ?? 0) >= 160000;
  if (rows[0]?.has && (!isModern || (await mayTake(client, role, member)))) return;
  const grant = `grant ${role} to ${pg.escapeIdentifier(member)}`;
  await client.query(isModern ? `${grant} with inherit true, set true` : grant);
}

async function mayTake(client: pg.ClientBase, role: string, member: string): Promise<boolean> {
  const { rows } = await client.query<{ has: boolean }>(`select pg_has_role($2, $1, 'SET') as has`, [role, member]);
  return rows[0]?.has === true;
}
