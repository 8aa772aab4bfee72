import type { Fields } from '#kit/model/field.ts';
import { invalid, notFound, Refusal, type FieldError } from '#kit/model/refusal.ts';
import { isUuid } from '#kit/server/kinds.ts';
import { MESSAGES } from '#kit/server/messages.ts';
import { readFields } from '#kit/server/parse.ts';
import { answer, type Call, type Route } from '#kit/server/route.ts';
import { passwordFault } from '../model/password.ts';
import { userFields } from '../model/user.ts';
import { limitCalls } from './attempts.ts';
import { hashPassword } from './password-hash.ts';
import { requireKnownScope } from './row-scope.ts';
import type { Services } from './services.ts';
import { editUser, removeUsers, resetPassword, setFrozen } from './user-admin.ts';
import { userOf, userPage } from './user-list.ts';
import { insertUser, namingTaken, nameKey, type Place, type Profile } from './users.ts';
import { csv, refusedAs } from './wire.ts';

const NEUTRAL = { refusals: 'neutral' } as const;
const may = (verb: string) => ({ permission: `system:user:${verb}` });

/** Administration of people. */
export function userRoutes(services: Services): Route[] {
  const edit = (method: 'PUT' | 'POST'): Route => ({
    ...NEUTRAL,
    method,
    path: '/sys/user/edit',
    access: may('edit'),
    summary: '编辑用户',
    body: userFields,
    handle: (call) => edited(services, call),
  });
  return [
    {
      ...NEUTRAL,
      method: 'GET',
      path: '/sys/user/list',
      access: may('list'),
      summary: '用户列表',
      query: userFields,
      handle: (call) => call.tx((tx) => userPage(tx, call.query)),
    },
    {
      ...NEUTRAL,
      method: 'GET',
      path: '/sys/user/queryById',
      access: may('list'),
      summary: '用户详情',
      handle: async (call) => {
        const user = await call.tx((tx) => userOf(tx, idOf(call.query['id'])));
        if (!user) throw notFound();
        return user;
      },
    },
    {
      ...NEUTRAL,
      method: 'POST',
      path: '/sys/user/add',
      access: may('add'),
      summary: '新增用户',
      body: userFields,
      handle: (call) => added(services, call),
    },
    edit('PUT'),
    edit('POST'),
    {
      ...NEUTRAL,
      method: 'DELETE',
      path: '/sys/user/delete',
      access: may('delete'),
      summary: '删除用户',
      handle: async (call) => {
        await call.tx((tx) => removeUsers(tx, services.sessions, [idOf(call.query['id'])]));
        return answer('删除用户成功');
      },
    },
    {
      ...NEUTRAL,
      method: 'DELETE',
      path: '/sys/user/deleteBatch',
      access: may('delete'),
      summary: '批量删除用户',
      handle: async (call) => {
        const ids = idsOf(call.query['ids']);
        await call.tx((tx) => removeUsers(tx, services.sessions, ids));
        return answer('批量删除用户成功');
      },
    },
    {
      ...NEUTRAL,
      method: 'PUT',
      path: '/sys/user/frozenBatch',
      access: may('freeze'),
      summary: '冻结或解冻用户',
      handle: async (call) => {
        const status = String(call.body['status'] ?? '');
        if (status !== '1' && status !== '2')
          throw invalid([
            { field: 'status', code: 'invalid', message: MESSAGES.notChoice('状态') },
          ]);
        const ids = idsOf(call.body['ids']);
        await call.tx((tx) => setFrozen(tx, services.sessions, ids, status === '2'));
        return answer('操作成功!');
      },
    },
    {
      ...NEUTRAL,
      method: 'PUT',
      path: '/sys/user/changePassword',
      access: may('password'),
      summary: '重置用户密码',
      handle: (call) => passwordReset(services, call),
    },
    ...lookupRoutes(services),
  ];
}

function lookupRoutes({ db, sessions }: Services): Route[] {
  return [
    {
      ...NEUTRAL,
      method: 'GET',
      path: '/sys/user/checkOnlyUser',
      // The page to register asks it too, while nobody is signed in.
      access: 'public',
      summary: '用户账号、手机号、邮箱是否已被使用',
      handle: async (call) => {
        const session = call.token ? await sessions.find(call.token) : null;
        // A stranger learns nothing: whether a name is free, registration says, to whom it may.
        if (!session) return answer('');
        await limitCalls(db, { kind: 'lookup', subject: session.userId }, 60);
        const { username, phone, email } = call.query;
        const taken = await db.platform(
          (tx) => tx.maybe<{ id: string }>`
            select id from app_user where username_key = ${username ? nameKey(username) : null}::text
              or phone = ${phone ?? null}::text or email_key = ${email ? nameKey(email) : null}::text
            limit 1`,
        );
        if (taken && taken.id !== call.query['id']) return refusedAs(500, '用户账号已存在');
        return answer('');
      },
    },
    {
      ...NEUTRAL,
      method: 'GET',
      path: '/sys/user/queryUserRole',
      access: may('list'),
      summary: '用户的角色',
      handle: async (call) => {
        const id = idOf(call.query['userid']);
        const roles = await call.tx(
          (tx) => tx.rows<{ id: string }>`
            select ur.role_id as id from user_role ur
            join membership m on m.tenant_id = ur.tenant_id and m.user_id = ur.user_id
            where ur.tenant_id = ${tx.tenant} and ur.user_id = ${id} order by ur.role_id`,
        );
        if (roles.length === 0) return refusedAs(500, '未找到用户相关角色信息');
        return roles.map((role) => role.id);
      },
    },
    {
      ...NEUTRAL,
      method: 'GET',
      path: '/sys/user/queryUserScope',
      access: may('list'),
      summary: '用户的店铺与仓库范围',
      handle: async (call) => {
        const id = idOf(call.query['userid']);
        const scope = await call.tx(
          (tx) => tx.maybe<{ shops: string[] | null; warehouses: string[] | null }>`
            select shops, warehouses from user_scope
            where tenant_id = ${tx.tenant} and user_id = ${id}`,
        );
        return scope ?? { shops: null, warehouses: null };
      },
    },
  ];
}

