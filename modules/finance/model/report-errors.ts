import { invalid, Refusal } from '#kit/model/refusal.ts';

const fault = (field: string, code: string, message: string, row?: number): Refusal =>
  invalid([{ field, code: `finance.${code}`, message, ...(row === undefined ? {} : { row }) }]);

/** Why the inbox does not take a file. */
export const reportRefusals = {
  /** @param expected what would be taken */
  wrongFile: (p: { what: string; expected: string }) => fault('file', 'reportWrong', `这是 ${p.what}；${p.expected}`),
  elsewhere: (p: { message: string; expected: string }) => fault('file', 'reportWrong', `${p.message}。${p.expected}`),
  noHead: (p: { expected: string }) => fault('file', 'reportHead', `前 5 行里没有表头（至少两列列名）；${p.expected}`),
  noShop: () => fault('accountId', 'reportShop', '看不出是哪个店铺的文件，请选择店铺'),
  noBankAccount: (p: { accountNo: string | null }) =>
    fault(
      'bankAccountId',
      'reportBankAccount',
      p.accountNo === null ? '看不出是哪个账户的对账单，请选择账户' : `没有账号是 ${p.accountNo} 的账户，请选择账户`,
    ),
  otherBank: (p: { theirs: string; account: string }) =>
    fault('file', 'reportOtherBank', `文件的账号是 ${p.theirs}，不是账户“${p.account}”的，未导入`),
  bankFile: (p: { message: string }) => fault('file', 'reportBank', p.message),
  noMovement: (p: { row: number }) =>
    fault('amount', 'bankAmount', `第 ${p.row} 行：没有金额，也没有收入或支出`, p.row),
  bothSides: (p: { row: number }) => fault('income', 'bankSides', `第 ${p.row} 行：收入和支出都有金额`, p.row),
  brokenBalance: (p: { row: number }) =>
    fault('balance', 'bankBalance', `第 ${p.row} 行：余额与上一笔接不上，文件不完整或被改过`, p.row),
  otherShop: (p: { shop: string; theirs: string | null }) =>
    fault(
      'file',
      'reportOtherShop',
      `文件里的PO号和发票号属于${p.theirs === null ? '其他店铺' : `店铺“${p.theirs}”`}，不是“${p.shop}”，未导入`,
    ),
  twice: (p: { no: string; row: number; first: number }) =>
    fault('channelDeductionNo', 'reportTwice', `第 ${p.row} 行：平台扣款号 ${p.no} 与第 ${p.first} 行重复`, p.row),
  otherSet: (p: { controlNo: string; set: string }) => `单据 ${p.controlNo} 是 ${p.set}，这里只收 820、812 和 810`,
};

/** What a format says wrongly. */
export const formatFaults = {
  noNumber: () => fault('numberColumn', 'formatNumber', '导入为回款单时请填写单号列'),
  noAmount: () => fault('amountColumn', 'formatAmount', '请填写金额列'),
  noSides: () => fault('amountColumn', 'formatSides', '请填写金额列，或收入列和支出列'),
};
