import { Refusal } from '#kit/model/refusal.ts';
import { audit } from '#kit/server/audit.ts';
import type { Database, Tx } from '#kit/server/database.ts';
import { CLOSED_DAYS } from '../../model/tenant.ts';
import { OPERATOR_TENANT } from '../../model/operator-tenant.ts';
import type { Sessions } from '../sessions.ts';
import { inTenant, lockTenant, type StoredTenant } from './tenant-admin.ts';

const TENANT = 'system:tenant';
const DAY_MS = 86_400_000;

interface Moving {
  db: Database;
  sessions: Sessions;
}

/** Suspends a tenant, so that its people may only look, or lets them work again. */
export async function setSuspended(
  tx: Tx,
  moving: Moving,
  { id, isSuspended, reason }: { id: number; isSuspended: boolean; reason: string | null },
): Promise<void> {
  const before = await lockTenant(tx, id);
  if (id === OPERATOR_TENANT) throw new Refusal('operator', '平台自己的租户不能冻结');
  const status = isSuspended ? 'suspended' : 'active';
  // A client of the base sends back what it was answered: of a closed one that it is frozen.
  if (before.status === status || (before.status === 'closed' && isSuspended)) return;
  if (before.status === 'closed') throw new Refusal('closed', '租户已关闭，请先重新启用');
  await move(tx, moving, before, { status, reason, action: isSuspended ? 'freeze' : 'thaw' });
}

/**
 * Closes a tenant: all of its people are signed out, and only who administers it comes back, to fetch its
 * data for thirty days. Nothing of it is deleted.
 */
export async function closeTenant(
  tx: Tx,
  moving: Moving,
  { id, reason }: { id: number | null; reason: string | null },
): Promise<void> {
  const before = await lockTenant(tx, id);
  if (before.id === OPERATOR_TENANT) throw new Refusal('operator', '平台自己的租户不能关闭');
  if (before.status === 'closed') throw new Refusal('closed', '租户已经关闭');
  await move(tx, moving, before, { status: 'closed', reason, action: 'close' });
  await moving.sessions.endTenant(tx, before.id);
}

/** Opens a tenant again that was closed not long ago; everything is there. */
export async function reopenTenant(tx: Tx, moving: Moving, id: number | null): Promise<void> {
  const before = await lockTenant(tx, id);
  if (before.status !== 'closed') throw new Refusal('open', '租户没有关闭');
  const until = (before.closedTime?.getTime() ?? 0) + CLOSED_DAYS * DAY_MS;
  if (until <= tx.now.getTime()) throw new Refusal('over', `关闭已超过${CLOSED_DAYS}天，不能重新启用`);
  await move(tx, moving, before, { status: 'active', reason: null, action: 'reopen' });
}

interface Move {
  status: 'active' | 'suspended' | 'closed';
  reason: string | null;
  action: string;
}

/** Both sides have it in their log; sessions read their rights again with the commit. */
async function move(
  tx: Tx,
  { db, sessions }: Moving,
  { id, name }: StoredTenant,
  { status, reason, action }: Move,
): Promise<void> {
  await tx.platform.run`
    update tenant set status = ${status}, status_reason = ${status === 'active' ? null : reason},
      closed_time = ${status === 'closed' ? tx.now : null}, update_by = ${tx.actor.username},
      update_time = ${tx.now}, version = version + 1
    where id = ${id}`;
  audit(tx, TENANT, [{ rowId: null, action, diff: { tenant: name, reason } }]);
  await db.tx(inTenant(id, tx.actor), async (own) => audit(own, TENANT, [{ rowId: null, action, diff: { reason } }]));
  tx.onCommit(() => sessions.forgetTenant(id));
}
