import { invalid, Refusal, type FieldError } from '#kit/model/refusal.ts';

const atLine = (row: number, field: string, code: string, message: string): FieldError => ({
  field,
  row,
  code: `purchasing.${code}`,
  message,
});

export const invoiceTaken = (p: { invoiceNo: string }) =>
  new Refusal('purchasing.invoiceTaken', `该供应商的发票 ${p.invoiceNo} 已登记`, {
    status: 422,
    errors: [{ field: 'invoiceNo', code: 'taken', message: '该供应商的这张发票已登记' }],
  });

export const billDayAhead = (): FieldError => ({
  field: 'billDate',
  code: 'invalid',
  message: '发票日期不能晚于今天',
});

export const taxTwice = (): FieldError => ({
  field: 'taxAmount',
  code: 'purchasing.taxTwice',
  message: '明细里有税率，税额按明细计算；只有合计税额时请清空税率',
});

export const taxBeyondGoods = (): FieldError => ({
  field: 'taxAmount',
  code: 'purchasing.taxBeyondGoods',
  message: '税额不能大于货款',
});

/** Words for what a line says wrongly, each at its field. */
export const lineFaults = {
  one: (row: number) => atLine(row, 'purchaseOrderId', 'answersOne', '采购单和入库单填一个'),
  supplier: (row: number, field: string, supplier: string) =>
    atLine(row, field, 'otherSupplier', `这张单是供应商 ${supplier} 的`),
  currency: (row: number, currency: string) =>
    atLine(row, 'purchaseOrderId', 'otherCurrency', `这张采购单的币种是 ${currency}`),
  sku: (row: number, document: string) => atLine(row, 'skuId', 'notOrdered', `${document} 里没有这个SKU`),
};

export const billEmpty = () => new Refusal('purchasing.billEmpty', '应付单没有明细', { status: 422 });

/** Another bill took goods of this one since it was matched. */
export const billOvertaken = (p: { skus: readonly string[] }) =>
  new Refusal('purchasing.billOvertaken', `${p.skus.join('、')} 的未开票数量少于匹配时，请退回修改后重新匹配`);

/** What was matched before, or under a higher limit. */
export const billUnchecked = (p: { billNo: string }) =>
  new Refusal('purchasing.billUnchecked', `${p.billNo} 超过单人上限，还没有他人审核，请退回修改后重新匹配`);

export const paidByMaker = (p: { billNo: string }) =>
  new Refusal(
    'purchasing.paidByMaker',
    `${p.billNo} 超过单人上限，没有他人审核过，制单人和过账人不能付款，请由其他有付款权限的人付款`,
    { status: 403 },
  );

export const payeeByActor = (p: { payee: string }) =>
  new Refusal(
    'purchasing.payeeByActor',
    `收款账号 ${p.payee} 由本人录入或修改，本人不能付款，请由其他有付款权限的人核实后付款`,
    { status: 403 },
  );

export const paidDearer = (p: { billNo: string }) =>
  new Refusal(
    'purchasing.paidDearer',
    `${p.billNo} 按付款汇率折算超过单人上限，没有他人审核过，制单人和过账人不能付款，请由其他有付款权限的人付款`,
    { status: 403 },
  );

export const paidAgain = (p: { billNo: string }) =>
  new Refusal(
    'purchasing.paidAgain',
    `${p.billNo} 的付款曾被冲销，冲销人和原付款人不能再次付款，请由其他有付款权限的人付款`,
    { status: 403 },
  );

const refused = (field: string, code: string, message: string) =>
  invalid([{ field, code: `purchasing.${code}`, message }]);

/** What is wrong with a payment, each at its field. */
export const payFaults = {
  beyond: (p: { open: string }) => refused('amount', 'payBeyond', `最多还能付 ${p.open}`),
  nothing: () => refused('amount', 'payNothing', '付款金额要大于 0'),
  places: (p: { currency: string; places: number }) =>
    refused('amount', 'payPlaces', `${p.currency} 的金额最多 ${p.places} 位小数`),
  one: () => refused('amount', 'payOne', '批量付款按余款付清，不填金额'),
  rate: () => refused('payRate', 'payRate', '付款汇率要大于 0'),
  rateFar: (p: { rate: string }) =>
    refused('payRate', 'payRateFar', `与过账汇率 ${p.rate.replace(/\.?0+$/, '')} 相差一倍以上，请核对`),
  rateByMaker: (p: { rate: string; percent: number }) =>
    refused(
      'payRate',
      'payRateByMaker',
      `与已知汇率 ${p.rate.replace(/\.?0+$/, '')} 相差超过 ${p.percent}%，制单人和过账人不能按这个汇率付款，请核对汇率或由其他人付款`,
    ),
  sameCurrency: (p: { currency: string }) => refused('payRate', 'paySame', `${p.currency} 账单不填付款汇率`),
  account: (p: { account: string }) => refused('accountId', 'payAccount', `付款账户 ${p.account} 已停用`),
  noCredits: (p: { currency: string }) =>
    refused('withCredits', 'payNoCredits', `这个供应商没有可抵扣的 ${p.currency} 退款单`),
  noDiscount: () => refused('withDiscount', 'payNoDiscount', '这张应付单没有付款折扣'),
  lateDiscount: (p: { day: string }) =>
    refused('withDiscount', 'payLateDiscount', `付款日期超过折扣截止日 ${p.day}，不能享受折扣`),
  payee: (p: { payee: string }) =>
    refused('checkedPayee', 'payPayee', `收款账号 ${p.payee} 还没有付过款：请向供应商核实后勾选“已核实收款账号”`),
  partDiscount: (p: { amount: string }) =>
    refused('withDiscount', 'payPartDiscount', `享受折扣要一次付清余款 ${p.amount}`),
};

/** A credit was used: what it was used for has to be taken back first. */
export const creditUsed = (p: { creditNo: string; payments: readonly string[] }) =>
  new Refusal('purchasing.creditUsed', `退款单 ${p.creditNo} 已抵扣应付单，请先冲销付款记录 ${p.payments.join('、')}`);

export const paidAhead = () => invalid([{ field: 'paidOn', code: 'invalid', message: '付款日期不能晚于今天' }]);
