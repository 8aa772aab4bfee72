import { expect } from 'vitest';
import { lifecycles } from '#app/declarations.ts';
import { bulkKeys } from '#kit/model/bulk-edit.ts';
import { resourceKey, type AnyResource } from '#kit/model/resource.ts';
import { newId } from '#kit/server/new-id.ts';
import type { Route } from '#kit/server/route.ts';
import { readRecords } from '#tests/sheets/upload.ts';
import type { Reply, Sent } from './calls.ts';
import { pathOf, resources, type Row } from './resources.ts';
import { sampleValues } from './sample-row.ts';

/** Rows of another tenant, one per resource, by resource key; and an error file that it made. */
export interface Prey {
  rows: ReadonlyMap<string, Row>;
  errorFile: string;
}

/** One try to reach a foreign row, and what must come of it. */
export interface Intrusion {
  sent: Sent;
  judge(reply: Reply): unknown;
}

/** Answers to every question a dialog asks: nothing is refused for want of one. */
export const ANSWERS = {
  reason: '核对',
  at: '2026-11-20 08:00:00',
  file: 'market.csv',
  kind: 'internal',
  content: '核对',
  shipToName: 'Ann Lee',
  shipToAddress1: '1 Main St',
  shipToCity: 'Austin',
  shipToState: 'TX',
  shipToPostalCode: '78701',
  shipToCountry: 'US',
  weightG: 1000,
  lengthMm: 100,
  widthMm: 100,
  heightMm: 100,
  carrierCode: 'OWN',
  trackingNo: 'TRUCK-1',
  pages: [],
  uncounted: 'zero',
  revision: 1,
  lineNo: 1,
  invoices: 'IV-NONE',
  payments: 'PM-NONE',
  recovered: '1',
  newType: 'other',
  priority: 'rush',
  number: 'BX-NONE',
  driver: 'Joe',
  refNo: 'C-1',
  channelInvoiceNo: 'CI-1',
  signedBy: 'Joe',
  seq: 1,
  qty: 1,
  patch: { city: 'Madison' },
  note: '核对',
  dueAt: '2099-01-31 18:00:00',
  rejectReason: 'noSuchPart',
  carrier: 'OWN',
  extendedTo: '2027-01-31',
  action: '0199aaaa-0000-7000-8000-00000000000a',
  taskId: '0199aaaa-0000-7000-8000-00000000000b',
  skuId: '0199aaaa-0000-7000-8000-00000000000c',
  condition: 'good',
};

/** The name of some move of a document. */
export const firstMove = (resource: AnyResource): string =>
  Object.keys(lifecycles.find(({ of }) => of === resource)?.moves ?? {})[0] ?? '';

const notFound = ({ status, json }: Reply): void => {
  expect({ status, ...json }).toMatchObject({
    status: 404,
    success: false,
    code: 404,
    message: '未找到对应实体',
    result: null,
  });
};
const answers =
  (result: unknown) =>
  ({ json }: Reply): void =>
    expect(json).toMatchObject({ success: true, result });
const holdsNoRow = async ({ status, bytes }: Reply): Promise<void> => {
  expect(status).toBe(200);
  expect(await readRecords(bytes)).toEqual([]);
};
const refusedWith =
  (status: number) =>
  (reply: Reply): void =>
    expect({ status: reply.status, success: reply.json?.success }).toEqual({
      status,
      success: false,
    });
const noneMoved = ({ json }: Reply): void =>
  expect(json).toMatchObject({
    success: true,
    result: { total: 1, ok: 0, failed: 1, rows: [{ ok: false, code: 'notFound' }] },
  });

type Tries = (row: Row, resource: AnyResource, prey: Prey) => Intrusion[];

/** Queries that would find the foreign row if anything could. */
const readable = (row: Row): Record<string, string>[] => [
  {},
  { id: row.id },
  { selections: row.id },
  { tenantId: '1', tenant_id: '1' },
  { superQueryParams: JSON.stringify([{ field: 'id', rule: 'eq', val: row.id }]) },
];

const asking =
  (judge: Intrusion['judge']): Tries =>
  (row) =>
    readable(row).map((query) => ({ sent: { query }, judge }));

