import { dict } from '#kit/model/dict.ts';
import { choice, datetime, integer, text } from '#kit/model/field.ts';
import { defineView } from '#kit/model/resource.ts';

/** What somebody fills in who has no account yet; addresses and the code have rules of their own. */
export const registrationFields = {
  username: text('用户名', { required: true, rule: 'userName' }),
  realname: text('用户姓名', { max: 100 }),
  invitation: text('邀请码', { max: 60 }),
  tenantName: text('团队名称', { min: 2, max: 50 }),
};

/** By what somebody who has an account joins a further tenant. */
export const joinFields = { invitation: text('邀请码', { required: true, max: 60 }) };

/** What an administrator decides about people who come by their invitation. */
export const invitationFields = {
  roleId: text('角色', { required: true }),
  departId: text('部门', { required: true }),
  maxUses: integer('可用次数', { required: true, min: 1, max: 100, default: 1 }),
  days: integer('有效天数', { required: true, min: 1, max: 30, default: 7 }),
  remark: text('备注', { max: 100 }),
};

export const invitationStates = dict('invitation_state', {
  open: '有效',
  used: '已用完',
  expired: '已过期',
});

/** 邀请: codes by which people join a tenant; one is made and taken back by routes of its own. */
export const invitation = defineView(
  {
    module: 'system',
    name: 'invitation',
    title: '邀请',
    fields: {
      codeHint: text('邀请码尾号'),
      roleName: text('角色'),
      departName: text('部门'),
      state: choice('状态', invitationStates),
      uses: integer('已用次数'),
      maxUses: integer('可用次数'),
      expiresAt: datetime('有效期至'),
      remark: text('备注'),
      createBy: text('邀请人'),
      createTime: datetime('创建时间'),
    },
    label: 'codeHint',
    list: ['codeHint', 'roleName', 'departName', 'state', 'uses', 'expiresAt', 'remark'],
    search: ['state', 'remark', 'codeHint'],
  },
  { path: '/sys/invitation' },
);
