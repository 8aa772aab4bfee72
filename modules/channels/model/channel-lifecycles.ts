import { text } from '#kit/model/field.ts';
import { defineLifecycle } from '#kit/model/lifecycle.ts';
import { cancellationRequest } from './channel-product.ts';
import { stockPush } from './stock-push.ts';

/** 库存推送流转: a feed that would empty the catalogue stops until somebody signs for it. */
export const stockPushLifecycle = defineLifecycle(stockPush, {
  initial: 'queued',
  births: { create: '建立' },
  states: {
    queued: ['排队', 'idle'],
    blocked: ['已熔断', 'bad'],
    sent: ['已发送', 'busy'],
    done: ['已核对', 'done'],
    unverified: ['未核实', 'idle'],
    partial: ['部分差异', 'warn'],
    failed: ['失败', 'bad'],
  },
  tabs: {
    open: { title: '进行中', states: ['queued', 'sent'] },
    attention: { title: '需处理', states: ['blocked', 'partial', 'failed'] },
    done: { title: '已完成', states: ['done', 'unverified'] },
  },
  moves: {
    override: {
      title: '放行',
      from: ['blocked'],
      to: 'queued',
      input: { reason: text('放行原因', { required: true, max: 255 }) },
      warn: '该推送会使大量商品归零，放行会被记录。',
      submits: { in: ['queued'], said: '已放行', next: '等待推送' },
    },
    block: { title: '熔断', from: ['queued'], to: 'blocked', system: true },
    send: { title: '发送', from: ['queued'], to: 'sent', system: true },
    verify: { title: '核对', from: ['sent'], to: ['done', 'unverified', 'partial'], system: true },
    fail: { title: '失败', from: ['queued', 'sent'], to: 'failed', system: true },
    supersede: { title: '被后续推送取代', from: ['blocked'], to: 'failed', system: true },
  },
});

/** 取消申请流转 */
export const cancellationLifecycle = defineLifecycle(cancellationRequest, {
  initial: 'pending',
  births: { receive: '收到申请' },
  states: {
    pending: ['待处理', 'warn'],
    confirmed: ['已同意', 'done'],
    rejected: ['已拒绝', 'bad'],
    closed: ['已关闭', 'idle'],
  },
  tabs: {
    pending: { title: '待处理', states: ['pending'] },
    answered: { title: '已处理', states: ['confirmed', 'rejected', 'closed'] },
  },
  moves: {
    confirm: {
      title: '同意取消',
      from: ['pending'],
      to: 'confirmed',
      warn: '同意后取消对应数量。',
      ends: true,
      submits: { in: ['confirmed'], next: '平台确认中' },
    },
    reject: {
      title: '拒绝取消',
      from: ['pending'],
      to: 'rejected',
      input: { reason: text('拒绝原因', { required: true, max: 255 }) },
      // The order goes on.
      ends: false,
      submits: { in: ['rejected'], next: '平台确认中' },
    },
    close: { title: '关闭', from: ['pending'], to: 'closed', system: true },
    reopen: {
      title: '平台未接受答复',
      from: ['confirmed', 'rejected'],
      to: 'pending',
      system: true,
    },
  },
});
