import { invalid, Refusal, type FieldError } from '#kit/model/refusal.ts';
import type { CheckReason } from '#modules/inventory/model/stock-adjustment.ts';

const at = (field: string, code: string, message: string, row?: number): FieldError => ({
  field,
  code: `aftersales.${code}`,
  message,
  ...(row === undefined ? {} : { row }),
});

/** What is wrong with the head of a request, each at its field. */
export const headFaults = {
  orderNeeded: () => at('orderId', 'orderNeeded', '请选择订单；没有订单的请选“非本单退回”'),
  orderNotWanted: () => at('orderId', 'orderNotWanted', '非本单退回不填订单'),
  nothingSent: () => at('orderId', 'nothingSent', '订单还没有发货，没有可退的商品'),
  otherShop: () => at('accountId', 'otherShop', '订单不是这个店铺的，请留空'),
  warehouseNeeded: () => at('warehouseId', 'warehouseNeeded', '请选择退回仓'),
  raOne: () => at('channelRaNo', 'raOne', '批量审核不填平台退货号'),
};

/** What is wrong with a line, at its row. */
export const lineFaults = {
  notOrdered: (row: number) => at('skuId', 'notOrdered', '订单里没有这个SKU', row),
  otherSku: (row: number) => at('skuId', 'otherSku', '与所选订单行的SKU不一致', row),
  beyond: (row: number, p: { sku: string; most: number }) =>
    at('qtyRequested', 'beyond', `${p.sku} 最多还能退 ${p.most} 件`, row),
  replaced: (row: number, p: { sku: string; most: number }) =>
    at('qtyRequested', 'replaced', `${p.sku} 已有换货订单，最多还能换 ${p.most} 件；没退回的请先取消换货订单`, row),
};

const inLines = (row: number, code: string, message: string): FieldError => at('lines', code, message, row);

/** What is wrong with the answers of a move, by the row in which it was said. */
export const answerFaults = {
  nothing: () => at('lines', 'nothing', '请填写收到的数量'),
  beyondSent: (row: number, p: { sku: string; most: number }) =>
    inLines(row, 'beyondSent', `${p.sku} 这张订单最多还能收 ${p.most} 件，多出的请登记为非本单退回`),
  beyondApproved: (row: number, p: { sku: string; asked: number; sum: number }) =>
    inLines(
      row,
      'beyondApproved',
      `${p.sku} 审核通过 ${p.asked} 件，共收 ${p.sum} 件；没有订单的货不能多收，多出的另登记一张`,
    ),
  beyondAsked: (row: number, p: { sku: string; asked: number; sum: number }) =>
    inLines(row, 'beyondAsked', `${p.sku} 应退 ${p.asked} 件，共收 ${p.sum} 件要有超收权限`),
  overReason: () => at('overReason', 'required', '收到的比应退的多，请填写超收原因'),
  carton: (row: number, p: { sku: string; cartons: readonly number[] }) =>
    inLines(
      row,
      'cartonNo',
      p.cartons.length > 0
        ? `${p.sku} 有第 ${p.cartons.join('、')} 箱，请从中选问题箱`
        : `${p.sku} 不是多箱商品，不选问题箱`,
    ),
  photos: (row: number) => inLines(row, 'photos', '每行最多 9 张照片，请上传后再提交'),
  good: (row: number, p: { sku: string }) =>
    inLines(row, 'disposition', `${p.sku} 的良品可以重新上架、报废、退供应商或捐赠`),
  damaged: (row: number, p: { sku: string }) =>
    inLines(row, 'damagedDisposition', `${p.sku} 的不良品可以报废、翻新、退供应商或捐赠`),
  kept: (row: number, p: { sku: string }) => inLines(row, 'disposition', `${p.sku} 已收到货，不能选“买家保留”`),
  beyondCharged: (row: number, p: { sku: string; most: string; currency: string }) =>
    inLines(row, 'beyondCharged', `${p.sku} 最多还能退 ${p.most} ${p.currency}`),
  beyondUnits: (row: number, p: { sku: string; units: number; most: string; currency: string }) =>
    inLines(
      row,
      'beyondUnits',
      `${p.sku} 退回和认可的共 ${p.units} 件，最多退 ${p.most} ${p.currency}；没收到的、错货要退款的，处置时填认可件数和原因，或另建仅退款`,
    ),
  acceptedType: (row: number, p: { sku: string }) =>
    inLines(row, 'accepted', `${p.sku} 不是退货退款，不填认可退款的件数`),
  beyondNotBack: (row: number, p: { sku: string; most: number }) =>
    inLines(row, 'accepted', `${p.sku} 没收到和错货的最多认可 ${p.most} 件`),
  acceptReason: (row: number, p: { sku: string }) =>
    inLines(row, 'acceptReason', `${p.sku} 没收到或错货还要退款，请填写认可原因`),
  noCredit: () => at('lines', 'noCredit', '没有可退的金额；不用退款的可以直接关闭'),
};

