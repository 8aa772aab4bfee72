import { choice, datetime, files, link, price, text } from '#kit/model/field.ts';
import { defineLifecycle } from '#kit/model/lifecycle.ts';
import { deduction, deductionType, recoveryWay } from './deduction.ts';

const evidence = files('申诉材料', { max: 20, hint: '签收证明、面单、照片、往来邮件' });

const OVER = ['won', 'partial', 'lost'] as const;

/** 扣款流转 (domain.md §3.5): whoever does nothing accepts it, once its days are over. */
export const deductionLifecycle = defineLifecycle(deduction, {
  initial: 'posted',
  births: { add: '新增', import: '导入', remittance: '回款单扣掉' },
  states: {
    posted: ['待处理', 'warn'],
    confirmed: ['已确认', 'busy'],
    disputed: ['申诉中', 'busy'],
    settled: ['已结算', 'done'],
    won: ['申诉成功', 'done'],
    partial: ['部分追回', 'done'],
    lost: ['申诉失败', 'bad'],
    withdrawn: ['已撤销', 'idle'],
  },
  tabs: {
    posted: { title: '待处理', states: ['posted'] },
    disputed: { title: '申诉中', states: ['disputed'] },
    confirmed: { title: '已确认', states: ['confirmed'] },
    settled: { title: '已结算', states: ['settled'] },
    over: { title: '申诉结束', states: ['won', 'partial', 'lost'] },
    withdrawn: { title: '已撤销', states: ['withdrawn'] },
  },
  stages: [
    { title: '确认或申诉', states: ['posted'] },
    { title: '结算', states: ['disputed', 'confirmed'] },
  ],
  moves: {
    confirm: {
      title: '确认',
      okText: '确认',
      from: ['posted'],
      to: ['confirmed', 'settled'],
      warn: '接受这笔扣款，不再申诉。',
      ends: false,
      letter: 'c',
    },
    dispute: {
      title: '申诉',
      from: ['posted'],
      to: 'disputed',
      input: {
        disputeNo: text('申诉号', { max: 64, hint: '平台给的工单号，可以之后补' }),
        reason: text('申诉理由', { required: true, max: 500 }),
        evidence,
      },
      submits: { in: ['disputed'], said: '已登记申诉', next: '在平台提交材料，等平台答复' },
      letter: 'd',
    },
    addEvidence: {
      title: '补充材料',
      from: ['posted', 'disputed'],
      to: 'same',
      input: {
        disputeNo: text('申诉号', { max: 64 }),
        evidence,
      },
      leads: false,
    },
    resolve: {
      title: '登记结果',
      from: ['disputed'],
      to: ['won', 'partial', 'lost'],
      input: {
        recovered: price('追回金额', { required: true, min: 0, hint: '没有追回填 0，全额追回填扣款金额' }),
        way: choice('到账方式', recoveryWay, { required: true, default: 'remittance' }),
        receivedAt: datetime('到账时间', { hint: '留空为现在' }),
        reason: text('平台答复', { max: 255 }),
      },
      keyed: true,
    },
    reopen: {
      title: '撤销结果',
      from: OVER,
      to: 'disputed',
      input: { reason: text('撤销原因', { required: true, max: 255 }) },
      byAnother: '登记结果的人不能撤销自己登记的结果，请由其他有撤销权限的人撤销',
      orAlone: true,
      warn: '追回的金额在账上冲回，扣款回到申诉中。',
      keyed: true,
      ends: false,
    },
    reclassify: {
      title: '改类型',
      from: ['posted', 'disputed', 'confirmed'],
      to: 'same',
      edits: ['type', 'poNo'],
      input: {
        newType: choice('类型', deductionType, { required: true, startsAs: 'type' }),
        poNo: text('PO号', { max: 64, startsAs: 'poNo' }),
      },
      leads: false,
    },
    offset: {
      title: '冲应收',
      from: ['posted', 'confirmed', 'settled', 'lost'],
      to: 'same',
      input: {
        invoiceId: link('发票', 'finance:invoice', { startsAs: 'invoiceId', hint: '留空则取这个PO的未结发票' }),
      },
      warn: '平台少付了这张发票，扣款从发票余额里冲掉。回款单里另有扣款行的不要再冲。',
      keyed: true,
      leads: false,
      ends: false,
    },
    undoOffset: {
      title: '撤销冲应收',
      from: ['posted', 'confirmed', 'settled', 'lost'],
      to: 'same',
      input: { reason: text('撤销原因', { required: true, max: 255 }) },
      byAnother: '冲应收的人不能撤销自己的冲账，请由其他有撤销权限的人撤销',
      orAlone: true,
      keyed: true,
      leads: false,
      ends: false,
    },
    settle: { title: '扣款结算', from: ['confirmed'], to: 'settled', system: true },
    timeout: { title: '到期自动结算', from: ['posted'], to: 'settled', system: true },
    withdraw: {
      title: '随回款冲销',
      from: ['posted', 'confirmed', 'settled', 'disputed', 'lost'],
      to: 'withdrawn',
      system: true,
    },
  },
});
