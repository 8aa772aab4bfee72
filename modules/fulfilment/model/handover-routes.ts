import { date, json, link, text } from '#kit/model/field.ts';
import { defineRoute, shape } from '#kit/model/route.ts';
import type { HandoverRow } from './handover.ts';
import type { BoxRow, ShipmentRow } from './shipment.ts';

/** Most boxes on one list. */
export const MOST_HANDED = 2000;

/** What a signature is drawn on, in points. */
export const SIGNATURE = { width: 600, height: 240 } as const;
/** Most numbers of a drawn signature, and so few are a slip of the finger. */
export const MOST_POINTS = 20_000;
export const LEAST_POINTS = 12;

export interface HandoverBoxRow extends Pick<BoxRow, 'boxNo' | 'trackingNo' | 'weightG'> {
  id: string;
  boxId: string;
  shipmentId: string;
  shipmentNo: string;
  shipmentStatus: ShipmentRow['status'];
  channelOrderNo: string;
  outcome: 'listed' | 'left' | 'refused';
  reason: string | null;
  scannedBy: string | null;
}

/** A shipment of which only some boxes are on the list: it does not leave until all are. */
export interface MissingBoxes {
  shipmentId: string;
  shipmentNo: string;
  boxNos: string[];
}

export type HandoverDesk = Pick<
  HandoverRow,
  | ('id' | 'handoverNo' | 'status' | 'version' | 'day' | 'driver' | 'plate' | 'signedBy')
  | ('handedBy' | 'remark' | 'boxCount' | 'weightG' | 'leftCount' | 'refusedCount')
> & {
  warehouse: string;
  shipMethod: string | null;
  cutoffAt: string;
  handedAt: string | null;
  hasSignature: boolean;
  boxes: HandoverBoxRow[];
  missing: MissingBoxes[];
  /** Boxes with a label that wait at this warehouse for this carrier and are on no list. */
  waiting: number;
};

export const openHandoverRoute = defineRoute({
  method: 'POST',
  path: '/fulfilment/handover/open',
  access: { permission: 'fulfilment:handover:open' },
  summary: '新增交接清单',
  body: {
    warehouseId: link('仓库', 'base:warehouse', { required: true }),
    shipMethodId: link('物流渠道', 'base:shipMethod', { hint: '留空则各渠道的箱子都可以放入' }),
    day: date('交接日期', { hint: '仓库当地日期，不填就是今天' }),
    remark: text('备注', { max: 255 }),
  },
  result: shape<{ id: string; handoverNo: string; isNew: boolean }>(),
});

export const handoverDeskRoute = defineRoute({
  method: 'GET',
  path: '/fulfilment/handover/:id/desk',
  access: { permission: 'fulfilment:handover:list' },
  summary: '交接台',
  result: shape<HandoverDesk>(),
});

const listed = { permission: 'fulfilment:handover:scan' };

export const scanBoxRoute = defineRoute({
  method: 'POST',
  path: '/fulfilment/handover/:id/scan',
  access: listed,
  summary: '扫箱放入清单',
  body: { number: text('箱号或运单号', { required: true, max: 255 }) },
  result: shape<{ desk: HandoverDesk; boxNo: string; isNew: boolean }>(),
});

export const collectBoxesRoute = defineRoute({
  method: 'POST',
  path: '/fulfilment/handover/:id/collect',
  access: listed,
  summary: '带入待出库的箱子',
  result: shape<{ desk: HandoverDesk; added: number }>(),
});

export const dropBoxesRoute = defineRoute({
  method: 'POST',
  path: '/fulfilment/handover/:id/drop',
  access: listed,
  summary: '移出清单',
  body: shape<{ boxIds: readonly string[] }>(),
  result: shape<HandoverDesk>(),
});

/** What came of handing over: what did not leave stands among the boxes, with the reason. */
export interface HandedOver {
  desk: HandoverDesk;
  shipped: number;
  refused: number;
}

export const handOverRoute = defineRoute({
  method: 'POST',
  path: '/fulfilment/handover/:id/handOver',
  access: { permission: 'fulfilment:handover:handOver' },
  summary: '交接完成',
  body: {
    driver: text('司机', { required: true, max: 64 }),
    plate: text('车牌', { max: 32 }),
    signedBy: text('签收人', { max: 64, hint: '没有手写签名时填姓名' }),
    signature: json('手写签名', { hint: '笔画：每笔是 x, y, x, y… 的整数' }),
  },
  result: shape<HandedOver>(),
});

export const signatureRoute = defineRoute({
  method: 'GET',
  path: '/fulfilment/handover/:id/signature',
  access: { permission: 'fulfilment:handover:list' },
  summary: '查看签名',
  givesFile: true,
});

export const printHandoverRoute = defineRoute({
  method: 'POST',
  path: '/fulfilment/handover/:id/print',
  access: { permission: 'fulfilment:shipment:print' },
  summary: '打印交接清单',
  givesFile: true,
});
