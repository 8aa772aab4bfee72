import type { DeclaredPermission } from '#kit/model/permission.ts';
import { MASK_PERMISSIONS } from './permission-code.ts';

const rights = (resource: string, verbs: Record<string, string>): DeclaredPermission[] =>
  Object.entries(verbs).map(([verb, title]) => ({ code: `${resource}:${verb}`, title, resource }));

/** Rights of the hand-written routes of this module, and the field masks. */
export const systemPermissions: readonly DeclaredPermission[] = [
  ...rights('system:user', {
    freeze: '冻结与解冻用户',
    password: '重置用户密码',
  }),
  ...rights('system:role', {
    grant: '角色授权',
  }),
  ...rights('system:announcement', {
    publish: '发布与撤销系统通告',
  }),
  ...rights('system:invitation', { list: '查询邀请', add: '新增邀请', delete: '撤回邀请' }),
  ...rights('system:message', { list: '查询消息日志' }),
  // Everybody's own work is open to them; these are asked for where it is somebody else's.
  ...rights('system:fileJob', {
    list: '查询全部导入导出任务',
    cancel: '取消他人的导入导出任务',
  }).map((right) => ({ ...right, isInner: true })),
  ...rights('system:listView', { manage: '修改与删除他人共享的列表视图' }).map((right) => ({
    ...right,
    isInner: true,
  })),
  ...rights('system:log', { list: '查询日志' }),
  ...rights('system:online', { list: '查询在线用户', logout: '强制下线' }),
  ...MASK_PERMISSIONS,
];
