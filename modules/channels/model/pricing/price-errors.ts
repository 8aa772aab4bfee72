import { invalid, Refusal, type FieldError } from '#kit/model/refusal.ts';

/** What of a floor may be shown to a reader: the figure itself only to who sees cost and profit. */
interface ShownFloor {
  price: string;
  /** Null where the reader may not know it. */
  floor: string | null;
}

export const priceFaults = {
  below: ({ price, floor }: ShownFloor): string =>
    floor === null
      ? `${price} 低于底价，请在“定价”提交调价，由另一人审批`
      : `${price} 低于底价 ${floor}，请在“定价”提交调价，由另一人审批`,
  unreachable: (): string => '利润目标不可达：费率、折让和目标毛利率合计已达 100%，请先调整定价参数',
  unknownCut: (): string => '成本未知，不能直接降价；请先维护成本，或在“定价”提交调价，由另一人审批',
  unseen: (): string => '没有查看成本和利润的权限，不能直接改供货价，请在“定价”提交调价',
  unknownFirst: (): string =>
    '成本未知，第一个供货价要另一人审批；请先维护成本，或留空供货价，在“定价”提交调价，由另一人审批',
  ownRate: (): string => '汇率由本人录入，底价无人核对，不能直接定价或降价；请在“定价”提交调价，由另一人审批',
  bigChange: ({ pct }: { pct: number }): string => `变动达到 ${pct}%，请在“定价”提交调价，由另一人审批`,
  promotion: ({ name, price, floor }: ShownFloor & { name: string }): string =>
    floor === null
      ? `促销“${name}”按新价为 ${price}，低于底价；请先停止促销或申请特批`
      : `促销“${name}”按新价为 ${price}，低于底价 ${floor}；请先停止促销或申请特批`,
  goods: ({ price, floor }: ShownFloor): string =>
    floor === null
      ? `现价 ${price} 低于这个SKU的底价，请先在“定价”调价，再配对`
      : `现价 ${price} 低于这个SKU的底价 ${floor}，请先在“定价”调价，再配对`,
  promotedGoods: ({ name, price, floor }: ShownFloor & { name: string }): string =>
    floor === null
      ? `促销“${name}”的促销价 ${price} 低于这个SKU的底价；请先停止促销，再配对`
      : `促销“${name}”的促销价 ${price} 低于这个SKU的底价 ${floor}；请先停止促销，再配对`,
  promotedUnknown: ({ name }: { name: string }): string =>
    `促销“${name}”中的产品不能配对成本未知的SKU；请先维护成本或停止促销`,
};

const faultAt = (field: string, code: string, message: string): FieldError => ({ field, code, message });

/** A price that may not be written, at the field that asks for it. */
export const priceRefused = (field: string, message: string): Refusal =>
  invalid([faultAt(field, 'channels.priceRefused', message)]);

export const pricePlaces = (p: { currency: string; places: number; field?: string }): Refusal =>
  invalid([
    faultAt(
      p.field ?? 'value',
      'channels.pricePlaces',
      p.places === 0 ? `${p.currency} 的价格没有小数` : `${p.currency} 的价格最多 ${p.places} 位小数`,
    ),
  ]);

export const priceZero = (): Refusal => invalid([faultAt('value', 'channels.priceZero', '新价须大于 0')]);

export const priceSame = (): Refusal => new Refusal('channels.priceSame', '新价与现价相同，不用调价');

export const priceDayPast = (): Refusal =>
  invalid([faultAt('effectiveFrom', 'channels.priceDayPast', '生效日不能早于今天')]);

export const priceOpen = (p: { priceNo: string }): Refusal =>
  new Refusal('channels.priceOpen', `这个渠道产品已有在途的同类调价 ${p.priceNo}，请先撤回或等它生效`);

export const belowMap = (p: { map: string }): Refusal =>
  invalid([faultAt('value', 'channels.belowMap', `建议零售价不能低于最低广告价 ${p.map}`)]);

export const mapAboveRetail = (p: { msrp: string }): Refusal =>
  invalid([faultAt('value', 'channels.mapAboveRetail', `最低广告价不能高于建议零售价 ${p.msrp}`)]);

