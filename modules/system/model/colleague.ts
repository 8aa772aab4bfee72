import { datetime } from '#kit/model/field.ts';
import { defineView } from '#kit/model/resource.ts';
import { placeFields, userFields } from './user.ts';

/** People as their colleagues choose them: routes of their own answer it (user-picker-routes.ts). */
export const colleague = defineView(
  {
    module: 'system',
    name: 'colleague',
    title: '用户',
    fields: { ...userFields, ...placeFields, createTime: datetime('创建时间') },
    label: 'realname',
    list: ['username', 'realname', 'sex', 'phone', 'departNames'],
    search: ['realname', 'username'],
  },
  {
    path: '/sys/user',
    paths: { list: 'queryUserComponentData' },
    names: { departNames: 'orgCodeTxt' },
    numbers: ['sex', 'status'],
    open: ['list'],
  },
);

/** What of a colleague is shown to those alone who administer people. */
export const PRIVATE = ['phone', 'email', 'telephone', 'birthday', 'workNo'] as const;
