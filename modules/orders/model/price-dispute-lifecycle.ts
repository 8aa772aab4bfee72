import { choice, datetime, text, textarea } from '#kit/model/field.ts';
import { defineLifecycle, type MoveOf } from '#kit/model/lifecycle.ts';
import { messageAssets, messageKind, priceDispute } from './price-dispute.ts';

const OPEN = ['open', 'answered'] as const;

/** 价格争议流转: while it is open its order stays held; no end of it lets an order go unseen. */
export const priceDisputeLifecycle = defineLifecycle(priceDispute, {
  initial: 'open',
  births: { begin: '发起争议' },
  states: {
    open: ['处理中', 'busy'],
    answered: ['平台已答复', 'warn'],
    accepted: ['已接受原价', 'done'],
    corrected: ['平台已改价', 'done'],
    withdrawn: ['已撤回', 'idle'],
  },
  tabs: {
    open: { title: '处理中', states: ['open', 'answered'] },
    over: { title: '已结束', states: ['accepted', 'corrected', 'withdrawn'] },
  },
  moves: {
    markSent: {
      title: '已在平台提交',
      from: ['open', 'answered'],
      to: 'same',
    },
    write: {
      title: '记录沟通',
      from: OPEN,
      to: ['same', 'answered'],
      input: {
        kind: choice('类型', messageKind, { required: true, default: 'internal' }),
        content: textarea('内容', { required: true, max: 2000 }),
        assets: messageAssets,
      },
      leads: false,
    },
    expect: {
      title: '平台答应改价',
      from: OPEN,
      to: 'answered',
      input: { content: textarea('平台的答复', { required: true, max: 2000 }) },
    },
    setDue: {
      title: '改期限',
      from: OPEN,
      to: 'same',
      edits: ['dueAt'],
      input: { dueAt: datetime('期限', { required: true }) },
      leads: false,
    },
    accept: {
      title: '接受原价',
      from: OPEN,
      to: 'accepted',
      input: { reason: text('接受原因', { required: true, max: 255 }) },
      warn: '按订单价接受，订单的价格异常随之解除。',
    },
    withdraw: {
      title: '撤回争议',
      from: OPEN,
      to: 'withdrawn',
      input: { reason: text('撤回原因', { required: true, max: 255 }) },
      warn: '订单仍因价格异常挂起。',
    },
    correct: { title: '平台改价', from: OPEN, to: 'corrected', system: true },
    lapse: { title: '随订单结束', from: OPEN, to: 'withdrawn', system: true },
  },
});
export type DisputeMove = MoveOf<typeof priceDisputeLifecycle>;
