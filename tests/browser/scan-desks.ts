import type { Page, Route } from '@playwright/test';
import type { DeskReturn } from '#modules/aftersales/model/return-desk.ts';
import type { HandoverDesk } from '#modules/fulfilment/model/handover-routes.ts';
import type { StationCandidate, StationShipment } from '#modules/fulfilment/model/station.ts';
import type { PickStop, WaveDesk } from '#modules/fulfilment/model/wave-routes.ts';
import type { CountDesk, CountedLine } from '#modules/inventory/model/count-routes.ts';
import type { DeskGoods } from '#modules/inventory/model/desk-goods.ts';
import type { ReceiveDesk } from '#modules/inventory/model/receive-routes.ts';

/* Desks that read scans over a server that takes a second for each call: it stands here, so that the
   calls can be counted and no goods are needed. */

const ANSWER_MS = 1000;
const SCANS = 20;

/** What came of scans. */
export interface Heard {
  done: string[];
  /** Most calls that were open at once. */
  most: number;
}

export interface Desk {
  name: string;
  path: string;
  /** How the box is called. */
  box: string;
  width?: number;
  numbers: readonly string[];
  /** What has to be carried out for them, in this order. */
  done: readonly string[];
  /** What stands there at the end. */
  shows?: string;
  serve: (page: Page) => Promise<Heard>;
  /** What leads to the box once the page is open. */
  open?: (page: Page) => Promise<void>;
}

const ID = '00000000-0000-7000-8000-000000000001';
const goods = (code: string): DeskGoods => ({ code, name: code, codes: [code], picture: null });
const many = (stem: string): string[] => Array.from({ length: SCANS }, (_, at) => `${stem}-${at + 100}`);
const same = (text: string, times = SCANS): string[] => Array.from({ length: times }, () => text);

const isAt =
  (path: string) =>
  ({ pathname }: URL): boolean =>
    pathname === `/api${path}`;

/** Answers the calls of a path, each a second after it came. */
async function slow(
  page: Page,
  path: string,
  heard: Heard,
  answer: (route: Route) => { done?: string; result: unknown },
): Promise<void> {
  let open = 0;
  await page.route(isAt(path), async (route) => {
    heard.most = Math.max(heard.most, ++open);
    await new Promise((go) => setTimeout(go, ANSWER_MS));
    open -= 1;
    const { done, result } = answer(route);
    if (done !== undefined) heard.done.push(done);
    await route.fulfill({ json: { success: true, code: 200, message: '', result } });
  });
}

/** Answers at once: what is read beside the scans. */
const quick = (page: Page, path: string, answer: () => unknown): Promise<unknown> =>
  page.route(isAt(path), (route) =>
    route.fulfill({ json: { success: true, code: 200, message: '', result: answer() } }),
  );

const numberOf = (route: Route, name = 'number'): string => new URL(route.request().url()).searchParams.get(name) ?? '';
const bodyOf = <T>(route: Route): T => route.request().postDataJSON() as T;
const none = (): Heard => ({ done: [], most: 0 });

const SCAN_PAGE: Desk = {
  name: '扫码',
  path: '/scan',
  box: '号码',
  numbers: many('PO'),
  done: many('PO'),
  async serve(page) {
    const heard = none();
    await slow(page, '/desk/scan', heard, (route) => ({
      done: numberOf(route),
      result: { rows: [], isMore: false },
    }));
    return heard;
  },
};

const COUNTING: Desk = {
  name: '盘点台',
  path: `/base/stock-count/${ID}`,
  box: '扫码',
  numbers: same('SKU-1'),
  done: Array.from({ length: SCANS }, (_, at) => `${at + 1}`),
  shows: '实盘 20',
  async serve(page) {
    const heard = none();
    let line: CountedLine = {
      id: ID,
      version: 1,
      skuId: ID,
      condition: 'good',
      isAdded: false,
      goods: goods('SKU-1'),
      bookQty: 20,
      movedQty: 0,
      countedQty: null,
      differenceQty: null,
      firstQty: null,
      countedBy: null,
    };
    const desk = (): CountDesk => ({
      id: ID,
      countNo: 'SC1',
      status: 'counting',
      isBlind: false,
      version: 1,
      warehouse: 'W',
      lines: [line],
    });
    await quick(page, '/inventory/stockCount/queryById', desk);
    await quick(page, `/inventory/stockCount/${ID}/desk`, desk);
    await slow(page, `/inventory/stockCount/${ID}/count`, heard, (route) => {
      const { qty } = bodyOf<{ qty: number }>(route);
      line = { ...line, countedQty: qty, version: line.version + 1 };
      return { done: String(qty), result: line };
    });
    return heard;
  },
};

