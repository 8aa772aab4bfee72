import { PASSWORD } from '#tests/harness/app.ts';
import type { Sent } from './calls.ts';

/** Ids of the first tenant's people, roles, departments, and whatever else it administers. */
export interface Prey {
  user: string;
  role: string;
  depart: string;
  departCode: string;
  shop: string;
  position: string;
  invitation: string;
  notice: string;
  session: string;
  fileJob: string;
}

const NOT_FOUND = '未找到对应实体';
/** What is sent, and the refusal that a stranger gets. */
export type Try = [sent: Sent, message: string];

const byId = (id: string): Try[] => [
  [{ query: { id, tenantId: '1' }, body: { id, tenantId: 1 } }, NOT_FOUND],
];
const byIds = (id: string): Try[] => [
  [{ query: { ids: id }, body: { ids: id } }, NOT_FOUND],
  [{ query: { ids: `${id},${id}` } }, NOT_FOUND],
];
const user = (more: object) => ({ username: 'thief', realname: '贼', password: PASSWORD, ...more });

/** The base writes by GET here. */
export const WRITING_GETS: ReadonlySet<string> = new Set([
  '/sys/annountCement/doReleaseData',
  '/sys/annountCement/doReovkeData',
  '/sys/annountCement/syncNotic',
  // Each export is written down.
  '/sys/position/exportXls',
]);

