import { invalid, Refusal } from '#kit/model/refusal.ts';
import type { AnyRow, WrittenOf } from '#kit/model/row.ts';
import { may } from '#kit/server/actor.ts';
import { newId, type Database } from '#kit/server/database.ts';
import { isUuid } from '#kit/server/kinds.ts';
import { MESSAGES } from '#kit/server/messages.ts';
import { answer, implement, type Answer, type Call, type CallOf, type Route } from '#kit/server/route.ts';
import { idOf } from '#kit/server/row-id.ts';
import type { Serve, Store } from '#kit/server/serve.ts';
import { sql } from '#kit/server/sql.ts';
import { wireRow } from '#kit/server/wire-routes.ts';
import { OPERATOR_TENANT } from '../model/operator-tenant.ts';
import { passwordFault } from '../model/password.ts';
import { userCalls, type SeenRows } from '../model/routes/users.ts';
import { user } from '../model/user.ts';
import { limitCalls } from './attempts.ts';
import { placesOf } from './admit.ts';
import { hashPassword } from './password-hash.ts';
import { deletedUsers, purgeUsers, restoreUsers } from './recycle-bin.ts';
import { requireKnownScope } from './row-scope.ts';
import type { Services } from './services.ts';
import { editUser, removeUsers, resetPassword, setFrozen } from './user-admin.ts';
import { listedUsers, moreOfUser, requireSeenUsers, seenUsers } from './user-list.ts';
import { userSheet } from './user-sheet.ts';
import { insertUser, namingTaken, nameKey, type Place, type Profile } from './users.ts';
import { csv, refusedAs } from './wire.ts';

type PeopleServices = Pick<Services, 'sessions' | 'scopeRegister'>;

/** People as they are listed and administered. */
export const servedUsers = ({ sessions, scopeRegister }: PeopleServices): Serve => ({
  resource: user,
  rows: listedUsers,
  more: moreOfUser,
  store: {
    fixed: ['username'],
    faults: ({ body }, { username }, id) => (id === null ? newPasswordFaults(body, username) : []),
    async add(call, values) {
      const hash = await hashPassword(String(call.body['password']));
      const person = { ...profileOf(values), ...readPlace(call), password: '' } as Profile & Place;
      const mustChangePassword = call.body['mustChangePassword'] === true;
      return namingTaken(() =>
        call.tx(async (tx) => {
          const id = await insertUser(tx, { ...person, password: '', mustChangePassword }, hash);
          await requireKnownScope(tx, scopeRegister, person);
          return { id };
        }),
      );
    },
    edit(call, id, values, version) {
      const place = readPlace(call);
      return namingTaken(() =>
        call.tx(async (tx) => {
          await editUser(tx, sessions, id, profileOf(values), place, version);
          await requireKnownScope(tx, scopeRegister, place);
        }),
      );
    },
    remove: (call, ids) => call.tx((tx) => removeUsers(tx, sessions, ids)),
    note: assignmentNote,
    sheet: userSheet(sessions),
  } satisfies Store<typeof user>,
});

/** 租户分配 of a client of the base: the message says that nobody is put into another tenant from without. */
function assignmentNote({ actor, body }: Call): string {
  const others = (csv(body['relTenantIds']) ?? []).filter((id) => id !== String(actor.tenant));
  return others.length === 0 ? '' : '租户分配未改变：加入其他租户需由该租户发出邀请，本人接受后生效。';
}

function newPasswordFaults({ password }: Record<string, unknown>, username: unknown) {
  const message =
    typeof password === 'string' && password !== ''
      ? passwordFault(password, String(username ?? ''))
      : MESSAGES.required('登录密码');
  return message ? [{ field: 'password', code: 'invalid', message }] : [];
}

/** What belongs to the account; the work number belongs to the place. */
function profileOf(values: WrittenOf<typeof user>): Partial<Profile> {
  const { workNo: _place, ...profile } = values;
  return profile as Partial<Profile>;
}

/** What is done with people beside their list. */
export function userRoutes(services: Services): Route[] {
  return [
    implement(userCalls.freeze, async (call) => {
      const status = String(call.body.status ?? '');
      if (status !== '1' && status !== '2')
        throw invalid([{ field: 'status', code: 'invalid', message: MESSAGES.notChoice('状态') }]);
      const ids = idsOf(call.body.ids);
      await call.tx((tx) => setFrozen(tx, services.sessions, ids, status === '2'));
      return answer('操作成功!');
    }),
    implement(userCalls.resetPassword, (call) => passwordReset(services, call)),
    ...lookupRoutes(services),
    ...binRoutes(services),
  ];
}

export function idsOf(value: unknown): string[] {
  const ids = (csv(value) ?? []).filter(isUuid).slice(0, 1000);
  if (ids.length === 0) throw new Refusal('noneSelected', MESSAGES.noneSelected);
  return ids;
}

/** People who were taken out of the tenant. */
const binRoutes = ({ sessions }: Services): Route[] => [
  implement(userCalls.bin, (call) => call.tx((tx) => deletedUsers(tx, call.query.keyWord))),
  implement(userCalls.restore, async (call) => {
    const ids = idsOf(call.body.userIds);
    await call.tx((tx) => restoreUsers(tx, sessions, ids));
    return answer('还原成功');
  }),
  implement(userCalls.purge, async (call) => {
    const ids = idsOf(call.query.userIds);
    await call.tx((tx) => purgeUsers(tx, ids));
    return answer('删除成功');
  }),
];

