import { choice, date, integer, link, text, textarea } from '#kit/model/field.ts';
import { defineLifecycle } from '#kit/model/lifecycle.ts';
import { lines } from '#kit/model/lines-question.ts';
import { partLine, partOrder, partRejectReason, partSource } from './part-order.ts';

/** Where each part comes from. */
export const chosenSources = (hint: string) =>
  lines('货源', {
    hint,
    of: partLine,
    subject: 'partSkuId',
    columns: {
      source: choice('货源', partSource, { required: true }),
      warehouseId: link('出货仓', 'base:warehouse'),
      cartonNo: integer('箱序', { min: 1, max: 50 }),
    },
  });

/**
 * 补发流转 (domain.md §3.4). Information that never comes is a reason to reject, so what waits for it may
 * be rejected and cancelled as well; what is late may still be confirmed and shipped.
 */
export const partOrderLifecycle = defineLifecycle(partOrder, {
  initial: 'draft',
  births: { add: '新增' },
  states: {
    draft: ['草稿', 'idle'],
    new: ['待确认', 'warn'],
    needInfo: ['待补资料', 'warn'],
    confirmed: ['待发货', 'busy'],
    breached: ['已超时', 'bad'],
    shipped: ['已发货', 'done'],
    closed: ['已关闭', 'done'],
    rejected: ['已拒绝', 'bad'],
    cancelled: ['已取消', 'bad'],
  },
  tabs: {
    open: { title: '待确认', states: ['draft', 'new', 'needInfo'] },
    shipping: { title: '待发货', states: ['confirmed', 'breached'] },
    shipped: { title: '已发货', states: ['shipped', 'closed'] },
    ended: { title: '拒绝与取消', states: ['rejected', 'cancelled'] },
  },
  stages: [
    { title: '填写', states: ['draft'] },
    { title: '确认', states: ['new', 'needInfo'] },
    { title: '发货', states: ['confirmed', 'breached'] },
    { title: '关闭', states: ['shipped'] },
  ],
  moves: {
    submit: {
      title: '提交',
      from: ['draft', 'needInfo'],
      to: 'new',
      letter: 's',
    },
    confirm: {
      title: '确认',
      okText: '确认',
      from: ['new', 'breached'],
      to: ['confirmed', 'same'],
      input: {
        lines: chosenSources('每行从哪里出货；留空则配件库存够的都从配件库存出'),
        plannedShipDate: date('预计发货日', { hint: '发货仓当地日期，留空为最晚发货日' }),
      },
      edits: ['plannedShipDate'],
      letter: 'a',
    },
    needInfo: {
      title: '请补资料',
      from: ['new'],
      to: 'needInfo',
      input: { reason: text('需补充的资料', { required: true, max: 500 }) },
      warn: '等资料期间时限照常计算。',
      ends: false,
    },
    infoArrived: {
      title: '资料已齐',
      from: ['needInfo'],
      to: 'new',
      input: {
        infoNote: textarea('补充的资料', { max: 2000, hint: '照片和配件在“编辑”里补上' }),
      },
    },
    reject: {
      title: '拒绝',
      from: ['new', 'needInfo'],
      to: 'rejected',
      input: {
        rejectReason: choice('拒绝原因', partRejectReason, { required: true }),
        reason: textarea('说明', { max: 500 }),
      },
      warn: '平台订单的，平台会改为整件补发，货和运费由卖家承担，并计入本月达成率，拒绝后请到平台登记原因；手工订单的只在本系统登记。',
      edits: ['rejectReason'],
      submits: { in: ['rejected'], said: '已拒绝', next: '平台订单的请到平台登记原因' },
    },
    changeSource: {
      title: '改货源',
      from: ['confirmed', 'breached'],
      to: 'same',
      input: { lines: { ...chosenSources('没有列出的行不变'), required: true } },
      leads: false,
    },
    extend: {
      title: '延期',
      from: ['confirmed'],
      to: 'same',
      input: {
        extendedTo: date('延期至', { required: true, hint: '只能延一次，发货仓当地日期' }),
        reason: text('延期原因', { required: true, max: 255 }),
      },
      edits: ['extendedTo'],
      leads: false,
    },
    ship: {
      title: '发货',
      from: ['confirmed', 'breached'],
      to: 'shipped',
      input: {
        carrier: text('承运商', { required: true, max: 64 }),
        trackingNo: text('运单号', { required: true, max: 64, written: 'trackingNo', carriedBy: 'carrier' }),
      },
      edits: ['carrier', 'trackingNo'],
      keyed: true,
      letter: 'o',
    },
    markAnswered: {
      title: '已到平台登记',
      from: ['confirmed', 'breached', 'shipped', 'closed', 'rejected'],
      to: 'same',
      aside: true,
    },
    close: { title: '关闭', from: ['shipped'], to: 'closed', ends: false },
    cancel: {
      title: '取消',
      from: ['draft', 'new', 'needInfo', 'confirmed', 'breached'],
      to: 'cancelled',
      input: { reason: text('取消原因', { required: true, max: 255 }) },
    },
    timeout: { title: '超时', from: ['new', 'confirmed'], to: 'breached', system: true },
  },
});
