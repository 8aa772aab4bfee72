import { invalid, Refusal, type FieldError } from '#kit/model/refusal.ts';

const atLine = (row: number, field: string, code: string, message: string): FieldError => ({
  ...{ field, row, code: `purchasing.${code}`, message },
});

export const invoiceTaken = (p: { invoiceNo: string }) =>
  new Refusal('purchasing.invoiceTaken', `该供应商的发票 ${p.invoiceNo} 已登记`, {
    status: 422,
    errors: [{ field: 'invoiceNo', code: 'taken', message: '该供应商的这张发票已登记' }],
  });

export const billDayAhead = (): FieldError => ({
  ...{ field: 'billDate', code: 'invalid', message: '发票日期不能晚于今天' },
});

/** Words for what a line says wrongly, each at its field. */
export const lineFaults = {
  one: (row: number) => atLine(row, 'purchaseOrderId', 'answersOne', '采购单和入库单填一个'),
  supplier: (row: number, field: string, supplier: string) =>
    atLine(row, field, 'otherSupplier', `这张单是供应商 ${supplier} 的`),
  currency: (row: number, currency: string) =>
    atLine(row, 'purchaseOrderId', 'otherCurrency', `这张采购单的币种是 ${currency}`),
  sku: (row: number, document: string) =>
    atLine(row, 'skuId', 'notOrdered', `${document} 里没有这个SKU`),
};

export const billEmpty = () =>
  new Refusal('purchasing.billEmpty', '应付单没有明细', { status: 422 });

export const billMakerIsChecker = () =>
  new Refusal(
    'purchasing.billMakerIsChecker',
    '制单人不能审核自己的应付单，请由其他有审核权限的人审核',
    { status: 403 },
  );

/** Another bill took goods of this one since it was matched. */
export const billOvertaken = (p: { skus: readonly string[] }) =>
  new Refusal(
    'purchasing.billOvertaken',
    `${p.skus.join('、')} 的未开票数量少于匹配时，请退回修改后重新匹配`,
  );

export const paidAhead = () =>
  invalid([{ field: 'paidOn', code: 'invalid', message: '付款日期不能晚于今天' }]);
