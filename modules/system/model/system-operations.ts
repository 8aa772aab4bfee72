import { movePermission, type AnyLifecycle, type Move } from '#kit/model/lifecycle.ts';

/** Something the operation log names that is no right of its own. */
export interface SystemOperation {
  /** `{module}:{resource}:{action}`. */
  code: string;
  title: string;
}

/** Deeds of this module that have another name than the right they need, or need none. */
const OWN: readonly SystemOperation[] = [
  { code: 'system:access:refuse', title: '越权操作被拒绝' },
  { code: 'system:user:changePassword', title: '修改自己的密码' },
  { code: 'system:user:recoverPassword', title: '通过验证码找回密码' },
  { code: 'system:user:linkThird', title: '绑定第三方账号' },
  { code: 'system:user:unlinkThird', title: '解除第三方账号绑定' },
  { code: 'system:user:turnOnSecondFactor', title: '开启两步验证' },
  { code: 'system:user:turnOffSecondFactor', title: '关闭两步验证' },
  { code: 'system:user:renewRecoveryCodes', title: '重新生成恢复码' },
  { code: 'system:user:useRecoveryCode', title: '使用恢复码登录' },
  { code: 'system:user:resetSecondFactor', title: '重置用户的两步验证' },
  { code: 'system:user:editOwn', title: '修改自己的资料' },
  { code: 'system:user:changeAvatar', title: '修改自己的头像' },
  { code: 'system:user:join', title: '凭邀请码加入团队' },
  { code: 'system:user:endSession', title: '让自己的其他设备下线' },
  { code: 'system:user:restore', title: '从回收站还原用户' },
  { code: 'system:user:thaw', title: '解冻用户' },
  { code: 'system:tenant:thaw', title: '解冻租户' },
  { code: 'system:tenant:freeze', title: '冻结租户' },
  { code: 'system:tenant:close', title: '关闭租户' },
  { code: 'system:tenant:reopen', title: '重新启用租户' },
  { code: 'system:tenant:addAdmin', title: '新增租户管理员' },
  { code: 'system:tenant:look', title: '平台查看租户（只读）' },
  { code: 'system:tenant:endLook', title: '结束平台查看' },
  { code: 'system:plan:menus', title: '修改套餐的菜单与按钮' },
  { code: 'system:user:freeze', title: '冻结用户' },
  { code: 'system:permission:restore', title: '恢复菜单默认设置' },
  { code: 'system:role:dataRule', title: '设置角色的数据规则' },
  { code: 'system:deputy:set', title: '设置代理人' },
  { code: 'system:deputy:begin', title: '开始代他人处理' },
  { code: 'system:deputy:end', title: '结束代他人处理' },
  { code: 'system:log:delete', title: '尝试删除日志' },
  { code: 'system:fileJob:retry', title: '重试自己的导入导出任务' },
  { code: 'system:announcement:publish', title: '发布系统通告' },
  { code: 'system:announcement:revoke', title: '撤销系统通告' },
];

/** What the system does by itself: its moves have no button, so that no right names them. */
export const systemOperations = (lifecycles: readonly AnyLifecycle[]): SystemOperation[] => [
  ...OWN,
  ...lifecycles.flatMap((lifecycle) =>
    Object.entries(lifecycle.moves as Record<string, Move>).flatMap(([name, move]) =>
      move.system ? [{ code: movePermission(lifecycle, name), title: `${lifecycle.of.title}：${move.title}` }] : [],
    ),
  ),
];
