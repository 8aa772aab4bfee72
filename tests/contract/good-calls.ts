import { bulkKeys } from '#kit/model/bulk-edit.ts';
import type { Field } from '#kit/model/field.ts';
import { listKeys } from '#kit/model/list-entry.ts';
import { resourceKey, type AnyResource } from '#kit/model/resource.ts';
import { nameToWire, toWire } from '#kit/model/wire.ts';
import { newId } from '#kit/server/new-id.ts';
import type { Route } from '#kit/server/route.ts';
import { resources, views } from '#app/declarations.ts';
import { ADDRESS, STOOL } from '#tests/lifecycles/one-of-each.ts';
import { workbook } from '#tests/sheets/upload.ts';
import { fileForm, pathWith, pdfForm, type Sent } from './calls.ts';
import type { GoodCall, Kind, Scenery } from './call-scenery.ts';
import { ANSWERS, firstMove } from './intrusions.ts';
import { pathOf, type Row } from './resources.ts';
import { sampleValues } from './sample-row.ts';
import { systemCall } from './system-calls.ts';

/** Whatever is declared with routes: resources, and rows that a query puts together. */
export const declared: readonly AnyResource[] = [...resources, ...views];

/** The resource a route belongs to. */
export function resourceAt(path: string): AnyResource | undefined {
  const here = declared.filter((one) => path.startsWith(`${pathOf(one)}/`));
  // A view may begin where a register does, and is one list there.
  const isOwn = ({ kind, wire }: AnyResource): boolean =>
    kind !== 'view' || Object.values(wire?.paths ?? {}).some((part) => path.endsWith(`/${part}`));
  return here.find(isOwn) ?? here[0];
}

/** How a route is called well. @returns null for one that nobody has said it of */
export async function goodCall(route: Route, scenery: Scenery): Promise<GoodCall | null> {
  const own = await systemCall(route, scenery);
  if (own) return own;
  const resource = resourceAt(route.path);
  if (!resource) return null;
  const rest = route.path.slice(pathOf(resource).length + 1);
  const row = scenery.rows.get(resourceKey(resource));
  const isRead = READING.has(rest) || Object.values(resource.wire?.paths ?? {}).includes(rest);
  if (!row && rest === 'numbers') {
    const sent = numbersSent(route, resource, undefined, scenery);
    return { kind: 'rows', path: route.path, sent };
  }
  if (!row) return isRead ? { kind: 'rows', path: route.path, sent: {} } : null;
  const made = await genericCall({ route, rest, resource, row, scenery });
  if (!made) return null;
  const { id = row.id, kind, sent } = made;
  const about = { about: row.id, of: resourceKey(resource) };
  return { kind, ...about, path: pathWith(route, id), sent };
}

interface Place {
  route: Route;
  rest: string;
  resource: AnyResource;
  row: Row;
  scenery: Scenery;
}

interface Made {
  kind: Kind;
  sent: Sent;
  /** What the path takes, where it is not the row. */
  id?: string;
}

const READING = new Set([
  'list',
  'counts',
  'options',
  'exportXls',
  'holdCounts',
  'heldMoves',
  'failures',
  'totals',
  'states',
]);
const FREE = new Set(['importTemplate', 'lineTemplate']);
/** What a rule says, for routes that judge it unsaved. */
const RULE_SAYS = { conditions: '{"join":"and","of":[]}', actions: '[{"kind":"accept"}]' };

const PAPERS = new Set(['print', 'printLabels', 'printPackingSlips', 'printPickList', 'printBoxMarks']);

/** Answers to a move; one asks for lines, which no other takes like this, one for a SKU that must be there. */
function answersOf(rest: string, { scene }: Scenery): Record<string, unknown> {
  if (rest.endsWith('/changeSource')) return { ...ANSWERS, lines: '[{}]' };
  return rest.endsWith('/link') ? { ...ANSWERS, skuId: scene.seller.skus[STOOL] } : ANSWERS;
}

async function genericCall(place: Place): Promise<Made | null> {
  const { rest, row, scenery } = place;
  if (READING.has(rest)) return { kind: 'rows', sent: {} };
  if (FREE.has(rest)) return { kind: 'free', sent: {} };
  if (PAPERS.has(rest)) return { kind: 'row', sent: { body: { ids: [row.id] } } };
  const written = await WRITTEN[rest]?.(place);
  if (written) return written;
  if (rest.startsWith('batch/'))
    return { kind: 'each', sent: { body: { ids: [row.id], answers: answersOf(rest, scenery) } } };
  if (rest === ':id/customs' || rest === ':id/labelFile') return { kind: 'row', sent: pdfForm() };
  if (rest === 'importErrors/:id')
    return {
      kind: 'row',
      sent: {},
      id: scenery.errorFiles.get(pathOf(place.resource)) ?? newId(),
    };
  if (!rest.startsWith(':id/')) return null;
  if (rest === ':id/document') return storedPaper(scenery);
  return { kind: 'row', sent: { body: { ...answersOf(rest, scenery), version: row['version'] } } };
}