const withId =
  (judge: Intrusion['judge']): Tries =>
  (row, resource) => [
    { sent: { query: { id: row.id, tenantId: '1' }, body: { id: row.id } }, judge },
    { sent: { query: { id: row.id }, body: { ...row, ...sampleValues(resource, 7) } }, judge },
  ];

/** Links of a new row to rows that are not the caller's. */
const foreignLinks: Tries = (_row, resource, { rows }) => {
  const body: Record<string, unknown> = sampleValues(resource, 8);
  let links = 0;
  for (const [key, field] of Object.entries(resource.fields as Record<string, { to?: string }>)) {
    if (!field.to || (field as { derived?: boolean }).derived) continue;
    body[key] = rows.get(field.to)?.id;
    links++;
  }
  const line = { skuId: rows.get('catalog:sku')?.id, condition: 'good', qty: 1, unitPrice: '1' };
  return links === 0 ? [] : [{ sent: { body: { ...body, lines: [line] } }, judge: refusedWith(422) }];
};

/** By what follows the path of the resource. */
const GENERIC: Record<string, Tries> = {
  list: asking(answers({ total: 0, records: [] })),
  // Of tasks: another tenant's batch holds none that the asker may read.
  failures: (row) =>
    [{}, { batchId: String(row['batchId'] ?? row.id) }].map((query) => ({
      sent: { query },
      judge: answers({ total: 0, groups: [] }),
    })),
  heldMoves: asking(answers([])),
  // Of a foreign document nothing is kept, and nothing is read.
  worklist: (row, resource) => [
    {
      sent: { body: { move: firstMove(resource), failed: [{ id: row.id, message: '试' }] } },
      judge: ({ json }) => expect([[], { kept: 0 }]).toContainEqual(json?.result),
    },
  ],
  counts: (row) =>
    readable(row).map((query) => ({
      sent: { query },
      judge: ({ json }) => expect(new Set(Object.values(json?.result as object))).toEqual(new Set([0])),
    })),
  options: (row) =>
    [{}, { ids: row.id }, { keyword: 'WB' }, { id: row.id }].map((query) => ({
      sent: { query },
      judge: answers([]),
    })),
  // What is asked is kept for the asker's own tenant; an id of something else keeps nothing.
  numbers: (row, resource) => {
    const text = String(row[resource.label]);
    return [
      {
        sent: { query: { numbers: row.id }, body: { numbers: [text] } },
        judge: ({ status, json }) =>
          status === 200
            ? expect(json?.result).toEqual({ id: expect.any(String), numbers: [text] })
            : expect({ status, message: json?.message }).toEqual({
                status: 400,
                message: '批量查找的号码已不在，请重新粘贴',
              }),
      },
    ];
  },
  lookup: (row, resource) => {
    const texts = [...new Set([row.id, String(row[resource.label])])];
    const judge = answers(texts.map((text) => ({ text, fault: 'missing' })));
    return [{ sent: { body: { texts } }, judge }];
  },
  saveLines: (row, resource, prey) => [
    { sent: { body: { removed: [row.id] } }, judge: notFound },
    { sent: { body: { lines: [{ ...row, ...sampleValues(resource, 7) }] } }, judge: notFound },
    ...foreignLinks(row, resource, prey).map(({ sent, judge }) => ({
      sent: { body: { lines: [sent.body] } },
      judge,
    })),
  ],
  // Reading a sheet takes its time: the one that asks for the row by name.
  exportXls: (row) => [{ sent: { query: { selections: row.id } }, judge: holdsNoRow }],
  queryById: withId(notFound),
  edit: withId(notFound),
  bulkEdit: (row, resource) => {
    const values = sampleValues(resource, 7);
    const field = bulkKeys(resource).find((key) => values[key] !== undefined);
    const change = { field, operation: 'set', value: values[field ?? ''] };
    return [
      {
        sent: { body: { ...change, ids: [row.id] } },
        judge: ({ json }) =>
          expect(json?.result).toMatchObject({
            total: 1,
            changed: 0,
            refused: 1,
            rows: [{ label: '', ok: false, code: 'notFound' }],
          }),
      },
      {
        sent: { body: { ...change, filter: { id: row.id } } },
        judge: ({ status }) => expect(status).toBe(422),
      },
    ];
  },
  tag: (row) => [
    {
      sent: { body: { ids: [row.id], remove: [newId()] } },
      judge: ({ json }) =>
        expect(json?.result).toMatchObject({
          total: 1,
          changed: 0,
          refused: 1,
          rows: [{ label: '', ok: false, code: 'notFound' }],
        }),
    },
    {
      sent: { body: { filter: { id: row.id }, remove: [newId()] } },
      judge: ({ status }) => expect(status).toBe(422),
    },
  ],
  delete: withId(notFound),
  deleteBatch: (row) => [{ sent: { query: { ids: `${row.id},${row.id}` } }, judge: notFound }],
  add: foreignLinks,
  importErrors: () => [],
  importTemplate: () => [],
  importExcel: () => [],
};

