import type { Support } from '#kit/model/lifecycle.ts';
import { invalid, Refusal } from '#kit/model/refusal.ts';

export const channelUnknown = (p: { channelCode: string }) =>
  new Refusal('channels.unknown', `没有渠道 ${p.channelCode} 的连接器`, { status: 422 });

export const accountNotActive = (p: { status: string }) =>
  new Refusal('channels.accountNotActive', `店铺${p.status}，请先测试连接`);

export const accountDisabled = () => new Refusal('channels.accountDisabled', '店铺已停用，请先恢复再测试');

export const notByInterface = (p: { channel: string; what: string }) =>
  new Refusal('channels.notByInterface', `${p.channel} 不支持接口${p.what}，请到平台处理`, {
    status: 422,
  });

/** The channel takes this neither by interface nor by hand. */
export const notOffered = (p: { channel: string; what: string }) =>
  new Refusal('channels.notOffered', `${p.channel} 不提供“${p.what}”，不能进行此操作`, {
    status: 422,
  });

export const accountHasOrders = () => new Refusal('channels.accountHasOrders', '店铺已有订单，不能删除，请改为停用');

export const listingTaken = (p: { channelSku: string }) =>
  new Refusal('channels.listingTaken', `该店铺已有渠道SKU ${p.channelSku}`, { status: 422 });

export const notSoManyParts = (p: { most: number }) =>
  new Refusal('channels.notSoManyParts', `请选择 1～${p.most} 个仅平台有的商品`, { status: 422 });

export const listingIsFixed = () =>
  new Refusal('channels.listingIsFixed', '店铺和渠道SKU不能修改，请新增渠道产品', { status: 422 });

export const shippedAlready = () =>
  new Refusal('channels.shippedAlready', '对应数量已发货，不能同意取消，请联系承运商拦截');

export const cancellationQtyUnknown = () =>
  new Refusal('channels.cancellationQtyUnknown', '渠道未说明取消数量，订单中也没有可取消的数量', {
    status: 422,
  });

export const ruleTaken = () => new Refusal('channels.ruleTaken', '同一范围已有相同优先级的启用规则', { status: 422 });

/** Each order would be taken in, and shipped, twice. */
/** `shop`: null where the other shop is none that the reader may know of. */
export const sellerTaken = (p: { field: string; title: string; shop: string | null }) =>
  invalid([
    {
      field: `settings.${p.field}`,
      code: 'channels.sellerTaken',
      message: `${p.title} 已由${p.shop === null ? '其他店铺' : `店铺“${p.shop}”`}使用，同一订单会重复拉取，请先停用其中一个店铺`,
    },
  ]);

/** Goods leave from here, and the channel knows the place by no code. */
export const warehouseUnknown = (p: { warehouse: string; asked: string }) =>
  new Refusal(
    'channels.warehouseUnknown',
    `发货仓 ${p.warehouse} 没有映射该店铺的渠道仓代码（平台指定 ${p.asked}），请先在渠道仓库映射或换仓`,
  );

/** What a person has to do at the channel, or with a file for it. */
export const byHand = (p: { channel: string; what: string; support: Support; advice?: string }) =>
  [
    `请到平台处理：${p.channel} 不支持接口${p.what}`,
    ...(p.support === 'file' ? ['需导入文件'] : []),
    ...(p.advice ? [p.advice] : []),
  ].join('，');

/** Two rules of one scope and priority would leave the choice to chance. */
export const feeOverlaps = (p: { code: string }) =>
  invalid([
    {
      field: 'effectiveFrom',
      code: 'channels.feeOverlaps',
      message: `和费用 ${p.code} 的渠道、店铺、类型、范围、优先级都相同，生效期重叠；请改优先级或日期`,
    },
  ]);

export const stepTaken = () => invalid([{ field: 'upTo', code: 'channels.stepTaken', message: '这条费用已有这一档' }]);

/** Of a return that its importer may not see, nothing is said but that. */
export const returnOutOfReach = (row: number) =>
  invalid([
    {
      field: 'raNo',
      row,
      code: 'outOfSight',
      message: '该退货不在您负责的店铺或仓库范围内，不能导入',
    },
  ]);

/** Of an order that its importer may not see, nothing is said but that. */
export const orderOutOfReach = (row: number) =>
  invalid([
    {
      field: 'warehouseCode',
      row,
      code: 'outOfSight',
      message: '该PO不在您负责的店铺或仓库范围内，不能导入',
    },
  ]);

export const noStockRows = () => new Refusal('channels.noStockRows', '请先勾选要处理的行', { status: 422 });

export const tooManyStockRows = (p: { most: number }) =>
  new Refusal('channels.tooManyStockRows', `一次最多处理 ${p.most} 行，请分次勾选`, { status: 422 });

export const stockRowGone = () =>
  new Refusal('channels.stockRowGone', '有的行已不在渠道库存里，请刷新后重试', { status: 409 });

export const stillOnSale = (p: { channelSku: string; qty: number }) =>
  new Refusal(
    'channels.stillOnSale',
    `${p.channelSku} 在平台还显示 ${p.qty} 件，删除后就没人管它的库存：请先在“渠道库存”锁定0，推送核对后再删除；平台已下架的，先把状态改为已下架`,
    { status: 409 },
  );

export const nothingToLock = (p: { channelSku: string }) =>
  new Refusal('channels.nothingToLock', `${p.channelSku} 没有配对本地SKU，不需要锁定`, { status: 422 });
