import { invalid, Refusal, type FieldError } from '#kit/model/refusal.ts';

const fault = (field: string, code: string, message: string): FieldError => ({
  field,
  code: `finance.${code}`,
  message,
});
const at = (field: string, code: string, message: string): Refusal => invalid([fault(field, code, message)]);

/** What is wrong with what somebody does to a deduction. */
export const deductionFaults = {
  alone: (p: { limit: string }) => new Refusal('finance.deductionAlone', `超过单人确认上限 ${p.limit}，请由其他人确认`),
  offsetAlone: (p: { limit: string }) =>
    new Refusal(
      'finance.offsetAlone',
      `自己登记的扣款在一张发票上合计超过单人确认上限 ${p.limit}，请先由其他人确认，或由其他人冲应收`,
    ),
  evidenceOfOne: () => at('evidence', 'evidenceOfOne', '一次申诉多笔时不能上传材料，请先给每笔补充材料'),
  noEvidence: () => at('evidence', 'noEvidence', '没有申诉材料，请上传签收证明、照片等后再申诉'),
  beyond: (p: { amount: string }) => at('recovered', 'recoveredBeyond', `追回金额不能超过扣款 ${p.amount}`),
  places: (p: { currency: string; places: number }) =>
    at('recovered', 'places', `${p.currency} 的金额最多 ${p.places} 位小数`),
  receivedAhead: () => at('receivedAt', 'receivedAhead', '到账时间不能晚于现在'),
  booked: () => new Refusal('finance.deductionBooked', '已经入账，类型和PO号不能再改'),
  offsetTwice: () => new Refusal('finance.deductionOffset', '已经入账，不能再冲应收'),
  notOffset: () => new Refusal('finance.deductionNotOffset', '没有冲应收，不用撤销'),
  keptLess: () => new Refusal('finance.deductionKeptLess', '回款单已按追回后的金额扣款，请先冲销那张回款单再撤销结果'),
  noInvoice: () => at('invoiceId', 'offsetInvoice', '这个PO没有未结清的发票，请选发票'),
  otherInvoice: (p: { invoiceNo: string }) =>
    at('invoiceId', 'offsetOther', `发票 ${p.invoiceNo} 不是这个店铺、这个币种的`),
};

/** 409: that deduction of the shop is there already. */
export const deductionTaken = (p: { channelDeductionNo: string; deductionNo: string }) =>
  new Refusal('finance.deductionTaken', `平台扣款号 ${p.channelDeductionNo} 已登记为 ${p.deductionNo}`, {
    errors: [fault('channelDeductionNo', 'deductionTaken', `已登记为 ${p.deductionNo}`)],
  });

/** A file says something else of a deduction that is there than it says itself. */
export const deductionDiffers = (p: { channelDeductionNo: string; deductionNo: string; row: number }): Refusal =>
  invalid([
    {
      ...fault(
        'channelDeductionNo',
        'deductionDiffers',
        `平台扣款号 ${p.channelDeductionNo} 已登记为 ${p.deductionNo}，金额不同，请核对文件`,
      ),
      row: p.row,
    },
  ]);

/** A file says one deduction twice, and not the same of it. */
export const deductionTwice = (p: { channelDeductionNo: string; first: number; row: number }): Refusal =>
  invalid([
    {
      ...fault(
        'channelDeductionNo',
        'deductionTwice',
        `平台扣款号 ${p.channelDeductionNo} 在第 ${p.first} 行金额不同，请核对文件`,
      ),
      row: p.row,
    },
  ]);