/** Routes of single resources that no declaration makes. */
const binsElsewhere = (rows: Prey['rows']): Intrusion => ({
  sent: {
    body: {
      warehouseId: rows.get('base:warehouse')?.id,
      zoneId: rows.get('base:warehouseZone')?.id,
      from: 'A-1',
      to: 'A-2',
    },
  },
  judge: notFound,
});

const PARTICULAR: Record<string, Tries> = {
  '/orders/salesOrder/glance': (row) => [{ sent: { query: { ids: row.id } }, judge: answers([]) }],
  '/orders/salesOrder/addressAdvice': (row) => [{ sent: { query: { id: row.id } }, judge: notFound }],
  '/desk/orderStory': (row) => [{ sent: { query: { id: row.id } }, judge: notFound }],
  // Warehouses of the own tenant, and nothing that the foreign order needs.
  '/orders/salesOrder/warehouseStock': (row) => [
    {
      sent: { body: { ids: [row.id] } },
      judge: ({ json }) => {
        const standing = json?.result as { orders: number; parts: unknown[] }[];
        expect(standing.filter(({ orders, parts }) => orders > 0 || parts.length > 0)).toEqual([]);
      },
    },
  ],
  '/orders/salesOrder/holdCounts': (row) =>
    readable(row).map((query) => ({
      sent: { query },
      judge: ({ json }) => expect(json?.result).toEqual({}),
    })),
  '/channels/channelProduct/autoMap': (row) => [
    { sent: { body: { ids: [row.id], confirm: true } }, judge: answers({ total: 0, rows: [] }) },
    { sent: { body: { accountId: row['accountId'] } }, judge: answers({ total: 0, rows: [] }) },
  ],
  '/channels/channelProduct/makeProducts': (row) => [
    { sent: { body: { ids: [row.id] } }, judge: answers({ mapped: 0, made: 0 }) },
    { sent: { body: { accountId: row['accountId'] } }, judge: answers({ mapped: 0, made: 0 }) },
  ],
  '/base/tag/merge': (row) => [
    { sent: { body: { ids: [row.id], into: newId() } }, judge: notFound },
    { sent: { body: { ids: [newId()], into: row.id, dryRun: true } }, judge: notFound },
  ],
  '/automation/rule/:id/test': () => [{ sent: { body: {} }, judge: notFound }],
  '/automation/rule/tryOrder': (_row, _resource, { rows }) => [
    {
      sent: {
        body: {
          number: rows.get('orders:salesOrder')?.['channelOrderNo'],
          conditions: '{"join":"and","of":[]}',
          actions: '[{"kind":"accept"}]',
        },
      },
      judge: refusedWith(422),
    },
  ],
  // A foreign row has no name in the sentence.
  '/automation/rule/readBack': (_row, _resource, { rows }) => {
    const warehouseId = rows.get('base:warehouse')?.id;
    const actions = JSON.stringify([{ kind: 'assignWarehouse', warehouseId }]);
    const body = { conditions: '{"join":"and","of":[]}', actions };
    return [
      {
        sent: { body },
        judge: ({ json }) => expect(json?.result).toMatchObject({ said: expect.stringContaining('（已删除）') }),
      },
    ];
  },
  '/automation/rule/addressees': (_row, _resource, { rows }) => [
    {
      sent: {},
      judge: ({ json }) => expect(JSON.stringify(json?.result)).not.toContain(rows.get('system:user')?.id ?? 'nobody'),
    },
  ],
  '/automation/rule/run': (row, _resource, { rows }) => {
    const ids = [rows.get('orders:salesOrder')?.id];
    const judge = answers({ judged: 0, matched: 0, acted: 0, lines: [] });
    return [
      { sent: { body: { ids } }, judge },
      { sent: { body: { ids, ruleIds: [row.id] } }, judge },
    ];
  },
  // Its id is nobody's to guess: tests/channels/order-story.
  '/channels/orderMessage': (row) => [{ sent: { query: { id: row.id } }, judge: notFound }],
  '/fulfilment/shipment/:id/chooseRate': (row) => [{ sent: { body: { shipMethodId: row.id } }, judge: notFound }],
  '/fulfilment/shipment/join': (_row, _resource, { rows }) => {
    const ids = [rows.get('orders:salesOrder')?.id];
    return [
      {
        sent: { body: { ids, dryRun: true } },
        judge: answers({ groups: [], left: [], joined: [] }),
      },
    ];
  },
  '/catalog/productCategory/:id/attributes': () => [{ sent: {}, judge: notFound }],
  '/catalog/product/:id/pictures': () => [{ sent: {}, judge: notFound }],
  '/catalog/product/:id/skuChanges': () => [{ sent: {}, judge: notFound }],
  '/inventory/stockAdjustment/lineTemplate': () => [],
  '/inventory/stockAdjustment/importLines': () => [],
  '/inventory/stockCount/lineTemplate': () => [],
  '/inventory/stockCount/importLines': () => [],
  '/inventory/stockTransfer/lineTemplate': () => [],
  '/inventory/stockTransfer/importLines': () => [],
  '/inventory/inboundReceipt/lineTemplate': () => [],
  '/inventory/inboundReceipt/importLines': () => [],
  '/channels/priceRecord/adjust': (row) => [
    {
      sent: {
        body: { ids: [row.id], type: 'baseCost', way: 'set', amount: '1', effectiveFrom: '2026-12-01', dryRun: true },
      },
      judge: notFound,
    },
  ],
  '/channels/priceRecord/proposal': () => [],
  '/channels/publishTask/classes': (_row, _resource, { rows }) => [
    {
      sent: { query: { accountId: String(rows.get('base:channelAccount')?.id), storefront: 'wayfair_us' } },
      judge: notFound,
    },
  ],
  '/channels/publishTask/add': (_row, _resource, { rows }) => [
    {
      sent: {
        body: {
          accountId: rows.get('base:channelAccount')?.id,
          storefront: 'wayfair_us',
          classId: '12',
          classTitle: 'Beds',
          skuIds: [rows.get('catalog:sku')?.id],
        },
      },
      judge: refusedWith(422),
    },
  ],
  '/channels/publishTask/:id/cells': () => [{ sent: { body: { version: 1, cells: [] } }, judge: notFound }],
  '/channels/publishTask/:id/fix': () => [{ sent: { body: {} }, judge: notFound }],
  '/channels/publishTask/:id/refreshForm': () => [{ sent: {}, judge: notFound }],
  '/channels/publishTask/:id/sheet': () => [{ sent: {}, judge: notFound }],
  '/channels/promotion/lineTemplate': () => [],
  '/channels/promotion/importLines': () => [],
  '/channels/promotion/:id/proposal': () => [{ sent: {}, judge: notFound }],
  '/channels/channelFee/trial': (row) => [
    {
      sent: { query: { accountId: row.id, skuId: row.id, qty: '1', unitPrice: '1' } },
      judge: notFound,
    },
  ],
  '/base/warehouseBin/plan': (_row, _resource, { rows }) => [binsElsewhere(rows)],
  '/base/warehouseBin/generate': (_row, _resource, { rows }) => [binsElsewhere(rows)],
  '/base/warehouseBin/print': (row) => [{ sent: { body: { ids: [row.id] } }, judge: notFound }],
  '/fulfilment/shipQuote': (row) => [
    {
      sent: {
        body: {
          warehouseId: row.id,
          country: 'US',
          postalCode: '10001',
          cartons: [{ lengthMm: 100, widthMm: 100, heightMm: 100, weightG: 100, qty: 1 }],
        },
      },
      judge: notFound,
    },
  ],
  '/aftersales/returnOrder/:id/judging': () => [{ sent: {}, judge: notFound }],
  '/aftersales/returnDesk': (row) => [{ sent: { query: { ids: row.id } }, judge: answers({ parcel: [] }) }],
  '/aftersales/returnDesk/find': (row) => [
    {
      sent: { query: { number: String(row['returnNo']) } },
      judge: answers({ parcel: [], candidates: [], orders: [] }),
    },
  ],
  '/aftersales/returnDesk/step': (row) => [
    { sent: { body: { ids: [row.id], step: { kind: 'receive' } } }, judge: notFound },
    { sent: { body: { ids: [row.id], step: { kind: 'undo' } } }, judge: notFound },
  ],
  '/aftersales/returnDesk/unordered': (_row, _resource, { rows }) => [
    {
      sent: {
        body: {
          warehouseId: rows.get('base:warehouse')?.id,
          lines: [{ skuId: rows.get('catalog:sku')?.id, qty: 1 }],
        },
      },
      judge: notFound,
    },
  ],
  '/fulfilment/station/find': (row) => [
    {
      sent: { query: { code: String(row['shipmentNo']) } },
      judge: answers({ by: null, rows: [] }),
    },
  ],
  '/fulfilment/station/queue': (row) => [{ sent: { query: { ids: row.id } }, judge: answers({ rows: [], total: 0 }) }],
  '/fulfilment/station/waiting': () => [{ sent: {}, judge: answers([]) }],
  '/fulfilment/station/codes': () => [],
  '/fulfilment/station/:id/step': () => [{ sent: { body: { kind: 'open' } }, judge: notFound }],
  '/fulfilment/wave/plan': (row) => [
    {
      sent: { body: { ids: [row.id], kind: 'each' } },
      judge: answers({ shipments: 0, leftOut: [] }),
    },
  ],
  '/fulfilment/wave/make': (row) => [{ sent: { body: { ids: [row.id], kind: 'each' } }, judge: refusedWith(422) }],
  '/fulfilment/wave/print': (row) => [{ sent: { body: { ids: [row.id] } }, judge: notFound }],
  '/fulfilment/handover/open': (_row, _resource, { rows }) => [
    { sent: { body: { warehouseId: rows.get('base:warehouse')?.id } }, judge: notFound },
  ],
  '/aftersales/partOrder/ofOrder/:orderId': () => [{ sent: {}, judge: notFound }],
  '/aftersales/partOrder/ofSku/:skuId': () => [{ sent: {}, judge: notFound }],
  '/aftersales/partOrder/:id/sources': () => [{ sent: {}, judge: notFound }],
  '/aftersales/partOrder/:id/rejectCost': () => [{ sent: {}, judge: notFound }],
  '/aftersales/partOrder/:id/together': () => [{ sent: {}, judge: notFound }],
  // An empty sheet: nothing of anybody is in it.
  '/aftersales/partOrder/channelTemplate': () => [],
  '/aftersales/returnOrder/print': (row) => [{ sent: { body: { ids: [row.id] } }, judge: notFound }],
  '/aftersales/partOrder/print': (row) => [{ sent: { body: { ids: [row.id] } }, judge: notFound }],
  '/aftersales/partOrder/fillRate': (row) => [
    { sent: { query: { accountId: String(row['accountId']) } }, judge: answers([]) },
  ],
  '/aftersales/partOrder/plan': (row) => [
    { sent: { query: { warehouseId: String(row['warehouseId']) } }, judge: answers([]) },
  ],
  '/aftersales/partOrder/shipTogether': (row) => [
    {
      sent: { body: { ids: [row.id, newId()], carrier: 'FedEx', trackingNo: '794699' } },
      judge: notFound,
    },
  ],
  '/aftersales/partOrder/buy': (row, _resource, { rows }) => [
    {
      sent: {
        body: {
          parts: [{ skuId: rows.get('catalog:sku')?.id, warehouseId: row['warehouseId'], qty: 1 }],
        },
      },
      judge: notFound,
    },
  ],
  '/purchasing/purchaseOrder/lineTemplate': () => [],
  '/purchasing/purchaseOrder/importLines': () => [],
  '/purchasing/supplierCredit/ofSupplier/:supplierId': () => [{ sent: {}, judge: notFound }],
  // A SKU that is not the asker's is found wanting before the product is looked for.
  '/purchasing/supplierProduct/:id/link': (_row, _resource, { rows }) => [
    {
      sent: { body: { skuId: rows.get('catalog:sku')?.id } },
      judge: refusedWith(422),
    },
  ],
  '/purchasing/supplierProduct/batch/link': (row, _resource, { rows }) => [
    { sent: { body: { ids: [row.id], skuId: rows.get('catalog:sku')?.id } }, judge: refusedWith(422) },
  ],
  '/purchasing/supplyFeed/:id/test': () => [{ sent: {}, judge: notFound }],
  '/purchasing/supplyFeed/:id/run': () => [{ sent: {}, judge: notFound }],
  '/purchasing/supplierProduct/:id/differences': () => [{ sent: {}, judge: notFound }],
  '/purchasing/purchaseOrder/:id/copy': () => [{ sent: {}, judge: notFound }],
  '/purchasing/purchaseOrder/print': (row) => [{ sent: { body: { ids: [row.id] } }, judge: notFound }],
  '/purchasing/purchaseOrder/:id/mail': () => [{ sent: { body: { to: ['a@b.example'] } }, judge: notFound }],
  '/aftersales/partOrder/:id/changeSource': () => [{ sent: { body: { lines: '[{}]' } }, judge: notFound }],
  '/aftersales/returnLabel/buy': (_row, _resource, { rows }) => [
    { sent: { body: { returnId: rows.get('aftersales:returnOrder')?.id } }, judge: notFound },
  ],
  '/aftersales/returnLabel/:id/print': () => [{ sent: {}, judge: notFound }],
  '/aftersales/claim/ofShipment': (_row, _resource, { rows }) => [
    { sent: { body: { shipmentId: rows.get('fulfilment:shipment')?.id } }, judge: notFound },
  ],
  '/aftersales/claim/ofReturn': (_row, _resource, { rows }) => [
    {
      sent: { body: { returnId: rows.get('aftersales:returnOrder')?.id, party: 'carrier' } },
      judge: notFound,
    },
  ],
  '/aftersales/claim/lineTemplate': () => [],
  '/aftersales/claim/importLines': () => [],
  '/aftersales/returnOrder/lineTemplate': () => [],
  '/aftersales/returnOrder/importLines': () => [],
  '/aftersales/returnOrder/offer/:orderId': () => [{ sent: {}, judge: notFound }],
  '/purchasing/supplierBill/lineTemplate': () => [],
  // Openings are of whoever asks: nothing in the request names a row.
  '/finance/invoice/openings': () => [],
  '/finance/invoice/issue': (_row, _resource, { rows }) => [
    { sent: { body: { shipmentIds: [rows.get('fulfilment:shipment')?.id] } }, judge: notFound },
  ],
  '/finance/invoice/print': (row) => [{ sent: { body: { ids: [row.id] } }, judge: notFound }],
  '/finance/invoice/:id/channelNumber': () => [{ sent: { body: { channelInvoiceNo: 'CI-1' } }, judge: notFound }],
  '/purchasing/supplierBill/importLines': () => [],
  // A PO of somebody else is one that is not there.
  '/finance/poMoney/answers': (row) => [
    {
      sent: { body: { numbers: [row['channelOrderNo'], row['orderNo']] } },
      judge: answers([
        { isFound: false, orderId: null },
        { isFound: false, orderId: null },
      ]),
    },
  ],
  // A sheet says the same: tests/journeys/po-money.
  '/finance/poMoney/sheet': () => [],
  '/finance/payment/lineTemplate': () => [],
  '/finance/payment/importLines': () => [],
  '/finance/remittance/lineTemplate': () => [],
  '/finance/remittance/importLines': () => [],
  // A file is no row of anybody.
  '/finance/remittance/importEdi': () => [],
  '/finance/inbox/take': () => [],
  '/channels/promotion/calendar': (row) => [
    {
      sent: { query: { month: String(row['startAt']).slice(0, 7), accountId: String(row['accountId']) } },
      judge: answers({ promotions: [], overlaps: [] }),
    },
  ],
  '/market/compare': (row) => [{ sent: { query: { ids: `${row.id},${newId()}` } }, judge: notFound }],
  '/market/marketListing/:id/trend': () => [{ sent: {}, judge: notFound }],
  '/market/marketReport/:id/table': () => [{ sent: {}, judge: notFound }],
  '/finance/deduction/:id/evidencePack': () => [{ sent: {}, judge: notFound }],
  '/inventory/stateChange/lineTemplate': () => [],
  '/inventory/stateChange/importLines': () => [],
};
for (const paper of ['Labels', 'PackingSlips', 'PickList', 'BoxMarks'])
  PARTICULAR[`/fulfilment/shipment/print${paper}`] = (row) => [{ sent: { body: { ids: [row.id] } }, judge: notFound }];

