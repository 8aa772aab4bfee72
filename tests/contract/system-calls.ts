import { deliveredReports } from '#modules/operations/model/reports/delivered.ts';
import { newId } from '#kit/server/new-id.ts';
import type { Route } from '#kit/server/route.ts';
import { PASSWORD } from '#tests/harness/app.ts';
import { TRIES, WRITING_GETS } from './administration-tries.ts';
import { drawnJpeg, painted } from '#tests/harness/drawn-pictures.ts';
import { look } from '#tests/channels/shop.ts';
import { sumOf } from '#tests/attacks/upload-scene.ts';
import { fileForm, pathWith } from './calls.ts';
import type { GoodCall, Scenery } from './call-scenery.ts';
import { OF_REDIS, READINGS } from './system-readings.ts';
import { file, free, fresh, ofUser, row, spareOf, takes, takesPrey, type Named, type NamedCall } from './named-call.ts';

const picture: NamedCall = async () => ({
  kind: 'free',
  ...fileForm(await drawnJpeg(painted(64, 64, () => [0, 0, 0, 255])), 'a.jpg', 'image/jpeg'),
});
/** All of the upload that the holder has opened. */
const part: NamedCall = ({ own }) => {
  const crc32 = sumOf(own.piece);
  return { kind: 'row', id: own.parts, query: { offset: '0', crc32 }, ...fileForm(own.piece) };
};
const received = ({ own }: Scenery) => ({ body: { anntId: own.notice } });
const job = ({ own }: Scenery) => ({ body: { id: own.job } });
/** The holder acts for the prey. */
const deputy = row(() => ({
  body: {
    userName: 'prey',
    agentUserName: 'holder',
    status: '1',
    startTime: '2020-01-01 00:00:00',
    endTime: '2099-01-01 00:00:00',
  },
}));
const tenantEdit = row((world) => ({ body: { id: spareOf(world, '/sys/tenant'), name: fresh() } }));
/** Takes away a tenant that has nothing. */
const tenantGone = (key: string): NamedCall =>
  row(({ isHolder, spare }) => ({
    query: { [key]: (isHolder && spare.get('/sys/tenant')?.pop()) || '2' },
  }));
/** Closes a tenant that is open, or opens one again that is closed, whatever was done with it before. */
const tenantThatIs =
  (status: 'active' | 'closed'): NamedCall =>
  async (world) => {
    const id = spareOf(world, '/sys/tenant');
    await look(
      world.scene,
      (tx) => tx.platform.run`
        update tenant set status = ${status}, closed_time = ${status === 'closed' ? tx.now : null}
        where id = ${Number(id)} and id <> 1`,
    );
    return { kind: 'row', body: { id } };
  };
/** What the tenant of the house is called already. */
const ownTenant: NamedCall = async ({ scene }) => {
  const body = await look(
    scene,
    (tx) => tx.platform.one<Record<string, unknown>>`
      select name, timezone, version from tenant where id = ${tx.tenant}`,
  );
  return { kind: 'free', body };
};
const VIEW = {
  columns: [],
  density: 'compact',
  tab: null,
  filters: {},
  sort: null,
  pageSize: null,
};

