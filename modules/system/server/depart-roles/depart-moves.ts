import { invalid, Refusal } from '#kit/model/refusal.ts';
import { audit } from '#kit/server/audit.ts';
import type { Tx } from '#kit/server/database.ts';
import { splitCodes } from '../../model/permission-code.ts';
import type { DepartMove } from '../../model/routes/departs.ts';
import { requireHeld } from '../guards.ts';
import type { Sessions } from '../sessions.ts';
import {
  movedWith,
  lockTree,
  moveBranch,
  namesIn,
  nextCodeBelow,
  placedDepart,
  renameCode,
  rulesNaming,
  type Placed,
} from './depart-branch.ts';
import { WRITES_ALL } from './depart-reach.ts';
import { requireFrameAsRuled } from '../data-rules/as-ruled.ts';
import { holdToFrame } from './frame-rules.ts';

const DEPART = 'system:depart';

interface DepartMoveRequest {
  id: string;
  /** It only says what would go along. */
  isDry: boolean;
}

/** Moves a department with all below it under another, or among the roots. */
export async function moveDepart(
  tx: Tx,
  sessions: Sessions,
  { id, isDry, parentId }: DepartMoveRequest & { parentId: string | null },
): Promise<DepartMove> {
  await lockTree(tx);
  const depart = await placedDepart(tx, id, 'id');
  const parent = parentId ? await placedDepart(tx, parentId, 'parentId') : null;
  refuseBelow(depart, parent, 'parentId', '部门不能移到自己或自己的下级之下');
  if (depart.parentId === parentId)
    throw invalid([{ field: 'parentId', code: 'same', message: '部门已在该上级之下，请选择其他上级部门' }]);
  const orgCode = await nextCodeBelow(tx, parent);
  const names = await namesIn(tx, depart, true);
  const rules = await rulesNaming(tx, depart.orgCode, true);
  const move: DepartMove = {
    name: depart.name,
    orgCode: [depart.orgCode, orgCode],
    along: [
      movedWith('部门（含下级），编码随新位置改变', names.departs),
      movedWith('成员，仍属于原来的部门', names.members),
      movedWith('当前部门在其中的人，当前部门随编码更新', names.working),
      movedWith('部门角色与部门权限，保持不变', names.roles),
      movedWith('负责人，继续负责', names.directors),
      movedWith('邀请，仍加入原来的部门', names.invitations),
      movedWith(
        '按部门编码限定数据的规则，编码一并更新',
        rules.map(({ name }) => name),
      ),
    ],
  };
  if (isDry) return move;
  await moveBranch(tx, depart, parent, orgCode);
  const diff = { orgCode: move.orgCode, parent: [depart.parentId, parentId] };
  audit(tx, DEPART, [{ rowId: id, action: 'move', diff }]);
  tx.onCommit(() => sessions.forgetTenant(tx.tenant));
  return move;
}

/**
 * Merges a department into another: its members, roles, invitations and the departments below it go
 * there, and it is no more. The frame there grows by what was in its own, so that nobody loses rights by
 * the way; who led it does not lead the other for that.
 */
export async function mergeDepart(
  tx: Tx,
  sessions: Sessions,
  { id, isDry, intoId }: DepartMoveRequest & { intoId: string },
): Promise<DepartMove> {
  requireHeld(tx.actor, [WRITES_ALL]);
  await lockTree(tx);
  const depart = await placedDepart(tx, id, 'id');
  const into = await placedDepart(tx, intoId, 'intoId');
  refuseBelow(depart, into, 'intoId', '部门不能合并到自己或自己的下级');
  const children = await tx.rows<Placed>`
    select id, name, org_code, parent_id from depart
    where tenant_id = ${tx.tenant} and parent_id = ${id} order by org_code for update`;
  const added = await addedToFrame(tx, id, intoId);
  const merge = await mergeShown(tx, { depart, into, children, added });
  requireHeld(
    tx.actor,
    added.flatMap(({ perms }) => splitCodes(perms)),
  );
  if (isDry) return merge;
  for (const child of children) await moveBranch(tx, child, into, await nextCodeBelow(tx, into));
  await takeOver(tx, id, intoId);
  await renameCode(tx, depart.orgCode, into.orgCode, false);
  await dissolve(tx, id);
  await holdToFrame(tx, intoId);
  await requireFrameAsRuled(tx, intoId);
  const diff = { merged: [depart.orgCode, into.orgCode], name: [depart.name, into.name] };
  audit(tx, DEPART, [
    { rowId: id, action: 'merge', diff },
    { rowId: intoId, action: 'merge', diff },
  ]);
  tx.onCommit(() => sessions.forgetTenant(tx.tenant));
  return merge;
}

