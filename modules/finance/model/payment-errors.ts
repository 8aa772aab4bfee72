import { invalid, Refusal, type FieldError } from '#kit/model/refusal.ts';

export const paidAhead = (): FieldError => ({ field: 'paidOn', code: 'invalid', message: '日期不能晚于今天' });

export const amountNothing = (): FieldError => ({ field: 'amount', code: 'min', message: '金额要大于 0' });

export const creditByHand = (): FieldError => ({
  field: 'method',
  code: 'invalid',
  message: '退款单抵扣由退款单生成，不能手工录入',
});

export const outAllocates = (row: number): FieldError => ({
  field: 'invoiceId',
  row,
  code: 'invalid',
  message: '付款只退预收，不核销发票',
});

/** Faults of a line of a payment, at its row. */
export const lineFaults = {
  places: (row: number, currency: string, places: number): FieldError => ({
    field: 'portion',
    row,
    code: 'invalid',
    message: `${currency} 最多 ${places} 位小数`,
  }),
  nothing: (row: number): FieldError => ({ field: 'portion', row, code: 'min', message: '核销金额要大于 0' }),
  beyond: (row: number, amount: string): FieldError => ({
    field: 'portion',
    row,
    code: 'max',
    message: `核销合计超过金额 ${amount}`,
  }),
  twice: (row: number): FieldError => ({ field: 'invoiceId', row, code: 'duplicate', message: '这张发票已在上面' }),
  customer: (row: number, invoiceNo: string, customer: string): FieldError => ({
    field: 'invoiceId',
    row,
    code: 'invalid',
    message: `发票 ${invoiceNo} 的客户是 ${customer}`,
  }),
  currency: (row: number, invoiceNo: string, currency: string): FieldError => ({
    field: 'invoiceId',
    row,
    code: 'invalid',
    message: `发票 ${invoiceNo} 的币种是 ${currency}`,
  }),
};

/** 409: the bank's number stands for another payment of the account. */
export const bankRefTaken = (p: { bankRef: string }) =>
  new Refusal('finance.bankRefTaken', `银行流水号 ${p.bankRef} 在这个账户已登记过`);

const atRate = (code: string, message: string): Refusal =>
  invalid([{ field: 'payRate', code: `finance.${code}`, message }]);

const shown = (rate: string): string => rate.replace(/\.?0+$/, '');

export const payFaults = {
  places: (p: { currency: string; places: number }) =>
    new Refusal('finance.places', `${p.currency} 最多 ${p.places} 位小数`, { status: 422 }),
  late: (p: { invoiceNo: string; day: string | null }) =>
    new Refusal(
      'finance.discountLate',
      p.day ? `发票 ${p.invoiceNo} 的折扣截止日是 ${p.day}` : `发票 ${p.invoiceNo} 没有提前付款折扣`,
    ),
  part: (p: { invoiceNo: string; amount: string }) =>
    new Refusal('finance.discountPart', `发票 ${p.invoiceNo} 享受折扣要一次付清余款 ${p.amount}`),
  nothingLeft: (p: { paymentNo: string }) =>
    new Refusal('finance.nothingLeft', `收付款 ${p.paymentNo} 没有未核销的金额`),
  beyondLeft: (p: { paymentNo: string; left: string }) =>
    new Refusal('finance.beyondLeft', `收付款 ${p.paymentNo} 未核销的只有 ${p.left}`),
  noInvoice: () => new Refusal('finance.noInvoice', '这个客户没有同币种的待收发票'),
  otherCustomer: (p: { invoiceNo: string }) =>
    new Refusal('finance.otherCustomer', `发票 ${p.invoiceNo} 不是这个客户的，或币种不同`),
  noAdvance: (p: { left: string }) => new Refusal('finance.noAdvance', `客户的预收只有 ${p.left}，不能退更多`),
  onlyIn: (p: { paymentNo: string }) => new Refusal('finance.onlyIn', `付款单 ${p.paymentNo} 只退预收，不核销发票`),
  ofSource: (p: { paymentNo: string; source: string }) =>
    new Refusal('finance.ofSource', `${p.paymentNo} 由退款单 ${p.source} 生成，请冲销退款单`),
  ofRemittance: (p: { paymentNo: string; remitNo: string }) =>
    new Refusal('finance.ofRemittance', `${p.paymentNo} 由回款单 ${p.remitNo} 过账生成，请冲销回款单`),
  parkedElsewhere: (p: { paymentNo: string; remitNo: string }) =>
    new Refusal(
      'finance.parkedElsewhere',
      `${p.paymentNo} 没核销的部分在回款单 ${p.remitNo} 的待核销里，请到回款单核销到发票`,
    ),
  refunded: (p: { paymentNo: string; by: readonly string[] }) =>
    new Refusal('finance.refunded', `${p.paymentNo} 的预收已由 ${p.by.join('、')} 退回，请先冲销它`),
  sameCurrency: (p: { currency: string }) => atRate('paySame', `${p.currency} 是本位币，不填入账汇率`),
  noRate: () => atRate('payRate', '入账汇率要大于 0'),
  rateFar: (p: { rate: string }) => atRate('payRateFar', `与已知汇率 ${shown(p.rate)} 相差一倍以上，请核对`),
  rateByMaker: (p: { rate: string; percent: number }) =>
    atRate('payRateByMaker', `与已知汇率 ${shown(p.rate)} 相差超过 ${p.percent}%，请由录入人以外的人过账`),
  outAlone: (p: { limit: string }) =>
    new Refusal('finance.outAlone', `24 小时内自己录入又过账的付款超过单人退款上限 ${p.limit}，请由其他人过账`),
  account: (p: { account: string }) => new Refusal('finance.accountDisabled', `账户 ${p.account} 已停用`),
};

/** 409: what a credit note left to its customer has been used. */
export const creditSpent = (p: { creditNo: string; paymentNo: string }) =>
  new Refusal('finance.creditSpent', `退款单 ${p.creditNo} 多退的部分（${p.paymentNo}）已核销或退回客户，不能冲销`);
