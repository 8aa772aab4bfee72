import { integer, money, quantity, rate, text, textarea } from '#kit/model/field.ts';
import { defineSettings } from '#kit/model/settings.ts';
import { purchaseOrder } from './purchase-order.ts';

/** What the template of a mail may ask for, in braces. */
export const MAIL_WORDS = ['采购单号', '供应商', '公司', '收货仓库', '预计到货', '发件人'] as const;
export type MailWord = (typeof MAIL_WORDS)[number];

const FIELDS = {
  approvalLimit: money('单人下单上限', 'currency', {
    required: true,
    min: 0,
    max: 100_000_000,
    hint: '不超过这个金额的采购单、应付单和头程费用，不用他人审核；本人调高的只对其他人生效',
  }),
  approvalHours: integer('合并计算(小时)', {
    required: true,
    min: 0,
    max: 720,
    hint: '同一人在这段时间内对同一供应商，或对本人新增的各供应商的单据合并比较上限；0 为不合并',
  }),
  priceTolerance: rate('应付单价容差', {
    required: true,
    min: 0,
    max: 1,
    percent: true,
    hint: '与采购单价相差在这以内算一致，最多 20%',
  }),
  qtyTolerance: quantity('应付数量容差', {
    required: true,
    max: 1000,
    hint: '采购单的每个SKU可以比未开票已收多开的件数',
  }),
  receiveTolerance: rate('入库超收容差', {
    required: true,
    min: 0,
    max: 1,
    percent: true,
    hint: '采购单没填时，最多可以多收这么多；最多 10%',
  }),
  taxLimit: rate('应付税额上限', {
    required: true,
    min: 0,
    max: 1,
    percent: true,
    hint: '税额占货款超过这个比例的应付单要他人审核',
  }),
  taxTolerance: rate('应付税额容差', {
    required: true,
    min: 0,
    max: 1,
    percent: true,
    hint: '比采购单上的税额多出不到货款的这个比例算一致，最多 20%',
  }),
  leadDays: integer('默认交期(天)', {
    required: true,
    min: 1,
    max: 365,
    hint: '报价和供应商都没有交期时，补货建议按这个天数',
  }),
  learnedReceipts: integer('实际交期起用次数', {
    required: true,
    min: 1,
    max: 100,
    hint: '一家供应商一年内到货满这么多次，补货建议才给出实际交期',
  }),
  mailSubject: text('邮件主题', { required: true, max: 200 }),
  mailText: textarea('邮件正文', {
    required: true,
    max: 4000,
    hint: `主题和正文里可以用 ${MAIL_WORDS.map((word) => `{${word}}`).join('、')}`,
  }),
};

/** What a tenant decides about buying. */
export const purchaseSettings = defineSettings('purchasing:purchaseSettings', '采购设置', {
  path: '/purchasing/purchaseSettings',
  about: '采购单和应付单什么时候要他人审核，补货按什么交期，发给供应商的邮件怎么写',
  fields: FIELDS,
  defaults: {
    approvalLimit: 500_000n,
    approvalHours: 24,
    priceTolerance: '0.01',
    qtyTolerance: 0,
    receiveTolerance: '0',
    taxLimit: '0.2',
    taxTolerance: '0.01',
    leadDays: 30,
    learnedReceipts: 3,
    mailSubject: '采购单 {采购单号}：{公司}',
    mailText: [
      '{供应商}：',
      '',
      '附件是采购单 {采购单号}，请按单备货，货送 {收货仓库}，预计到货 {预计到货}。',
      '收到请回复确认价格和交期。',
      '',
      '{公司} {发件人}',
    ].join('\n'),
  },
  layout: [
    ['approvalLimit', 'approvalHours'],
    ['priceTolerance', 'qtyTolerance'],
    ['receiveTolerance', 'taxLimit'],
    ['taxTolerance'],
    ['leadDays', 'learnedReceipts'],
    ['mailSubject'],
    ['mailText'],
  ],
  stricter: {
    approvalLimit: 'lower',
    approvalHours: 'higher',
    priceTolerance: 'lower',
    qtyTolerance: 'lower',
    receiveTolerance: 'lower',
    taxLimit: 'lower',
    taxTolerance: 'lower',
  },
  hidden: { approvalLimit: { resource: purchaseOrder, field: 'total' } },
});

/** Most that may come beyond an order, in percent. */
export const MOST_BEYOND_PERCENT = 10;

/** Most that a price, or tax, may differ unseen, in percent. */
export const MOST_TOLERANCE_PERCENT = 20;

const isWord = (word: string): word is MailWord => (MAIL_WORDS as readonly string[]).includes(word);

/** Words in braces that no order has. */
export const unknownWords = (template: string): string[] =>
  [...template.matchAll(/\{([^{}\n]*)\}/g)].flatMap(([, word = '']) => (isWord(word) ? [] : [word]));

/** A template with its words put in. */
export const filledTemplate = (template: string, words: Readonly<Record<MailWord, string>>): string =>
  template.replace(/\{([^{}\n]*)\}/g, (whole, word: string) => (isWord(word) ? words[word] : whole));