export const priceNotDue = (p: { day: string }): Refusal =>
  new Refusal('channels.priceNotDue', `生效日是 ${p.day}，还没到，不能确认已生效`);

export const priceUnapproved = (): Refusal =>
  new Refusal('channels.priceUnapproved', '现在低于底价且没有审批，请由另一人审批后再确认');

export const notSubmittedCheck = (): Refusal =>
  new Refusal('channels.nothingToApprove', '这个调价已在底价以上，不需要审批');

export const listingEnded = (): Refusal =>
  invalid([faultAt('channelProductId', 'channels.listingEnded', '该渠道产品已下架，不能调价')]);

export const settingTaken = (): Refusal =>
  invalid([faultAt('channelProductId', 'channels.settingTaken', '同一范围已有定价参数，请编辑原来的一行')]);

export const settingElsewhere = (): Refusal =>
  invalid([faultAt('channelProductId', 'channels.settingElsewhere', '该渠道产品不属于这个店铺')]);

export const policyOfShop = (field: string): FieldError =>
  faultAt(field, 'channels.policyOfShop', '只在整个店铺的一行填写');

export const noSheetListing = (p: { row: number; channelSku: string }): Refusal =>
  invalid([
    {
      field: 'channelSku',
      row: p.row,
      code: 'channels.noListing',
      message: `该店铺没有渠道SKU ${p.channelSku}`,
    },
  ]);

export const tooManyListings = (p: { most: number }): Refusal =>
  new Refusal('channels.tooManyListings', `一次最多调 ${p.most} 个渠道产品，请先筛选`, { status: 422 });

export const nothingToAdjust = (): Refusal =>
  new Refusal('channels.nothingToAdjust', '没有可以调价的渠道产品', { status: 422 });

export const promotionFaults = {
  listingElsewhere: (row: number): FieldError => ({
    field: 'channelProductId',
    row,
    code: 'channels.listingElsewhere',
    message: '该渠道产品不属于这个店铺',
  }),
  listingTwice: (row: number): FieldError => ({
    field: 'channelProductId',
    row,
    code: 'channels.listingTwice',
    message: '同一渠道产品只能有一行',
  }),
  unpriced: (row: number): FieldError => ({
    field: 'channelProductId',
    row,
    code: 'channels.unpriced',
    message: '该渠道产品没有供货价或已下架，不能参加促销',
  }),
  window: (): FieldError => faultAt('endAt', 'channels.promotionWindow', '结束时间须晚于开始时间'),
  over: (): Refusal => new Refusal('channels.promotionOver', '结束时间已过，请退回修改'),
  blocked: (p: { below: readonly string[]; unknown: readonly string[]; more: readonly string[] }): Refusal =>
    new Refusal(
      'channels.promotionBlocked',
      [
        ...(p.below.length > 0 ? [`${p.below.length} 个产品低于底价被拦截：${named(p.below)}`] : []),
        ...(p.unknown.length > 0 ? [`${p.unknown.length} 个产品成本未知：${named(p.unknown)}`] : []),
        ...(p.more.length > 0 ? [`${p.more.length} 个产品没有供货价或已下架：${named(p.more)}`] : []),
      ].join('；') + (p.more.length > 0 ? '；请先移出' : '；请改折扣或申请特批'),
    ),
  empty: (): Refusal => new Refusal('channels.promotionEmpty', '还没有参加的产品，请先添加'),
  nothingBlocked: (): Refusal => new Refusal('channels.nothingBlocked', '没有被拦截的产品，直接点“检查”'),
};

const NAMED = 5;

const named = (skus: readonly string[]): string => skus.slice(0, NAMED).join('、') + (skus.length > NAMED ? ' 等' : '');

export const calendarMonth = (): Refusal =>
  invalid([faultAt('month', 'channels.calendarMonth', '月份要写成 2026-12 的样子，从 2000 年到 2099 年')]);

export const promotionNotChecked = () =>
  new Refusal('channels.promotionNotChecked', '促销检查通过后才能下载提报文件', { status: 409 });
