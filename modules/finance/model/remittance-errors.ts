import { invalid, Refusal, type FieldError } from '#kit/model/refusal.ts';

const fault = (field: string, code: string, message: string, row?: number): FieldError => ({
  field,
  code: `finance.${code}`,
  message,
  ...(row === undefined ? {} : { row }),
});

/** What a remittance says wrongly while it is typed or read out of a file. */
export const remittanceFaults = {
  places: (p: { currency: string; places: number; field: string; row?: number }) =>
    fault(p.field, 'places', `${p.currency} 的金额最多 ${p.places} 位小数`, p.row),
  zero: (p: { row: number }) => fault('stated', 'remittanceZero', '金额是 0，请删掉这一行', p.row),
  ahead: () => fault('payDate', 'payAhead', '付款日不能晚于今天'),
};

/** 409: that remittance of the shop is there already. */
export const remittanceTaken = (p: { channelRemitNo: string }) =>
  new Refusal('finance.remittanceTaken', `这个店铺已经有平台回款号 ${p.channelRemitNo} 的回款单`, {
    errors: [fault('channelRemitNo', 'remittanceTaken', '这个店铺已经有这个平台回款号')],
  });

/** A file says something else of a remittance that is there than it says itself. */
export const remittanceDiffers = (p: { channelRemitNo: string; remitNo: string; row: number }): Refusal =>
  invalid([
    fault(
      'channelRemitNo',
      'remittanceDiffers',
      `平台回款号 ${p.channelRemitNo} 已有回款单 ${p.remitNo}，净额或明细不同，请核对文件`,
      p.row,
    ),
  ]);

/** Why a remittance cannot be posted. */
export const postRefusals = {
  unequal: (p: { net: string; sum: string; difference: string }) =>
    new Refusal(
      'finance.remittanceUnequal',
      `净额 ${p.net} 与明细合计 ${p.sum} 相差 ${p.difference}，核对明细后再过账`,
      { status: 422 },
    ),
  ahead: (p: { day: string }) =>
    new Refusal('finance.remittanceAhead', `付款日 ${p.day} 还没有到，到账后再过账`, { status: 422 }),
  chargedAlone: (p: { limit: string; charged: string }) =>
    new Refusal(
      'finance.remittanceChargedAlone',
      `自己录入的扣减 24 小时内合计 ${p.charged}，超过单人确认扣款上限 ${p.limit}，请由没有录入这张单的人过账`,
    ),
  entered: (p: { bankRef: string; paymentNo: string }) =>
    new Refusal(
      'finance.remittanceEntered',
      `银行流水号 ${p.bankRef} 已登记为收付款 ${p.paymentNo}，同一笔钱不能入账两次；先取消或冲销它，或改回款单的银行流水号`,
    ),
  gone: (p: { lineNo: number; invoiceNo: string }) =>
    new Refusal('finance.remittanceMoved', `第 ${p.lineNo} 行核销的发票 ${p.invoiceNo} 余额已变，请重新匹配后再过账`),
};

/** Why a posted remittance cannot be taken back. */
export const reverseRefusals = {
  answered: (p: { deductionNo: string }) =>
    new Refusal('finance.remittanceAnswered', `扣款 ${p.deductionNo} 已有追回入账，请先撤销它的申诉结果`),
};

const at = (field: string, code: string, message: string): Refusal => invalid([fault(field, code, message)]);

/** What is wrong with what somebody matches by hand. */
export const assignFaults = {
  noLine: (p: { lineNo: number }) => at('lineNo', 'assignLine', `没有第 ${p.lineNo} 行`),
  notParked: (p: { lineNo: number }) => at('lineNo', 'assignParked', `第 ${p.lineNo} 行没有待核销的金额`),
  negative: () => at('invoices', 'assignNegative', '扣掉的金额不能核销发票，请留空'),
  malformed: (p: { text: string }) =>
    at('invoices', 'assignText', `看不懂“${p.text}”：每行写发票号或PO号，金额写在后面`),
  unknown: (p: { no: string }) => at('invoices', 'assignUnknown', `这个店铺没有未结清的发票或PO ${p.no}`),
  several: (p: { no: string }) => at('invoices', 'assignSeveral', `PO ${p.no} 有多张未结清的发票，请写发票号`),
  beyondInvoice: (p: { invoiceNo: string; balance: string }) =>
    at('invoices', 'assignBeyond', `发票 ${p.invoiceNo} 余额只有 ${p.balance}`),
  beyondLine: (p: { left: string }) => at('invoices', 'assignLeft', `这一行只有 ${p.left} 可以核销`),
  nothing: () => at('invoices', 'assignNothing', '请写要核销的发票号或PO号'),
};

/** What a file is read as wrongly, whole. */
export const fileRefusals = {
  noNet: (p: { row: number }) =>
    invalid([fault('netAmount', 'remittanceNet', '文件里没有净额，请在“净额”列任一行填银行到账的金额', p.row)]),
  noShop: (p: { row: number }) =>
    invalid([fault('accountId', 'remittanceShop', '看不出是哪个店铺的回款，请加一列“店铺”', p.row)]),
};