/** A paper that its shipment has. */
function storedPaper({ rows }: Scenery): Made {
  const paper = rows.get('fulfilment:shippingDocument') ?? {};
  const { shipmentId, kind } = paper as { shipmentId?: string; kind?: string };
  return { kind: 'row', sent: { query: { kind: kind ?? '' } }, id: shipmentId ?? '' };
}

/** Headings that a sheet of rows by document cannot lack; its rows are only judged. */
const OF_ROWS: Readonly<Record<string, readonly string[]>> = {
  partOrder: ['店铺', '平台补件号', 'PO号', '整件SKU', '配件SKU', '数量'],
  returnOrder: ['店铺', 'RA号', 'PO号', 'SKU', '数量', '原因编码'],
  stockCount: ['盘点单号', 'SKU', '品质', '实盘数量'],
  deduction: ['店铺', '平台扣款号', 'PO号', '类型', '金额', '公布日'],
  priceRecord: ['店铺', '渠道SKU', '价格类型', '新价', '生效日'],
  publishTask: ['刊登单号', '渠道SKU', '题目编号'],
  sellerOffer: ['市场', '平台商品ID', '观察时间', '价格'],
  remittance: ['店铺', '平台回款号', '付款日', '净额', 'PO号', '金额'],
};

/** By what follows the path of the resource. */
const WRITTEN: Record<string, (place: Place) => Made | Promise<Made>> = {
  queryById: ({ row }) => ({ kind: 'row', sent: { query: { id: row.id } } }),
  lookup: ({ row }) => ({ kind: 'rows', sent: { body: { texts: [row.id] } } }),
  addressees: () => ({ kind: 'free', sent: {} }),
  readBack: () => ({ kind: 'free', sent: { body: RULE_SAYS } }),
  tryOrder: ({ scenery: { rows } }) => {
    const number = rows.get('orders:salesOrder')?.['channelOrderNo'];
    return { kind: 'free', sent: { body: { ...RULE_SAYS, number } } };
  },
  run: ({ row, scenery: { rows } }) => {
    const ids = [rows.get('orders:salesOrder')?.id];
    return { kind: 'free', sent: { body: { ids, ruleIds: [row.id], dryRun: true } } };
  },
  addressAdvice: ({ row }) => ({ kind: 'row', sent: { query: { id: row.id } } }),
  glance: ({ row }) => ({ kind: 'rows', sent: { query: { ids: row.id } } }),
  warehouseStock: ({ row }) => ({ kind: 'rows', sent: { body: { ids: [row.id] } } }),
  worklist: ({ route, resource }) =>
    route.method === 'GET'
      ? { kind: 'rows', sent: {} }
      : { kind: 'free', sent: { body: { move: firstMove(resource), dismissed: 'all' } } },
  autoMap: ({ row }) => ({ kind: 'rows', sent: { body: { ids: [row.id] } } }),
  makeProducts: ({ row }) => ({ kind: 'rows', sent: { body: { ids: [row.id] } } }),
  numbers: ({ route, resource, row, scenery }) => ({
    kind: 'rows',
    sent: numbersSent(route, resource, row, scenery),
  }),
  add: async (place) => ({ kind: 'free', sent: { body: await newBody(place) } }),
  saveLines: async (place) => ({
    kind: 'free',
    sent: { body: { lines: [await newBody(place)] } },
  }),
  async edit(place) {
    const { resource, row, scenery } = place;
    if (!resource.draft) return { kind: 'row', sent: { body: { id: row.id } } };
    // By either verb a draft of its own: the first edit makes the other one stale.
    const spares = scenery.isHolder ? (scenery.spare.get(pathOf(resource)) ?? []) : [];
    const id = spares[place.route.method === 'PUT' ? 0 : 1];
    const body = { ...(await newBody(place)), id: id ?? row.id, version: 1 };
    return { kind: 'row', sent: { body } };
  },
  bulkEdit({ resource, row }) {
    const values = sampleValues(resource, 7);
    const key = bulkKeys(resource).find((one) => values[one] !== undefined) ?? '';
    const change = { field: nameToWire(resource.wire, key), operation: 'set', value: values[key] };
    // Of its own currency, where it is an amount.
    const { currency } = (resource.fields as Record<string, Field>)[key] ?? {};
    return {
      kind: 'each',
      sent: { body: { ...change, ids: [row.id], ...(currency ? { currency: 'USD' } : {}) } },
    };
  },
  // Taking away what no row has leaves every row as it is.
  tag: ({ row }) => ({ kind: 'each', sent: { body: { ids: [row.id], remove: [newId()] } } }),
  // A tag of the same scope, for who may add one; others have nothing to be merged.
  async merge({ resource, row, scenery: { isHolder, samples } }) {
    const { id } = isHolder ? await samples.add(resource, { scope: row['scope'] }) : row;
    return { kind: 'free', sent: { body: { ids: [id], into: row.id } } };
  },
  delete: (place) => ({ kind: 'row', sent: { query: { id: gone(place) } } }),
  deleteBatch: (place) => ({ kind: 'row', sent: { query: { ids: gone(place) } } }),
  async importExcel({ resource, row, scenery: { rows } }) {
    const judged = OF_ROWS[resource.name];
    if (judged) {
      const sheet = await workbook(judged, [judged.map(() => '1')]);
      return { kind: 'free', sent: { ...fileForm(sheet), query: { dryRun: '1' } } };
    }
    if (resource.name !== 'salesOrder')
      return {
        kind: 'each',
        sent: { ...fileForm(await sheetOf(resource, row)), query: { mode: 'update' } },
      };
    // Lines of an order of a shop: only judged, for they would be one more order.
    const shop = rows.get('base:channelAccount')?.['name'];
    const titles = ['店铺', 'PO号', '渠道SKU', '数量', '单价'];
    const sheet = await workbook(titles, [[String(shop), 'SHEET-1', 'SHEET-PART', '1', '1']]);
    return { kind: 'free', sent: { ...fileForm(sheet), query: { dryRun: '1' } } };
  },
  importLines: async ({ resource, scenery: { rows } }) => ({
    kind: 'free',
    sent: {
      ...fileForm(await sheetOfLines(resource, lineSubject(resource, rows))),
      query: { dryRun: '1' },
    },
  }),
};

