import { text } from '#kit/model/field.ts';
import { defineLifecycle } from '#kit/model/lifecycle.ts';
import { promotion } from './promotion.ts';

/** 促销流转 (domain.md §3.7): what is below the floor does not begin without another person. */
export const promotionLifecycle = defineLifecycle(promotion, {
  initial: 'draft',
  births: { add: '新增' },
  states: {
    draft: ['草稿', 'idle'],
    pending_approval: ['待特批', 'warn'],
    ready: ['检查通过', 'busy'],
    scheduled: ['未开始', 'busy'],
    running: ['进行中', 'busy'],
    ended: ['已结束', 'done'],
    stopped: ['已停止', 'bad'],
  },
  tabs: {
    planned: { title: '筹备中', states: ['draft', 'ready'] },
    pending_approval: { title: '待特批', states: ['pending_approval'] },
    scheduled: { title: '未开始', states: ['scheduled'] },
    running: { title: '进行中', states: ['running'] },
    over: { title: '已结束', states: ['ended', 'stopped'] },
  },
  stages: [
    { title: '检查', states: ['draft', 'pending_approval'] },
    { title: '排期', states: ['ready'] },
    { title: '开始', states: ['scheduled'] },
    { title: '结束', states: ['running'] },
  ],
  moves: {
    check: {
      title: '检查',
      from: ['draft'],
      to: 'ready',
      submits: { in: ['ready'], said: '检查通过', next: '可以排期' },
      letter: 'c',
    },
    askException: {
      title: '申请特批',
      from: ['draft'],
      to: 'pending_approval',
      input: { reason: text('特批原因', { required: true, max: 255 }) },
      submits: { in: ['pending_approval'], next: '等另一人特批' },
    },
    approveException: {
      title: '特批',
      from: ['pending_approval'],
      to: 'ready',
      input: { note: text('特批说明', { max: 255 }) },
      byAnother: '填写或申请这个促销的人不能特批，请由其他有特批权限的人特批',
      orAlone: true,
      warn: '被拦截的产品按现在的促销价放行，价格再低须重新特批。',
      ends: false,
      letter: 'a',
    },
    reject: {
      title: '驳回',
      from: ['pending_approval'],
      to: 'draft',
      input: { reason: text('驳回原因', { required: true, max: 255 }) },
    },
    reopen: {
      title: '退回修改',
      from: ['ready'],
      to: 'draft',
      warn: '已有的特批作废，改完重新检查。',
      ends: false,
    },
    schedule: {
      title: '排期',
      from: ['ready'],
      to: 'scheduled',
      submits: { in: ['scheduled'], said: '已排期', next: '下载提报文件到平台报名，到点自动开始' },
      letter: 's',
    },
    stop: {
      title: '停止',
      from: ['scheduled', 'running'],
      to: 'stopped',
      input: { reason: text('停止原因', { required: true, max: 255 }) },
      warn: '平台没有促销接口，请同时到平台后台停止。',
    },
    start: { title: '到点开始', from: ['scheduled'], to: ['running', 'stopped'], system: true },
    end: { title: '到点结束', from: ['running'], to: 'ended', system: true },
  },
});
