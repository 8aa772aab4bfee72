import { fulfilmentSettings } from '#modules/fulfilment/model/fulfilment-settings.ts';
import { purchaseSettings } from '#modules/purchasing/model/purchase-settings.ts';
import { look } from '#tests/channels/shop.ts';
import { free, fresh, ofUser, row, rows, type NamedCall } from './named-call.ts';

const people: NamedCall = () => ({
  kind: 'rows',
  params: { dict: 'sys_user,realname,username' },
  query: { key: 'prey' },
});
const departs = free({
  tableName: 'sys_depart',
  text: 'depart_name',
  code: 'org_code',
  pid: '',
  keyword: '部门',
});
const report: NamedCall = ({ rows: all }) => ({
  kind: 'rows',
  of: 'base:warehouse',
  params: { code: 'base%3Awarehouse' },
  about: all.get('base:warehouse')?.id ?? '',
});
const ofDepart = row(({ prey }) => ({ query: { departId: prey.depart, userId: prey.user } }));
const shop: NamedCall = ({ rows: all }) => {
  const id = all.get('base:channelAccount')?.id ?? '';
  return { kind: 'row', of: 'base:channelAccount', about: id, id };
};

/** About the listing that is laid out. */
const listing =
  (more: (id: string) => object): NamedCall =>
  ({ rows: all }) => {
    const about = all.get('channels:channelProduct')?.id ?? '';
    return { kind: 'row', of: 'channels:channelProduct', about, ...more(about) };
  };

/** About the task of listings that is laid out. */
const publishing =
  (body?: object): NamedCall =>
  ({ rows: all }) => {
    const about = all.get('channels:publishTask')?.id ?? '';
    return { kind: 'row', of: 'channels:publishTask', about, id: about, ...(body ? { body } : {}) };
  };

/** One of the pictures that are laid out, by its place among them. */
const ofPicture =
  (at: number, body: object): NamedCall =>
  ({ spare }) => {
    const id = spare.get('pictures')?.[at] ?? '';
    return { kind: 'row', of: 'catalog:product', about: id, id, body };
  };
const ofPictures = (id = '', more: object = {}): ReturnType<NamedCall> => ({
  kind: 'row',
  of: 'catalog:product',
  about: id,
  body: { ids: [id], ...more },
});
/** Bins of the zone that there is, in its warehouse. */
const newBins: NamedCall = ({ rows: all }) => {
  const zone = (all.get('base:warehouseZone') ?? {}) as { id?: string; warehouseId?: string };
  const { id = '', warehouseId = '' } = zone;
  const body = { warehouseId, zoneId: id, from: 'M-1', to: 'M-2' };
  return { kind: 'row', of: 'base:warehouseZone', about: id, body };
};

/** The shipment at the packing station. */
const atStation =
  (body: object = {}): NamedCall =>
  ({ rows: all }) => {
    const id = all.get('fulfilment:shipment')?.id ?? '';
    return { kind: 'row', of: 'fulfilment:shipment', about: id, id, body };
  };
/** A box that has a label of its own. */
const labelledBox: NamedCall = async ({ scene }) => {
  const box = await look(
    scene,
    (tx) => tx.one<{ id: string; shipmentId: string }>`
      select id, shipment_id from box where tenant_id = ${tx.tenant} and label_asset_id is not null
        and status <> 'void' limit 1`,
  );
  const about = box.shipmentId;
  return { kind: 'row', of: 'fulfilment:shipment', about, id: about, body: { boxId: box.id } };
};

/** A PO that is not there is an answer too. */
const poAnswers = free({}, { numbers: ['NOWHERE-1'] });

/** What the channel wrote about an order. */
const orderMessage: NamedCall = async ({ scene }) => {
  const message = await look(
    scene,
    (tx) => tx.one<{ id: string; orderId: string }>`
      select id, order_id from order_message where tenant_id = ${tx.tenant} order by id limit 1`,
  );
  return {
    kind: 'row',
    of: 'orders:salesOrder',
    about: message.orderId,
    query: { id: message.id },
  };
};