/** Several returns were asked to take answers that name lines of one. */
export const linesOfOne = () => invalid([at('lines', 'linesOfOne', '批量操作不填明细，请逐张处理')]);

export const nothingReceived = () => new Refusal('aftersales.nothingReceived', '还没有收到货，请先收货');

/** Goods that did not come are given up by a person who was asked, never by a click that means the others. */
export const returnShort = (p: { units: number }) => {
  const message = `还有 ${p.units} 件没有收到；还会来的先不要完成`;
  return new Refusal('aftersales.returnShort', message, {
    status: 422,
    errors: [{ field: 'rest', code: 'required', message, suggest: 'giveUp' }],
  });
};

export const creditsOnlyAfter = () =>
  new Refusal('aftersales.creditsOnlyAfter', '退货要先收货、质检、处置，再退款；不用退回的请建仅退款');

export const refundOnlyHasNoGoods = () =>
  new Refusal('aftersales.refundOnlyHasNoGoods', '仅退款没有要收的货，可以直接退款');

export const noCreditOfUnordered = () => new Refusal('aftersales.noCreditOfUnordered', '非本单退回没有订单，不能退款');

export const stillOwed = () =>
  new Refusal('aftersales.stillOwed', '还有要退款的商品，等财务退款后再关闭；不退款的在质检时改处理方式');

export const disposalNotPending = () => new Refusal('aftersales.disposalNotPending', '没有待审核的处置，请先提交处置');

export const disposalPending = () =>
  new Refusal('aftersales.disposalPending', '处置已提交，等另一个人审核；要改先“退回处置”');

export const nothingToRefurbish = () => new Refusal('aftersales.nothingToRefurbish', '没有待翻新的商品');

export const scrapNeedsAnother = () =>
  new Refusal(
    'aftersales.scrapNeedsAnother',
    '报废的货成本超过单人处置上限，或本人 24 小时内报废的合计超过三倍上限，请由提交处置以外、有处置审核权限的人登记翻新结果',
  );

export const replacementGoing = (p: { orderNo: string }) =>
  new Refusal('aftersales.replacementGoing', `换货订单 ${p.orderNo} 还在进行，请先取消它`);

/** Why goods of no order wait for somebody else. */
export const strayWords: Readonly<Record<CheckReason, string>> = {
  unknownCost: '没有订单，成本未知',
  aboveLimit: '没有订单，金额超过审核限额',
  dayAboveLimit: '没有订单，当日同一SKU累计金额超过审核限额',
  handAboveLimit: '没有订单，本人当日各SKU累计金额超过审核限额的三倍',
};

export const strayByMaker = (p: { returnNo: string; reason: CheckReason }) =>
  new Refusal(
    'aftersales.strayByMaker',
    `${p.returnNo} ${strayWords[p.reason]}，登记人不能自己审核，请由其他有审核权限的人审核`,
    { status: 403 },
  );

export const strayCostUnknown = (p: { skus: readonly string[] }) =>
  new Refusal('aftersales.strayCostUnknown', `${p.skus.join('、')} 成本未知，请先填标准成本再审核`, { status: 422 });

/** Why money or goods that a return sends out wait for somebody else. */
export const aloneWords = {
  aboveLimit: '金额超过单人处置上限',
  orderAboveLimit: '与本人就同一订单单独审核、退款的累计超过单人处置上限',
  handAboveLimit: '与本人 24 小时内单独审核、退款的累计超过单人处置上限的三倍',
  unknownCost: '要换出的商品成本未知',
  ownRate: '没有他人录入的汇率，不能判断是否超过单人处置上限',
} as const;
export type AloneReason = keyof typeof aloneWords;

export const approvedByWriter = (p: { returnNo: string; reason: AloneReason }) =>
  new Refusal(
    'aftersales.approvedByWriter',
    `${p.returnNo} ${aloneWords[p.reason]}，登记人不能自己审核，请由其他有审核权限的人审核`,
    { status: 403 },
  );

export const creditedBeyondAsked = (reason: AloneReason) =>
  invalid([
    at('lines', 'beyondAsked', `比申请多退的${aloneWords[reason]}；请按申请的金额退，多退的另建仅退款由另一个人审核`),
  ]);

export const creditedByOne = (p: { returnNo: string; reason: AloneReason }) =>
  new Refusal(
    'aftersales.creditedByOne',
    `${p.returnNo} 从登记、收货到处置都是本人，${aloneWords[p.reason]}，请由其他有退款权限的人退款`,
    { status: 403 },
  );