function lookupRoutes({ db, sessions }: Services): Route[] {
  return [
    implement(userCalls.checkOnly, async (call) => {
      const session = call.token ? await sessions.find(call.token) : null;
      // A stranger learns nothing: whether a name is free, registration says, to whom it may.
      if (!session) return answer('');
      await limitCalls(db, { kind: 'lookup', subject: session.userId }, 60);
      const { username, phone, email, id } = call.query;
      const taken = await db.platform(
        (tx) => tx.maybe<{ id: string }>`
          select id from app_user where username_key = ${username ? nameKey(username) : null}::text
            or phone = ${phone ?? null}::text or email_key = ${email ? nameKey(email) : null}::text
          limit 1`,
      );
      return taken && taken.id !== id ? refusedAs(500, '用户账号已存在') : answer('');
    }),
    implement(userCalls.roles, async (call) => {
      const id = idOf(call.query.userid);
      const roles = await call.tx(async (tx) => {
        await requireSeenUsers(tx, [id]);
        return tx.rows<{ id: string }>`
          select ur.role_id as id from user_role ur
          join membership m on m.tenant_id = ur.tenant_id and m.user_id = ur.user_id
          where ur.tenant_id = ${tx.tenant} and ur.user_id = ${id} order by ur.role_id`;
      });
      if (roles.length === 0) return refusedAs(500, '未找到用户相关角色信息');
      return roles.map((role) => role.id);
    }),
    implement(userCalls.tenants, (call) => tenantsFor(db, call)),
    implement(userCalls.newId, async () => newId()),
    implement(userCalls.named, (call) =>
      call.tx(async (tx) => {
        const ids = (call.query.userIds ?? '').split(',').filter(isUuid).slice(0, 500);
        const rows = await tx.query<AnyRow>(seenUsers(tx, sql`m.user_id = any(${ids}::uuid[])`));
        return rows.map((row) => wireRow(tx, { resource: user, more: moreOfUser }, row));
      }),
    ),
    implement(userCalls.scope, async (call) => {
      const id = idOf(call.query.userid);
      const scope = await call.tx(async (tx) => {
        await requireSeenUsers(tx, [id]);
        return tx.maybe<SeenRows>`
          select shops, warehouses from user_scope
          where tenant_id = ${tx.tenant} and user_id = ${id}`;
      });
      return scope ?? { shops: null, warehouses: null };
    }),
  ];
}

/** Open tenants, the ones that `ids` names where it names any. */
async function tenantsFor(
  db: Database,
  { actor, query }: CallOf<typeof userCalls.tenants>,
): Promise<{ id: number; name: string }[]> {
  const request = query.ids ? query.ids.split(',').map((id) => id.trim()) : null;
  const all = actor.tenant === OPERATOR_TENANT && may(actor, 'system:user:add');
  const found = all
    ? await db.platform(
        (tx) => tx.rows<{ id: number; name: string }>`
          select id, name from tenant where status = 'active' order by id`,
      )
    : (await placesOf(db, { id: actor.userId ?? '', status: 'active' })).map(({ tenant, tenantName }) => ({
        id: tenant,
        name: tenantName,
      }));
  return found.filter(({ id }) => request === null || request.includes(String(id)));
}

async function passwordReset(
  { sessions }: Services,
  call: CallOf<typeof userCalls.resetPassword>,
): Promise<Answer<null>> {
  const { username, password, confirmPassword } = call.body;
  if (typeof username !== 'string' || username === '') throw new Refusal('notFound', '用户不存在！');
  const fault = typeof password === 'string' ? passwordFault(password, username) : '新密码不允许为空!';
  if (fault) throw invalid([{ field: 'password', code: 'invalid', message: fault }]);
  if (confirmPassword !== undefined && confirmPassword !== password)
    throw invalid([{ field: 'confirmPassword', code: 'invalid', message: '两次输入密码不一致!' }]);
  const hash = await hashPassword(password as string);
  await call.tx((tx) => resetPassword(tx, sessions, username, hash));
  return answer('密码修改成功!');
}

function readPlace(call: Call): Place {
  const { body } = call;
  const place: Place = {};
  const [posts, roles, departs] = [csv(body['post']), csv(body['selectedroles']), csv(body['selecteddeparts'])];
  if (body['workNo'] !== undefined) place.workNo = String(body['workNo'] ?? '').trim() || null;
  if (posts) place.posts = posts.slice(0, 50);
  if (roles) place.roles = roles.slice(0, 200);
  if (departs) place.departs = departs.slice(0, 500);
  if (body['userIdentity'] !== undefined) place.isSuperior = String(body['userIdentity']) === '2';
  const led = csv(body['departIds']);
  if (led) place.ledDeparts = led.filter(isUuid);
  if (body['shops'] !== undefined) place.shops = scopeOf(body['shops'], 'shops', '店铺范围');
  if (body['warehouses'] !== undefined) place.warehouses = scopeOf(body['warehouses'], 'warehouses', '仓库范围');
  return place;
}

/** null = all; otherwise ids. An empty list means none at all, never all. */
function scopeOf(value: unknown, field: string, title: string): string[] | null {
  if (value === null) return null;
  const ids = csv(value) ?? [];
  if (!ids.every(isUuid) || ids.length > 1000)
    throw invalid([{ field, code: 'invalid', message: MESSAGES.notText(title) }]);
  return ids.map((id) => id.toLowerCase());
}