/** Of those that somebody might call well in more ways than one, the way that changes least. */
const CALLS: Record<string, NamedCall> = {
  'PUT /monitor/threshold': free({}, { metric: 'heap', isOn: true, bound: 90, minutes: 10, version: 0 }),
  'POST /sys/user/add': () => ({
    kind: 'free',
    body: { username: fresh(), realname: '新人', password: PASSWORD },
  }),
  'POST /sys/role/add': () => ({ kind: 'free', body: { roleName: fresh(), roleCode: fresh() } }),
  'POST /sys/sysDepart/add': () => ({ kind: 'free', body: { departName: fresh() } }),
  'POST /sys/dict/add': () => ({ kind: 'free', body: { dictName: fresh(), dictCode: fresh() } }),
  'POST /sys/dictItem/add': ({ prey }) => ({
    kind: 'row',
    of: 'system:dict',
    about: prey.dict,
    body: { dictId: prey.dict, itemText: fresh(), itemValue: fresh() },
  }),
  'POST /sys/category/add': () => ({ kind: 'free', body: { name: fresh() } }),
  'POST /sys/annountCement/add': () => ({ kind: 'free', body: { titile: fresh() } }),
  'POST /sys/invitation/add': ({ prey }) => ({
    kind: 'row',
    body: { roleId: prey.role, departId: prey.depart },
  }),
  'DELETE /sys/user/delete': takes('/sys/user', 'system:user', 'query'),
  'DELETE /sys/user/deleteBatch': takes('/sys/user', 'system:user', 'query', 'ids'),
  'PUT /sys/user/putRecycleBin': ({ prey, isHolder, spare }) => ({
    kind: 'row',
    of: 'system:user',
    about: prey.user,
    body: { userIds: isHolder ? spare.get('binned')?.pop() : prey.user },
  }),
  'DELETE /sys/user/deleteRecycleBin': takes('binned', 'system:user', 'query', 'userIds'),
  'POST /sys/permission/addPermissionRule': ({ pageId }) => ({
    kind: 'free',
    body: {
      permissionId: pageId,
      ruleName: fresh(),
      ruleColumn: 'username',
      ruleConditions: '=',
      ruleValue: 'x',
      status: '1',
    },
  }),
  'POST /sys/role/datarule': row(({ pageId, prey }) => ({
    body: { permissionId: pageId, roleId: prey.role, dataRuleIds: '' },
  })),
  'DELETE /sys/category/delete': takes('/sys/category', 'system:category', 'query'),
  'DELETE /sys/category/deleteBatch': takes('/sys/category', 'system:category', 'query', 'ids'),
  'DELETE /sys/invitation/delete': ({ prey }) => ({ kind: 'row', query: { id: prey.invitation } }),
  'PUT /sys/dict/back/:id': takes('binned dict', 'system:dict', 'path'),
  'DELETE /sys/dict/deletePhysic/:id': takes('binned dict', 'system:dict', 'path'),
  'POST /sys/role/copy': ({ prey }) => ({
    kind: 'row',
    body: { id: prey.role, roleName: fresh(), roleCode: fresh() },
  }),
  'PUT /sys/user/changePassword': ofUser('row', () => ({
    body: { username: 'prey', password: 'Evil lamp 1234' },
  })),
  'PUT /sys/user/resetSecondFactor': ofUser('row', () => ({ body: { username: 'prey' } })),
  'POST /sys/sysAnnouncementSend/editByAnntIdAndUserId': row(received),
  'PUT /sys/sysAnnouncementSend/editByAnntIdAndUserId': row(received),
  'GET /sys/annountCement/syncNotic': row(({ own }) => ({ query: { anntId: own.notice } })),
  'PUT /sys/sysAnnouncementSend/readAll': free(),
  'POST /sys/role/importExcel': file(['角色名称', '角色编码'], ['表格', 'sheet_role']),
  'POST /sys/user/importExcel': file(['用户账号', '用户姓名'], ['sheet_user', '表格']),
  'POST /sys/dict/importExcel': file(['字典编码', '字典名称'], ['sheet_dict', '表格']),
  'POST /sys/category/importExcel': file(['分类名称'], ['表格']),
  'DELETE /sys/sysDepartRole/delete': takesPrey('/sys/sysDepartRole', 'departRole'),
  'DELETE /sys/sysDepartRole/deleteBatch': takesPrey('/sys/sysDepartRole', 'departRole', 'ids'),
  'POST /sys/sysDepart/move': row((world) => ({
    body: { id: world.prey.depart, parentId: spareOf(world, '/sys/sysDepart'), dryRun: true },
  })),
  'POST /sys/sysDepart/merge': row((world) => ({
    body: { id: world.prey.depart, intoId: spareOf(world, '/sys/sysDepart'), dryRun: true },
  })),
  // The page comes into the frame and into the role first: rules are carried by what is granted.
  'POST /sys/permission/saveDepartPermission': row(({ pageId, prey }) => ({
    body: { departId: prey.depart, permissionIds: pageId },
  })),
  'POST /sys/sysDepartPermission/saveDeptRolePermission': row(({ pageId, prey }) => ({
    body: { roleId: prey.departRole, permissionIds: pageId },
  })),
  'POST /sys/sysDepartPermission/datarule': row(({ pageId, prey }) => ({
    body: { permissionId: pageId, departId: prey.depart, dataRuleIds: '' },
  })),
  'POST /sys/sysDepartRole/datarule': row(({ pageId, prey }) => ({
    body: { permissionId: pageId, roleId: prey.departRole, dataRuleIds: '' },
  })),
  'DELETE /sys/user/deleteUserInDepartBatch': row(({ isHolder, prey, spare }) => ({
    query: { depId: prey.depart, userIds: (isHolder && spare.get('member')?.[0]) || prey.user },
  })),
  'POST /sys/message/sysMessage/add': () => ({
    kind: 'free',
    body: { esTitle: fresh(), esContent: 'x', esReceiver: 'a@b.example' },
  }),
  'POST /online/cgreport/api/testConnection': free(
    {},
    { dbType: '6', dbUrl: 'jdbc:postgresql://10.0.0.1/x', dbUsername: 'x', dbPassword: 'x' },
  ),
  'GET /base/formRecord/forms': free(),
  'GET /online/cgreport/api/sources': free(),
  'POST /online/cgreport/head/parseSql': free({}, { sql: 'select 1', dbKey: 'x' }),
  'POST /online/cgreport/head/runSql': free({}, { sql: 'select 1', dbKey: 'x' }),
  'POST /online/cgreport/head/preview': free({}, { source: 'orders:salesLine', items: '[{"fieldName":"skuId"}]' }),
  'POST /online/cgreport/api/printTicket': free({}, { code: deliveredReports[0]?.code, query: {} }),
  'GET /online/cgreport/api/exportManySheetXls': () => ({
    kind: 'free',
    query: { codes: deliveredReports[0]?.code ?? '' },
  }),
  'GET /online/cgreport/api/exportXls/:code': () => ({
    kind: 'free',
    params: { code: deliveredReports[0]?.code ?? '' },
  }),
  'GET /base/formRecord/form': async ({ scene }) => {
    const form = await look(
      scene,
      (tx) => tx.one<{ id: string; code: string }>`
        select id, code from dynamic_form where tenant_id = ${tx.tenant} and entity_type = 'custom' and form_version > 0
        order by id limit 1`,
    );
    return { kind: 'row', of: 'base:dynamicForm', about: form.id, query: { code: form.code } };
  },
  'POST /sys/quartzJob/add': () => ({
    kind: 'free',
    body: { jobClassName: 'desk.reconcile', cronExpression: '0 0 9 * * ? *' },
  }),
  'POST /sys/quartzJob/importExcel': file(['任务', 'cron表达式'], ['desk.reconcile', '0 0 9 * * ? *']),
  'POST /sys/gatewayRoute/add': () => {
    const name = fresh();
    const predicates = JSON.stringify([{ name: 'Path', args: [`/${name}/**`] }]);
    return { kind: 'free', body: { routerId: name, name, uri: 'https://erp.example.com', predicates } };
  },
  'POST /sys/gatewayRoute/updateAll': row(({ prey }) => ({ body: { router: { id: prey.gateway, note: '改' } } })),
  'GET /sys/gatewayRoute/clearRedis': free(),
  'POST /sys/gatewayRoute/preview': free({}, { path: '/prey/x' }),
  'POST /sys/message/sysMessageTemplate/sendMsg': row(() => ({
    body: { templateCode: 'prey', receiver: 'prey', msgType: 'system' },
  })),
  'POST /sys/dataLog/restore': row(({ prey }) => ({ body: { id: prey.dataLog } })),
  'DELETE /sys/log/delete': free({ id: newId() }),
  'DELETE /sys/log/deleteBatch': free({ ids: newId() }),
  'POST /sys/upload/uploadMinio': picture,
  'POST /sys/oss/file/upload': picture,
  'DELETE /sys/oss/file/delete': takesPrey('/sys/oss/file', 'file'),
  'DELETE /sys/oss/file/deleteBatch': takesPrey('/sys/oss/file', 'file', 'ids'),
  'POST /sys/sysUserAgent/add': deputy,
  'PUT /sys/sysUserAgent/edit': deputy,
  'POST /sys/sysUserAgent/begin': row(() => ({ body: { userName: 'prey' } })),
  'POST /sys/sysUserAgent/end': free(),
  'PUT /sys/ownTenant/edit': ownTenant,
  // What somebody does to their own account and things.
  'PUT /sys/selectDepart': free({}, { orgCode: 'A01' }),
  'POST /sys/selectDepart': free({}, { orgCode: 'A01' }),
  'POST /sys/user/updatePassword': free(),
  'PUT /sys/user/updatePassword': free(),
  'POST /sys/user/secondFactor/begin': free({}, { oldpassword: PASSWORD }),
  'POST /sys/user/secondFactor/turnOn': free(),
  'POST /sys/user/secondFactor/turnOff': free(),
  'POST /sys/user/secondFactor/recoveryCodes': free(),
  'POST /sys/user/joinTenant': free(),
  'PUT /sys/user/profile': free({}, { realname: '改名' }),
  'POST /sys/user/avatar': picture,
  'DELETE /sys/user/avatar': free(),
  'POST /sys/user/sessions/endOthers': free(),
  'POST /sys/common/upload': picture,
  'POST /sys/common/upload/parts': free({}, { name: 'b.png', size: 9, fingerprint: 'b' }),
  'PUT /sys/common/upload/parts/:id': part,
  'POST /sys/common/upload/parts/:id/finish': row(({ own }) => ({ id: own.parts })),
  // What is not there is given up already.
  'DELETE /sys/common/upload/parts/:id': free(),
  'POST /sys/savedQuery/save': () => ({
    kind: 'free',
    body: {
      listKey: 'catalog:sku',
      name: fresh(),
      matchType: 'and',
      conditions: [{ field: 'skuCode', rule: 'like', val: 'LMP', type: 'string' }],
    },
  }),
  'DELETE /sys/savedQuery/delete': row(({ own }) => ({ query: { id: own.query } })),
  'POST /sys/listView/add': () => ({
    kind: 'free',
    body: { listKey: 'catalog:sku', name: fresh(), content: VIEW },
  }),
  'PUT /sys/listView/edit': row(({ own }) => ({
    body: { id: own.view, version: 1, name: fresh() },
  })),
  'DELETE /sys/listView/delete': row(({ own }) => ({ query: { id: own.view } })),
  'PUT /sys/listView/setDefault': free({}, { listKey: 'catalog:sku', id: null }),
  'PUT /sys/listView/arrange': free({}, { listKey: 'catalog:sku', arrangement: null }),
  'POST /sys/fileJob/cancel': row(job),
  'POST /sys/fileJob/retry': row(job),
  'POST /sys/clientError': free({}, { message: 'x', page: '/' }),
  'PUT /desk/home': free({}, { cards: [] }),
  'POST /desk/batch/read': free({}, { id: newId() }),
  // The operator's alone.
  'POST /sys/tenant/add': () => ({ kind: 'free', body: { code: fresh(), name: fresh() } }),
  'PUT /sys/tenant/edit': tenantEdit,
  'POST /sys/tenant/edit': tenantEdit,
  'POST /sys/tenant/addAdmin': row((world) => ({
    body: { id: spareOf(world, '/sys/tenant'), adminUsername: fresh(), adminRealname: '新人' },
  })),
  'PUT /sys/tenant/freeze': row((world) => ({
    body: { id: spareOf(world, '/sys/tenant'), status: 0 },
  })),
  'PUT /sys/tenant/close': tenantThatIs('active'),
  'PUT /sys/tenant/reopen': tenantThatIs('closed'),
  'POST /sys/tenant/look': row(() => ({ body: { id: 2, reason: '客户报障', minutes: 30 } })),
  'DELETE /sys/tenant/delete': tenantGone('id'),
  'DELETE /sys/tenant/deleteBatch': tenantGone('ids'),
  'PUT /sys/plan/menus': row(({ prey }) => ({
    body: { id: prey.plan, permissionIds: [], lastPermissionIds: [] },
  })),
  'POST /sys/permission/add': () => ({
    kind: 'free',
    body: { name: fresh(), menuType: '0', url: `/${fresh()}`, sortNo: '99' },
  }),
  'PUT /sys/permission/edit': row(({ pageId }) => ({ body: { id: pageId, sortNo: 33 } })),
  'POST /sys/permission/edit': row(({ pageId }) => ({ body: { id: pageId, sortNo: 33 } })),
  'POST /sys/permission/restore': row(({ pageId }) => ({ body: { id: pageId } })),
  'POST /sys/permission/arrange': row(({ own }) => ({ body: { parentId: '', ids: own.menus } })),
  'DELETE /sys/permission/delete': row(({ own }) => ({ query: { id: own.menus[0] ?? '' } })),
  'DELETE /sys/permission/deleteBatch': row(({ own }) => ({ query: { ids: own.menus[1] ?? '' } })),
};

