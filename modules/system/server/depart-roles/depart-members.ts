import { notFound, Refusal } from '#kit/model/refusal.ts';
import { audit } from '#kit/server/audit.ts';
import type { Tx } from '#kit/server/database.ts';
import { requireDepartsAsRuled } from '../data-rules/as-ruled.ts';
import { requireDepartRolesGrantable } from '../guards.ts';
import type { Sessions } from '../sessions.ts';
import { lockUsers, touch } from '../user-admin.ts';
import { requireSeenUsers } from '../user-list.ts';
import { USER } from '../users.ts';
import { requireReach, WRITES_ALL } from './depart-reach.ts';
import { NO_MEMBER } from './depart-role-people.ts';

/** Makes people members of a department; whoever works nowhere works there from now on. */
export async function addMembers(
  tx: Tx,
  sessions: Sessions,
  departId: string,
  ids: readonly string[],
): Promise<number> {
  const { orgCode } = await requireReach(tx, departId, WRITES_ALL);
  const people = (await lockUsers(tx, ids)).map(({ id }) => id);
  if (people.length === 0) throw notFound();
  await requireSeenUsers(tx, people);
  await requireDepartsAsRuled(tx, [departId]);
  const fresh = await tx.rows<{ userId: string }>`
    insert into user_depart (tenant_id, user_id, depart_id)
    select ${tx.tenant}, u, ${departId}::uuid from unnest(${people}::uuid[]) as u
    on conflict do nothing returning user_id`;
  const added = fresh.map(({ userId }) => userId);
  await tx.run`update membership set org_code = coalesce(org_code, ${orgCode})
    where tenant_id = ${tx.tenant} and user_id = any(${added}::uuid[])`;
  await note(tx, sessions, added, [null, orgCode]);
  return added.length;
}

/**
 * Takes members out of a department, and with it the department roles that they had there; who works
 * there works in another of theirs from now on.
 */
export async function removeMembers(
  tx: Tx,
  sessions: Sessions,
  departId: string,
  ids: readonly string[],
): Promise<number> {
  const { orgCode } = await requireReach(tx, departId, WRITES_ALL);
  const people = (await lockUsers(tx, ids)).map(({ id }) => id);
  const members = await tx.rows<{ userId: string }>`
    select user_id from user_depart where tenant_id = ${tx.tenant} and depart_id = ${departId}
      and user_id = any(${people}::uuid[]) order by user_id`;
  const gone = members.map(({ userId }) => userId);
  if (gone.length === 0) throw new Refusal('noMember', NO_MEMBER);
  await requireSeenUsers(tx, gone);
  const held = await tx.rows<{ id: string }>`
    select distinct depart_role_id as id from depart_role_user where tenant_id = ${tx.tenant}
      and depart_id = ${departId} and user_id = any(${gone}::uuid[])`;
  await requireDepartRolesGrantable(
    tx,
    held.map(({ id }) => id),
  );
  await tx.run`delete from user_depart where tenant_id = ${tx.tenant}
    and depart_id = ${departId} and user_id = any(${gone}::uuid[])`;
  await tx.run`
    update membership m set org_code = (select min(d.org_code) from user_depart o
      join depart d on d.tenant_id = o.tenant_id and d.id = o.depart_id
      where o.tenant_id = m.tenant_id and o.user_id = m.user_id)
    where m.tenant_id = ${tx.tenant} and m.user_id = any(${gone}::uuid[])
      and m.org_code = ${orgCode}`;
  await tx.run`update session set org_code = null where tenant_id = ${tx.tenant}
    and user_id = any(${gone}::uuid[]) and org_code = ${orgCode}`;
  await note(tx, sessions, gone, [orgCode, null]);
  return gone.length;
}

async function note(
  tx: Tx,
  sessions: Sessions,
  ids: readonly string[],
  depart: [string | null, string | null],
): Promise<void> {
  await touch(tx, ids);
  audit(
    tx,
    USER,
    ids.map((rowId) => ({ rowId, action: 'edit', diff: { depart } })),
  );
  tx.onCommit(() => {
    for (const id of ids) sessions.forgetUser(id);
  });
}
