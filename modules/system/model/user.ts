import { choice, date, flag, text } from '#kit/model/field.ts';
import { defineComposite } from '#kit/model/resource.ts';
import type { WireRow } from '#kit/model/row.ts';
import { sexes, userStatuses } from './dictionaries.ts';

/** What an administrator writes about a person; the password has rules of its own. */
export const userFields = {
  username: text('用户账号', {
    required: true,
    unique: true,
    rule: 'userName',
    max: 18,
    hint: '6到18个字符：字母、数字、下划线',
  }),
  realname: text('用户姓名', { required: true, max: 100 }),
  sex: choice('性别', sexes),
  birthday: date('生日'),
  phone: text('手机号码', { unique: true, rule: 'mobile' }),
  email: text('邮箱', { unique: true, rule: 'email', max: 100 }),
  telephone: text('座机', { max: 45 }),
  workNo: text('工号', { unique: true, max: 100 }),
  avatar: text('头像', { max: 255 }),
};

/** What people are in a tenant. */
export const placeFields = {
  status: choice('状态', userStatuses, { derived: true, always: true }),
  orgCode: text('部门编码', { derived: true }),
  /** A sheet names them, by name or by code. */
  departNames: text('部门', { derived: true, onSheet: true }),
};

/** 用户: people of a tenant, by their account and what they are there. */
export const user = defineComposite(
  {
    module: 'system',
    name: 'user',
    title: '用户',
    fields: {
      ...userFields,
      ...placeFields,
      roleNames: text('角色', { derived: true, onSheet: true }),
      mustChangePassword: flag('须修改密码', { derived: true, always: true }),
      hasSecondFactor: flag('两步验证', { derived: true, always: true }),
    },
    label: 'username',
    list: ['username', 'realname', 'roleNames', 'departNames', 'phone', 'email', 'status'],
    search: ['username', 'realname', 'phone', 'status'],
    form: [
      ['realname', 'workNo'],
      ['phone', 'email'],
      ['sex', 'birthday', 'telephone'],
    ],
  },
  {
    path: '/sys/user',
    table: 'sys_user',
    names: { departNames: 'orgCodeTxt' },
    numbers: ['sex', 'status'],
    constants: { delFlag: 0 },
    texts: { edit: '修改成功!', delete: '删除用户成功', deleteBatch: '批量删除用户成功' },
    serves: ['list', 'add', 'edit', 'delete', 'import', 'export'],
    // Clients of the base ask for the sender of every notice that somebody opens.
    emptyBy: 'username',
  },
);

/** A person as the console has them. */
export type User = WireRow<typeof user>;
