import { may, type Actor } from '#kit/server/actor.ts';
import type { Tx } from '#kit/server/database.ts';
import { isUuid } from '#kit/server/kinds.ts';
import { bare, type Route } from '#kit/server/route.ts';
import { sql, type Sql } from '#kit/server/sql.ts';
import { departsOf } from './entrance.ts';
import { departTree } from './departs.ts';
import { readListPage, type Page } from './list-page.ts';
import { USERS, userRows } from './user-list.ts';
import { idOf } from './user-routes.ts';
import { refusedAs, toSysUser, type UserRow } from './wire.ts';

const NEUTRAL = { refusals: 'neutral' } as const;
const MAX_NAMED = 200;

/** Choosing people: active colleagues of the own tenant, with what a picker shows of them. */
export function userPickerRoutes(): Route[] {
  return [
    {
      ...NEUTRAL,
      method: 'GET',
      path: '/sys/user/queryUserComponentData',
      access: 'signedIn',
      summary: '选择用户：分页',
      handle: (call) => call.tx((tx) => pickerPage(tx, call.query)),
    },
    {
      ...NEUTRAL,
      method: 'GET',
      path: '/sys/user/queryUserByDepId',
      access: 'signedIn',
      summary: '选择用户：按部门',
      handle: (call) =>
        call.tx(async (tx) => {
          const { id = '', realname } = call.query;
          const page = await pickerPage(tx, {
            departId: id,
            pageSize: '500',
            ...(realname ? { realname: `*${realname}*` } : {}),
          });
          return page.records;
        }),
    },
    {
      ...NEUTRAL,
      method: 'GET',
      path: '/sys/user/getMultiUser',
      access: 'signedIn',
      summary: '已选用户的姓名',
      // A bare array, no envelope (sic).
      handle: (call) =>
        call.tx(async (tx) => {
          const { id, username } = call.query;
          const names = (id ?? username ?? '').split(',').filter(Boolean).slice(0, MAX_NAMED);
          const named =
            id === undefined
              ? sql`u.username = any(${names}::text[])`
              : sql`u.id = any(${names.filter(isUuid)}::uuid[])`;
          const rows = await tx.query<UserRow>(userRows(tx, named));
          return bare(rows.map((row) => shown(row, tx.actor)));
        }),
    },
    {
      ...NEUTRAL,
      method: 'GET',
      path: '/sys/user/userDepartList',
      access: { permission: 'system:user:list' },
      summary: '用户的部门',
      handle: (call) =>
        call.tx(async (tx) => {
          const rows = await departsOf(tx, idOf(call.query['userId']));
          if (rows.length === 0) return refusedAs(500, '查找失败');
          return departTree(
            rows.map((row) => ({ ...row, parentId: null })),
            tx.actor.zone,
          );
        }),
    },
  ];
}

/** A page of active colleagues as a picker shows them to the caller. */
export async function pickerPage(
  tx: Tx,
  query: Record<string, string>,
): Promise<Page<Record<string, unknown>>> {
  const { departId, username, ...rest } = query;
  const within: Sql = departId
    ? sql`exists (select 1 from user_depart ud where ud.tenant_id = m.tenant_id
        and ud.user_id = m.user_id and ud.depart_id::text = ${departId})`
    : sql`true`;
  const rows = userRows(tx, sql`m.status = 'active' and u.status = 'active' and ${within}`);
  const asked = {
    column: 'createTime',
    order: 'desc',
    ...Object.fromEntries(Object.entries(rest).filter(([key]) => mayAsk(key, tx.actor))),
    ...(username ? { username: `*${username.replaceAll('*', '')}*` } : {}),
  };
  const page = await readListPage<UserRow>(tx, USERS, rows, asked);
  return { ...page, records: page.records.map((row) => shown(row, tx.actor)) };
}

const PRIVATE = ['phone', 'email', 'telephone', 'birthday', 'workNo'];
const maySeeAll = (actor: Actor): boolean => may(actor, 'system:user:list');

/** What is not shown may not be searched or sorted by either; the advanced query could do both. */
function mayAsk(key: string, actor: Actor): boolean {
  if (maySeeAll(actor)) return true;
  return (
    key !== 'superQueryParams' && key !== 'column' && !PRIVATE.some((one) => key.startsWith(one))
  );
}

/** A colleague as a picker shows them; their numbers only to who administers people. */
function shown(row: UserRow, actor: Actor): Record<string, unknown> {
  const user: Record<string, unknown> = toSysUser(row, actor.zone, actor.tenant);
  const keys = ['id', 'username', 'realname', 'avatar', 'sex', 'sex_dictText', 'status'];
  keys.push('post', 'orgCode', 'orgCodeTxt');
  if (maySeeAll(actor)) keys.push(...PRIVATE);
  return Object.fromEntries(keys.map((key) => [key, user[key]]));
}
