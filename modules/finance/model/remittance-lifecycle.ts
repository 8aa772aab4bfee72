import { choice, integer, text, textarea } from '#kit/model/field.ts';
import { defineLifecycle } from '#kit/model/lifecycle.ts';
import { remittance, remittanceLineKind } from './remittance.ts';

const MATCHED = ['matched', 'partial'] as const;

const handQuestions = {
  lineNo: integer('行号', { required: true, min: 1 }),
  lineKind: choice('改为类型', remittanceLineKind, { hint: '不选则类型不变' }),
  invoices: textarea('核销到', {
    max: 4000,
    hint: '发票号或PO号，一行一个；后面可写金额，如 IV26113000001 100.00；不写金额按余额依次核销。留空为不核销发票',
  }),
};

/** 回款单流转 (domain.md §3.5): matching is one step, so that nobody finds a remittance half matched. */
export const remittanceLifecycle = defineLifecycle(remittance, {
  initial: 'imported',
  births: { add: '新增', import: '导入' },
  states: {
    imported: ['待匹配', 'warn'],
    partial: ['部分匹配', 'warn'],
    matched: ['已匹配', 'busy'],
    posted: ['已过账', 'done'],
    reversed: ['已冲销', 'bad'],
  },
  tabs: {
    imported: { title: '待匹配', states: ['imported'] },
    partial: { title: '部分匹配', states: ['partial'] },
    matched: { title: '已匹配', states: ['matched'] },
    posted: { title: '已过账', states: ['posted'] },
    reversed: { title: '已冲销', states: ['reversed'] },
  },
  stages: [
    { title: '匹配', states: ['imported', 'partial'] },
    { title: '过账', states: ['matched'] },
  ],
  moves: {
    submit: { title: '匹配', from: ['imported'], to: ['matched', 'partial'] },
    rematch: {
      title: '重新匹配',
      from: MATCHED,
      to: ['matched', 'partial'],
      warn: '手工核销过的行保持不变，其余的行重新匹配。',
    },
    assign: {
      title: '手工核销',
      from: MATCHED,
      to: ['matched', 'partial'],
      input: handQuestions,
      leads: false,
    },
    reopen: {
      title: '退回修改',
      from: MATCHED,
      to: 'imported',
      warn: '匹配结果全部清空，改好明细后重新匹配。',
      ends: false,
    },
    post: {
      title: '过账',
      from: MATCHED,
      to: 'posted',
      warn: '银行存款增加，匹配的发票核销，扣款记入费用；没有匹配的金额转入待核销。',
      keyed: true,
    },
    applyParked: {
      title: '核销到发票',
      from: ['posted'],
      to: 'same',
      input: {
        lineNo: integer('行号', { required: true, min: 1 }),
        invoices: textarea('核销到', {
          required: true,
          max: 4000,
          hint: '发票号或PO号，一行一个；后面可写金额，如 IV26113000001 100.00',
        }),
      },
      keyed: true,
      leads: false,
    },
    reverse: {
      title: '冲销',
      from: ['posted'],
      to: 'reversed',
      input: { reason: text('冲销原因', { required: true, max: 255 }) },
      byAnother: '导入、匹配或过账的人不能冲销自己的回款单，请由其他有冲销权限的人冲销',
      orAlone: true,
      warn: '发票余额、银行存款、待核销和由它生成的扣款一起冲回。',
      keyed: true,
    },
  },
});
