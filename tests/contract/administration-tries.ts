import { PASSWORD } from '#tests/harness/app.ts';
import type { Sent } from './calls.ts';

/** Ids of the first tenant's people, roles, departments, and whatever else it administers. */
export interface Prey {
  user: string;
  role: string;
  depart: string;
  departRole: string;
  departCode: string;
  shop: string;
  position: string;
  checkRule: string;
  fillRule: string;
  dict: string;
  dictItem: string;
  dataLog: string;
  category: string;
  invitation: string;
  notice: string;
  message: string;
  template: string;
  schedule: string;
  source: string;
  report: string;
  file: string;
  session: string;
  fileJob: string;
  dataRule: string;
  /** A package of menus of the installation. */
  plan: string;
  gateway: string;
}

const NOT_FOUND = '未找到对应实体';
/** What is sent, and the refusal that a stranger gets. */
export type Try = [sent: Sent, message: string];

const byId = (id: string): Try[] => [[{ query: { id, tenantId: '1' }, body: { id, tenantId: 1 } }, NOT_FOUND]];
const byIds = (id: string): Try[] => [
  [{ query: { ids: id }, body: { ids: id } }, NOT_FOUND],
  [{ query: { ids: `${id},${id}` } }, NOT_FOUND],
];
const user = (more: object) => ({ username: 'thief', realname: '贼', password: PASSWORD, ...more });

/** Whose work somebody would do, and whom they would let do it. */
const deputyTries: Try[] = (
  [
    ['prey', 'admin', '用户不存在！'],
    ['admin-of-2', 'prey', '代理人不存在或已冻结'],
  ] as const
).map(([userName, agentUserName, message]) => [
  {
    body: {
      userName,
      agentUserName,
      status: '1',
      tenantId: 1,
      startTime: '2020-01-01 00:00:00',
      endTime: '2099-01-01 00:00:00',
    },
  },
  message,
]);

/** What the registers of rules owe, as every register of the wire. */
const rulesTries = (name: string, idOf: (of: Prey) => string) =>
  registerTries(name, idOf, '请输入规则名称', { ruleName: '改' });

/** @param missing what an empty form hears; @param change what would be changed */
const registerTries = (
  name: string,
  idOf: (of: Prey) => string,
  missing: string,
  change: object,
): Record<string, (of: Prey) => Try[]> => ({
  [`/sys/${name}/add`]: () => [[{ body: {} }, missing]],
  [`/sys/${name}/edit`]: (of) => [[{ body: { id: idOf(of), ...change } }, NOT_FOUND]],
  // Rows of one's own tenant alone: tests/contract/wired.test.ts.
  [`/sys/${name}/lookup`]: () => [],
  [`/sys/${name}/exportXls`]: () => [],
  [`/sys/${name}/importExcel`]: () => [[{ body: {} }, '请求格式不正确']],
  // Each id has an answer of its own: tests/contract/bulk-edit.test.ts.
  [`/sys/${name}/bulkEdit`]: (of) => [[{ body: { ids: [idOf(of)] } }, '该字段不能批量修改：']],
  [`/sys/${name}/delete`]: (of) => byId(idOf(of)),
  [`/sys/${name}/deleteBatch`]: (of) => byIds(idOf(of)),
});

/** The base writes by GET here. */
export const WRITING_GETS: ReadonlySet<string> = new Set([
  '/sys/annountCement/doReleaseData',
  '/sys/annountCement/doReovkeData',
  '/sys/annountCement/syncNotic',
  // Each export is written down.
  '/sys/annountCement/exportXls',
  '/sys/message/sysMessage/exportXls',
  '/sys/message/sysMessageTemplate/exportXls',
  '/sys/position/exportXls',
  '/sys/quartzJob/exportXls',
  '/sys/dataSource/exportXls',
  // sic: the base writes by GET.
  '/sys/quartzJob/pause',
  '/sys/quartzJob/resume',
  '/sys/quartzJob/execute',
  '/sys/gatewayRoute/clearRedis',
  '/sys/checkRule/exportXls',
  '/sys/fillRule/exportXls',
  '/sys/user/exportXls',
  '/sys/role/exportXls',
  '/sys/sysDepart/exportXls',
  '/sys/dict/exportXls',
  '/sys/category/exportXls',
]);