/** Follows from the declaration: of a spare row. */
const DELETING = /\/(delete|deleteBatch)$/;

/** Writing routes whose first try names a row, and is a good call at home. */
function triedCall(route: Route, { prey }: Scenery): Named | null {
  if (DELETING.test(route.path)) return null;
  const [first] = TRIES[route.path]?.(prey) ?? [];
  if (!first || (route.method === 'GET' && !WRITING_GETS.has(route.path))) return null;
  const [sent, message] = first;
  return message === '未找到对应实体' ? { kind: 'row', ...sent } : null;
}

/** What the holder is refused too, and why: each of these is called well elsewhere. */
export const REFUSED_TO_ALL: Readonly<Record<string, string>> = {
  ...Object.fromEntries(OF_REDIS.map((name) => [name, 'there is no Redis'])),
  'POST /aftersales/partOrder/batch/changeSource': 'names lines, which are those of one request',
  'POST /aftersales/partOrder/buy': 'no supplier sells the part that is laid out',
  'POST /aftersales/partOrder/shipTogether': 'nothing that is laid out waits to be sent',
  'POST /aftersales/claim/ofReturn': 'the return that is laid out was not inspected',
  'POST /aftersales/claim/ofShipment': 'the shipment that is laid out has not left',
  'POST /aftersales/returnLabel/buy': 'the return that is laid out needs no label',
  'POST /finance/remittance/batch/assign':
    'names invoices, which are those of one shop: tests/journeys/remittance-faults',
  'POST /finance/bankLine/batch/match': 'names payments, which are those of one movement: tests/journeys/bank-lines',
  'POST /finance/deduction/batch/offset': 'nothing is owed under the PO of the deduction that is laid out',
  'POST /finance/remittance/importEdi': 'takes a file of EDI: tests/journeys/remittance-faults',
  'POST /finance/inbox/take': 'takes a file: tests/journeys/report-inbox',
  'GET /channels/channelStock/formula': 'the listing that is laid out is not on sale: tests/channels/channel-stock',
  'POST /channels/channelStock/push': 'the listing that is laid out is not on sale: tests/channels/channel-stock',
  'POST /channels/channelStock/lock': 'the listing that is laid out may have no SKU: tests/channels/channel-stock',
  'POST /channels/channelStock/unlock': 'the listing that is laid out may have no SKU: tests/channels/channel-stock',
  'GET /channels/publishTask/classes':
    'asks the marketplace, and the shop that is laid out is not connected: tests/channels/publishing',
  'POST /channels/publishTask/add': 'the SKU that is laid out may stand in a task: tests/channels/publishing',
  'POST /channels/priceRecord/add': 'the listing that is laid out is not on sale: tests/journeys/prices',
  'POST /channels/promotion/importLines': 'the listing that is laid out is not on sale: tests/journeys/promotions',
  'GET /market/compare': 'two rows at least: tests/journeys/market-listings',
  'POST /market/marketListing/batch/observe': 'asks what was seen: tests/journeys/market-listings',
  'POST /market/marketReport/batch/upload': 'takes a file: tests/journeys/market-reports',
  'POST /sys/user/updatePassword': 'asks for the present password: tests/attacks/own-account',
  'PUT /sys/user/updatePassword': 'asks for the present password: tests/attacks/own-account',
  'POST /sys/user/secondFactor/turnOn': 'asks for a code of a device: own-second-factor.test',
  'POST /sys/user/secondFactor/turnOff': 'asks for a code of a device: own-second-factor.test',
  'POST /sys/user/secondFactor/recoveryCodes': 'asks for a code: own-second-factor.test',
  'PUT /sys/user/resetSecondFactor': 'nobody here has one: own-second-factor.test',
  'POST /sys/thirdLogin/unlink': 'nobody here is linked: tests/attacks/third-links',
  'POST /sys/user/joinTenant': 'asks for an invitation of elsewhere: join-tenant.test',
  'DELETE /sys/user/sessions': 'the only session is the one that asks: own-sessions',
  'POST /sys/role/datarule': 'the role has no page to carry rules of: data-rules.test',
  'POST /sys/fileJob/retry': 'the job has not failed: tests/queue',
  'POST /sys/fileJob/cancel': 'the job is over: tests/queue',
  'DELETE /sys/log/delete': 'nobody takes anything out of a log',
  'DELETE /sys/log/deleteBatch': 'nobody takes anything out of a log',
  'POST /sys/sysUserAgent/end': 'the holder acts for nobody: deputies.test',
  'POST /sys/ownTenant/endLook': 'nobody looks into the house: tests/tenants/looks',
  'POST /online/cgreport/api/testConnection': 'nothing answers at its address: platform/databases/probe.test',
  'POST /online/cgreport/head/parseSql': 'no database of others here: tests/operations/report-queries',
  'POST /online/cgreport/head/runSql': 'no database of others here: tests/operations/report-queries',
  'DELETE /online/cgreport/head/deleteBatch': 'its row is gone by then: tests/operations/reports',
  'POST /sys/message/sysMessage/send': 'no mail service here: messages.test',
  'GET /fulfilment/handover/:id/signature': 'nobody has signed here: tests/journeys/handovers',
  'POST /fulfilment/wave/make': 'its shipment is in a wave: tests/journeys/waves',
};

/** A call of the administration. @returns null where it follows from a declaration, or from nothing */
export async function systemCall(route: Route, world: Scenery): Promise<GoodCall | null> {
  // Clients of the base delete several by either verb.
  const method = route.path.endsWith('/deleteBatch') ? 'DELETE' : route.method;
  const name = `${method} ${route.path}`;
  const given = (await (CALLS[name] ?? READINGS[name])?.(world)) ?? null;
  const found = given ?? triedCall(route, world);
  if (!found) return null;
  const { kind, of, about, id = newId(), params = {}, ...sent } = found;
  const open = route.path.replaceAll(/:([a-zA-Z]+)/g, (all, key: string) => params[key] ?? all);
  const path = pathWith({ ...route, path: open.replace('*', params['*'] ?? '*') }, id);
  return { kind, path, sent, ...(of ? { of } : {}), ...(about ? { about } : {}) };
}