const moved: Tries = (row) => [
  { sent: { body: { ...ANSWERS, version: row['version'], tenantId: 1 } }, judge: notFound },
];
const inBatch =
  (answered: object): Tries =>
  (row) => [
    { sent: { body: { ids: [row.id], answers: answered } }, judge: noneMoved },
    { sent: { body: { ids: [row.id], answers: answered, dryRun: true } }, judge: noneMoved },
    {
      sent: { body: { filter: { id: row.id }, answers: answered } },
      judge: answers({ total: 0, ok: 0 }),
    },
    {
      // A batch never moves by a filter it does not know; a list would only ignore the name.
      sent: { body: { filter: { tenantId: '1' }, answers: answered } },
      judge: refusedWith(400),
    },
  ];
const movedInBatch = inBatch(ANSWERS);
// One asks for lines, which no other move takes like this.
PARTICULAR['/aftersales/partOrder/batch/changeSource'] = inBatch({ ...ANSWERS, lines: '[{}]' });

/** Whose row an `:id` outside the resources is. */
const ELSEWHERE: Record<string, string> = {
  '/channels/account/': 'base:channelAccount',
  '/catalog/picture/:id/': 'catalog:product',
  '/orders/productSales/': 'catalog:product',
  '/fulfilment/shipQuote': 'base:warehouse',
  '/fulfilment/station/': 'fulfilment:shipment',
  '/aftersales/returnDesk': 'aftersales:returnOrder',
  '/desk/orderStory': 'orders:salesOrder',
  '/finance/poMoney': 'orders:salesOrder',
  '/channels/orderMessage': 'orders:salesOrder',
  '/finance/inbox': 'finance:reportFile',
  '/market/compare': 'market:marketListing',
};

