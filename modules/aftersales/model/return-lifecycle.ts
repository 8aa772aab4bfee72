import { dict } from '#kit/model/dict.ts';
import { choice, datetime, integer, json, link, money, pictures, quantity, text } from '#kit/model/field.ts';
import { defineLifecycle, type MoveOf } from '#kit/model/lifecycle.ts';
import { lines } from '#kit/model/lines-question.ts';
import { LONGEST_ACCEPT_REASON } from './return-answers.ts';
import { disposition, returnLine, returnOrder, returnOutcome, returnStates } from './return-order.ts';

/** No line of a return has more. */
const MOST_UNITS = 1_000_000;

/** 退货流转 (domain.md §3.3). */
export const returnLifecycle = defineLifecycle(returnOrder, {
  initial: 'draft',
  births: { add: '新增' },
  states: {
    draft: [returnStates.draft, 'idle'],
    requested: [returnStates.requested, 'warn'],
    approved: [returnStates.approved, 'busy'],
    receiving: [returnStates.receiving, 'busy'],
    received: [returnStates.received, 'warn'],
    inspected: [returnStates.inspected, 'warn'],
    disposed: [returnStates.disposed, 'warn'],
    credited: [returnStates.credited, 'done'],
    closed: [returnStates.closed, 'done'],
    rejected: [returnStates.rejected, 'bad'],
    cancelled: [returnStates.cancelled, 'bad'],
    expired: [returnStates.expired, 'bad'],
  },
  tabs: {
    pending: { title: '待审核', states: ['draft', 'requested'] },
    coming: { title: '待收货', states: ['approved', 'receiving'] },
    judging: { title: '待质检处置', states: ['received', 'inspected'] },
    owed: { title: '待退款', states: ['disposed'] },
    done: { title: '已完成', states: ['credited', 'closed'] },
    ended: { title: '已取消', states: ['rejected', 'cancelled', 'expired'] },
  },
  stages: [
    { title: '申请', states: ['draft', 'requested'] },
    { title: '退回', states: ['approved', 'receiving'] },
    { title: '质检', states: ['received'] },
    { title: '处置', states: ['inspected'] },
    { title: '退款', states: ['disposed'] },
  ],
  moves: {
    submit: { title: '提交', from: ['draft'], to: 'requested' },
    discard: { title: '作废草稿', from: ['draft'], to: 'cancelled' },
    approve: {
      title: '审核通过',
      letter: 'a',
      from: ['requested'],
      to: 'approved',
      input: {
        channelRaNo: text('平台退货号', { max: 64, hint: '留空则自动编RA号' }),
        warehouseId: link('退回仓', 'base:warehouse', { hint: '留空退回发货仓' }),
        dueDays: integer('退回期限(天)', { min: 1, max: 365, hint: '留空按售后设置' }),
      },
    },
    reject: {
      title: '驳回',
      from: ['requested'],
      to: 'rejected',
      input: { reason: text('驳回原因', { required: true, max: 255 }) },
    },
    arrange: {
      title: '退货信息',
      from: ['approved', 'receiving'],
      to: 'same',
      edits: ['carrier', 'trackingNo', 'dueAt'],
      input: {
        carrier: text('退货承运商', { max: 64 }),
        trackingNo: text('退货运单号', { max: 64, written: 'trackingNo', carriedBy: 'carrier' }),
        dueAt: datetime('退回截止', { hint: '留空不变' }),
      },
      leads: false,
    },
    receive: {
      title: '收货',
      letter: 'r',
      from: ['approved', 'receiving'],
      to: 'receiving',
      input: {
        lines: lines('收到的数量', {
          hint: '留空则未到的全部收货',
          of: returnLine,
          subject: 'skuId',
          columns: { qty: quantity('实收', { max: MOST_UNITS }) },
          left: { title: '未到', of: 'qtyRequested', less: ['qtyReceived'] },
          takes: 'any',
          start: 'qty',
        }),
        overReason: text('超收原因', { max: 255, hint: '收到的比应退的多时填写' }),
      },
      keyed: true,
    },
    receiveDone: {
      title: '收货完成',
      from: ['receiving'],
      to: 'received',
      input: {
        rest: choice('没收到的货', dict('return_rest', { giveUp: '不会再来，记为缺件' })),
      },
      opensOnRefusal: true,
    },
    inspect: {
      title: '质检',
      letter: 'i',
      from: ['received'],
      to: 'inspected',
      input: {
        lines: lines('质检明细', {
          hint: '留空则收到的全部为良品',
          of: returnLine,
          subject: 'skuId',
          columns: {
            good: quantity('良品', { max: MOST_UNITS }),
            damaged: quantity('不良品', { max: MOST_UNITS }),
            wrong: quantity('错货', { max: MOST_UNITS, hint: '不是这一行的商品' }),
            outcome: choice('处理方式', returnOutcome),
            cartonNo: integer('问题箱', { hint: '多箱商品是第几箱' }),
            photos: pictures('质检照片', { max: 9 }),
            note: text('说明', { max: 255 }),
            findings: json('质检记录', { hint: '质检项的回答' }),
          },
          left: { title: '实收', of: 'qtyReceived' },
          takes: 'all',
          start: 'good',
        }),
      },
      keyed: true,
    },
    dispose: {
      title: '处置',
      letter: 'd',
      from: ['inspected'],
      to: ['disposed', 'same'],
      input: {
        lines: lines('处置明细', {
          hint: '留空则良品重新上架，不良品报废',
          of: returnLine,
          subject: 'skuId',
          shown: ['qtyGood', 'qtyDamaged'],
          columns: {
            disposition: choice('良品处置', disposition),
            damagedDisposition: choice('不良品处置', disposition),
            accepted: quantity('认可退款', { max: MOST_UNITS, hint: '没收到和错货的，仍退款的件数' }),
            acceptReason: text('认可原因', { max: LONGEST_ACCEPT_REASON }),
          },
        }),
      },
      keyed: true,
      ends: false,
    },
    approveDisposal: {
      title: '处置审核通过',
      from: ['inspected'],
      to: 'disposed',
      byAnother: '提交处置的人不能审核，请由其他有审核权限的人审核',
      keyed: true,
    },
    returnDisposal: {
      title: '退回处置',
      from: ['inspected'],
      to: 'same',
      input: { reason: text('退回原因', { required: true, max: 255 }) },
    },
    credit: {
      title: '退款',
      letter: 'c',
      from: ['approved', 'disposed'],
      to: 'credited',
      input: {
        lines: lines('退款明细', {
          hint: '留空按应退金额',
          of: returnLine,
          subject: 'skuId',
          columns: { amount: money('金额', 'currency', { required: true, min: 0 }) },
        }),
        reason: text('说明', { max: 255 }),
      },
      warn: '退款后开具退款单（红字）：订单已开票的冲减应收，没开票的等开票时冲减。',
      ends: false,
      keyed: true,
    },
    uncredit: {
      title: '退款冲销',
      from: ['credited', 'closed'],
      to: ['approved', 'disposed'],
      system: true,
    },
    close: { title: '关闭', from: ['disposed', 'credited'], to: 'closed' },
    refurbish: {
      title: '翻新完成',
      from: ['disposed', 'credited', 'closed'],
      to: 'same',
      input: {
        lines: lines('翻新结果', {
          hint: '留空则待翻新的全部转为良品',
          of: returnLine,
          subject: 'skuId',
          columns: { good: quantity('良品', { max: MOST_UNITS }), scrapped: quantity('报废', { max: MOST_UNITS }) },
          left: { title: '待翻新', of: 'refurbOpen' },
          start: 'good',
        }),
      },
      keyed: true,
    },
    cancel: {
      title: '取消',
      from: ['approved'],
      to: 'cancelled',
      input: { reason: text('取消原因', { required: true, max: 255 }) },
    },
    expire: { title: '过期', from: ['approved'], to: 'expired', system: true },
  },
});

export type ReturnMove = MoveOf<typeof returnLifecycle>;

/** While units of a return are promised to come, or have come: they cannot be asked for twice. */
export const CLAIMING_STATES = [
  'approved',
  'receiving',
  'received',
  'inspected',
  'disposed',
  'credited',
  'closed',
] as const;
