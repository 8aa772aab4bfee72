import type { DeclaredPermission } from '#kit/model/permission.ts';
import { MASK_PERMISSIONS } from './permission-code.ts';

const rights = (resource: string, verbs: Record<string, string>): DeclaredPermission[] =>
  Object.entries(verbs).map(([verb, title]) => ({ code: `${resource}:${verb}`, title, resource }));

/** Rights of the hand-written routes of this module, and the field masks. */
export const systemPermissions: readonly DeclaredPermission[] = [
  ...rights('system:user', {
    freeze: '冻结与解冻用户',
    password: '重置用户密码',
    purge: '彻底删除用户',
  }),
  ...rights('system:address', { list: '查询通讯录' }),
  ...rights('system:address', { contact: '查看同事的联系方式' }).map((right) => ({
    ...right,
    isInner: true,
  })),
  ...rights('platform:dict', { edit: '维护平台字典' }).map((right) => ({
    ...right,
    isInner: true,
  })),
  ...rights('platform:message', { code: '查看消息日志里的验证码' }).map((right) => ({
    ...right,
    isInner: true,
  })),
  ...rights('system:tenant', {
    list: '查询租户',
    add: '新增租户',
    edit: '编辑租户',
    delete: '删除租户',
    freeze: '冻结与解冻租户',
    close: '关闭与重新启用租户',
    look: '查看租户（只读）',
  }),
  ...rights('system:ownTenant', { list: '查询本租户', edit: '修改本租户设置' }),
  ...rights('system:role', {
    grant: '角色授权',
  }),
  ...rights('system:depart', { grant: '设置部门权限' }),
  ...rights('system:departRole', { grant: '部门角色授权与分配' }),
  ...rights('system:myDepart', { list: '查询我负责的部门', edit: '管理部门成员' }),
  ...rights('system:permission', { add: '新增菜单', edit: '修改菜单', delete: '删除菜单' }),
  ...rights('system:dataRule', {
    list: '查询菜单与数据规则',
    add: '新增数据规则',
    edit: '修改数据规则',
    delete: '删除数据规则',
  }),
  ...rights('system:announcement', {
    publish: '发布与撤销系统通告',
  }),
  ...rights('system:invitation', { list: '查询邀请', add: '新增邀请', delete: '撤回邀请' }),
  ...rights('system:message', { send: '发送与重发消息' }),
  ...rights('system:messageTemplate', { send: '按模板发送消息' }),
  ...rights('system:storedFile', { upload: '上传文件', delete: '删除文件' }),
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
  ...rights('system:dataLog', { list: '查询数据日志', restore: '恢复数据版本' }),
  ...rights('system:online', { list: '查询在线用户', logout: '强制下线' }),
  ...MASK_PERMISSIONS,
];