/**
 * Every try at one route, with the id its path takes.
 * @returns null for a route that this suite has no idea of: it takes ids, and must be thought about
 */
export function intrusionsInto(route: Route, prey: Prey): { id: string; tries: Intrusion[] } | null {
  const resource = resources.find((one) => route.path.startsWith(`${pathOf(one)}/`));
  if (!resource) {
    const start = Object.keys(ELSEWHERE).find((prefix) => route.path.startsWith(prefix));
    const row = start ? prey.rows.get(ELSEWHERE[start] as string) : undefined;
    if (!row) return null;
    const named = PARTICULAR[route.path];
    return {
      id: row.id,
      tries: named ? named(row, {} as AnyResource, prey) : [{ sent: {}, judge: notFound }],
    };
  }
  const row = prey.rows.get(resourceKey(resource));
  if (!row) throw new Error(`no foreign row of ${resourceKey(resource)}`);
  const rest = route.path.slice(pathOf(resource).length + 1);
  if (rest === 'importErrors/:id') return { id: prey.errorFile, tries: [{ sent: {}, judge: notFound }] };
  const tries =
    PARTICULAR[route.path] ??
    GENERIC[rest] ??
    (rest.startsWith('batch/') ? movedInBatch : rest.startsWith(':id/') ? moved : null);
  return tries ? { id: row.id, tries: tries(row, resource, prey) } : null;
}
