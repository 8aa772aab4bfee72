import type { Tx } from '#kit/server/database.ts';
import type { Serve } from '#kit/server/serve.ts';
import { sql, type Sql } from '#kit/server/sql.ts';
import { tenant } from '../../model/tenant.ts';
import { exportUntil } from './tenant-state.ts';

/**
 * Tenants of the installation with the figures of each. They are listed across tenants by a function
 * that answers figures alone; only who operates the installation has the right to it.
 */
const tenantRows = (tx: Tx): Sql => sql`
  select lpad(to_hex(t.id), 32, '0')::uuid as id, t.id as number,
    ${tx.tenant}::integer as tenant_id, t.code, t.name, p.name as plan_name, c.users, c.shops,
    t.begin_date, t.end_date,
    case t.status when 'active' then '1' else '0' end as status, t.status as state,
    ${exportUntil} as export_until, t.create_time
  from tenant t left join plan p on p.id = t.plan_id
  join work.tenant_counts() c on c.id = t.id
  where t.deleted_at is null`;

export const servedTenants: Serve = {
  resource: tenant,
  rows: tenantRows,
  // Rows of lists are called by a uuid, tenants on the wire by their number.
  more: (_tx, row) => ({ id: row['number'] }),
};
