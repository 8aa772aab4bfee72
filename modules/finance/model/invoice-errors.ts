import { Refusal } from '#kit/model/refusal.ts';

/** 409: something is to be taken off an invoice that is paid, closed or voided. */
export const settledNotOpen = (p: { invoiceNo: string }) =>
  new Refusal('finance.settledNotOpen', `发票 ${p.invoiceNo} 已结清或已红冲，不能再核销`);

/** 409: more is to be taken off an invoice than is owed of it. */
export const settledBeyond = (p: { invoiceNo: string; balance: string }) =>
  new Refusal('finance.settledBeyond', `发票 ${p.invoiceNo} 余额只有 ${p.balance}，不能核销更多`);

/** No rate is known for the day of an invoice: it waits. */
export const rateUnknown = ({ from, to, day }: { from: string; to: string; day: string }): string =>
  `缺少 ${from} 到 ${to} 在 ${day} 的汇率，录入后自动开票`;

/** Goods of an invoice are here again, but part of it is settled. */
export const settledComesBack = ({ invoiceNo, settled }: { invoiceNo: string; settled: string }): string =>
  `已撤销发货，但发票 ${invoiceNo} 已核销 ${settled}，没有自动红冲；先冲回核销再红冲发票，然后点重试`;

/** 409: with what they gave up today the rest of an invoice is more than one person gives up alone. */
export const writeOffBeyond = (p: { invoiceNo: string; limit: string }) =>
  new Refusal(
    'finance.writeOffBeyond',
    `发票 ${p.invoiceNo} 的余额加上您今天已核销的，超过单人核销上限 ${p.limit}，请先申请核销，由另一个人核销`,
  );

/** 403: whoever asked for it does not decide. */
export const writeOffByAsker = (p: { invoiceNo: string }) =>
  new Refusal('finance.writeOffByAsker', `发票 ${p.invoiceNo} 的核销是您申请的，请由其他有核销权限的人核销`, {
    status: 403,
  });

/** 409: somebody asked already. */
export const writeOffAlready = (p: { invoiceNo: string; by: string }) =>
  new Refusal('finance.writeOffAlready', `发票 ${p.invoiceNo} 已由 ${p.by} 申请核销，等另一个人核销`);

/** 409: what a customer owes or has paid ahead would be nobody's. */
export const customerOwes = (p: { no: string }) =>
  new Refusal('finance.customerOwes', `客户还有未结清的 ${p.no}，不能删除，可以停用`);