/** What goes along with a merge. */
async function mergeShown(
  tx: Tx,
  about: {
    depart: Placed;
    into: Placed;
    children: readonly Placed[];
    added: readonly { name: string }[];
  },
): Promise<DepartMove> {
  const { depart, into, children, added } = about;
  const names = await namesIn(tx, depart, false);
  const rules = await rulesNaming(tx, depart.orgCode, true);
  return {
    name: depart.name,
    orgCode: [depart.orgCode, into.orgCode],
    along: [
      movedWith(
        `下级部门，移到“${into.name}”之下`,
        children.map(({ name }) => name),
      ),
      movedWith(`成员，成为“${into.name}”的成员`, names.members),
      movedWith('当前部门在此的人，当前部门随之更新', names.working),
      movedWith(`部门角色及其成员，归入“${into.name}”`, names.roles),
      movedWith(
        `“${into.name}”的部门权限由此增加`,
        added.map(({ name }) => name),
      ),
      movedWith(`负责人，不再负责（不会成为“${into.name}”的负责人）`, names.directors),
      movedWith(`邀请，改为加入“${into.name}”`, names.invitations),
      movedWith(`以此部门为对象的通告，对象改为“${into.name}”`, await noticesTo(tx, depart.id)),
      movedWith(
        '按部门编码限定数据的规则，编码一并更新',
        rules.map(({ name }) => name),
      ),
    ],
  };
}

function refuseBelow(depart: Placed, target: Placed | null, field: string, message: string): void {
  if (target?.orgCode.startsWith(depart.orgCode))
    throw new Refusal('below', message, { errors: [{ field, code: 'below', message }] });
}

/** Menus and buttons that only the frame of the one has. */
const addedToFrame = (tx: Tx, id: string, intoId: string): Promise<{ name: string; perms: string | null }[]> =>
  tx.rows<{ name: string; perms: string | null }>`
    select p.name, p.perms from depart_permission f join permission p on p.id = f.permission_id
    where f.tenant_id = ${tx.tenant} and f.depart_id = ${id} and p.is_live
      and not exists (select 1 from depart_permission o where o.tenant_id = f.tenant_id
        and o.depart_id = ${intoId} and o.permission_id = f.permission_id)
    order by p.sort_no, p.id`;

/** Titles of notices whose readers are named by a department. */
async function noticesTo(tx: Tx, id: string): Promise<string[]> {
  const rows = await tx.rows<{ title: string }>`
    select title from announcement where tenant_id = ${tx.tenant} and deleted_at is null
      and ${id}::uuid = any(depart_ids) order by create_time desc, id desc`;
  return rows.map(({ title }) => title);
}

/** Members, frame, roles with what they grant and who has them, and invitations. */
async function takeOver(tx: Tx, id: string, intoId: string): Promise<void> {
  await tx.run`
    insert into user_depart (tenant_id, user_id, depart_id)
    select tenant_id, user_id, ${intoId}::uuid from user_depart
    where tenant_id = ${tx.tenant} and depart_id = ${id} on conflict do nothing`;
  await tx.run`
    insert into depart_permission (tenant_id, depart_id, permission_id, data_rule_ids)
    select tenant_id, ${intoId}::uuid, permission_id, data_rule_ids from depart_permission
    where tenant_id = ${tx.tenant} and depart_id = ${id} on conflict do nothing`;
  const grants = await tx.rows<{ roleId: string; permissionId: string; rules: string[] }>`
    delete from depart_role_permission where tenant_id = ${tx.tenant} and depart_id = ${id}
    returning depart_role_id as role_id, permission_id, data_rule_ids as rules`;
  const holders = await tx.rows<{ roleId: string; userId: string }>`
    delete from depart_role_user where tenant_id = ${tx.tenant} and depart_id = ${id}
    returning depart_role_id as role_id, user_id`;
  await tx.run`update depart_role set depart_id = ${intoId}::uuid, update_time = ${tx.now},
      update_by = ${tx.actor.username}, version = version + 1
    where tenant_id = ${tx.tenant} and depart_id = ${id}`;
  for (const { roleId, permissionId, rules } of grants)
    await tx.run`
      insert into depart_role_permission (tenant_id, depart_role_id, depart_id, permission_id,
        data_rule_ids, operate_time, operate_by, operate_ip)
      values (${tx.tenant}, ${roleId}, ${intoId}, ${permissionId}, ${rules}::uuid[], ${tx.now},
        ${tx.actor.username}, ${tx.actor.ip})`;
  await tx.run`
    insert into depart_role_user (tenant_id, user_id, depart_role_id, depart_id)
    select ${tx.tenant}, u, r, ${intoId}::uuid from unnest(
      ${holders.map(({ userId }) => userId)}::uuid[],
      ${holders.map(({ roleId }) => roleId)}::uuid[]) as h (u, r)`;
  await tx.run`update invitation set depart_id = ${intoId}::uuid
    where tenant_id = ${tx.tenant} and depart_id = ${id}`;
  await tx.run`update announcement set depart_ids = array_append(
      array_remove(array_remove(depart_ids, ${id}::uuid), ${intoId}::uuid), ${intoId}::uuid)
    where tenant_id = ${tx.tenant} and ${id}::uuid = any(depart_ids)`;
}

async function dissolve(tx: Tx, id: string): Promise<void> {
  await tx.run`update membership set led_departs = array_remove(led_departs, ${id}::uuid)
    where tenant_id = ${tx.tenant} and ${id}::uuid = any(led_departs)`;
  await tx.run`delete from depart where tenant_id = ${tx.tenant} and id = ${id}`;
}
