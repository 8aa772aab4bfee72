import { notFound } from '#kit/model/refusal.ts';
import { audit } from '#kit/server/audit.ts';
import type { Tx } from '#kit/server/database.ts';
import { keepingAnAdmin, requireGrantable, requireOutranks } from './guards.ts';
import type { Sessions } from './sessions.ts';
import { lockUsers, touch } from './user-admin.ts';
import { USER } from './users.ts';

/** Gives a role to people. @returns how many did not have it */
export const giveRole = (tx: Tx, sessions: Sessions, roleId: string, ids: readonly string[]) =>
  changeHolders(
    tx,
    sessions,
    roleId,
    ids,
    (found, has) => found.filter((id) => !has.has(id)),
    (changed, code) => ({
      diff: { role: [null, code] },
      write: () => tx.run`
        insert into user_role (tenant_id, user_id, role_id)
        select ${tx.tenant}, u, ${roleId}::uuid from unnest(${changed}::uuid[]) as u
        on conflict do nothing`,
    }),
  );

/** Takes a role from people; the last administrator keeps theirs. @returns how many had it */
export const takeRole = (tx: Tx, sessions: Sessions, roleId: string, ids: readonly string[]) =>
  changeHolders(
    tx,
    sessions,
    roleId,
    ids,
    (found, has) => found.filter((id) => has.has(id)),
    (changed, code) => ({
      diff: { role: [code, null] },
      write: () => tx.run`delete from user_role where tenant_id = ${tx.tenant}
        and role_id = ${roleId} and user_id = any(${changed}::uuid[])`,
    }),
  );

async function changeHolders(
  tx: Tx,
  sessions: Sessions,
  roleId: string,
  ids: readonly string[],
  pick: (found: string[], has: ReadonlySet<string>) => string[],
  change: (changed: readonly string[], code: string) => { diff: Record<string, unknown>; write: () => Promise<number> },
): Promise<number> {
  const role = await tx.maybe<{ code: string }>`
    select code from role where tenant_id = ${tx.tenant} and id = ${roleId} for share`;
  const people = role ? await lockUsers(tx, ids) : [];
  if (!role || people.length === 0) throw notFound();
  await requireGrantable(tx, [roleId]);
  const holders = await tx.rows<{ id: string }>`
    select user_id as id from user_role where tenant_id = ${tx.tenant} and role_id = ${roleId}
      and user_id = any(${ids}::uuid[])`;
  const changed = pick(
    people.map(({ id }) => id),
    new Set(holders.map(({ id }) => id)),
  );
  if (changed.length === 0) return 0;
  await requireOutranks(tx, changed);
  const { diff, write } = change(changed, role.code);
  await keepingAnAdmin(tx, write);
  await touch(tx, changed);
  audit(
    tx,
    USER,
    changed.map((rowId) => ({ rowId, action: 'edit', diff })),
  );
  tx.onCommit(() => {
    for (const id of changed) sessions.forgetUser(id);
  });
  return changed.length;
}
