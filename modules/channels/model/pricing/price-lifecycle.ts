import { text } from '#kit/model/field.ts';
import { defineLifecycle } from '#kit/model/lifecycle.ts';
import { priceRecord } from './price-record.ts';

/** 调价流转 (domain.md §3.7): whoever hands a price in does not approve it. */
export const priceLifecycle = defineLifecycle(priceRecord, {
  initial: 'draft',
  births: { add: '新增', adjust: '批量调价', import: '导入' },
  states: {
    draft: ['草稿', 'idle'],
    pending_approval: ['待审批', 'warn'],
    scheduled: ['待提报', 'busy'],
    submitted: ['待平台生效', 'busy'],
    active: ['已生效', 'done'],
    rejected: ['被拒', 'bad'],
    superseded: ['已替代', 'idle'],
    withdrawn: ['已撤回', 'bad'],
  },
  tabs: {
    draft: { title: '草稿', states: ['draft'] },
    pending_approval: { title: '待审批', states: ['pending_approval'] },
    scheduled: { title: '待提报', states: ['scheduled'] },
    submitted: { title: '待平台生效', states: ['submitted'] },
    active: { title: '已生效', states: ['active'] },
    over: { title: '已结束', states: ['rejected', 'superseded', 'withdrawn'] },
  },
  stages: [
    { title: '提交', states: ['draft'] },
    { title: '审批', states: ['pending_approval'] },
    { title: '提报', states: ['scheduled'] },
    { title: '生效', states: ['submitted'] },
  ],
  moves: {
    submit: {
      title: '提交',
      from: ['draft'],
      to: ['pending_approval', 'scheduled'],
      submits: { in: ['pending_approval'], next: '等另一人审批' },
      letter: 's',
    },
    approve: {
      title: '审批通过',
      from: ['pending_approval', 'submitted'],
      to: ['scheduled', 'same'],
      input: { reason: text('审批说明', { max: 255 }) },
      byAnother: '录入或提交调价的人不能审批自己的调价，请由其他有审批权限的人审批',
      orAlone: true,
      submits: { in: ['scheduled'], said: '已审批', next: '可以提报' },
      letter: 'a',
    },
    reject: {
      title: '驳回',
      from: ['pending_approval'],
      to: 'rejected',
      input: { reason: text('驳回原因', { required: true, max: 255 }) },
    },
    propose: {
      title: '提报',
      from: ['scheduled'],
      to: ['submitted', 'pending_approval'],
      submits: { in: ['submitted'], said: '已提报', next: '下载提报文件到平台上传，生效后回来确认' },
      letter: 'p',
    },
    acknowledge: {
      title: '确认已生效',
      okText: '确认已生效',
      from: ['submitted'],
      to: 'active',
      input: { reason: text('平台答复', { max: 255 }) },
      letter: 'c',
    },
    turnDown: {
      title: '被平台拒绝',
      from: ['submitted'],
      to: 'rejected',
      input: { reason: text('平台拒绝原因', { required: true, max: 255 }) },
    },
    withdraw: {
      title: '撤回',
      from: ['draft', 'pending_approval', 'scheduled'],
      to: 'withdrawn',
      input: { reason: text('撤回原因', { max: 255 }) },
      ends: true,
    },
    due: { title: '到生效日', from: ['scheduled'], to: ['submitted', 'pending_approval'], system: true },
    supersede: { title: '被新价替代', from: ['active'], to: 'superseded', system: true },
  },
});