/** Readings of the caller's own, and of lists that everybody's part is answered of. */
/** 监控: nothing of it is a row of anybody. */
const OF_THE_INSTALLATION = [
  'GET /monitor/node',
  'GET /monitor/redis',
  'GET /monitor/trace',
  'GET /monitor/database',
  'GET /monitor/queue',
  'GET /monitor/threshold',
  'GET /actuator/httptrace',
  'GET /actuator/metrics',
  'GET /sys/actuator/redis/queryDiskInfo',
];
/** Refused to everybody where there is no Redis, as in tests. */
export const OF_REDIS = ['info', 'keysSize', 'memoryInfo', 'keysSizeForReport', 'memoryForReport', 'infoForReport'].map(
  (name) => `GET /sys/actuator/redis/${name}`,
);
const WITHOUT_A_ROW = [
  'GET /sys/dataLog/tables',
  'GET /sys/permission/getUserPermissionByToken',
  'GET /sys/user/getUserInfo',
  'GET /sys/user/getCurrentUserDeparts',
  'GET /sys/user/secondFactor',
  'GET /sys/thirdApp/getEnabledType',
  'GET /sys/thirdLogin/links',
  'GET /sys/user/profile',
  'GET /sys/user/tenants',
  'GET /sys/user/sessions',
  'POST /sys/user/sessions/endOthers',
  'DELETE /sys/user/avatar',
  'GET /sys/oss/file/storage',
  'GET /sys/tenant/getCurrentUserTenant',
  'GET /sys/tenant/queryList',
  'GET /sys/user/generateUserId',
  'GET /sys/permission/queryTreeList',
  'GET /sys/role/queryTreeList',
  'GET /sys/permission/getSystemMenuList',
  'GET /sys/permission/getSystemSubmenuBatch',
  'GET /sys/permission/list',
  'GET /sys/dict/queryAllDictItems',
  'GET /sys/dict/refleshCache',
  'GET /sys/dict/treeList',
  'GET /sys/dict/deleteList',
  'GET /sys/loginfo',
  'GET /sys/visitInfo',
  'GET /sys/annountCement/listByUser',
  'PUT /sys/sysAnnouncementSend/readAll',
  'GET /sys/fileJob/limits',
  'GET /channels/unoffered',
  'GET /channels/connectors',
  'GET /fulfilment/carriers',
  'GET /ledger/walletCredits',
  'GET /purchasing/purchaseSettings',
  'GET /purchasing/supplierConnectors',
  'GET /finance/financeSettings',
  'GET /finance/remittanceSettings',
  'GET /aftersales/returnSettings',
  'GET /fulfilment/settings',
  'GET /inventory/stockSettings',
  'GET /sys/tenantSetting/list',
  'GET /fulfilment/wave/pickers',
  'GET /channels/callWait',
  'GET /desk/home',
  'GET /desk/batch/list',
  'GET /desk/todo',
  'GET /desk/reconciliation',
  'GET /sys/user/recycleBin',
  'GET /sys/user/queryUserComponentData',
  'GET /sys/role/queryall',
  'GET /sys/sysDepart/queryTreeList',
  'GET /sys/sysDepart/queryDepartTreeSync',
  'GET /sys/category/loadTreeRoot',
  'GET /sys/category/rootList',
  'GET /sys/ownTenant/notice',
  'GET /sys/ownTenant/detail',
  'GET /sys/plan/menuTree',
  'GET /sys/gatewayRoute/list',
  'GET /sys/gatewayRoute/page',
  'GET /sys/sysUserAgent/represented',
  'GET /sys/sysDepart/queryMyDeptTreeList',
];

