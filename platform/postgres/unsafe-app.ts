import type pg from 'pg';

interface Reach {
  login: string;
  role: string;
  super: boolean;
  bypass: boolean;
  create_role: boolean;
  replication: boolean;
  owns: boolean;
  is_definer: boolean;
  reads_files: boolean;
}

/** Every role the login is or can become, with what it could do around row-level security. */
const REACH = `
  select session_user as login, r.rolname as role, r.rolsuper as super, r.rolbypassrls as bypass,
    r.rolcreaterole as create_role, r.rolreplication as replication,
    exists (select from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relowner = r.oid and c.relkind in ('r', 'p', 'v', 'm')
        and n.nspname !~ '^pg_' and n.nspname <> 'information_schema')
      or exists (select from pg_database d where d.datname = current_database()
        and d.datdba = r.oid) as owns,
    r.rolname in ('waybill_owner', 'waybill_search', 'waybill_jobs') as is_definer,
    r.rolname in ('pg_read_server_files', 'pg_write_server_files', 'pg_execute_server_program')
      as reads_files
  from pg_roles r
  where pg_has_role(session_user, r.oid, 'MEMBER')
    and (r.rolname = session_user
      or not (select rolsuper from pg_roles where rolname = session_user))
  order by r.rolname <> session_user, r.rolname`;

/** Why this connection's login must not serve; empty when row-level security binds it. */
export async function unsafeReasons(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<Reach>(REACH);
  return rows.flatMap((row) => {
    const who = row.role === row.login ? `login ${row.login}` : `role ${row.role}, which login ${row.login} can take,`;
    const faults = [
      row.super && 'is a superuser',
      row.bypass && 'has BYPASSRLS',
      row.create_role && 'may change roles (CREATEROLE)',
      row.replication && 'may copy the whole server (REPLICATION)',
      row.owns && 'owns the database or tables of it',
      row.is_definer && 'sees every tenant',
      row.reads_files && 'reaches the files of the server',
    ].filter((fault) => typeof fault === 'string');
    return faults.length > 0 ? [`${who} ${faults.join(' and ')}`] : [];
  });
}