/** What is tried at each writing route of the administration. */
export const TRIES: Record<string, (of: Prey) => Try[]> = {
  '/sys/user/edit': (of) => [
    ...byId(of.user),
    [{ body: { id: of.user, realname: '改', selectedroles: '', shops: [] } }, NOT_FOUND],
  ],
  '/sys/user/delete': (of) => byId(of.user),
  '/sys/user/deleteBatch': (of) => byIds(of.user),
  '/sys/user/putRecycleBin': (of) => [[{ body: { userIds: of.user } }, NOT_FOUND]],
  '/sys/user/deleteRecycleBin': (of) => [[{ query: { userIds: of.user } }, NOT_FOUND]],
  '/sys/user/addSysUserRole': (of) => [[{ body: { roleId: of.role, userIdList: [of.user] } }, NOT_FOUND]],
  '/sys/user/deleteUserRole': (of) => [[{ query: { roleId: of.role, userId: of.user } }, NOT_FOUND]],
  '/sys/user/deleteUserRoleBatch': (of) => [[{ query: { roleId: of.role, userIds: `${of.user},` } }, NOT_FOUND]],
  '/sys/user/importExcel': () => [[{ body: {} }, '请求格式不正确']],
  '/sys/role/importExcel': () => [[{ body: {} }, '请求格式不正确']],
  '/sys/role/copy': (of) => [[{ body: { id: of.role, roleName: '贼', roleCode: 'thief' } }, NOT_FOUND]],
  '/sys/user/exportXls': () => [],
  '/sys/role/exportXls': () => [],
  '/sys/user/frozenBatch': (of) => ['1', '2'].map((status): Try => [{ body: { ids: of.user, status } }, NOT_FOUND]),
  '/sys/user/changePassword': () => [[{ body: { username: 'prey', password: 'Evil lamp 1234' } }, '用户不存在！']],
  // An id in place of a code opens nothing, nor does a code that nobody gave.
  '/sys/user/joinTenant': (of) =>
    [of.invitation, '1-AAAA-AAAA-AAAA-AAAA'].map((invitation): Try => [
      { body: { invitation, tenantId: 1 } },
      '邀请码无效或已过期',
    ]),
  '/sys/sysUserAgent/add': () => deputyTries,
  '/sys/sysUserAgent/edit': () => deputyTries,
  '/sys/sysUserAgent/begin': () => [[{ body: { userName: 'prey', tenantId: 1 } }, '代理未设置、已停用或不在代理期间']],
  '/sys/sysUserAgent/end': () => [[{ body: { userName: 'prey' } }, '当前没有代他人处理']],
  '/sys/user/resetSecondFactor': () => [[{ body: { username: 'prey' } }, '用户不存在！']],
  // One's own only: whoever else is named is not looked at.
  ...Object.fromEntries(
    Object.entries({
      begin: '请输入当前密码',
      turnOn: '请输入验证码',
      turnOff: '请输入验证码',
      recoveryCodes: '请输入验证码',
    }).map(([operation, message]) => [
      `/sys/user/secondFactor/${operation}`,
      (of: Prey): Try[] => [[{ body: { id: of.user, userId: of.user, username: 'prey' } }, message]],
    ]),
  ),
  '/sys/user/updatePassword': () => [
    [{ body: { username: 'prey', oldpassword: PASSWORD, password: 'Evil lamp 1234' } }, '只允许修改自己的密码！'],
  ],
  '/sys/user/add': (of) => [
    [{ body: user({ username: 'prey' }) }, '用户账号已存在'],
    [{ body: user({ selectedroles: of.role }) }, '角色不存在'],
    [{ body: user({ selecteddeparts: of.depart }) }, '部门不存在'],
    [{ body: user({ selecteddeparts: of.departCode }) }, '部门不存在'],
    [{ body: user({ shops: [of.shop] }) }, '店铺不存在'],
  ],
  '/sys/invitation/delete': (of) => byId(of.invitation),
  '/sys/invitation/add': (of) => [[{ body: { roleId: of.role, departId: of.depart } }, '角色不存在']],
  '/sys/role/add': () => [[{ body: {} }, '请输入角色名称']],
  '/sys/role/edit': (of) => [[{ body: { id: of.role, roleName: '改' } }, NOT_FOUND]],
  '/sys/role/delete': (of) => byId(of.role),
  '/sys/role/deleteBatch': (of) => byIds(of.role),
  '/sys/permission/saveRolePermission': (of) => [
    [{ body: { roleId: of.role, permissionIds: '', lastpermissionIds: '' } }, NOT_FOUND],
  ],
  '/sys/permission/addPermissionRule': (of) => [
    [{ body: { permissionId: of.role, ruleName: '规则' } }, NOT_FOUND],
    [{ body: { permissionId: of.dataRule, tenantId: 1 } }, NOT_FOUND],
  ],
  '/sys/permission/editPermissionRule': (of) => [
    ...byId(of.dataRule),
    [{ body: { id: of.dataRule, ruleValue: 'prey', status: '0' } }, NOT_FOUND],
  ],
  '/sys/permission/deletePermissionRule': (of) => byId(of.dataRule),
  '/sys/role/datarule': (of) => [
    [{ body: { permissionId: of.dataRule, roleId: of.role, dataRuleIds: '' } }, NOT_FOUND],
    [{ body: { permissionId: of.role, roleId: of.role, dataRuleIds: of.dataRule } }, NOT_FOUND],
  ],
  // The operator's alone: modules/system/server/menus/menus.test.ts.
  ...Object.fromEntries(
    ['add', 'edit', 'restore', 'arrange', 'delete', 'deleteBatch'].map((operation) => [
      `/sys/permission/${operation}`,
      (): Try[] => [],
    ]),
  ),
  // The operator's alone: tests/tenants/operator.test.ts, plans.test.ts, looks.test.ts, tests/operations/gateway.test.ts.
  ...Object.fromEntries(
    [
      ...['add', 'edit', 'addAdmin', 'freeze', 'close', 'reopen', 'look', 'delete', 'deleteBatch'].map(
        (operation) => `/sys/tenant/${operation}`,
      ),
      ...['add', 'edit', 'menus', 'delete', 'deleteBatch'].map((operation) => `/sys/plan/${operation}`),
      ...['add', 'edit', 'updateAll', 'clearRedis', 'preview', 'delete', 'deleteBatch'].map(
        (operation) => `/sys/gatewayRoute/${operation}`,
      ),
    ].map((path) => [path, (): Try[] => []]),
  ),
  // It names nobody.
  '/sys/ownTenant/edit': () => [],
  '/sys/ownTenant/endLook': (of) => [[{ body: { id: of.session } }, NOT_FOUND]],
  // A role of a department goes before it, and with it.
  '/sys/sysDepartRole/add': (of) => [[{ body: { departId: of.depart, roleName: '贼', roleCode: 'thief' } }, NOT_FOUND]],
  '/sys/sysDepartRole/edit': (of) => [[{ body: { id: of.departRole, roleName: '改' } }, NOT_FOUND]],
  '/sys/sysDepartRole/delete': (of) => byId(of.departRole),
  '/sys/sysDepartRole/deleteBatch': (of) => byIds(of.departRole),
  '/sys/sysDepart/add': (of) => [[{ body: { departName: '下级', parentId: of.depart } }, NOT_FOUND]],
  '/sys/sysDepart/edit': (of) => [[{ body: { id: of.depart, departName: '改' } }, NOT_FOUND]],
  '/sys/sysDepart/delete': (of) => byId(of.depart),
  '/sys/sysDepart/deleteBatch': (of) => byIds(of.depart),
  '/sys/sysDepart/importExcel': () => [[{ body: {} }, '请求格式不正确']],
  '/sys/sysDepart/exportXls': () => [],
  '/sys/sysDepart/move': (of) => [[{ body: { id: of.depart } }, NOT_FOUND]],
  '/sys/sysDepart/merge': (of) => [[{ body: { id: of.depart, intoId: of.depart } }, NOT_FOUND]],
  '/sys/permission/saveDepartPermission': (of) => [[{ body: { departId: of.depart, permissionIds: '' } }, NOT_FOUND]],
  '/sys/sysDepartPermission/datarule': (of) => [
    [{ body: { permissionId: of.dataRule, departId: of.depart, dataRuleIds: '' } }, NOT_FOUND],
  ],
  '/sys/sysDepartPermission/saveDeptRolePermission': (of) => [
    [{ body: { roleId: of.departRole, permissionIds: '' } }, NOT_FOUND],
  ],
  '/sys/sysDepartRole/datarule': (of) => [
    [{ body: { permissionId: of.dataRule, roleId: of.departRole, dataRuleIds: '' } }, NOT_FOUND],
  ],
  '/sys/sysDepartRole/deptRoleUserAdd': (of) => [[{ body: { userId: of.user, newRoleId: of.departRole } }, NOT_FOUND]],
  '/sys/user/editSysDepartWithUser': (of) => [[{ body: { depId: of.depart, userIdList: [of.user] } }, NOT_FOUND]],
  '/sys/user/deleteUserInDepart': (of) => [[{ query: { depId: of.depart, userId: of.user } }, NOT_FOUND]],
  '/sys/user/deleteUserInDepartBatch': (of) => [[{ query: { depId: of.depart, userIds: `${of.user},` } }, NOT_FOUND]],
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
  ...rulesTries('checkRule', (of) => of.checkRule),
  ...rulesTries('fillRule', (of) => of.fillRule),
  // A rule of another tenant is no rule: nothing is counted on behind it.
  '/sys/fillRule/executeRuleByCode/:ruleCode': () => [[{ body: {} }, '该编码不存在']],
  '/sys/fillRule/executeRuleByCodeBatch': () => [[{ body: { rules: [{ ruleCode: 'prey' }] } }, '该编码不存在']],
  // An item goes before its dictionary, and with it.
  '/sys/dictItem/add': (of) => [[{ body: { dictId: of.dict, itemText: '塞进', itemValue: '9' } }, NOT_FOUND]],
  '/sys/dictItem/edit': (of) => [[{ body: { id: of.dictItem, itemText: '改' } }, NOT_FOUND]],
  '/sys/dictItem/delete': (of) => byId(of.dictItem),
  '/sys/dictItem/deleteBatch': (of) => byIds(of.dictItem),
  '/sys/dictItem/arrange': (of) => [[{ body: { dictId: of.dict, ids: of.dictItem } }, NOT_FOUND]],
  // Nothing is ever taken out: the log of the house neither.
  '/sys/log/delete': () => [[{ query: { id: 'x' } }, '日志不能删除']],
  '/sys/log/deleteBatch': () => [[{ query: { ids: 'allclear' } }, '日志不能删除']],
  '/sys/dataLog/restore': (of) => [[{ body: { id: of.dataLog } }, '未找到版本信息']],
  '/sys/dict/add': () => [[{ body: {} }, '请输入字典名称']],
  '/sys/dict/edit': (of) => [[{ body: { id: of.dict, dictName: '改' } }, NOT_FOUND]],
  '/sys/dict/delete': (of) => byId(of.dict),
  '/sys/dict/deleteBatch': (of) => byIds(of.dict),
  // Ids in paths of others: modules/system/server/dicts.test.ts.
  '/sys/dict/back/:id': () => [],
  '/sys/dict/deletePhysic/:id': () => [],
  // Rows of one's own tenant alone: modules/system/server/dicts.test.ts.
  '/sys/dict/exportXls': () => [],
  '/sys/dict/importExcel': () => [[{ body: {} }, '请求格式不正确']],
  '/sys/category/add': (of) => [[{ body: { name: '下级', pid: of.category } }, '上级分类不存在']],
  '/sys/category/edit': (of) => [[{ body: { id: of.category, name: '改' } }, NOT_FOUND]],
  '/sys/category/delete': (of) => byId(of.category),
  '/sys/category/deleteBatch': (of) => byIds(of.category),
  '/sys/category/exportXls': () => [],
  '/sys/category/importExcel': () => [[{ body: {} }, '请求格式不正确']],
  '/sys/annountCement/add': (of) => [
    [{ body: { titile: '通告', msgType: 'USER', userIds: of.user } }, '指定用户不存在'],
  ],
  '/sys/annountCement/exportXls': () => [],
  '/sys/annountCement/importExcel': () => [[{ body: {} }, '请求格式不正确']],
  '/sys/message/sysMessage/add': (of) => [
    [{ body: { esTitle: '题', esContent: '文', esReceiver: 'prey' } }, '接收人“prey”不存在'],
    [{ body: { id: of.message } }, '请输入标题'],
  ],
  '/sys/message/sysMessage/edit': (of) => [
    [{ body: { id: of.message, esTitle: '改', esReceiver: 'a@b.example', esContent: 'x' } }, NOT_FOUND],
  ],
  '/sys/message/sysMessage/delete': (of) => byId(of.message),
  '/sys/message/sysMessage/deleteBatch': (of) => byIds(of.message),
  ...registerTries('dataSource', (of) => of.source, '请输入数据源编码', { name: '改' }),
  '/sys/quartzJob/add': (of) => [
    [{ body: { id: of.schedule, jobClassName: 'none', cronExpression: '0 0 9 * * ? *' } }, '后台找不到该类名：none'],
  ],
  '/sys/quartzJob/edit': (of) => [[{ body: { id: of.schedule, description: '改' } }, NOT_FOUND]],
  '/sys/quartzJob/delete': (of) => byId(of.schedule),
  '/sys/quartzJob/deleteBatch': (of) => byIds(of.schedule),
  '/sys/quartzJob/pause': (of) => byId(of.schedule),
  '/sys/quartzJob/resume': (of) => byId(of.schedule),
  '/sys/quartzJob/execute': (of) => byId(of.schedule),
  '/sys/quartzJob/exportXls': () => [],
  '/sys/quartzJob/importExcel': () => [[{ body: {} }, '请求格式不正确']],
  '/sys/message/sysMessage/send': (of) => byIds(of.message),
  '/sys/message/sysMessage/exportXls': () => [],
  '/sys/message/sysMessage/importExcel': () => [[{ body: {} }, '请求格式不正确']],
  ...registerTries('message/sysMessageTemplate', (of) => of.template, '请输入模板名称', {
    templateName: '改',
  }),
  '/sys/message/sysMessageTemplate/sendMsg': () => [
    [{ body: { templateCode: 'prey', receiver: 'prey', msgType: 'system' } }, '消息模板“prey”不存在'],
  ],
  '/sys/oss/file/delete': (of) => byId(of.file),
  '/sys/oss/file/deleteBatch': (of) => byIds(of.file),
  // Files of others by their ids: tests/attacks/stored-files.test.ts.
  '/sys/oss/file/upload': () => [],
  '/sys/upload/uploadMinio': () => [],
  '/sys/annountCement/edit': (of) => [[{ body: { id: of.notice, titile: '改' } }, NOT_FOUND]],
  '/sys/annountCement/delete': (of) => byId(of.notice),
  '/sys/annountCement/deleteBatch': (of) => byIds(of.notice),
  '/sys/annountCement/doReleaseData': (of) => [[{ query: { id: of.notice } }, NOT_FOUND]],
  '/sys/annountCement/doReovkeData': (of) => [[{ query: { id: of.notice } }, NOT_FOUND]],
  '/sys/annountCement/syncNotic': (of) => [[{ query: { anntId: of.notice } }, NOT_FOUND]],
  '/sys/sysAnnouncementSend/editByAnntIdAndUserId': (of) => [
    [{ body: { anntId: of.notice, userId: of.user } }, NOT_FOUND],
  ],
  '/sys/online/forceLogout': (of) => [...byId(of.session), [{ body: { token: of.session } }, NOT_FOUND]],
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