/** Keeps a number, or asks with numbers that are kept. */
const numbersSent = ({ method }: Route, resource: AnyResource, row: Row | undefined, { numbers }: Scenery): Sent =>
  method === 'POST'
    ? { body: { numbers: [numberOf(resource, row)] } }
    : { query: { numbers: numbers.get(pathOf(resource)) ?? newId() } };

/** A text that the row may be found by, never its id. */
export const numberOf = (resource: AnyResource, row: Row | undefined): string =>
  resource.label === 'id' ? 'WB-1' : String(row?.[resource.label] ?? 'WB-1');

/** The row that a call takes away: of the holder one that nothing hangs on. */
const gone = ({ resource, row, scenery }: Place): string =>
  (scenery.isHolder && scenery.spare.get(pathOf(resource))?.pop()) || row.id;

/** What the units of a line are called on the sheet of a document. */
const unitsTitle = (resource: AnyResource): string => UNITS[resourceKey(resource)] ?? '数量';
const UNITS: Readonly<Record<string, string>> = {
  'inventory:inboundReceipt': '预报数量',
  'aftersales:returnOrder': '应退',
};

/**
 * A sheet of one line, with a price where every line must have one.
 * @param of what the line is about: a SKU, the number of an invoice, or what money is for
 */
export const sheetOfLines = (resource: AnyResource, of: string): Promise<Buffer> => {
  switch (resourceKey(resource)) {
    case 'purchasing:supplierBill':
      return workbook(['SKU', unitsTitle(resource), '单价'], [[of, '1', '3.37']]);
    case 'finance:payment':
      return workbook(['发票', '核销金额'], [[of, '1']]);
    case 'finance:remittance':
      return workbook(['类型', '行金额'], [[of, '1']]);
    case 'channels:promotion':
      return workbook(['渠道SKU', '折扣(减)', '限量'], [[of, '10', '1']]);
    default:
      return workbook(['SKU', unitsTitle(resource)], [[of, '1']]);
  }
};

/** What a line of a draft may be about. */
function lineSubject(resource: AnyResource, rows: Scenery['rows']): string {
  if (resourceKey(resource) === 'finance:remittance') return '其他调整';
  return resourceKey(resource) === 'finance:payment' ? String(rows.get('finance:invoice')?.['invoiceNo']) : STOOL;
}

/** A sheet that says of a row what it is called already. */
export function sheetOf(resource: AnyResource, row: Row): Promise<Buffer> {
  // What is called by several fields says the first of them.
  const key = resource.label === 'id' ? (listKeys(resource)[0] ?? '') : resource.label;
  const { title } = (resource.fields as Record<string, Field>)[key] as Field;
  const label = row[nameToWire(resource.wire, key)];
  return workbook(['ID', title], [[row.id, typeof label === 'string' ? label : '']]);
}