/** Readings of the administration, and what anybody asks of their own. */
export const READINGS: Record<string, NamedCall> = {
  ...Object.fromEntries([...WITHOUT_A_ROW, ...OF_THE_INSTALLATION, ...OF_REDIS].map((name) => [name, free()])),
  'GET /monitor/history': free({ figures: 'heapUsed' }),
  'GET /actuator/metrics/:name': () => ({ kind: 'free', params: { name: 'jvm.memory.used' } }),
  'GET /sys/dict/getDictItems/:code': () => ({ kind: 'rows', params: { code: 'prey' } }),
  // Readings that name a row.
  'GET /sys/annountCement/queryById': row(({ own }) => ({ query: { id: own.notice } })),
  'GET /sys/annountCement/show/:id': row(({ own }) => ({ id: own.notice })),
  'GET /sys/sysAnnouncementSend/getOne': row(({ own }) => ({ query: { sendId: own.send } })),
  'GET /sys/dictItem/list': rows(({ prey }) => ({ dictId: prey.dict })),
  'GET /sys/dataLog/queryDataVerList': ({ prey }) => ({
    kind: 'rows',
    query: { dataTable: 'position', dataId: prey.position },
  }),
  'GET /sys/dataLog/queryCompareList': ({ prey }) => ({
    kind: 'row',
    query: { dataId1: prey.dataLog, dataId2: prey.dataLog },
  }),
  'GET /sys/user/queryUserRole': ofUser('rows', (userid) => ({ query: { userid } })),
  'GET /sys/user/queryUserScope': ofUser('rows', (userid) => ({ query: { userid } })),
  'GET /sys/user/userDepartList': ofUser('rows', (userId) => ({ query: { userId } })),
  'GET /sys/user/queryByIds': ofUser('rows', (userIds) => ({ query: { userIds } })),
  'GET /sys/user/queryUserByDepId': rows(({ prey }) => ({ id: prey.depart })),
  'GET /sys/permission/queryRolePermission': rows(({ prey }) => ({ roleId: prey.role })),
  'GET /sys/user/userRoleList': rows(({ prey }) => ({ roleId: prey.role })),
  'GET /sys/permission/getPermRuleListByPermId': rows(({ pageId }) => ({ permissionId: pageId })),
  'GET /sys/permission/queryPermissionRule': rows(({ pageId }) => ({ permissionId: pageId })),
  'GET /sys/permission/queryRuleFields': rows(({ pageId }) => ({ permissionId: pageId })),
  'GET /sys/fileJob/queryById': row(({ own }) => ({ query: { id: own.job } })),
  'GET /sys/fileJob/download': row(({ own }) => ({ query: { id: own.job } })),
  'GET /sys/duplicate/check': free({
    tableName: 'sys_dict',
    fieldName: 'dict_code',
    fieldVal: 'free',
    dataId: '',
  }),
  'GET /sys/role/checkRoleCode': free({ roleCode: 'free' }),
  'GET /sys/sysDepart/searchBy': rows(() => ({ keyWord: '部门' })),
  'GET /sys/user/avatar/:userId': row(({ own }) => ({ params: { userId: own.userId } })),
  'GET /sys/common/static/*': row(({ own }) => ({ params: { '*': own.file } })),
  'GET /sys/common/upload/parts/:id': row(({ own }) => ({ id: own.parts })),
  'GET /sys/category/exportXls': rows(),
  'GET /sys/user/getMultiUser': rows(({ prey }) => ({ id: prey.user })),
  // Each of these names a row, or asks for a value by the code of something.
  'GET /sys/role/datarule/:permissionId/:roleId': ({ pageId, prey }) => ({
    kind: 'rows',
    params: { permissionId: pageId, roleId: prey.role },
  }),
  'GET /sys/checkRule/checkByCode': row(() => ({ query: { ruleCode: 'prey', value: 'x' } })),
  'GET /sys/fillRule/testFillRule': row(() => ({ query: { ruleCode: 'prey' } })),
  'GET /sys/fillRule/previewFillRule': free({
    ruleClass: 'serial',
    ruleParams: JSON.stringify({ prefix: 'M-' }),
  }),
  'PUT /sys/fillRule/executeRuleByCode/:ruleCode': row(() => ({ params: { ruleCode: 'prey' } })),
  'PUT /sys/fillRule/executeRuleByCodeBatch': row(() => ({
    body: { rules: [{ ruleCode: 'prey' }] },
  })),
  'GET /sys/dictItem/dictItemCheck': ({ prey }) => ({
    kind: 'free',
    query: { dictId: prey.dict, itemValue: 'free' },
  }),
  'GET /sys/category/loadTreeChildren': rows(({ prey }) => ({ pid: prey.category })),
  'GET /sys/category/loadTreeData': rows(() => ({ pcode: '0' })),
  'GET /sys/category/loadOne': row(({ prey }) => ({ query: { field: 'id', val: prey.category } })),
  'GET /sys/category/loadDictItem': rows(({ prey }) => ({ ids: prey.category })),
  'GET /sys/category/childList': rows(({ prey }) => ({ pid: prey.category })),
  'GET /sys/category/getChildListBatch': rows(({ prey }) => ({ parentIds: prey.category })),
  'GET /sys/category/checkCode': free({ code: 'A09' }),
  'GET /sys/category/loadAllData': rows(() => ({ code: 'A01' })),
  'GET /sys/dict/loadDict/:dict': people,
  'GET /sys/dict/loadDictOrderByValue/:dict': people,
  'GET /sys/dict/loadDictItem/:dict': people,
  'GET /sys/dict/loadTreeData': departs,
  'GET /sys/dict/searchTreeData': departs,
  'GET /online/cgreport/api/getRpColumns/:code': report,
  'GET /online/cgreport/api/getQueryInfo/:code': report,
  'GET /online/cgreport/api/getData/:code': report,
  'GET /online/cgreport/api/getColumnsAndData/:code': report,
  'GET /online/cgreport/api/getParamsInfo/:code': report,
  'POST /channels/priceRecord/adjust': ({ rows: all }) => {
    const about = all.get('channels:channelProduct')?.id ?? '';
    const body = { ids: [about], type: 'msrp', way: 'set', amount: '300', effectiveFrom: '2027-01-01', dryRun: true };
    return { kind: 'row', of: 'channels:channelProduct', about, body };
  },
  'GET /channels/priceRecord/proposal': free(),
  'GET /channels/promotion/:id/proposal': ({ rows: all }) => {
    const about = all.get('channels:promotion')?.id ?? '';
    return { kind: 'row', of: 'channels:promotion', about, id: about };
  },
  'GET /channels/publishTask/classes': ({ rows: all }) => {
    const about = all.get('base:channelAccount')?.id ?? '';
    return { kind: 'row', of: 'base:channelAccount', about, query: { accountId: about, storefront: 'wayfair_us' } };
  },
  'PUT /channels/publishTask/:id/cells': publishing({ cells: [] }),
  'POST /channels/publishTask/:id/fix': publishing({}),
  'POST /channels/publishTask/:id/refreshForm': publishing(),
  'GET /channels/publishTask/:id/sheet': publishing(),
  'GET /channels/channelFee/trial': ({ rows: all }) => {
    const accountId = all.get('base:channelAccount')?.id ?? '';
    const query = { accountId, skuId: all.get('catalog:sku')?.id ?? '', qty: '1', unitPrice: '1' };
    return { kind: 'row', of: 'base:channelAccount', about: accountId, query };
  },
  'GET /aftersales/returnDesk': ({ rows: all }) => {
    const about = all.get('aftersales:returnOrder')?.id ?? '';
    return { kind: 'rows', of: 'aftersales:returnOrder', about, query: { ids: about } };
  },
  'GET /aftersales/returnDesk/find': ({ rows: all }) => {
    const found = (all.get('aftersales:returnOrder') ?? {}) as { id?: string; returnNo?: string };
    const { id = '', returnNo = '' } = found;
    return { kind: 'rows', of: 'aftersales:returnOrder', about: id, query: { number: returnNo } };
  },
  'POST /aftersales/returnDesk/step': ({ rows: all }) => {
    const about = all.get('aftersales:returnOrder')?.id ?? '';
    const body = { ids: [about], step: { kind: 'undo' } };
    return { kind: 'row', of: 'aftersales:returnOrder', about, body };
  },
  'POST /aftersales/returnDesk/unordered': ({ rows: all }) => {
    const about = all.get('base:warehouse')?.id ?? '';
    const lines = [{ skuId: all.get('catalog:sku')?.id, qty: 1 }];
    return { kind: 'row', of: 'base:warehouse', about, body: { warehouseId: about, lines } };
  },
  'GET /aftersales/partOrder/ofOrder/:orderId': ({ rows: all }) => {
    const about = all.get('orders:salesOrder')?.id ?? '';
    return { kind: 'row', of: 'orders:salesOrder', about, params: { orderId: about } };
  },
  'GET /aftersales/partOrder/ofSku/:skuId': ({ rows: all }) => {
    const about = all.get('catalog:sku')?.id ?? '';
    return { kind: 'row', of: 'catalog:sku', about, params: { skuId: about } };
  },
  'GET /purchasing/supplierProduct/:id/differences': ({ rows: all }) => {
    const about = all.get('purchasing:supplierProduct')?.id ?? '';
    return { kind: 'row', of: 'purchasing:supplierProduct', about, params: { id: about } };
  },
  'GET /purchasing/supplierCredit/ofSupplier/:supplierId': ({ rows: all }) => {
    const about = all.get('base:supplier')?.id ?? '';
    return { kind: 'row', of: 'base:supplier', about, params: { supplierId: about } };
  },
  'GET /aftersales/partOrder/fillRate': free(),
  'GET /aftersales/partOrder/plan': free(),
  'GET /aftersales/partOrder/channelTemplate': free(),
  'POST /aftersales/partOrder/shipTogether': ({ rows: all }) => {
    const about = all.get('aftersales:partOrder')?.id ?? '';
    const body = { ids: [about], carrier: 'FedEx', trackingNo: '794611112222' };
    return { kind: 'free', body };
  },
  'POST /aftersales/partOrder/buy': ({ rows: all }) => {
    const warehouseId = all.get('base:warehouse')?.id ?? '';
    const parts = [{ skuId: all.get('catalog:sku')?.id, warehouseId, qty: 1 }];
    return { kind: 'row', of: 'base:warehouse', about: warehouseId, body: { parts } };
  },
  'POST /aftersales/claim/ofShipment': ({ rows: all }) => {
    const about = all.get('fulfilment:shipment')?.id ?? '';
    return { kind: 'row', of: 'fulfilment:shipment', about, body: { shipmentId: about } };
  },
  'POST /aftersales/claim/ofReturn': ({ rows: all }) => {
    const about = all.get('aftersales:returnOrder')?.id ?? '';
    const body = { returnId: about, party: 'carrier' };
    return { kind: 'row', of: 'aftersales:returnOrder', about, body };
  },
  'GET /finance/deduction/:id/evidencePack': ({ rows: all }) => {
    const about = all.get('finance:deduction')?.id ?? '';
    return { kind: 'row', of: 'finance:deduction', about, id: about };
  },
  'POST /finance/remittance/importEdi': free(),
  'POST /finance/inbox/take': free(),
  'GET /channels/promotion/calendar': free(),
  'GET /market/compare': free(),
  'GET /market/marketListing/:id/trend': ({ rows: all }) => {
    const about = all.get('market:marketListing')?.id ?? '';
    return { kind: 'row', of: 'market:marketListing', about, id: about };
  },
  'GET /market/marketReport/:id/table': ({ rows: all }) => {
    const about = all.get('market:marketReport')?.id ?? '';
    return { kind: 'row', of: 'market:marketReport', about, id: about };
  },
  'POST /aftersales/returnLabel/buy': ({ rows: all }) => {
    const about = all.get('aftersales:returnOrder')?.id ?? '';
    return { kind: 'row', of: 'aftersales:returnOrder', about, body: { returnId: about } };
  },
  'POST /base/warehouseBin/plan': newBins,
  'POST /base/warehouseBin/generate': newBins,
  'GET /fulfilment/station/find': ({ rows: all }) => {
    const shipment = (all.get('fulfilment:shipment') ?? {}) as { id?: string; shipmentNo?: string };
    const { id = '', shipmentNo = '' } = shipment;
    return { kind: 'rows', of: 'fulfilment:shipment', about: id, query: { code: shipmentNo } };
  },
  'GET /fulfilment/station/queue': free(),
  'GET /fulfilment/station/waiting': free(),
  'GET /fulfilment/station/:id/shipment': atStation(),
  'POST /fulfilment/station/:id/step': atStation({ kind: 'open' }),
  'POST /fulfilment/station/:id/printLabel': labelledBox,
  'POST /fulfilment/station/codes': free(),
  'GET /channels/orderMessage': orderMessage,
  'POST /fulfilment/shipment/:id/chooseRate': ({ rows: all }) => {
    const about = all.get('fulfilment:shipment')?.id ?? '';
    const body = { shipMethodId: all.get('base:shipMethod')?.id };
    return { kind: 'row', of: 'fulfilment:shipment', about, id: about, body };
  },
  'POST /fulfilment/shipment/join': ({ rows: all }) => ({
    kind: 'free',
    body: { ids: [all.get('orders:salesOrder')?.id], dryRun: true },
  }),
  'GET /desk/orderStory': ({ rows: all }) => {
    const about = all.get('orders:salesOrder')?.id ?? '';
    return { kind: 'row', of: 'orders:salesOrder', about, query: { id: about } };
  },
  'POST /fulfilment/shipQuote': ({ rows: all }) => {
    const warehouseId = all.get('base:warehouse')?.id ?? '';
    const cartons = [{ lengthMm: 100, widthMm: 100, heightMm: 100, weightG: 100, qty: 1 }];
    const body = { warehouseId, country: 'US', postalCode: '10001', cartons };
    return { kind: 'row', of: 'base:warehouse', about: warehouseId, body };
  },
  'POST /purchasing/restockAdvice/order': ({ spare }) => ({
    kind: 'free',
    body: { ids: spare.get('advised') ?? [], coverDays: 30 },
  }),
  'POST /catalog/picture/:id/edit': ofPicture(0, { altText: '正面', version: 1 }),
  'POST /catalog/picture/detach': ({ spare }) => ofPictures(spare.get('pictures')?.[1]),
  'POST /catalog/picture/:id/replace': (world) =>
    ofPicture(2, { image: world.spare.get('picture upload')?.[0] })(world),
  'POST /catalog/picture/attach': ({ spare, rows: all }) =>
    ofPictures(spare.get('pictures')?.[3], { productId: all.get('catalog:product')?.id }),
  'POST /catalog/picture/remove': ({ spare }) => ofPictures(spare.get('pictures')?.[4]),
  'GET /orders/productSales/:id': ({ rows: all }) => {
    const id = all.get('catalog:product')?.id ?? '';
    return { kind: 'row', of: 'catalog:product', about: id, id };
  },
  // Nobody has decided anything before.
  'PUT /purchasing/purchaseSettings': free({}, { ...purchaseSettings.defaults, approvalLimit: '5000', version: 0 }),
  'PUT /finance/financeSettings': free(
    {},
    { dueDays: 30, graceDays: 3, writeOffLimit: '10.00', refundLimit: '500.00', version: 0 },
  ),
  'PUT /finance/remittanceSettings': free(
    {},
    { tolerance: '1.00', toleranceShare: '0.005', autoSettleDays: 14, aloneLimit: '500.00', version: 0 },
  ),
  // What has left is invoiced already: there is nothing to do for anybody.
  'POST /finance/invoice/openings': free({}, {}),
  'POST /finance/invoice/issue': ({ rows: all }) => {
    const about = all.get('fulfilment:shipment')?.id ?? '';
    return { kind: 'row', of: 'fulfilment:shipment', about, body: { shipmentIds: [about] } };
  },
  'POST /finance/poMoney/answers': poAnswers,
  'POST /finance/poMoney/sheet': poAnswers,
  'GET /finance/poMoney/:id': ({ rows: all }) => {
    const about = all.get('orders:salesOrder')?.id ?? '';
    return { kind: 'row', of: 'orders:salesOrder', about, id: about };
  },
  'PUT /aftersales/returnSettings': free({}, { dueDays: 30, disposalLimit: '500.00', version: 0 }),
  'GET /aftersales/returnOrder/offer/:orderId': ({ rows: all }) => {
    const about = all.get('orders:salesOrder')?.id ?? '';
    return { kind: 'row', of: 'orders:salesOrder', about, params: { orderId: about } };
  },
  'POST /ledger/walletCredit': () => ({
    kind: 'free',
    body: { forTenant: 1, amount: '1.00', currency: 'USD', reference: fresh(), reason: '入账' },
  }),
  'PUT /inventory/stockSettings': free({}, { soleLimit: '1000', costBound: '0.5', version: 0 }),
  'PUT /fulfilment/settings': free({}, { ...fulfilmentSettings.defaults, version: 0 }),
  'POST /fulfilment/handover/open': ({ rows: all }) => {
    const about = all.get('base:warehouse')?.id ?? '';
    return { kind: 'row', of: 'base:warehouse', about, body: { warehouseId: about } };
  },
  'POST /fulfilment/wave/make': ({ rows: all }) => ({
    kind: 'free',
    body: { ids: [all.get('fulfilment:shipment')?.id], kind: 'each' },
  }),
  'POST /fulfilment/wave/plan': ({ rows: all }) => ({
    kind: 'free',
    body: { ids: [all.get('fulfilment:shipment')?.id], kind: 'each' },
  }),
  'PUT /channels/callWait': free({}, { seconds: 0, version: 0 }),
  'POST /channels/account/:id/test': shop,
  'POST /channels/account/:id/pull': shop,
  'POST /channels/account/:id/pullListings': shop,
  'POST /channels/account/:id/pushStock': shop,
  'GET /channels/account/:id/fullPush': shop,
  'POST /channels/account/:id/fullPush': shop,
  'POST /channels/listingComparison/adopt': ({ rows: all }) => {
    const about = all.get('base:channelAccount')?.id ?? '';
    return {
      kind: 'row',
      of: 'base:channelAccount',
      about,
      body: { rows: [{ accountId: about, channelSku: 'TWO-OF-US' }] },
    };
  },
  'GET /channels/channelStock/formula': listing((channelProductId) => ({ query: { channelProductId, code: '31842' } })),
  'POST /channels/channelStock/push': listing((channelProductId) => ({
    body: { rows: [{ channelProductId, code: '31842' }] },
  })),
  'POST /channels/channelStock/lock': listing((id) => ({ body: { channelProductIds: [id] } })),
  'POST /channels/channelStock/unlock': listing((id) => ({ body: { channelProductIds: [id] } })),
  'GET /sys/permission/getSystemSubmenu': ({ pageId }) => ({
    kind: 'free',
    query: { parentId: pageId },
  }),
  // Departments: their frames, their roles, their people.
  'GET /sys/sysDepart/queryIdTree': rows(),
  'GET /sys/permission/queryDepartPermission': ofDepart,
  'GET /sys/sysDepartPermission/queryTreeListForDeptRole': ofDepart,
  'GET /sys/sysDepartRole/getDeptRoleList': ofDepart,
  'GET /sys/sysDepartRole/getDeptRoleByUserId': ofDepart,
  'GET /sys/sysDepartPermission/queryDeptRolePermission': row(({ prey }) => ({
    query: { roleId: prey.departRole },
  })),
  'GET /sys/sysDepartPermission/datarule/:permissionId/:departId': row(({ pageId, prey }) => ({
    params: { permissionId: pageId, departId: prey.depart },
  })),
  'GET /sys/sysDepartRole/datarule/:permissionId/:departId/:roleId': row(({ pageId, prey }) => ({
    params: { permissionId: pageId, departId: prey.depart, roleId: prey.departRole },
  })),
  'GET /sys/user/departUserList': row(({ prey }) => ({ query: { depId: prey.depart } })),
  'GET /sys/annountCement/readers': row(({ prey }) => ({ query: { id: prey.notice } })),
  'GET /sys/sysUserAgent/queryByUserName': row(() => ({ query: { userName: 'prey' } })),
  // The operator's alone.
  'GET /sys/tenant/queryById': row(() => ({ query: { id: '2' } })),
  'GET /sys/plan/menus': row(({ prey }) => ({ query: { id: prey.plan } })),
  'GET /sys/savedQuery/list': free({ listKey: 'catalog:sku' }),
  'GET /sys/listView/list': free({ listKey: 'catalog:sku' }),
  'GET /desk/scan': free({ number: 'WB-DCH' }),
  'GET /desk/analysis/sales': free({ period: 'month' }),
  'GET /desk/analysis/orders': free({ period: 'month' }),
  'GET /desk/analysis/stock': free({ period: 'month' }),
  'GET /desk/analysis/performance': free({ period: 'month' }),
  'GET /desk/analysis/finance': free({ period: 'month' }),
};
