import { choice } from '#kit/model/field.ts';
import { defineRoute, shape } from '#kit/model/route.ts';
import type { RowOf } from '#kit/model/row.ts';
import type { OrderRow } from '#modules/orders/model/order.ts';
import type { BoxItem } from './carton-plan.ts';
import { documentKind, type BoxRow, type ShipmentRow, type shippingDocument } from './shipment.ts';

export interface PackingLine {
  id: string;
  skuId: string;
  channelSku: string;
  /** What a scanner may read off the goods: our code, and the UPC where there is one. */
  codes: string[];
  /** As the channel calls it, and as its papers do. */
  name: string;
  /** The order that it is for, where the shipment leaves for several. */
  channelOrderNo: string | null;
  /** How the warehouse knows it. */
  goods: PackingGoods;
  qty: number;
  qtyPacked: number;
  cartons: { cartonNo: number; label: string }[];
  /** Cartons that are in no box yet. */
  missing: string[];
}

/** Goods of a shipment as whoever packs them knows them. */
export interface PackingGoods {
  /** Our own code and name. */
  code: string;
  name: string;
  /** Path of its picture; null where there is none, or the reader may not see products. */
  picture: string | null;
}

type BoxColumn =
  | ('id' | 'version' | 'boxNo' | 'type' | 'content' | 'status' | 'trackingNo' | 'labelAssetId')
  | ('lengthMm' | 'widthMm' | 'heightMm' | 'weightG' | 'dimWeightG');

export type PackingBox = Pick<BoxRow, BoxColumn> & { items: BoxItem[] };

export type PackingDocument = Pick<RowOf<typeof shippingDocument>, 'id' | 'kind' | 'pages' | 'printedCount'>;

type ShipmentColumn =
  | ('id' | 'version' | 'shipmentNo' | 'orderId' | 'orderType' | 'environment' | 'status')
  | ('warehouseId' | 'unitCount' | 'partnerCount')
  | ('accountOwner' | 'class' | 'classReason' | 'boxCount' | 'weightG')
  | ('trackingNo' | 'carrierCode' | 'customsRequired' | 'customsStored')
  | (
      | 'labelSource'
      | 'labelError'
      | 'labelHold'
      | 'noticeStatus'
      | 'noticeError'
      | 'interceptStatus'
      | 'interceptReason'
      | 'isScanLate'
      | 'exceptionReason'
      | 'claimNote'
    );

/** A shipment that leaves together with the one that is shown, or leads it. */
export interface JointShipment {
  id: string;
  shipmentNo: string;
  orderId: string;
  channelOrderNo: string;
}

/** Everything the packing desk shows. */
export type Packing = Pick<ShipmentRow, ShipmentColumn> &
  Pick<OrderRow, 'channelOrderNo' | 'orderNo' | 'holds'> & {
    warehouse: string;
    /** Its clocks: deadlines of a shipment are read there. */
    warehouseZone: string | null;
    /** The day on which the order has to leave. */
    shipBy: string | null;
    shipMethod: string | null;
    /** What is odd about its numbers for its carrier, whoever gave them, in words for people. */
    numberDoubt: string | null;
    /** Its labels are bought of a carrier. */
    isBought: boolean;
    pickupDate: string | null;
    shippedAt: string | null;
    /** The shipment that it leaves with, where that one leads. */
    lead: JointShipment | null;
    /** Shipments that leave with it; their goods stand among its lines and lie in its boxes. */
    partners: JointShipment[];
    lines: PackingLine[];
    boxes: PackingBox[];
    documents: PackingDocument[];
  };

export const packingRoute = defineRoute({
  method: 'GET',
  path: '/fulfilment/shipment/:id/packing',
  access: { permission: 'fulfilment:shipment:list' },
  summary: '装箱发货数据',
  result: shape<Packing>(),
});

export const resolveLabelRoute = defineRoute({
  method: 'POST',
  path: '/fulfilment/shipment/:id/resolveLabel',
  access: { permission: 'fulfilment:shipment:resolveLabel' },
  summary: '处理面单页数与箱数不符',
  body: shape<{ pages: readonly (number | null)[] }>(),
});

export const labelFileRoute = defineRoute({
  method: 'POST',
  path: '/fulfilment/shipment/:id/labelFile',
  access: { permission: 'fulfilment:shipment:resolveLabel' },
  summary: '上传面单文件',
  takesFile: true,
});

export const customsRoute = defineRoute({
  method: 'POST',
  path: '/fulfilment/shipment/:id/customs',
  access: { permission: 'fulfilment:shipment:customs' },
  summary: '上传报关文件',
  takesFile: true,
});

export const documentRoute = defineRoute({
  method: 'GET',
  path: '/fulfilment/shipment/:id/document',
  access: { permission: 'fulfilment:shipment:list' },
  summary: '下载发货单据',
  query: { kind: choice('类型', documentKind) },
  givesFile: true,
});

/** Most shipments whose papers are merged into one file. */
export const MOST_PRINTED = 200;

const printRoute = (name: string, summary: string) =>
  defineRoute({
    method: 'POST',
    path: `/fulfilment/shipment/${name}`,
    access: { permission: 'fulfilment:shipment:print' },
    summary,
    body: shape<{ ids: readonly string[] }>(),
    givesFile: true,
  });

/** Papers of one or many shipments, merged in the order they were chosen. */
export const PAPERS = {
  printLabels: printRoute('printLabels', '打印面单'),
  printPackingSlips: printRoute('printPackingSlips', '打印装箱单'),
  printPickList: printRoute('printPickList', '打印拣货单'),
  printBoxMarks: printRoute('printBoxMarks', '打印箱唛'),
};

export type Paper = keyof typeof PAPERS;