/** An invoice over goods of a receipt that is laid out. */
function billBody(rows: Scenery['rows']): Record<string, unknown> {
  const bill = rows.get('purchasing:supplierBill') as { supplierId?: string } | undefined;
  const { receiptId, skuId } = (rows.get('purchasing:supplierBillLine') ?? {}) as Partial<Row>;
  const lines = [{ receiptId, skuId, qty: 1, unitPrice: '3.37' }];
  const head = { supplierId: bill?.supplierId, currency: 'USD', billDate: '2026-11-20' };
  return { ...head, invoiceNo: `INV-${newId()}`, lines };
}

let days = 0;
/** A day that nothing begins on yet. */
const dayOf = (count: number): string => new Date(Date.UTC(2040, 0, 1 + count)).toISOString().slice(0, 10);

/** A body that a form of the resource might send. */
export async function newBody({
  resource,
  scenery: { scene, samples, spare, rows, isHolder },
}: Pick<Place, 'resource' | 'scenery'>): Promise<Record<string, unknown>> {
  const skuId = scene.seller.skus[STOOL];
  const [warehouseId, otherId] = Object.values(scene.seller.warehouses);
  const lines = [{ skuId, condition: 'good', qty: 1, unitPrice: '79.995', channelSku: 'DIRECT' }];
  switch (resourceKey(resource)) {
    case 'orders:salesOrder':
      return { accountId: scene.seller.accountId, ...ADDRESS, lines };
    case 'aftersales:partOrder':
      return {
        accountId: scene.seller.accountId,
        warehouseId,
        ...ADDRESS,
        lines: [{ parentSkuId: skuId, description: '凳脚', qty: 1, cause: 'missing' }],
      };
    case 'inventory:stockAdjustment':
      return { warehouseId, kind: 'adjust', reason: 'count', lines };
    case 'inventory:stockCount':
      return { warehouseId, extent: 'listed', isBlind: false, lines };
    case 'inventory:stockTransfer':
      return { fromWarehouseId: warehouseId, toWarehouseId: otherId, lines };
    case 'inventory:inboundReceipt':
      return { warehouseId, lines };
    case 'inventory:stateChange':
      return { kind: 'freeze', warehouseId, reason: 'check', lines };
    case 'purchasing:purchaseOrder':
      return { supplierId: await samples.parent('base:supplier'), warehouseId, lines };
    case 'purchasing:landedCost': {
      const receipt = (rows.get('inventory:inboundReceipt') ?? {}) as Partial<Row>;
      const { id: receiptId, warehouseId: place } = receipt;
      return {
        warehouseId: place,
        currency: 'USD',
        basis: 'qty',
        freight: '1',
        lines: [{ receiptId }],
      };
    }
    case 'purchasing:supplierBill':
      return billBody(rows);
    case 'finance:remittance':
      return {
        accountId: scene.seller.accountId,
        channelRemitNo: `RM-${newId()}`,
        payDate: '2026-01-05',
        currency: 'USD',
        netAmount: '1.00',
        lines: [{ kind: 'adjust', stated: '1.00' }],
      };
    case 'finance:payment': {
      const { customerId } = (rows.get('finance:invoice') ?? {}) as { customerId?: string };
      return { customerId, amount: '1.00', currency: 'USD', paidOn: '2026-01-05', lines: [] };
    }
    case 'aftersales:claim':
      return {
        party: 'carrier',
        cause: 'damaged',
        carrierCode: 'FEDEX',
        currency: 'USD',
        warehouseId,
        incidentOn: '2026-01-05',
        lines: [{ skuId, qty: 1, unitPrice: '40' }],
      };
    case 'aftersales:returnOrder': {
      const reasonId = await samples.parent('aftersales:returnReason');
      return { type: 'unordered', reasonId, warehouseId, lines: [{ skuId, qtyRequested: 1 }] };
    }
    case 'catalog:skuCost':
      return { ...(await samples.body(resource)), effectiveFrom: dayOf((days += 1)) };
    case 'catalog:skuCarton': {
      // Of a SKU of its own, where one is laid out: no other carton has its number there.
      const [own] = spare.get('SKU of cartons') ?? [];
      return { ...(await samples.body(resource)), ...(own ? { skuId: own } : {}) };
    }
    case 'aftersales:returnLabelRule':
    case 'channels:priceSetting':
    case 'catalog:bundleItem':
    case 'catalog:skuPart':
    case 'inventory:skuBin':
    case 'purchasing:supplyFeed': {
      // Its SKU, bin, listing or supplier is made for who may add it; once all is laid out, others send what is there.
      const isLaidOut = (spare.get(pathOf(resource)) ?? []).length > 1;
      if (isHolder || !isLaidOut) return samples.body(resource);
      const row = rows.get(resourceKey(resource)) ?? {};
      const keys = Object.keys(resource.fields as object);
      return Object.fromEntries(Object.entries(row).filter(([key]) => keys.includes(key)));
    }
    default:
      return toWire(resource.wire, await samples.body(resource));
  }
}