async function added({ scopeRegister }: Services, call: Call): Promise<unknown> {
  const { profile, errors } = readProfile(call, userFields, false);
  const password = call.body['password'];
  const fault =
    typeof password === 'string' && password !== ''
      ? passwordFault(password, String(profile.username ?? ''))
      : MESSAGES.required('登录密码');
  if (fault) errors.push({ field: 'password', code: 'invalid', message: fault });
  if (errors.length > 0) throw invalid(errors);
  const place = readPlace(call);
  const hash = await hashPassword(password as string);
  const mustChangePassword = call.body['mustChangePassword'] === true;
  const id = await namingTaken(() =>
    call.tx(async (tx) => {
      const person = { ...(profile as unknown as Profile), ...place, password: '' };
      const made = await insertUser(tx, { ...person, mustChangePassword }, hash);
      await requireKnownScope(tx, scopeRegister, place);
      return made;
    }),
  );
  return answer('添加成功！', { id });
}

async function edited({ sessions, scopeRegister }: Services, call: Call): Promise<unknown> {
  const id = idOf(call.body['id']);
  const { username: _fixed, ...editable } = userFields;
  const { profile, errors } = readProfile(call, editable, true);
  if (errors.length > 0) throw invalid(errors);
  const place = readPlace(call);
  await namingTaken(() =>
    call.tx(async (tx) => {
      await editUser(tx, sessions, id, profile, place);
      await requireKnownScope(tx, scopeRegister, place);
    }),
  );
  return answer('修改成功!');
}

async function passwordReset({ sessions }: Services, call: Call): Promise<unknown> {
  const { username, password, confirmPassword } = call.body;
  if (typeof username !== 'string' || username === '')
    throw new Refusal('notFound', '用户不存在！');
  const fault =
    typeof password === 'string' ? passwordFault(password, username) : '新密码不允许为空!';
  if (fault) throw invalid([{ field: 'password', code: 'invalid', message: fault }]);
  if (confirmPassword !== undefined && confirmPassword !== password)
    throw invalid([{ field: 'confirmPassword', code: 'invalid', message: '两次输入密码不一致!' }]);
  const hash = await hashPassword(password as string);
  await call.tx((tx) => resetPassword(tx, sessions, username, hash));
  return answer('密码修改成功!');
}

/** Sex comes as a number from the stock client; work number belongs to the place. */
function readProfile(
  call: Call,
  fields: Fields,
  partial: boolean,
): { profile: Partial<Profile>; errors: FieldError[] } {
  const { sex, ...body } = call.body;
  if (sex !== undefined) body['sex'] = typeof sex === 'number' ? String(sex) : sex;
  const { values, errors } = readFields(fields, body, { zone: call.actor.zone, partial });
  delete values['workNo'];
  return { profile: values as Partial<Profile>, errors };
}

function readPlace(call: Call): Place {
  const { body } = call;
  const place: Place = {};
  const [posts, roles, departs] = [
    csv(body['post']),
    csv(body['selectedroles']),
    csv(body['selecteddeparts']),
  ];
  if (body['workNo'] !== undefined) place.workNo = String(body['workNo'] ?? '').trim() || null;
  if (posts) place.posts = posts.slice(0, 50);
  if (roles) place.roles = roles.slice(0, 200);
  if (departs) place.departs = departs.slice(0, 500);
  if (body['userIdentity'] !== undefined) place.isSuperior = String(body['userIdentity']) === '2';
  const led = csv(body['departIds']);
  if (led) place.ledDeparts = led.filter(isUuid);
  if (body['shops'] !== undefined) place.shops = scopeOf(body['shops'], 'shops', '店铺范围');
  if (body['warehouses'] !== undefined)
    place.warehouses = scopeOf(body['warehouses'], 'warehouses', '仓库范围');
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

export function idOf(value: unknown): string {
  if (!isUuid(value)) throw notFound();
  return value.toLowerCase();
}

export function idsOf(value: unknown): string[] {
  const ids = (csv(value) ?? []).filter(isUuid).slice(0, 1000);
  if (ids.length === 0) throw new Refusal('noneSelected', MESSAGES.noneSelected);
  return ids;
}
