import { text } from '#kit/model/field.ts';
import { shape } from '#kit/model/route.ts';
import { guardedRoute, publicRoute } from './neutral.ts';

/** Shops and warehouses that a person sees; null: all. */
export interface SeenRows {
  shops: string[] | null;
  warehouses: string[] | null;
}

const reading = guardedRoute('system:user:list');
const ofUser = { query: { userid: text('用户') } };

/** What is done with people beside their list. */
export const userCalls = {
  freeze: guardedRoute('system:user:freeze')('PUT', '/sys/user/frozenBatch', '冻结或解冻用户', {
    body: shape<{ ids: string; status: number | string }>(),
  }),
  resetPassword: guardedRoute('system:user:password')(
    'PUT',
    '/sys/user/changePassword',
    '重置用户密码',
    { body: shape<{ username: string; password: string; confirmPassword?: string }>() },
  ),
  // The page to register asks it too, while nobody is signed in.
  checkOnly: publicRoute('GET', '/sys/user/checkOnlyUser', '用户账号、手机号、邮箱是否已被使用', {
    query: shape<{ id?: string; username?: string; phone?: string; email?: string }>(),
    result: shape<unknown>(),
  }),
  roles: reading('GET', '/sys/user/queryUserRole', '用户的角色', {
    ...ofUser,
    result: shape<string[]>(),
  }),
  scope: reading('GET', '/sys/user/queryUserScope', '用户的店铺与仓库范围', {
    ...ofUser,
    result: shape<SeenRows>(),
  }),
};
