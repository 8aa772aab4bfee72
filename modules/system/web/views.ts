import { choice, text, type Fields } from '#kit/model/field.ts';
import { defineRegister } from '#kit/model/resource.ts';
import { userStatuses } from '../model/dictionaries.ts';
import { userFields } from '../model/user.ts';

/**
 * Lists of the system routes (`/sys/<name>/list`) as the list of the console reads them. They are
 * views of hand-written routes, not resources: nothing generic is served for them.
 */
export const view = <F extends Fields>(
  name: string,
  title: string,
  fields: F,
  more: {
    label: string;
    list: string[];
    search: string[];
    sort?: { field: string; order: 'asc' | 'desc' };
  },
) =>
  defineRegister({
    module: 'sys',
    name,
    title,
    fields,
    form: [],
    sort: { field: 'createTime', order: 'desc' },
    ...more,
  } as never);

const { username, realname, sex, phone, email, workNo } = userFields;

export const userView = view(
  'user',
  '用户',
  {
    username,
    realname,
    sex,
    phone,
    email,
    workNo,
    status: choice('状态', userStatuses),
    roleNames: text('角色'),
    orgCodeTxt: text('部门'),
  },
  {
    label: 'username',
    list: ['username', 'realname', 'roleNames', 'orgCodeTxt', 'phone', 'email', 'status'],
    search: ['username', 'realname', 'phone', 'status'],
  },
);
