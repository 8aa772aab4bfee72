import { address } from '#kit/model/address.ts';
import { choice, date, datetime, flag, json, link, quantity, text, textarea } from '#kit/model/field.ts';
import { defineLifecycle, type MoveOf } from '#kit/model/lifecycle.ts';
import { lines, type UnitsLeft } from '#kit/model/lines-question.ts';
import { remarkAssets, remarkKind } from './order-remark.ts';
import type { HoldType } from './hold-title.ts';
import { orderLine, orderPriority, salesOrder } from './order.ts';

const OPEN = ['new', 'accepted', 'ready', 'processing', 'partial'] as const;

/** Units that are neither shipped nor cancelled. */
const OPEN_UNITS: UnitsLeft = { title: '未发货', of: 'qty', less: ['qtyCancelled', 'qtyShipped'] };
/** No line has more. */
const MOST_UNITS = 1_000_000;

/** 订单流转 (domain.md §3.1). States on the left of a page tab are that page's tab. */
export const orderLifecycle = defineLifecycle(salesOrder, {
  initial: 'draft',
  births: { import: '拉取订单', add: '新增订单', divide: '拆单生成', replace: '换货生成' },
  states: {
    draft: ['草稿', 'idle'],
    new: ['待审核', 'idle'],
    accepted: ['已接单', 'busy'],
    ready: ['待发货', 'busy'],
    processing: ['打单配货中', 'busy'],
    partial: ['部分发货', 'warn'],
    shipped: ['已发货', 'done'],
    delivered: ['已签收', 'done'],
    completed: ['已完成', 'done'],
    // Answered or shipped outside this system: known, and nothing is held for it.
    history: ['历史订单', 'idle'],
    cancelled: ['已取消', 'bad'],
    rejected: ['已拒单', 'bad'],
  },
  tabs: {
    pending: { title: '待处理', states: ['draft', 'new'] },
    shipping: { title: '待发货', states: ['accepted', 'ready', 'processing', 'partial'] },
    shipped: { title: '已发货', states: ['shipped', 'delivered', 'completed', 'history'] },
    cancelled: { title: '已取消', states: ['cancelled', 'rejected'] },
  },
  stages: [
    { title: '接单', states: ['draft', 'new'] },
    { title: '平台确认', states: ['accepted'] },
    { title: '配货', states: ['ready'] },
    { title: '装箱出库', states: ['processing', 'partial'] },
    { title: '签收', states: ['shipped'] },
  ],
  moves: {
    // What no channel waits for is ready at once.
    accept: {
      title: '接单',
      letter: 'a',
      from: ['new'],
      to: ['accepted', 'ready'],
      needs: 'accept',
      input: {
        estShipDate: date('预计发货日', {
          hint: '发货仓当地日期，用于最晚发货已过的订单；其余仍按最晚发货承诺',
        }),
      },
      opensOnRefusal: true,
      submits: { in: ['accepted'], next: '平台确认中' },
      calledBack: { before: 'acceptDeadline' },
    },
    acceptPart: {
      title: '部分接单',
      from: ['new'],
      to: ['accepted', 'ready'],
      needs: 'accept',
      edits: ['unitCount', 'total', 'backorderDate'],
      input: {
        lines: lines('接单数量', {
          hint: '每行：现在接、缺货待补和日期、拒绝的数量',
          of: orderLine,
          subject: 'channelSku',
          shown: ['name', 'qtyReserved'],
          columns: {
            now: quantity('现在接', { max: MOST_UNITS }),
            estShipDate: date('预计发货日'),
            backorder: quantity('缺货待补', { max: MOST_UNITS }),
            backorderDate: date('补货发货日'),
            refuse: quantity('拒绝', { max: MOST_UNITS }),
          },
          left: OPEN_UNITS,
          takes: 'all',
          start: 'now',
          with: { estShipDate: 'now', backorderDate: 'backorder' },
        }),
        reason: text('拒绝原因', { max: 255 }),
      },
      submits: { in: ['accepted'], next: '平台确认中' },
      calledBack: { before: 'acceptDeadline' },
    },
    reject: {
      title: '拒单',
      from: ['new'],
      to: 'rejected',
      needs: 'reject',
      input: { reason: text('拒单原因', { required: true, max: 255 }) },
      warn: '该渠道不支持接口拒单，系统登记后请到平台处理。',
      submits: { in: ['rejected'], said: '已登记', next: '请到平台处理' },
      calledBack: { before: 'acceptDeadline' },
    },
    hold: {
      title: '挂起',
      letter: 'h',
      from: OPEN,
      to: 'same',
      input: { reason: text('挂起原因', { required: true, max: 255 }) },
      leads: false,
    },
    release: {
      title: '解除挂起',
      letter: 'u',
      from: OPEN,
      // What the channel took from somebody else needs no acceptance of ours any more.
      to: ['same', 'ready'],
      input: { reason: text('处理说明', { max: 255 }) },
    },
    notDuplicate: {
      title: '不是重复',
      from: OPEN,
      to: 'same',
      input: { reason: text('说明', { max: 255 }) },
    },
    acceptPrice: {
      title: '接受价格',
      letter: 'p',
      from: OPEN,
      to: 'same',
      edits: ['total'],
      input: { reason: text('说明', { max: 255 }) },
    },
    dispute: {
      title: '发起争议',
      from: OPEN,
      to: 'same',
      input: {
        content: textarea('致平台的说明', {
          max: 2000,
          hint: '留空则按约定价与订单价生成英文说明，可直接复制到平台',
        }),
        dueAt: datetime('期限', { hint: '留空为3天' }),
      },
    },
    applyChange: {
      title: '应用变更',
      from: OPEN,
      to: ['cancelled', 'shipped', 'same'],
      edits: ['total', 'warehouseId'],
      input: {
        items: json('变更项', { hint: '留空则应用全部待处理变更（改价除外）' }),
        acceptLabelLoss: flag('确认承担面单损失', { default: false }),
        reason: text('说明', { max: 255 }),
      },
    },
    rejectChange: {
      title: '拒绝变更',
      from: OPEN,
      to: 'same',
      input: {
        items: json('变更项', { hint: '留空则拒绝全部待处理变更' }),
        reason: text('拒绝原因', { required: true, max: 255 }),
      },
    },
    correctAddress: {
      title: '修正地址',
      letter: 'd',
      from: ['new', 'accepted', 'ready'],
      to: 'same',
      input: {
        ...address('shipTo', { required: true }),
      },
      leads: false,
    },
    adoptAddress: {
      title: '采用地址建议',
      from: ['new', 'accepted', 'ready'],
      to: 'same',
      input: {
        patch: json('采用的建议', { required: true }),
        source: text('建议来源', { max: 64 }),
      },
    },
    reallocate: {
      title: '换仓',
      letter: 'w',
      from: ['new', 'accepted', 'ready'],
      to: 'same',
      edits: ['warehouseId', 'pinnedWarehouseId'],
      input: {
        warehouseId: link('发货仓', 'base:warehouse', { hint: '留空则按选仓策略重新分配' }),
      },
      leads: false,
    },
    split: {
      title: '拆单',
      from: ['new', 'accepted', 'ready'],
      to: 'same',
      edits: ['itemSummary', 'unitCount', 'total', 'warehouseId'],
      input: {
        parts: json('拆出的订单', { hint: '留空则按预占所在的仓库拆' }),
        reason: text('拆单原因', { max: 255 }),
      },
      warn: '拆出的部分成为新的订单，预占随商品转移。',
      ends: false,
      leads: false,
    },
    setPriority: {
      title: '设置优先级',
      from: OPEN,
      to: 'same',
      edits: ['priority'],
      input: { priority: choice('优先级', orderPriority, { required: true }) },
      leads: false,
    },
    setShipMethod: {
      title: '换物流渠道',
      letter: 'y',
      from: OPEN,
      to: 'same',
      edits: ['shipMethodId'],
      input: { shipMethodId: link('物流渠道', 'base:shipMethod', { hint: '留空则自动匹配' }) },
      leads: false,
    },
    remark: {
      title: '备注',
      letter: 'r',
      from: [...OPEN, 'draft', 'shipped', 'delivered', 'completed', 'history', 'cancelled', 'rejected'],
      to: 'same',
      input: {
        kind: choice('类型', remarkKind, { required: true, default: 'internal' }),
        content: textarea('内容', { required: true, max: 2000 }),
        pinned: flag('置顶', { default: false }),
        assets: remarkAssets,
      },
      leads: false,
    },
    start: {
      title: '开始配货',
      letter: 's',
      from: ['ready', 'partial'],
      to: ['processing', 'same'],
      edits: ['shipMethodId'],
      input: { shipMethodId: link('物流渠道', 'base:shipMethod', { hint: '留空则自动匹配' }) },
    },
    cancel: {
      title: '取消',
      from: OPEN,
      to: ['cancelled', 'shipped', 'same'],
      edits: ['unitCount', 'total'],
      input: {
        reason: text('取消原因', { required: true, max: 255 }),
        lines: lines('取消数量', {
          hint: '留空则取消全部未发货数量',
          of: orderLine,
          subject: 'channelSku',
          shown: ['name', 'qtyShipped'],
          columns: { qty: quantity('取消数量', { max: MOST_UNITS }) },
          left: OPEN_UNITS,
          start: 'qty',
        }),
        acceptLabelLoss: flag('确认承担面单损失', {
          default: false,
          hint: '面单已生成或正在申请：不勾选则不会取消。已产生的面单费用可能无法退回。',
        }),
      },
      warn: '释放预占；已申请的面单可能产生损失。',
      calledBack: {},
    },
    callBack: {
      title: '撤回',
      from: ['new', 'accepted', 'ready', 'rejected', 'cancelled'],
      to: ['new', 'accepted', 'ready', 'same'],
      edits: ['unitCount', 'total'],
      ends: false,
      aside: true,
    },
    archive: {
      title: '转为历史',
      from: ['new', 'accepted', 'ready'],
      to: 'history',
      input: { reason: text('说明', { max: 255 }) },
      warn: '该订单由他处发货：释放本系统的预占，不再通知平台。',
    },
    takeOver: {
      title: '接管发货',
      from: ['history'],
      to: 'new',
      input: { reason: text('说明', { max: 255 }) },
      warn: '由本系统发货：预占库存，平台已有接单，不再重复提交。请先确认他处不再发货。',
    },
    acknowledge: { title: '平台确认接单', from: ['accepted'], to: 'ready', system: true },
    shipPart: { title: '部分发货', from: ['processing', 'partial'], to: 'partial', system: true },
    shipAll: { title: '全部发货', from: ['processing', 'partial'], to: 'shipped', system: true },
    unship: {
      title: '撤销发货',
      from: ['shipped', 'partial'],
      to: ['processing', 'partial'],
      system: true,
    },
    reopen: {
      title: '恢复订单',
      from: ['cancelled'],
      to: 'new',
      edits: ['unitCount', 'total'],
      // Nothing is lost by it: it says what follows, and is no warning.
      input: {
        reason: text('恢复原因', {
          required: true,
          max: 255,
          hint: '订单回到待审核：重新预占库存，重新判断挂起',
        }),
      },
    },
    unstart: { title: '退回待发货', from: ['processing'], to: 'ready', system: true },
    deliver: { title: '签收', from: ['shipped'], to: 'delivered' },
    complete: { title: '完成', from: ['delivered'], to: 'completed' },
    submit: { title: '提交', from: ['draft'], to: 'new' },
    discard: {
      title: '作废草稿',
      from: ['draft'],
      to: 'cancelled',
      warn: '作废后不能再编辑，PO号可以重新使用。',
    },
  },
});

/** While units of an order still wait to be shipped by us. */
export const OPEN_STATES: readonly string[] = OPEN;

/** Whether units of it still wait to be shipped by us. */
export const isOpenState = (status: string): boolean => OPEN_STATES.includes(status);

export type OrderMove = MoveOf<typeof orderLifecycle>;

/** Holds a person may judge and release; stock and mapping close theirs by themselves. */
export const RELEASABLE_HOLDS: readonly HoldType[] = ['manual', 'duplicate', 'noAck', 'address', 'answeredElsewhere'];
