import { text } from '#kit/model/field.ts';
import { shape } from '#kit/model/route.ts';
import { guardedRoute, ownRoute, publicRoute } from './neutral.ts';

/** Shops and warehouses that a person sees; null: all. */
export interface SeenRows {
  shops: string[] | null;
  warehouses: string[] | null;
}

const reading = guardedRoute('system:user:list');
/** A person in the recycle bin. */
export interface DeletedUser {
  id: string;
  username: string;
  realname: string;
  avatar: string | null;
  orgCode: string | null;
  deleteBy: string | null;
  deleteTime: string | null;
}

const deleting = guardedRoute('system:user:delete');
const byIds = { userIds: text('用户') };

const ofUser = { query: { userid: text('用户') } };

/** What is done with people beside their list. */
export const userCalls = {
  freeze: guardedRoute('system:user:freeze')('PUT', '/sys/user/frozenBatch', '冻结或解冻用户', {
    body: shape<{ ids: string; status: number | string }>(),
  }),
  resetPassword: guardedRoute('system:user:password')('PUT', '/sys/user/changePassword', '重置用户密码', {
    body: shape<{ username: string; password: string; confirmPassword?: string }>(),
  }),
  // The page to register asks it too, while nobody is signed in.
  checkOnly: publicRoute('GET', '/sys/user/checkOnlyUser', '用户账号、手机号、邮箱是否已被使用', {
    query: shape<{ id?: string; username?: string; phone?: string; email?: string }>(),
    result: shape<unknown>(),
  }),
  roles: reading('GET', '/sys/user/queryUserRole', '用户的角色', {
    ...ofUser,
    result: shape<string[]>(),
  }),
  /** Tenants that the asker belongs to; all that are open for who adds people where the install is run. */
  tenants: ownRoute('GET', '/sys/tenant/queryList', '可分配的租户', {
    query: { ids: text('租户') },
    result: shape<{ id: number; name: string }[]>(),
  }),
  /** A client that gives ids itself may ask for one; adding a person makes its own. */
  newId: guardedRoute('system:user:add')('GET', '/sys/user/generateUserId', '新用户的编号', {
    result: shape<string>(),
  }),
  named: reading('GET', '/sys/user/queryByIds', '按编号查询用户', {
    query: byIds,
    result: shape<Record<string, unknown>[]>(),
  }),
  /** The thousand who were deleted last; further ones are found by a part of account or name. */
  bin: deleting('GET', '/sys/user/recycleBin', '回收站中的用户', {
    query: { keyWord: text('账号或姓名') },
    result: shape<DeletedUser[]>(),
  }),
  restore: deleting('PUT', '/sys/user/putRecycleBin', '还原回收站中的用户', { body: byIds }),
  purge: guardedRoute('system:user:purge')('DELETE', '/sys/user/deleteRecycleBin', '彻底删除回收站中的用户', {
    query: byIds,
  }),
  scope: reading('GET', '/sys/user/queryUserScope', '用户的店铺与仓库范围', {
    ...ofUser,
    result: shape<SeenRows>(),
  }),
};
