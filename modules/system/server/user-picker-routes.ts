import { may, type Actor } from '#kit/server/actor.ts';
import type { AnyRow } from '#kit/model/row.ts';
import type { AnyResource } from '#kit/model/resource.ts';
import type { Tx } from '#kit/server/database.ts';
import { isUuid } from '#kit/server/kinds.ts';
import type { Page } from '#kit/server/query/list.ts';
import type { Registry } from '#kit/server/registry.ts';
import { bare, implement, type Route } from '#kit/server/route.ts';
import { idOf } from '#kit/server/row-id.ts';
import type { Serve } from '#kit/server/serve.ts';
import { sql, type Sql } from '#kit/server/sql.ts';
import { wirePage, wireRow } from '#kit/server/wire-routes.ts';
import { peopleCalls, type Colleague } from '../model/routes/people.ts';
import { colleague, PRIVATE } from '../model/colleague.ts';
import { departTree } from './departs.ts';
import { departsOf } from './entrance.ts';
import type { Services } from './services.ts';
import { memberOf, moreOfUser, seenUsers } from './user-list.ts';
import { refusedAs } from './wire.ts';

const MAX_NAMED = 200;

/** Choosing people: active colleagues of the own tenant, with what a picker shows of them. */
export function userPickerRoutes({ registry }: Pick<Services, 'registry'>): Route[] {
  return [
    implement(peopleCalls.page, (call) => call.tx((tx) => colleaguePage(tx, registry, call.query as Query))),
    implement(peopleCalls.ofDepart, (call) =>
      call.tx(async (tx) => {
        const { id = '', realname } = call.query;
        const named = realname ? { realname: `*${realname}*` } : {};
        const request = { departId: id, pageSize: '500', ...named };
        return (await colleaguePage(tx, registry, request)).records;
      }),
    ),
    implement(peopleCalls.named, (call) =>
      call.tx(async (tx) => {
        const { id, username } = call.query;
        const names = (id ?? username ?? '').split(',').filter(Boolean).slice(0, MAX_NAMED);
        const named =
          id === undefined ? sql`u.username = any(${names}::text[])` : sql`u.id = any(${names.filter(isUuid)}::uuid[])`;
        const rows = await tx.query<AnyRow>(seenUsers(tx, named));
        return bare(rows.map((row) => wireRow(tx, served(tx.actor), row)));
      }),
    ),
    implement(peopleCalls.departsOf, (call) =>
      call.tx(async (tx) => {
        const rows = await departsOf(tx, idOf(call.query.userId));
        if (rows.length === 0) return refusedAs(500, '查找失败');
        return departTree(
          tx,
          rows.map((row) => ({ ...row, parentId: null })),
        );
      }),
    ),
  ];
}

type Query = Readonly<Record<string, string>>;

/** A page of active colleagues as a picker shows them to the caller. */
export async function colleaguePage(
  tx: Tx,
  registry: Registry,
  query: Query,
): Promise<Page & { records: Colleague[] }> {
  const { departId, username, column, order, ...rest } = query;
  const request = {
    ...rest,
    column: column || 'createTime',
    order: order || 'desc',
    ...(username ? { username: `*${username.replaceAll('*', '')}*` } : {}),
  };
  const rows = (): Sql => colleagueRows(tx, departId ? { departId } : {});
  const page = await wirePage(tx, { ...served(tx.actor), rows }, request, registry);
  return { ...page, records: page.records as Colleague[] };
}

/** Active people of the tenant; `departId` asks for direct members. */
const colleagueRows = (tx: Tx, { departId }: Readonly<Record<string, string>>): Sql =>
  seenUsers(
    tx,
    sql`m.status = 'active' and u.status = 'active'
      and ${departId ? memberOf(departId) : sql`true`}`,
  );

/** Routes above answer it: what is shown depends on who asks. */
export const servedColleagues: Serve = { resource: colleague, rows: colleagueRows, own: ['list'] };

const maySeeAll = (actor: Actor): boolean => may(actor, 'system:user:list');

const shown = Object.entries(colleague.fields).filter(([key]) => !(PRIVATE as readonly string[]).includes(key));
/** Without their numbers: who does not administer people neither sees nor asks for them. */
const discreet: AnyResource = { ...colleague, fields: Object.fromEntries(shown) };

const served = (actor: Actor) => ({
  resource: maySeeAll(actor) ? colleague : discreet,
  more: (tx: Tx, row: Record<string, unknown>) => ({ post: moreOfUser(tx, row)['post'] }),
});
