import { may, type Actor } from '#kit/server/actor.ts';
import type { Tx } from '#kit/server/database.ts';
import { isUuid } from '#kit/server/kinds.ts';
import { bare, implement, type Route } from '#kit/server/route.ts';
import { sql, type Sql } from '#kit/server/sql.ts';
import { peopleCalls, type Colleague } from '../model/routes/people.ts';
import { departsOf } from './entrance.ts';
import { departTree } from './departs.ts';
import { readListPage, type Page } from './list-page.ts';
import { USERS, userRows } from './user-list.ts';
import { idOf } from './user-routes.ts';
import { refusedAs, toSysUser, type UserRow } from './wire.ts';

const MAX_NAMED = 200;

/** Choosing people: active colleagues of the own tenant, with what a picker shows of them. */
export const userPickerRoutes = (): Route[] => [
  implement(peopleCalls.page, (call) => call.tx((tx) => pickerPage(tx, call.query as Query))),
  implement(peopleCalls.ofDepart, (call) =>
    call.tx(async (tx) => {
      const { id = '', realname } = call.query;
      const page = await pickerPage(tx, {
        departId: id,
        pageSize: '500',
        ...(realname ? { realname: `*${realname}*` } : {}),
      });
      return page.records;
    }),
  ),
  implement(peopleCalls.named, (call) =>
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
  ),
  implement(peopleCalls.departsOf, (call) =>
    call.tx(async (tx) => {
      const rows = await departsOf(tx, idOf(call.query.userId));
      if (rows.length === 0) return refusedAs(500, '查找失败');
      const flat = rows.map((row) => ({ ...row, parentId: null }));
      return departTree(flat, tx.actor.zone);
    }),
  ),
];

type Query = Readonly<Record<string, string>>;

/** A page of active colleagues as a picker shows them to the caller. */
export async function pickerPage(tx: Tx, query: Query): Promise<Page<Colleague>> {
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
function shown(row: UserRow, actor: Actor): Colleague {
  const user = toSysUser(row, actor.zone, actor.tenant);
  const { id, username, realname, avatar, sex, sex_dictText, status } = user;
  const { post, orgCode, orgCodeTxt, phone, email, telephone, birthday, workNo } = user;
  return {
    ...{ id, username, realname, avatar, sex, sex_dictText, status, post, orgCode, orgCodeTxt },
    ...(maySeeAll(actor) ? { phone, email, telephone, birthday, workNo } : {}),
  };
}
