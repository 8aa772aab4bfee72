import { invalid, Refusal } from '#kit/model/refusal.ts';

const at = (code: string, message: string): Refusal =>
  invalid([{ field: 'payments', code: `finance.${code}`, message }]);

/** What is wrong with the 收付款 that somebody names for a movement. */
export const bankFaults = {
  malformed: (p: { text: string }) => at('bankText', `看不懂“${p.text}”：每行写收付款单号，金额写在后面`),
  nothing: () => at('bankNothing', '请写要核对的收付款单号'),
  unknown: (p: { no: string }) => at('bankUnknown', `没有已过账的收付款 ${p.no}`),
  twice: (p: { no: string }) => at('bankTwice', `收付款 ${p.no} 写了两次`),
  side: (p: { no: string; side: string }) => at('bankSide', `收付款 ${p.no} 是${p.side}，和流水的方向不同`),
  currency: (p: { no: string; currency: string }) => at('bankCurrency', `收付款 ${p.no} 的币种是 ${p.currency}`),
  account: (p: { no: string }) => at('bankAccount', `收付款 ${p.no} 是另一个账户的`),
  beyond: (p: { no: string; left: string }) => at('bankBeyond', `收付款 ${p.no} 没核对的只有 ${p.left}`),
};

/** 409: one of several movements cannot be said to be one payment. */
export const oneAtATime = () => new Refusal('finance.bankOne', '手工核对一次只能核对一笔流水');