/** What is tried at each writing route of the administration. */
export const TRIES: Record<string, (of: Prey) => Try[]> = {
  '/sys/user/edit': (of) => [
    ...byId(of.user),
    [{ body: { id: of.user, realname: '改', selectedroles: '', shops: [] } }, NOT_FOUND],
  ],
  '/sys/user/delete': (of) => byId(of.user),
  '/sys/user/deleteBatch': (of) => byIds(of.user),
  '/sys/user/frozenBatch': (of) =>
    ['1', '2'].map((status): Try => [{ body: { ids: of.user, status } }, NOT_FOUND]),
  '/sys/user/changePassword': () => [
    [{ body: { username: 'prey', password: 'Evil lamp 1234' } }, '用户不存在！'],
  ],
  // An id in place of a code opens nothing, nor does a code that nobody gave.
  '/sys/user/joinTenant': (of) =>
    [of.invitation, '1-AAAA-AAAA-AAAA-AAAA'].map((invitation): Try => [
      { body: { invitation, tenantId: 1 } },
      '邀请码无效或已过期',
    ]),
  '/sys/user/resetSecondFactor': () => [[{ body: { username: 'prey' } }, '用户不存在！']],
  // One's own only: whoever else is named is not looked at.
  ...Object.fromEntries(
    Object.entries({
      begin: '请输入当前密码',
      turnOn: '请输入验证码',
      turnOff: '请输入验证码',
      recoveryCodes: '请输入验证码',
    }).map(([deed, message]) => [
      `/sys/user/secondFactor/${deed}`,
      (of: Prey): Try[] => [
        [{ body: { id: of.user, userId: of.user, username: 'prey' } }, message],
      ],
    ]),
  ),
  '/sys/user/updatePassword': () => [
    [
      { body: { username: 'prey', oldpassword: PASSWORD, password: 'Evil lamp 1234' } },
      '只允许修改自己的密码！',
    ],
  ],
  '/sys/user/add': (of) => [
    [{ body: user({ username: 'prey' }) }, '用户账号已存在'],
    [{ body: user({ selectedroles: of.role }) }, '角色不存在'],
    [{ body: user({ selecteddeparts: of.depart }) }, '部门不存在'],
    [{ body: user({ selecteddeparts: of.departCode }) }, '部门不存在'],
    [{ body: user({ shops: [of.shop] }) }, '店铺不存在'],
  ],
  '/sys/invitation/delete': (of) => byId(of.invitation),
  '/sys/invitation/add': (of) => [
    [{ body: { roleId: of.role, departId: of.depart } }, '角色不存在'],
  ],
  '/sys/role/add': () => [[{ body: {} }, '请输入角色名称']],
  '/sys/role/edit': (of) => [[{ body: { id: of.role, roleName: '改' } }, NOT_FOUND]],
  '/sys/role/delete': (of) => byId(of.role),
  '/sys/role/deleteBatch': (of) => byIds(of.role),
  '/sys/permission/saveRolePermission': (of) => [
    [{ body: { roleId: of.role, permissionIds: '', lastpermissionIds: '' } }, NOT_FOUND],
  ],
  '/sys/sysDepart/add': (of) => [
    [{ body: { departName: '下级', parentId: of.depart } }, NOT_FOUND],
  ],
  '/sys/sysDepart/edit': (of) => [[{ body: { id: of.depart, departName: '改' } }, NOT_FOUND]],
  '/sys/sysDepart/delete': (of) => byId(of.depart),
  '/sys/sysDepart/deleteBatch': (of) => byIds(of.depart),
  '/sys/position/add': () => [[{ body: {} }, '请输入职务编码']],
  '/sys/position/edit': (of) => [[{ body: { id: of.position, name: '改' } }, NOT_FOUND]],
  // Rows of one's own tenant alone: tests/contract/wired.test.ts.
  '/sys/position/lookup': () => [],
  '/sys/position/exportXls': () => [],
  '/sys/position/importExcel': () => [[{ body: {} }, '请求格式不正确']],
  // Each id has an answer of its own: tests/contract/bulk-edit.test.ts.
  '/sys/position/bulkEdit': (of) => [[{ body: { ids: [of.position] } }, '该字段不能批量修改：']],
  '/sys/position/delete': (of) => byId(of.position),
  '/sys/position/deleteBatch': (of) => byIds(of.position),
  '/sys/annountCement/add': (of) => [
    [{ body: { titile: '通告', msgType: 'USER', userIds: of.user } }, '指定用户不存在'],
  ],
  '/sys/annountCement/edit': (of) => [[{ body: { id: of.notice, titile: '改' } }, NOT_FOUND]],
  '/sys/annountCement/delete': (of) => byId(of.notice),
  '/sys/annountCement/deleteBatch': (of) => byIds(of.notice),
  '/sys/annountCement/doReleaseData': (of) => [[{ query: { id: of.notice } }, NOT_FOUND]],
  '/sys/annountCement/doReovkeData': (of) => [[{ query: { id: of.notice } }, NOT_FOUND]],
  '/sys/annountCement/syncNotic': (of) => [[{ query: { anntId: of.notice } }, NOT_FOUND]],
  '/sys/sysAnnouncementSend/editByAnntIdAndUserId': (of) => [
    [{ body: { anntId: of.notice, userId: of.user } }, NOT_FOUND],
  ],
  '/sys/online/forceLogout': (of) => [
    ...byId(of.session),
    [{ body: { token: of.session } }, NOT_FOUND],
  ],
  '/sys/fileJob/cancel': (of) => byId(of.fileJob),
  '/sys/fileJob/retry': (of) => byId(of.fileJob),
  '/sys/selectDepart': (of) => [[{ body: { orgCode: of.departCode } }, '您不属于该部门！']],
  '/sys/user/profile': () => [[{ body: { realname: '' } }, '请输入用户姓名']],
  '/sys/user/sessions': (of) => byId(of.session),
  '/sys/thirdLogin/unlink': (of) => [[{ body: { id: of.user, oldpassword: PASSWORD } }, NOT_FOUND]],
  // These name nobody: whoever calls touches what is their own.
  '/sys/clientError': () => [],
  '/sys/user/sessions/endOthers': () => [],
  '/sys/user/avatar': () => [],
  // Queries of others by their ids: tests/attacks/saved-queries.test.ts.
  '/sys/savedQuery/save': () => [],
  '/sys/savedQuery/delete': () => [],
  // Views of others by their ids: tests/attacks/list-views.test.ts.
  '/sys/listView/add': () => [],
  '/sys/listView/edit': () => [],
  '/sys/listView/delete': () => [],
  '/sys/listView/setDefault': () => [],
  '/sys/listView/arrange': () => [],
  // Uploads of others by their ids: tests/attacks/upload-parts.test.ts.
  '/sys/common/upload': () => [],
  '/sys/common/upload/parts': () => [],
  '/sys/common/upload/parts/:id': () => [],
  '/sys/common/upload/parts/:id/finish': () => [],
  '/sys/sysAnnouncementSend/readAll': () => [],
  '/sys/selectTenant': () => [[{ body: { tenantId: 1 } }, NOT_FOUND]],
};
