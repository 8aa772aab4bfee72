import { Refusal } from '#kit/model/refusal.ts';
import type { AnyResource } from '#kit/model/resource.ts';
import { systemActor } from '#kit/server/actor.ts';
import { audit } from '#kit/server/audit.ts';
import type { Database, Tx } from '#kit/server/database.ts';
import { tableOf } from '#kit/server/registry.ts';
import { column, sql } from '#kit/server/sql.ts';
import { OPERATOR_TENANT } from '../../model/operator-tenant.ts';
import type { Sessions } from '../sessions.ts';
import { lockTenant } from './tenant-admin.ts';

const TENANT = 'system:tenant';
const REFERRED = '该租户已被引用，无法删除！';

interface Removal {
  db: Database;
  sessions: Sessions;
  resources: readonly AnyResource[];
}

/**
 * Takes a tenant out of the installation that never had anything but its own organisation. Its number and
 * its code stay taken: what was written down of it goes on meaning it.
 */
export async function removeTenant(tx: Tx, removal: Removal, id: number | null): Promise<void> {
  const { id: number, name } = await lockTenant(tx, id);
  if (number === OPERATOR_TENANT) throw new Refusal('operator', '平台自己的租户不能删除');
  const titles = await businessOf(removal, number);
  if (titles.length > 0) throw new Refusal('inUse', `${REFERRED}已有业务数据：${titles.join('、')}，可以改为关闭`);
  await tx.platform.run`
    update tenant set status = 'closed', deleted_at = ${tx.now}, update_by = ${tx.actor.username},
      update_time = ${tx.now}, version = version + 1
    where id = ${number}`;
  audit(tx, TENANT, [{ rowId: null, action: 'delete', diff: { tenant: [name, null] } }]);
  tx.onCommit(() => removal.sessions.forgetTenant(number));
}

/** Takes out those of several tenants that may go. @returns how many did */
export async function removeTenants(tx: Tx, removal: Removal, ids: readonly (number | null)[]): Promise<number> {
  let removed = 0;
  for (const id of ids)
    try {
      await removeTenant(tx, removal, id);
      removed++;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
  return removed;
}

const MOST_NAMED = 5;

/** What a tenant has, or had, beyond its organisation and what it was opened with: titles of resources. */
function businessOf({ db, resources }: Removal, id: number): Promise<string[]> {
  const stored = resources.filter(
    ({ module, kind, isComposite }) => module !== 'system' && kind !== 'view' && !isComposite,
  );
  return db.tx(systemActor(id, 'system'), async (own) => {
    const found: string[] = [];
    for (const resource of stored) {
      if (found.length === MOST_NAMED) break;
      const [row] = await own.query(sql`
        select 1 as one from ${column(tableOf(resource))} r join tenant t on t.id = r.tenant_id
        where r.tenant_id = ${own.tenant} and r.create_time > t.create_time limit 1`);
      if (row) found.push(resource.title);
    }
    return found;
  });
}
