import { Refusal } from '#kit/model/refusal.ts';

/** 409: something is to be taken off an invoice that is paid, closed or voided. */
export const settledNotOpen = (p: { invoiceNo: string }) =>
  new Refusal('finance.settledNotOpen', `发票 ${p.invoiceNo} 已结清或已红冲，不能再核销`);

/** 409: more is to be taken off an invoice than is owed of it. */
export const settledBeyond = (p: { invoiceNo: string; balance: string }) =>
  new Refusal('finance.settledBeyond', `发票 ${p.invoiceNo} 余额只有 ${p.balance}，不能核销更多`);
