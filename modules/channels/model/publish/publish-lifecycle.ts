import { text } from '#kit/model/field.ts';
import { defineLifecycle } from '#kit/model/lifecycle.ts';
import { publishTask } from './publish-task.ts';

/** 刊登流转 (domain.md §3.7): judged here first, then by the marketplace, SKU by SKU. */
export const publishLifecycle = defineLifecycle(publishTask, {
  initial: 'draft',
  births: { add: '新增' },
  states: {
    draft: ['草稿', 'idle'],
    valid: ['待提交', 'busy'],
    invalid: ['校验失败', 'warn'],
    submitting: ['提交中', 'busy'],
    processing: ['平台处理中', 'busy'],
    live: ['已上架', 'done'],
    partial: ['部分上架', 'warn'],
    failed: ['刊登失败', 'bad'],
    ended: ['已下架', 'idle'],
    withdrawn: ['已撤回', 'bad'],
  },
  tabs: {
    draft: { title: '待填写', states: ['draft', 'invalid'] },
    valid: { title: '待提交', states: ['valid'] },
    under_way: { title: '平台处理中', states: ['submitting', 'processing'] },
    refused: { title: '被拒', states: ['failed', 'partial'] },
    live: { title: '已上架', states: ['live'] },
    over: { title: '已结束', states: ['ended', 'withdrawn'] },
  },
  stages: [
    { title: '填写', states: ['draft', 'invalid'] },
    { title: '提交', states: ['valid', 'submitting'] },
    { title: '平台处理', states: ['processing', 'partial'] },
  ],
  moves: {
    validate: {
      title: '校验',
      from: ['draft', 'invalid', 'valid'],
      to: ['valid', 'invalid'],
      ends: false,
      submits: { in: ['invalid'], said: '校验未通过', next: '按单元格的提示修改' },
      letter: 'c',
    },
    submit: {
      title: '提交',
      from: ['valid'],
      to: ['submitting', 'processing'],
      needs: 'publish',
      ends: false,
      submits: { in: ['submitting', 'processing'], next: '平台处理中' },
      letter: 's',
    },
    reopen: {
      title: '修改',
      from: ['valid', 'failed', 'partial'],
      to: 'draft',
      letter: 'e',
    },
    update: {
      title: '修改已上架',
      from: ['live'],
      to: 'draft',
      ends: false,
      warn: '修改后只提交有变化的答案；平台上的内容在提交前不变。',
    },
    end: {
      title: '下架',
      from: ['live', 'partial'],
      to: 'ended',
      input: { reason: text('下架原因', { required: true, max: 255 }) },
      ends: true,
      warn: '平台没有下架接口，请同时到平台后台下架；渠道产品标为已下架，不再推送库存。',
    },
    relist: {
      title: '重新上架',
      from: ['ended'],
      to: 'valid',
      ends: false,
      warn: '平台没有重新上架接口，请先到平台后台恢复，再提交有变化的答案。',
    },
    acknowledge: {
      title: '确认已上架',
      okText: '确认已上架',
      from: ['processing'],
      to: ['live', 'partial'],
      input: { note: text('平台答复', { max: 255 }) },
    },
    turnDown: {
      title: '被平台拒绝',
      from: ['processing'],
      to: ['failed', 'partial'],
      input: { reason: text('平台拒绝原因', { required: true, max: 255 }) },
    },
    withdraw: {
      title: '撤回',
      from: ['draft', 'invalid', 'valid', 'failed'],
      to: 'withdrawn',
      ends: true,
      warn: '已填的答案留着可查，但不能再提交。',
    },
    change: { title: '答案有改动', from: ['draft', 'invalid', 'valid'], to: 'draft', system: true },
    accept: { title: '平台已收下', from: ['submitting'], to: 'processing', system: true },
    settle: {
      title: '平台答复',
      from: ['submitting', 'processing'],
      to: ['live', 'partial', 'failed'],
      system: true,
    },
  },
});
