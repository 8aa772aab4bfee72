import { choice, datetime, integer, text, type Fields } from '#kit/model/field.ts';
import { fileJobDirections, fileJobStatuses } from '#kit/model/file-job.ts';
import { defineRegister } from '#kit/model/resource.ts';
import { userStatuses } from '../model/dictionaries.ts';
import { invitationStates } from '../model/registration.ts';
import { roleFields, userFields } from '../model/user.ts';

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

export const roleView = view('role', '角色', roleFields, {
  label: 'roleName',
  list: ['roleName', 'roleCode', 'description', 'createTime'],
  search: ['roleName', 'roleCode'],
});

export const fileJobView = view(
  'fileJob',
  '导入导出',
  {
    direction: choice('类型', fileJobDirections),
    resource: text('数据'),
    fileName: text('文件'),
    status: choice('状态', fileJobStatuses),
    total: integer('总行数'),
    failed: integer('错误'),
    message: text('结果'),
    createBy: text('操作人'),
  },
  {
    label: 'fileName',
    list: ['createTime', 'resource', 'fileName', 'status', 'message', 'createBy'],
    search: ['direction', 'status', 'fileName', 'createTime'],
  },
);

export const invitationView = view(
  'invitation',
  '邀请',
  {
    codeHint: text('邀请码尾号'),
    roleName: text('角色'),
    departName: text('部门'),
    state: choice('状态', invitationStates),
    uses: integer('已用次数'),
    maxUses: integer('可用次数'),
    expiresAt: datetime('有效期至'),
    remark: text('备注'),
    createBy: text('邀请人'),
  },
  {
    label: 'codeHint',
    list: ['codeHint', 'roleName', 'departName', 'state', 'uses', 'expiresAt', 'remark'],
    search: ['state', 'remark', 'codeHint'],
  },
);
