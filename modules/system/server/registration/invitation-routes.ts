import { choice, datetime, integer, text } from '#kit/model/field.ts';
import { isUuid } from '#kit/server/kinds.ts';
import { parseBody } from '#kit/server/parse.ts';
import { answer, type Route } from '#kit/server/route.ts';
import { sql } from '#kit/server/sql.ts';
import { toWireTime } from '#kit/model/time.ts';
import { invitationFields, invitationStates } from '../../model/registration.ts';
import { fieldFault } from './code-addresses.ts';
import { addInvitation, deleteInvitation } from './invitations.ts';
import { readListPage, type ListSource } from '../list-page.ts';
import type { Services } from '../services.ts';
import { idOf } from '../user-routes.ts';

const NEUTRAL = { refusals: 'neutral' } as const;
const may = (verb: string) => ({ permission: `system:invitation:${verb}` });

const INVITATIONS: ListSource = {
  fields: {
    state: choice('状态', invitationStates),
    codeHint: text('邀请码尾号'),
    roleName: text('角色'),
    departName: text('部门'),
    uses: integer('已用次数'),
    maxUses: integer('可用次数'),
    expiresAt: datetime('有效期至'),
    remark: text('备注'),
    createBy: text('邀请人'),
  },
  audit: ['createTime'],
};

/** Invitations by which people join the tenant when they register. */
export function invitationRoutes({ codes }: Services): Route[] {
  return [
    {
      ...NEUTRAL,
      method: 'GET',
      path: '/sys/invitation/list',
      access: may('list'),
      summary: '邀请列表',
      handle: (call) =>
        call.tx(async (tx) => {
          const rows = sql`
            select i.id, i.code_hint, r.name as role_name, d.name as depart_name, i.uses,
              i.max_uses, i.expires_at, i.remark, i.create_by, i.create_time,
              case when i.expires_at <= ${tx.now}::timestamptz then 'expired'
                when i.uses >= i.max_uses then 'used' else 'open' end as state
            from invitation i
            join role r on r.tenant_id = i.tenant_id and r.id = i.role_id
            join depart d on d.tenant_id = i.tenant_id and d.id = i.depart_id
            where i.tenant_id = ${tx.tenant}`;
          const page = await readListPage<InvitationRow>(tx, INVITATIONS, rows, call.query);
          return { ...page, records: page.records.map((row) => toWire(row, tx.actor.zone)) };
        }),
    },
    {
      ...NEUTRAL,
      method: 'POST',
      path: '/sys/invitation/add',
      access: may('add'),
      summary: '新增邀请',
      body: invitationFields,
      handle: async (call) => {
        const { roleId, departId, maxUses, days, remark } = parseBody(invitationFields, call.body, {
          zone: call.actor.zone,
        });
        if (!isUuid(roleId)) throw fieldFault('roleId', '角色不存在');
        if (!isUuid(departId)) throw fieldFault('departId', '部门不存在');
        const given = { roleId, departId, maxUses, days, remark: remark ?? null };
        return answer('添加成功！', await call.tx((tx) => addInvitation(tx, codes.digest, given)));
      },
    },
    {
      ...NEUTRAL,
      method: 'DELETE',
      path: '/sys/invitation/delete',
      access: may('delete'),
      summary: '撤回邀请',
      handle: async (call) => {
        await call.tx((tx) => deleteInvitation(tx, idOf(call.query['id'])));
        return answer('删除成功!');
      },
    },
  ];
}

interface InvitationRow {
  id: string;
  codeHint: string;
  roleName: string;
  departName: string;
  uses: number;
  maxUses: number;
  expiresAt: Date;
  remark: string | null;
  state: 'open' | 'used' | 'expired';
  createBy: string | null;
  createTime: Date;
}

const toWire = (row: InvitationRow, zone: string): Record<string, unknown> => ({
  id: row.id,
  codeHint: row.codeHint,
  roleName: row.roleName,
  departName: row.departName,
  uses: row.uses,
  maxUses: row.maxUses,
  expiresAt: toWireTime(row.expiresAt, zone),
  remark: row.remark,
  state: row.state,
  state_dictText: invitationStates.items[row.state],
  createBy: row.createBy,
  createTime: toWireTime(row.createTime, zone),
});