const RECEIVING: Desk = {
  name: '收货台',
  path: `/base/inbound/${ID}`,
  box: '扫码',
  numbers: same('SKU-1'),
  done: [],
  shows: 'SKU-1　本次 20',
  async serve(page) {
    const desk: ReceiveDesk = {
      id: ID,
      version: 1,
      status: 'receiving',
      number: 'IN1',
      source: null,
      ref: null,
      warehouse: 'W',
      lines: [{ id: ID, skuId: ID, goods: goods('SKU-1'), planned: 30, received: 0, open: 30 }],
    };
    await quick(page, '/inventory/inboundReceipt/queryById', () => desk);
    await quick(page, `/inventory/inboundReceipt/${ID}/desk`, () => desk);
    return none();
  },
};

const HANDOVER: Desk = {
  name: '交接台',
  path: `/orders/handover/${ID}`,
  box: '扫码',
  numbers: many('BX'),
  done: many('BX'),
  shows: 'BX-119 已放入，共 20 箱',
  async serve(page) {
    const heard = none();
    const desk: HandoverDesk = {
      id: ID,
      handoverNo: 'HO1',
      status: 'draft',
      version: 1,
      day: '2026-11-28',
      driver: null,
      plate: null,
      signedBy: null,
      handedBy: null,
      remark: null,
      boxCount: 0,
      weightG: 0,
      leftCount: 0,
      refusedCount: 0,
      warehouse: 'W',
      shipMethod: null,
      handedAt: null,
      cutoffAt: '2026-11-28 18:00:00',
      hasSignature: false,
      boxes: [],
      missing: [],
      waiting: 0,
    };
    await quick(page, `/fulfilment/handover/${ID}/desk`, () => desk);
    await slow(page, `/fulfilment/handover/${ID}/scan`, heard, (route) => {
      const { number } = bodyOf<{ number: string }>(route);
      desk.boxCount += 1;
      return { done: number, result: { desk: { ...desk }, boxNo: number, isNew: true } };
    });
    return heard;
  },
};

/** Four places of five units each: between two of them the next one is asked for. */
const PLACES = [1, 2, 3, 4];
const AT_PLACE = SCANS / PLACES.length;

const PICKING: Desk = {
  name: '拣货台',
  path: `/orders/wave/${ID}`,
  box: '扫码',
  numbers: PLACES.flatMap((seq) => same(`SKU-${seq}`, AT_PLACE)),
  done: PLACES.flatMap((seq) => same(`SKU-${seq}`, AT_PLACE)),
  async serve(page) {
    const heard = none();
    const stops = PLACES.map((seq): PickStop => ({
      seq,
      goods: goods(`SKU-${seq}`),
      bin: `A-${seq}`,
      qty: AT_PLACE,
      picked: 0,
      short: 0,
      left: AT_PLACE,
      holder: null,
      slots: [{ slot: 1, shipmentNo: 'SH1', qty: AT_PLACE, picked: 0, short: 0 }],
    }));
    let next: number | null = 1;
    const desk = (): WaveDesk => ({
      id: ID,
      waveNo: 'WV1',
      kind: 'each',
      status: 'picking',
      version: 1,
      assignee: null,
      remark: null,
      unitCount: SCANS,
      pickedCount: 0,
      shortCount: 0,
      backCount: 0,
      warehouse: 'W',
      assigneeName: null,
      stops,
      next,
      back: [],
      shipments: [],
    });
    await quick(page, `/fulfilment/wave/${ID}/desk`, desk);
    await slow(page, `/fulfilment/wave/${ID}/take`, heard, () => {
      next = stops.find(({ left }) => left > 0)?.seq ?? null;
      return { result: desk() };
    });
    await slow(page, `/fulfilment/wave/${ID}/pick`, heard, (route) => {
      const stop = stops.find(({ seq }) => seq === bodyOf<{ seq: number }>(route).seq);
      if (!stop) throw new Error('no such place');
      stop.picked += 1;
      stop.left -= 1;
      if (stop.left === 0) next = null;
      return { done: stop.goods.code, result: { desk: desk(), into: [{ slot: 1, qty: 1 }] } };
    });
    return heard;
  },
};

