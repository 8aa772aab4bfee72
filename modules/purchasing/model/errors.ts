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
export const priceNeeded = (lines: readonly { row: number; sku: string }[]) =>
  invalid(
    lines.map(({ row, sku }): FieldError => ({
      field: 'unitPrice',
      row,
      code: 'purchasing.priceNeeded',
      message: `${sku} 供应商没有报价，请填单价`,
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

export const nothingToNotify = () =>
  new Refusal('purchasing.nothingToNotify', '没收的货都在入库单里，不用再通知', { status: 422 });

/** Whoever is late hears what has come meanwhile. */
export const goodsCame = (p: { received: number }) =>
  new Refusal('purchasing.goodsCame', `已收 ${p.received} 件，不能取消；不再收的请「关闭」`);

export const orderEnded = (p: { poNo: string; state: string }) =>
  new Refusal('purchasing.orderEnded', `采购单 ${p.poNo} ${p.state}，不能再收货`);

/** More has come than was ordered and its tolerance allow, over all receipts. */
export const beyondOrder = (p: { sku: string; qty: number; most: number; received: number }) =>
  new Refusal(
    'purchasing.beyondOrder',
    `${p.sku} 采购 ${p.qty} 件，最多收 ${p.most} 件，共收 ${p.received} 件要有超收权限`,
    { status: 422 },
  );

export const restockDaysWrong = (p: { most: number }) => {
  const message = `备货天数请填 1 至 ${p.most} 的整数`;
  return new Refusal('purchasing.restockDays', message, {
    status: 422,
    errors: [{ field: 'coverDays', code: 'range', message }],
  });
};

/** None of the chosen goods can be ordered, and why. */
export const nothingAdvised = (p: { without: readonly string[]; enough: readonly string[] }) =>
  new Refusal(
    'purchasing.nothingAdvised',
    [
      ...(p.without.length > 0
        ? [`不知道向谁采购：${p.without.join('、')}，请先登记供应商报价`]
        : []),
      ...(p.enough.length > 0 ? [`还不用补：${p.enough.join('、')}`] : []),
    ].join('；') || '所选的行已不在建议里，请刷新',
    { status: 422 },
  );
