import type { Tx } from '#kit/server/database.ts';
import { answer, implement, type Call, type Route } from '#kit/server/route.ts';
import { idOf } from '#kit/server/row-id.ts';
import { sql, type Sql } from '#kit/server/sql.ts';
import { wirePage } from '#kit/server/wire-routes.ts';
import { myDepartCalls } from '../../model/routes/my-departs.ts';
import { user } from '../../model/user.ts';
import { departBranches, type DepartRow } from '../departs.ts';
import type { Services } from '../services.ts';
import { moreOfUser, seenUsers } from '../user-list.ts';
import { idsOf } from '../user-routes.ts';
import { isLedBy, isReached, requireReach, SEES_ALL } from './depart-reach.ts';
import { addMembers, removeMembers } from './depart-members.ts';

/** Departments that the asker leads, with all below them. */
export const ledDeparts = (tx: Tx): Promise<DepartRow[]> =>
  tx.query<DepartRow>(sql`
    select d.* from depart d
    where d.tenant_id = ${tx.tenant} and ${isLedBy(tx, tx.actor.userId)}
    order by d.sort_no, d.org_code`);

/** 我的部门: departments of whom a person leads, and who belongs to them. */
export function myDepartRoutes({ sessions, registry }: Services): Route[] {
  const remove = async (call: Call, ids: readonly string[]) => {
    const departId = idOf(call.query['depId']);
    await call.tx((tx) => removeMembers(tx, sessions, departId, ids));
    return answer('删除成功!');
  };
  return [
    implement(myDepartCalls.tree, (call) =>
      call.tx(async (tx) => {
        const led = await ledDeparts(tx);
        // What the client reads as the person's identity: 2 leads departments.
        return answer(led.length > 0 ? '2' : '1', departBranches(tx, led));
      }),
    ),
    implement(myDepartCalls.members, (call) =>
      call.tx(async (tx) => {
        const { depId, ...rest } = call.query as Record<string, string>;
        const where = await membersWhere(tx, depId);
        const people = { resource: user, rows: () => seenUsers(tx, where), more: moreOfUser };
        return wirePage(tx, people, rest, registry) as Promise<MemberPage>;
      }),
    ),
    implement(myDepartCalls.addMembers, async (call) => {
      const { depId, userIdList } = call.body;
      await call.tx((tx) => addMembers(tx, sessions, idOf(depId), idsOf(userIdList)));
      return answer('添加成功!');
    }),
    implement(myDepartCalls.removeMember, (call) => remove(call, [idOf(call.query.userId)])),
    implement(myDepartCalls.removeMembers, (call) => remove(call, idsOf(call.query.userIds))),
  ];
}

type MemberPage = { total: number; records: Record<string, unknown>[] };

/** People `m` of a department and of those below it; without one, of all that the asker reaches. */
async function membersWhere(tx: Tx, depId: string | undefined): Promise<Sql> {
  const top = depId ? await requireReach(tx, idOf(depId), SEES_ALL) : null;
  const within = top ? sql`starts_with(d.org_code, ${top.orgCode})` : isReached(tx, SEES_ALL);
  return sql`exists (select 1 from user_depart ud
    join depart d on d.tenant_id = ud.tenant_id and d.id = ud.depart_id
    where ud.tenant_id = m.tenant_id and ud.user_id = m.user_id and ${within})`;
}