const RETURNS: Desk = {
  name: '退货签收台',
  path: '/returns',
  box: '扫码',
  // The parcel, and what is in it, without waiting for the parcel to open.
  numbers: ['RA-1', ...same('SKU-1', SCANS - 1)],
  done: same('SKU-1', SCANS - 1),
  shows: '本次共 19 件',
  async serve(page) {
    const heard = none();
    const parcel = (counted: number): DeskReturn[] => [
      {
        id: ID,
        returnNo: 'RT1',
        raNo: 'RA-1',
        status: 'approved',
        orderId: null,
        channelOrderNo: null,
        shop: null,
        warehouse: 'W',
        trackingNo: null,
        dueAt: null,
        isOpen: true,
        lines: [
          {
            id: ID,
            returnId: ID,
            skuId: ID,
            goods: goods('SKU-1'),
            requested: 30,
            received: 0,
            most: 30,
            counted,
            counts: [],
            isStranger: false,
            reason: null,
          },
        ],
      },
    ];
    await quick(page, '/aftersales/returnDesk', () => ({ parcel: parcel(heard.done.length) }));
    await slow(page, '/aftersales/returnDesk/find', heard, () => ({
      result: { parcel: parcel(0), candidates: [], orders: [] },
    }));
    await slow(page, '/aftersales/returnDesk/step', heard, (route) => {
      const { ids, step } = bodyOf<{ ids: string[]; step: { kind: string } }>(route);
      const done = ids.join() === ID && step.kind === 'count' ? 'SKU-1' : JSON.stringify(step);
      return {
        done,
        result: { parcel: parcel(heard.done.length + 1), taken: 0, undone: null },
      };
    });
    return heard;
  },
};

/** What a look-up of a SKU answers: it is called as it was read. One by its id is no scan. */
async function lookUps(page: Page, heard: Heard): Promise<void> {
  const path = '/catalog/sku/lookup';
  const textOf = (route: Route): string => bodyOf<{ texts: string[] }>(route).texts[0] ?? '';
  const named = (text: string): object[] => [{ text, id: ID, label: text }];
  await slow(page, path, heard, (route) => ({
    done: textOf(route),
    result: named(textOf(route)),
  }));
  await page.route(isAt(path), (route) =>
    textOf(route) === ID
      ? route.fulfill({ json: { success: true, code: 200, message: '', result: named(ID) } })
      : route.fallback(),
  );
}

const UNORDERED: Desk = {
  name: '登记无单退货',
  path: '/returns',
  box: '扫商品',
  numbers: same('SKU-1'),
  done: same('SKU-1'),
  shows: '收货 20 件',
  async serve(page) {
    const heard = none();
    await lookUps(page, heard);
    return heard;
  },
  open: (page) => page.getByRole('button', { name: '登记无单退货' }).click(),
};

const LINES: Desk = {
  name: '单据明细',
  path: '/orders/new',
  box: '扫码录入',
  width: 390,
  numbers: same('SKU-1'),
  done: same('SKU-1'),
  shows: 'SKU-1　数量 20',
  async serve(page) {
    const heard = none();
    await lookUps(page, heard);
    return heard;
  },
};

const STATION: Desk = {
  name: '打包台',
  path: '/packing',
  box: '扫码',
  numbers: many('PO'),
  done: many('PO').flatMap((code) => [`find ${code}`, `open ${code}`]),
  async serve(page) {
    const heard = none();
    const candidate = (code: string): StationCandidate => ({
      id: code,
      shipmentNo: code,
      channelOrderNo: code,
      status: 'draft',
      priority: 'normal',
      warehouseId: ID,
      goods: null,
      shipBy: null,
    });
    const shipment = (code: string): Partial<StationShipment> => ({
      id: code,
      shipmentNo: code,
      channelOrderNo: code,
      orderNo: code,
      status: 'draft',
      warehouseId: ID,
      warehouse: 'W',
      holds: [],
      lines: [],
      boxes: [],
      atHand: null,
      version: 1,
      priority: 'normal',
      holder: null,
      shipBy: null,
      orderType: 'dropship',
    });
    await slow(page, '/fulfilment/station/find', heard, (route) => {
      const code = numberOf(route, 'code');
      return { done: `find ${code}`, result: { by: 'order', rows: [candidate(code)] } };
    });
    // Leaving goes out beside what is opened.
    await page.route('**/api/fulfilment/station/*/step', async (route) => {
      const code = new URL(route.request().url()).pathname.split('/').at(-2) ?? '';
      await new Promise((go) => setTimeout(go, ANSWER_MS));
      if (bodyOf<{ kind: string }>(route).kind === 'open') heard.done.push(`open ${code}`);
      const json = { success: true, code: 200, message: '', result: shipment(code) };
      await route.fulfill({ json });
    });
    return heard;
  },
};

/** Every desk that reads scans but 装箱, which asks nobody what a scan means (scanned-box.test.ts). */
export const DESKS: readonly Desk[] = [
  SCAN_PAGE,
  COUNTING,
  RECEIVING,
  HANDOVER,
  PICKING,
  RETURNS,
  UNORDERED,
  LINES,
  STATION,
];
