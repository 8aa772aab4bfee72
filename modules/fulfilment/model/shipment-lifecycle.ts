import { date, length, text, weight } from '#kit/model/field.ts';
import { defineLifecycle, type MoveOf } from '#kit/model/lifecycle.ts';
import { box, shipment } from './shipment.ts';

/** 发货单流转 (domain.md §3.2). `ship` is the only place where sold stock leaves. */
export const shipmentLifecycle = defineLifecycle(shipment, {
  initial: 'draft',
  births: { create: '生成' },
  states: {
    draft: ['草稿', 'idle'],
    packing: ['装箱中', 'busy'],
    packed: ['已装箱', 'busy'],
    labelling: ['申请面单', 'busy'],
    labelled: ['待出库', 'warn'],
    shipped: ['已出库', 'done'],
    inTransit: ['运输中', 'done'],
    delivered: ['已签收', 'done'],
    voided: ['已作废', 'bad'],
  },
  tabs: {
    packing: { title: '待装箱', states: ['draft', 'packing'] },
    labelling: { title: '待面单', states: ['packed', 'labelling'] },
    labelled: { title: '待出库', states: ['labelled'] },
    shipped: { title: '已出库', states: ['shipped', 'inTransit', 'delivered'] },
    voided: { title: '已作废', states: ['voided'] },
  },
  stages: [
    { title: '装箱', states: ['draft', 'packing'] },
    { title: '面单', states: ['packed', 'labelling'] },
    { title: '出库', states: ['labelled'] },
    { title: '签收', states: ['shipped', 'inTransit'] },
  ],
  moves: {
    pack: { title: '按箱规装箱', from: ['draft', 'packing'], to: 'packing' },
    sealAll: { title: '全部封箱', from: ['packing'], to: 'packed' },
    allSealed: { title: '封箱完成', from: ['packing'], to: 'packed', system: true },
    reopen: { title: '重新装箱', from: ['packed'], to: 'packing' },
    register: {
      title: '申请面单',
      letter: 'l',
      from: ['packed'],
      to: 'labelling',
      needs: 'register',
      keyed: true,
      submits: { in: ['labelling'], next: '等待平台生成面单' },
    },
    ownLabel: {
      title: '录入运单',
      from: ['packed'],
      to: 'labelled',
      ask: {
        carrierCode: text('承运商代码', { required: true, max: 32 }),
        trackingNo: text('运单号', {
          required: true,
          max: 255,
          hint: '多个箱子可用逗号分隔，按箱序对应',
        }),
      },
    },
    retractLabel: {
      title: '撤回运单',
      from: ['labelled'],
      to: 'packed',
      warn: '运单号清空，发货单回到已装箱。',
    },
    labelOk: { title: '面单就绪', from: ['labelling', 'packed'], to: 'labelled', system: true },
    unpack: {
      title: '退回装箱',
      from: ['packing', 'packed', 'labelled'],
      to: 'draft',
      system: true,
    },
    labelFailed: { title: '面单失败', from: ['labelling'], to: 'packed', system: true },
    ship: {
      title: '发货',
      letter: 's',
      from: ['labelled'],
      to: 'shipped',
      keyed: true,
      ask: { shippedAt: date('出库日期', { hint: '仓库当地日期，不填就是今天' }) },
      submits: { in: ['shipped'], said: '已出库', next: '平台订单随后发送发货通知' },
    },
    registerLate: {
      title: '补申请面单',
      from: ['shipped', 'inTransit', 'delivered'],
      to: 'same',
      needs: 'register',
      keyed: true,
      warn: '向平台申请面单，随后重发发货通知；货物的运单号不变。',
      submits: {
        in: ['shipped', 'inTransit', 'delivered'],
        next: '等待平台生成面单，随后重发发货通知',
      },
    },
    deliver: { title: '签收', from: ['shipped', 'inTransit'], to: 'delivered' },
    scan: { title: '揽收', from: ['shipped'], to: 'inTransit' },
    voidShipment: {
      title: '作废',
      from: ['draft', 'packing', 'packed', 'labelling', 'labelled'],
      to: 'voided',
      ask: { reason: text('作废原因', { required: true, max: 255 }) },
      warn: '箱子释放，订单退回待发货。',
    },
  },
});

export type ShipmentMove = MoveOf<typeof shipmentLifecycle>;

/** 箱流转 */
export const boxLifecycle = defineLifecycle(box, {
  initial: 'open',
  births: { pack: '装箱' },
  states: {
    open: ['装箱中', 'busy'],
    sealed: ['已封箱', 'busy'],
    labelled: ['面单就绪', 'warn'],
    shipped: ['已出库', 'done'],
    void: ['已作废', 'bad'],
  },
  tabs: {
    open: { title: '装箱中', states: ['open'] },
    sealed: { title: '已封箱', states: ['sealed', 'labelled'] },
    shipped: { title: '已出库', states: ['shipped'] },
    void: { title: '已作废', states: ['void'] },
  },
  moves: {
    measure: {
      title: '称重量尺',
      from: ['open'],
      to: 'same',
      ask: {
        weightG: weight('重量', { required: true, min: 1 }),
        lengthMm: length('长', { required: true, min: 1 }),
        widthMm: length('宽', { required: true, min: 1 }),
        heightMm: length('高', { required: true, min: 1 }),
      },
    },
    seal: { title: '封箱', from: ['open'], to: 'sealed' },
    reopen: { title: '开箱', from: ['sealed'], to: 'open' },
    label: { title: '贴单', from: ['sealed'], to: 'labelled', system: true },
    unlabel: { title: '撤回贴单', from: ['labelled'], to: 'sealed', system: true },
    ship: { title: '出库', from: ['labelled'], to: 'shipped', system: true },
    discard: { title: '作废', from: ['open', 'sealed', 'labelled'], to: 'void', system: true },
  },
});
