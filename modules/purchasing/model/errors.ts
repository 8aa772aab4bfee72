import { invalid, Refusal, type FieldError } from '#kit/model/refusal.ts';

export const priceTaken = () =>
  invalid([
    {
      field: 'effectiveDate',
      code: 'purchasing.priceTaken',
      message: '该供应商的这个SKU、起订量和币种在这一天已有报价',
    },
  ]);

/** At the lines that have none. */
export const priceNeeded = (rows: readonly number[]) =>
  invalid(
    rows.map((row): FieldError => ({
      field: 'unitPrice',
      row,
      code: 'purchasing.priceNeeded',
      message: '供应商没有报价，请填单价',
    })),
  );

export const orderEmpty = () =>
  new Refusal('purchasing.orderEmpty', '采购单没有明细', { status: 422 });

export const supplierDisabled = (p: { supplier: string }) =>
  new Refusal('purchasing.supplierDisabled', `供应商 ${p.supplier} 已停用，不能再采购`);

export const makerIsChecker = () =>
  new Refusal(
    'purchasing.makerIsChecker',
    '制单人不能审核自己的采购单，请由其他有审核权限的人审核',
    {
      status: 403,
    },
  );

export const onlyMakerWithdraws = () =>
  new Refusal('purchasing.onlyMakerWithdraws', '只有制单人可以撤回', { status: 403 });

export const closeNeedsReason = (p: { open: number }) =>
  invalid([
    {
      field: 'reason',
      code: 'purchasing.closeNeedsReason',
      message: `还有 ${p.open} 件没有收货，请填关闭原因`,
    },
  ]);
