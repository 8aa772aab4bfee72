import { text } from '#kit/model/field.ts';
import { defineRoute, shape } from '#kit/model/route.ts';
import type { FoundBy, StationCandidate, StationShipment, StationStep } from './station.ts';

/** Most shipments of one answer of the station. */
export const MOST_AT_STATION = 50;

const AT_STATION = { permission: 'fulfilment:shipment:pack' };

export const stationFindRoute = defineRoute({
  method: 'GET',
  path: '/fulfilment/station/find',
  access: AT_STATION,
  summary: '打包台扫码查找',
  query: { code: text('扫到的码') },
  result: shape<{ by: FoundBy | null; rows: StationCandidate[] }>(),
});

export const stationQueueRoute = defineRoute({
  method: 'GET',
  path: '/fulfilment/station/queue',
  access: AT_STATION,
  summary: '打包台下一单',
  query: {
    warehouseId: text('仓库'),
    ids: text('只打这些发货单，按此顺序'),
    skip: text('跳过的发货单'),
  },
  result: shape<{ rows: StationCandidate[]; total: number }>(),
});

export const stationWaitingRoute = defineRoute({
  method: 'GET',
  path: '/fulfilment/station/waiting',
  access: AT_STATION,
  summary: '本人打好、等面单或等打印的发货单',
  result: shape<StationShipment[]>(),
});

export const stationShipmentRoute = defineRoute({
  method: 'GET',
  path: '/fulfilment/station/:id/shipment',
  access: AT_STATION,
  summary: '打包台上的发货单',
  result: shape<StationShipment>(),
});

export const stationStepRoute = defineRoute({
  method: 'POST',
  path: '/fulfilment/station/:id/step',
  access: AT_STATION,
  summary: '打包台的一步',
  body: shape<StationStep>(),
  result: shape<StationShipment>(),
});

export const stationLabelRoute = defineRoute({
  method: 'POST',
  path: '/fulfilment/station/:id/printLabel',
  access: { permission: 'fulfilment:shipment:print' },
  summary: '一箱的面单',
  body: shape<{ boxId: string }>({ boxId: text('箱子', { required: true }) }),
  givesFile: true,
});

export const stationCodesRoute = defineRoute({
  method: 'POST',
  path: '/fulfilment/station/codes',
  access: AT_STATION,
  summary: '打印打包台控制码',
  givesFile: true,
  effect: 'reads',
});
