import { Refusal } from '#kit/model/refusal.ts';

export const channelIsFixed = () =>
  new Refusal('base.channelIsFixed', '店铺已授权，不能更换渠道，请新建店铺', { status: 422 });

export const channelWarehouseTaken = (p: { channelCode: string }) =>
  new Refusal('base.channelWarehouseTaken', `渠道仓 ${p.channelCode} 已对应该本地仓`, {
    status: 422,
  });

export const shipMethodCodeTaken = (p: { channelCode: string; carrierCode: string }) =>
  new Refusal(
    'base.shipMethodCodeTaken',
    `${p.channelCode} / ${p.carrierCode} 已对应一个物流渠道`,
    { status: 422 },
  );

export const shipMethodInUse = () =>
  new Refusal('base.shipMethodInUse', '物流渠道仍被渠道物流代码引用，不能删除');

export const warehouseInUse = () =>
  new Refusal('base.warehouseInUse', '仓库仍对应渠道仓，不能删除');
