import { dict } from '#kit/model/dict.ts';
import { integer, link, quantity, text, choice, type Values } from '#kit/model/field.ts';
import { defineRoute, shape } from '#kit/model/route.ts';
import type { DeskGoods } from '#modules/inventory/model/desk-goods.ts';
import type { ShipmentRow } from './shipment.ts';
import { waveKind, type WaveRow, type WaveTaskRow } from './wave.ts';

/** Most shipments that one call makes waves of. */
export const MOST_WAVED = 1000;

/** Why a shipment is in no new wave. */
export interface LeftOut {
  id: string;
  shipmentNo: string;
  reason: string;
}

/** What would become of a selection. */
export interface WavePlan {
  /** Warehouses of what was chosen, those with the most shipments first. */
  warehouses: { id: string; name: string; shipments: number }[];
  warehouseId: string | null;
  /** How many waves, by the most shipments of one. */
  waves: number;
  shipments: number;
  units: number;
  skus: number;
  bins: number;
  leftOut: LeftOut[];
}

/** Shipments of waves: those named, or all that a filter of their list finds. */
interface Waved {
  ids?: readonly string[];
  filter?: Readonly<Record<string, string>>;
}

/** How waves are to be picked; 自动 is what suits the goods: single units together, all else on a cart. */
export const requestedWaveKind = dict('wave_wanted_kind', { auto: '自动', ...waveKind.items });

const planned = {
  warehouseId: link('仓库', 'base:warehouse', { hint: '留空则每个仓库各自成波次' }),
  kind: choice('拣货方式', requestedWaveKind, { required: true, default: 'auto' }),
};

/** How waves are made of the shipments that a call names. */
export const waveFields = {
  ...planned,
  assignee: text('拣货人', { max: 64, hint: '登录账号；留空是谁都可以拣' }),
  remark: text('备注', { max: 255 }),
};

export const planWaveRoute = defineRoute({
  method: 'POST',
  path: '/fulfilment/wave/plan',
  access: { permission: 'fulfilment:wave:make' },
  summary: '生成波次：预览',
  effect: 'reads',
  body: shape<Waved & Values<typeof planned>>(planned),
  result: shape<WavePlan>(),
});

export const makeWaveRoute = defineRoute({
  method: 'POST',
  path: '/fulfilment/wave/make',
  access: { permission: 'fulfilment:wave:make' },
  summary: '生成波次',
  body: shape<Waved & Values<typeof waveFields>>(waveFields),
  result: shape<{ waves: { id: string; waveNo: string }[]; leftOut: LeftOut[] }>(),
});

export const pickersRoute = defineRoute({
  method: 'GET',
  path: '/fulfilment/wave/pickers',
  access: { permission: 'fulfilment:wave:make' },
  summary: '可以指派的拣货人',
  result: shape<{ username: string; name: string }[]>(),
});

/** Where a unit goes: the place of its shipment on the cart. */
export interface PickSlot {
  slot: number;
  shipmentNo: string;
  qty: number;
  picked: number;
  short: number;
}

/** One stop of the walk: a SKU at its place. */
export interface PickStop {
  seq: number;
  goods: DeskGoods;
  bin: string | null;
  qty: number;
  picked: number;
  short: number;
  left: number;
  slots: PickSlot[];
  /** Somebody else who stands there now. */
  holder: string | null;
}

/** Picked goods that nobody wants any more. */
export interface PutBack {
  taskId: string;
  goods: DeskGoods;
  bin: string | null;
  qty: number;
  slot: number;
  shipmentNo: string;
}

export interface WaveShipment extends Pick<ShipmentRow, 'id' | 'shipmentNo' | 'status'> {
  slot: number;
  channelOrderNo: string;
  units: number;
  shorts: number;
}

/** Everything that the page of a wave shows. */
export type WaveDesk = Pick<
  WaveRow,
  | ('id' | 'waveNo' | 'kind' | 'status' | 'version' | 'assignee' | 'remark')
  | ('unitCount' | 'pickedCount' | 'shortCount' | 'backCount')
> & {
  warehouse: string;
  /** What colleagues call whose it is. */
  assigneeName: string | null;
  stops: PickStop[];
  /** The stop at which the reader stands, or may go to next; null where none is free. */
  next: number | null;
  back: PutBack[];
  shipments: WaveShipment[];
};

export const waveDeskRoute = defineRoute({
  method: 'GET',
  path: '/fulfilment/wave/:id/desk',
  access: { permission: 'fulfilment:wave:list' },
  summary: '拣货台',
  result: shape<WaveDesk>(),
});

/** What was done, and into which places of the cart it went. */
export interface PickAnswer {
  desk: WaveDesk;
  into: { slot: number; qty: number }[];
}

const stop = integer('顺序', { required: true, min: 1 });
const action = text('操作号', { required: true, max: 36, hint: '重发时不变，只记一次' });

/** The reader goes to a stop: it is theirs while they are at it. */
export const takeStopRoute = defineRoute({
  method: 'POST',
  path: '/fulfilment/wave/:id/take',
  access: { permission: 'fulfilment:wave:pick' },
  summary: '去这个货位',
  body: { seq: integer('顺序', { min: 1, hint: '留空取下一个' }) },
  result: shape<WaveDesk>(),
});

export const pickRoute = defineRoute({
  method: 'POST',
  path: '/fulfilment/wave/:id/pick',
  access: { permission: 'fulfilment:wave:pick' },
  summary: '拣货',
  body: { seq: stop, qty: quantity('数量', { required: true, min: 1, max: 1_000_000 }), action },
  result: shape<PickAnswer>(),
});

export const shortRoute = defineRoute({
  method: 'POST',
  path: '/fulfilment/wave/:id/short',
  access: { permission: 'fulfilment:wave:pick' },
  summary: '缺货登记',
  body: {
    seq: stop,
    qty: quantity('缺的数量', { required: true, min: 1, max: 1_000_000 }),
    reason: text('原因', { required: true, max: 100 }),
    action,
  },
  result: shape<PickAnswer>(),
});

export const foundRoute = defineRoute({
  method: 'POST',
  path: '/fulfilment/wave/:id/found',
  access: { permission: 'fulfilment:wave:pick' },
  summary: '补拣',
  body: { seq: stop, qty: quantity('数量', { required: true, min: 1, max: 1_000_000 }), action },
  result: shape<PickAnswer>(),
});

export const undoPickRoute = defineRoute({
  method: 'POST',
  path: '/fulfilment/wave/:id/undo',
  access: { permission: 'fulfilment:wave:pick' },
  summary: '撤回上一次',
  result: shape<PickAnswer>(),
});

export const putBackRoute = defineRoute({
  method: 'POST',
  path: '/fulfilment/wave/:id/putBack',
  access: { permission: 'fulfilment:wave:pick' },
  summary: '已放回',
  body: { taskId: link('拣货任务', 'fulfilment:waveTask', { required: true }) },
  result: shape<WaveDesk>(),
});

export const printWavesRoute = defineRoute({
  method: 'POST',
  path: '/fulfilment/wave/print',
  access: { permission: 'fulfilment:shipment:print' },
  summary: '打印波次拣货单',
  body: shape<{ ids: readonly string[] }>(),
  givesFile: true,
});

export type PickedTask = Pick<WaveTaskRow, 'id' | 'shipmentId' | 'slot' | 'qty' | 'qtyPicked' | 'qtyShort'>;
