import { notFound, Refusal } from '#kit/model/refusal.ts';
import { audit } from '#kit/server/audit.ts';
import type { Tx } from '#kit/server/database.ts';
import { requireDepartRolesGrantable } from '../guards.ts';
import type { Sessions } from '../sessions.ts';
import { lockUsers, touch } from '../user-admin.ts';
import { requireSeenUsers } from '../user-list.ts';
import { USER } from '../users.ts';
import { lockRole, type FoundRole } from './depart-role-grants.ts';

/** Said of somebody who is no member of the department that it is about. */
export const NO_MEMBER = '当前选中部门与用户无关联关系!';

/**
 * Gives and takes department roles of one person, who has to be a member of their department; it
 * reaches their sessions at once.
 */
export async function setRolesOfMember(
  tx: Tx,
  sessions: Sessions,
  userId: string,
  change: { given: readonly string[]; taken: readonly string[] },
): Promise<void> {
  const roles: FoundRole[] = [];
  for (const id of [...change.given, ...change.taken].sort()) roles.push(await lockRole(tx, id));
  const [person] = await lockUsers(tx, [userId]);
  if (!person) throw notFound();
  await requireSeenUsers(tx, [userId]);
  await requireDepartRolesGrantable(
    tx,
    roles.map(({ id }) => id),
  );
  const given = roles.filter(({ id }) => change.given.includes(id));
  const departs = [...new Set(given.map(({ departId }) => departId))];
  const { n } = await tx.one<{ n: number }>`
    select count(*)::integer as n from user_depart where tenant_id = ${tx.tenant}
      and user_id = ${userId} and depart_id = any(${departs}::uuid[])`;
  if (n < departs.length) throw new Refusal('noMember', NO_MEMBER);
  await tx.run`delete from depart_role_user where tenant_id = ${tx.tenant}
    and user_id = ${userId} and depart_role_id = any(${[...change.taken]}::uuid[])`;
  await tx.run`
    insert into depart_role_user (tenant_id, user_id, depart_role_id, depart_id)
    select ${tx.tenant}, ${userId}::uuid, r.id, r.depart_id from depart_role r
    where r.tenant_id = ${tx.tenant} and r.id = any(${given.map(({ id }) => id)}::uuid[])
    on conflict do nothing`;
  await touch(tx, [userId]);
  const codesOf = (ids: readonly string[]): string[] =>
    roles.filter(({ id }) => ids.includes(id)).map(({ code }) => code);
  const diff = { departRoles: [codesOf(change.taken), codesOf(change.given)] };
  audit(tx, USER, [{ rowId: userId, action: 'edit', diff }]);
  tx.onCommit(() => sessions.forgetUser(userId));
}
