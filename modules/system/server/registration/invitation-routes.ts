import type { Tx } from '#kit/server/database.ts';
import { isUuid } from '#kit/server/kinds.ts';
import { parseBody } from '#kit/server/parse.ts';
import { answer, implement, type Route } from '#kit/server/route.ts';
import { sql, type Sql } from '#kit/server/sql.ts';
import { idOf } from '#kit/server/row-id.ts';
import { invitationFields } from '../../model/registration.ts';
import { invitationCalls } from '../../model/routes/registration.ts';
import { fieldFault } from './code-addresses.ts';
import { addInvitation, deleteInvitation } from './invitations.ts';
import type { Services } from '../services.ts';

/** Invitations of the tenant and what has become of them. */
export const invitationRows = (tx: Tx): Sql => sql`
  select i.id, i.code_hint, r.name as role_name, d.name as depart_name, i.uses, i.max_uses,
    i.expires_at, i.remark, i.create_by, i.create_time,
    case when i.expires_at <= ${tx.now}::timestamptz then 'expired'
      when i.uses >= i.max_uses then 'used' else 'open' end as state
  from invitation i
  join role r on r.tenant_id = i.tenant_id and r.id = i.role_id
  join depart d on d.tenant_id = i.tenant_id and d.id = i.depart_id
  where i.tenant_id = ${tx.tenant}`;

/** Inviting people, who join the tenant by it when they register. */
export const invitationRoutes = ({ codes }: Services): Route[] => [
  implement(invitationCalls.add, async (call) => {
    const { roleId, departId, maxUses, days, remark } = parseBody(invitationFields, call.body, {
      zone: call.actor.zone,
    });
    if (!isUuid(roleId)) throw fieldFault('roleId', '角色不存在');
    if (!isUuid(departId)) throw fieldFault('departId', '部门不存在');
    const given = { roleId, departId, maxUses, days, remark: remark ?? null };
    return answer('添加成功！', await call.tx((tx) => addInvitation(tx, codes.digest, given)));
  }),
  implement(invitationCalls.delete, async (call) => {
    await call.tx((tx) => deleteInvitation(tx, idOf(call.query.id)));
    return answer('删除成功!');
  }),
];
