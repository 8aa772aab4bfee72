import { MOST_AMOUNT } from '#kit/model/money.ts';
import { Refusal } from '#kit/model/refusal.ts';

export const channelIsFixed = () =>
  new Refusal('base.channelIsFixed', '店铺已授权，不能更换渠道，请新增店铺', { status: 422 });

export const channelWarehouseTaken = (p: { channelCode: string }) =>
  new Refusal('base.channelWarehouseTaken', `渠道仓 ${p.channelCode} 已对应该本地仓`, {
    status: 422,
  });

export const shipMethodCodeTaken = (p: { channelCode: string; carrierCode: string }) =>
  new Refusal('base.shipMethodCodeTaken', `${p.channelCode} / ${p.carrierCode} 已对应一个物流渠道`, { status: 422 });

export const shipMethodInUse = () => new Refusal('base.shipMethodInUse', '物流渠道仍被渠道物流代码引用，不能删除');

export const carrierAccountInUse = () =>
  new Refusal('base.carrierAccountInUse', '承运商账号仍被物流渠道选用，不能删除；可以停用');

export const warehouseInUse = () => new Refusal('base.warehouseInUse', '仓库仍对应渠道仓，不能删除');

/** Whoever needs a rate names it: nobody takes one for granted. */
export const rateMissing = (p: { from: string; to: string; day: string }) =>
  new Refusal('base.rateMissing', `缺少汇率：${p.from} → ${p.to}，${p.day} 及之前没有登记；请先在“汇率”登记`, {
    status: 422,
  });

export const rateTaken = (p: { from: string; to: string; day: string }) =>
  new Refusal('base.rateTaken', `${p.from} → ${p.to} 在 ${p.day} 已有汇率`, { status: 422 });

export const sameCurrency = () => '目标币种不能与源币种相同';

export const rateNotPositive = () => '汇率须大于0';

export const currencyUnknown = (p: { code: string; known: string }) =>
  `币种 ${p.code} 不存在或已停用，可用的有：${p.known}`;

export const currencyCodeFixed = () => '币种代码保存后不能更改';

export const baseCurrencyStays = (p: { code: string }) =>
  new Refusal('base.baseCurrencyStays', `${p.code} 是本位币，不能停用或删除`);

export const currencyInUse = (p: { code: string; where: string }) =>
  new Refusal('base.currencyInUse', `币种 ${p.code} 仍被${p.where}使用，不能删除，可以停用`);

export const discountTooLate = () => '折扣天数不能大于账期天数';

export const discountTooHigh = () => '折扣率不能大于 0.5（50%）';

export const discountHalf = () => '折扣天数和折扣率须一起填写';

export const termDisabled = (p: { name: string }) => `付款条款 ${p.name} 已停用，请选择其他条款`;

export const termInUse = (p: { where: string }) =>
  new Refusal('base.termInUse', `付款条款仍被${p.where}选用，不能删除，可以停用`);

export const contactTaken = (p: { of: string; name: string }) => {
  const [code, message] = ['base.contactTaken', `该${p.of}已有联系人 ${p.name}`];
  return new Refusal(code, message, { status: 422, errors: [{ field: 'name', code, message }] });
};

export const supplierDisabled = (p: { name: string }) =>
  new Refusal('base.supplierDisabled', `供应商 ${p.name} 已停用`, { status: 422 });

/** A refusal that stands at one field. */
const at = (field: string, code: string, message: string): Refusal =>
  new Refusal(code, message, { status: 422, errors: [{ field, code, message }] });

export const zoneTaken = (p: { code: string }) => at('code', 'base.zoneTaken', `该仓库已有库区 ${p.code}`);

export const binTaken = (p: { code: string }) => at('code', 'base.binTaken', `该仓库已有库位 ${p.code}`);

export const zoneElsewhere = () => at('zoneId', 'base.zoneElsewhere', '库区不属于所选仓库，请重新选择');

export const placeIsFixed = (p: { what: string }) =>
  at('warehouseId', 'base.placeIsFixed', `${p.what}不能换仓库，请在另一个仓库新增`);

export const versionOverlaps = (p: { from: string; to: string | null }) =>
  at('effectiveFrom', 'base.versionOverlaps', `和同一价表的版本 ${p.from} 至 ${p.to ?? '今后'} 日期重叠`);

export const noBinsChosen = (p: { most: number }) =>
  new Refusal('base.printBins', `请选择 1 到 ${p.most} 个库位`, { status: 422 });

export const freightTableInUse = (p: { method: string }) =>
  new Refusal('base.freightTableInUse', `价表仍被物流渠道 ${p.method} 选用，不能删除；请先在渠道上换价表或停用价表`);

export const tagTaken = () => '该范围内已有同名标签';

export const tagScopeFixed = (p: { uses: number }) => `已有 ${p.uses} 条数据使用，不能更改范围`;

export const tagInUse = (p: { name: string; uses: number }) =>
  new Refusal('base.tagInUse', `标签“${p.name}”有 ${p.uses} 条数据使用，不能删除；可以合并到另一个标签`);

export const tagOtherScope = () => new Refusal('base.tagOtherScope', '只能合并同一范围的标签', { status: 422 });

export const tagNothingToMerge = () =>
  new Refusal('base.tagNothingToMerge', '请选择至少两个要合并的标签', { status: 422 });

/** Beyond what an amount may be in a currency, whatever it was before. */
export const amountTooLarge = (p: { currency: string; field?: string | undefined }) => {
  const message = `折合 ${p.currency} 后大于${MOST_AMOUNT}，请核对数量、金额和汇率`;
  return new Refusal('base.amountTooLarge', message, {
    status: 422,
    ...(p.field === undefined ? {} : { errors: [{ field: p.field, code: 'max', message }] }),
  });
};
