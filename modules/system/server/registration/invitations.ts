import { randomInt } from 'node:crypto';
import { notFound, Refusal } from '#kit/model/refusal.ts';
import { systemActor, type Actor } from '#kit/server/actor.ts';
import { audit } from '#kit/server/audit.ts';
import { newId, type Database, type Tx } from '#kit/server/database.ts';
import { fieldFault } from './code-addresses.ts';
import { requireGrantable } from '../guards.ts';
import { rightsOf } from '../rights.ts';
import { isOpen, stateOf } from '../tenants/tenant-state.ts';

const INVITATION = 'system:invitation';
const DAY_MS = 86_400_000;

/** 32 signs that are not mistaken for each other: five bits each, so sixteen make 80 bits. */
const SIGNS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const SIGN_COUNT = 16;

interface NewInvitation {
  roleId: string;
  departId: string;
  maxUses: number;
  days: number;
  remark: string | null;
}

/** An invitation that may still be used. */
interface OpenInvitation {
  id: string;
  /** Whoever gave it, with the rights and the row scope they have now: nobody gives more. */
  giver: Actor;
  roleId: string;
  departId: string;
}

/**
 * Invites into the actor's tenant, with a role they may grant themselves.
 * @returns the code, which is stored nowhere
 */
export async function addInvitation(
  tx: Tx,
  digest: (text: string) => string,
  given: NewInvitation,
): Promise<{ id: string; code: string }> {
  const { roleId, departId, maxUses, days, remark } = given;
  const role = await tx.maybe`
    select 1 from role where tenant_id = ${tx.tenant} and id = ${roleId}::uuid`;
  if (!role) throw fieldFault('roleId', '角色不存在');
  const depart = await tx.maybe`
    select 1 from depart where tenant_id = ${tx.tenant} and id = ${departId}::uuid`;
  if (!depart) throw fieldFault('departId', '部门不存在');
  await requireGrantable(tx, [roleId]);
  const id = newId();
  const signs = Array.from({ length: SIGN_COUNT }, () => SIGNS[randomInt(SIGNS.length)]).join('');
  await tx.run`
    insert into invitation (tenant_id, id, code_digest, code_hint, role_id, depart_id, max_uses,
      expires_at, remark, inviter_id, create_by, create_time)
    values (${tx.tenant}, ${id}, ${digest(`invitation ${signs}`)}, ${signs.slice(-4)}, ${roleId},
      ${departId}, ${maxUses}, ${new Date(tx.now.getTime() + days * DAY_MS)}, ${remark},
      ${tx.actor.userId}, ${tx.actor.username}, ${tx.now})`;
  audit(tx, INVITATION, [{ rowId: id, action: 'add', diff: { roleId, departId, maxUses, days } }]);
  return { id, code: `${tx.tenant}-${(signs.match(/.{4}/g) ?? []).join('-')}` };
}

/** Takes an invitation back; people who came by it stay. */
export async function deleteInvitation(tx: Tx, id: string): Promise<void> {
  const gone = await tx.run`
    delete from invitation where tenant_id = ${tx.tenant} and id = ${id}::uuid`;
  if (gone === 0) throw notFound();
  audit(tx, INVITATION, [{ rowId: id, action: 'delete' }]);
}

const INVITATION_OVER = '邀请码无效或已过期';

/**
 * The invitation behind a code. It ends with its time, its uses, its tenant, and when whoever gave
 * it is no longer active there or may no longer grant the role.
 * @throws Refusal at the field
 */
export async function findInvitation(
  db: Database,
  digests: (text: string) => string[],
  code: string,
): Promise<OpenInvitation> {
  const [, number, signs] = /^(\d{1,9})-([A-Z2-9]{16})$/.exec(plain(code)) ?? [];
  const tenant = Number(number);
  if (!signs || !(tenant > 0)) throw fieldFault('invitation', INVITATION_OVER);
  const reader = systemActor(tenant, '注册');
  const { found, giver } = await db.tx(reader, async (tx) => {
    const found = await tx.maybe<InvitationRow>`
      select i.id, i.role_id, i.depart_id, i.inviter_id from invitation i
      join tenant t on t.id = i.tenant_id
      join app_user u on u.id = i.inviter_id
      where i.tenant_id = ${tx.tenant} and i.code_digest = any(${digests(`invitation ${signs}`)}::text[])
        and i.uses < i.max_uses and i.expires_at > ${tx.now}::timestamptz
        and u.status = 'active' and ${isOpen(tx.now)} and ${stateOf(tx.now)} = 'active'`;
    return { found, giver: found ? await giverOf(tx, found.inviterId) : null };
  });
  if (!found || !giver) throw fieldFault('invitation', INVITATION_OVER);
  return { id: found.id, giver, roleId: found.roleId, departId: found.departId };
}

interface InvitationRow {
  id: string;
  roleId: string;
  departId: string;
  inviterId: string;
}

async function giverOf(tx: Tx, userId: string): Promise<Actor | null> {
  const rights = await rightsOf(tx, userId);
  if (!rights) return null;
  const { codes, limits, masks, rules } = rights;
  const own = { permissions: codes, limits, masks, ...(rules ? { rules } : {}) };
  return { ...tx.actor, userId, isSystem: false, ...own };
}

/** Runs what an invitation grants; a right that its giver lost meanwhile ends the invitation. */
export async function asGiver<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refusal && error.status === 403) throw fieldFault('invitation', INVITATION_OVER);
    throw error;
  }
}

/** Uses an invitation once, with the transaction. @throws Refusal when the last use is gone */
export async function useInvitation(tx: Tx, id: string): Promise<void> {
  const used = await tx.run`
    update invitation set uses = uses + 1
    where tenant_id = ${tx.tenant} and id = ${id}::uuid and uses < max_uses
      and expires_at > ${tx.now}::timestamptz`;
  if (used === 0) throw fieldFault('invitation', INVITATION_OVER);
}

/** As it was written down or pasted: case, blanks and dashes between the signs do not matter. */
function plain(code: string): string {
  const [number = '', ...signs] = code.normalize('NFKC').toUpperCase().trim().split('-');
  return `${number.trim()}-${signs.join('').replace(/\s/g, '')}`;
}
