import { invalid, Refusal } from '#kit/model/refusal.ts';

const fault = (field: string, code: string, message: string, row?: number): Refusal =>
  invalid([{ field, code: `market.${code}`, message, ...(row === undefined ? {} : { row }) }]);

/** What is refused of sellers. */
export const sellerRefusals = {
  taken: (p: { marketplace: string; channelSellerId: string }) =>
    fault('channelSellerId', 'sellerTaken', `${p.marketplace}已有平台卖家ID“${p.channelSellerId}”`),
  ownIsFixed: () => fault('marketplace', 'ownSeller', '自有卖家的市场随店铺账号，不能修改'),
  ownStays: (p: { name: string }) => new Refusal('market.ownStays', `“${p.name}”是自有卖家，随店铺账号，不能删除`),
  seen: (p: { name: string }) => new Refusal('market.sellerSeen', `卖家“${p.name}”已有报价记录，不能删除`),
};

/** What is refused of listings and observations. */
export const listingRefusals = {
  taken: (p: { marketplace: string; itemId: string }) =>
    fault('itemId', 'itemTaken', `${p.marketplace}的商品“${p.itemId}”已经登记过`),
  isFixed: () => fault('itemId', 'itemFixed', '已有行情记录，不能改市场、平台商品ID和币种；请另外新增'),
  seen: (p: { title: string }) => new Refusal('market.listingSeen', `“${p.title}”已有行情记录，不能删除；可以取消关注`),
  otherSku: () => fault('skuId', 'otherSku', '对应SKU随渠道产品的配对，请到“渠道产品”修改'),
  otherSeller: (p: { seller: string }) =>
    fault('sellerId', 'otherSeller', `卖家“${p.seller}”不在这个市场，请选同一市场的卖家`),
  notOwnSeller: (p: { seller: string }) =>
    fault('sellerId', 'notOwnSeller', `渠道产品是自己店铺的，卖家“${p.seller}”是关注的同行`),
  noSeller: (row?: number) => fault('sellerId', 'noSeller', '请说明是哪个卖家的报价', row),
  nothing: (row?: number) => fault('price', 'nothingSeen', '价格、库存信号、评分、评论数、排名至少填一项', row),
  free: (row?: number) => fault('price', 'priceZero', '价格须大于 0；没看到价格请留空', row),
  ahead: (row?: number) => fault('at', 'seenAhead', '观察时间不能晚于现在', row),
  longAgo: (row?: number) => fault('at', 'seenLongAgo', '观察时间不能早于 2000 年', row),
  differs: (p: { at: string }, row?: number) =>
    fault('at', 'seenOtherwise', `该卖家在 ${p.at} 已有一条不同的报价；报价不能改写，请核对时间`, row),
  otherCurrency: (p: { currency: string }, row?: number) =>
    fault('currency', 'otherCurrency', `该商品的币种是 ${p.currency}，请按这个币种填写`, row),
  unknownItem: (field: 'title' | 'currency', row: number) =>
    fault(field, 'unknownItem', `没有关注过的商品，请填写${field === 'title' ? '标题' : '币种'}`, row),
  outOfSight: (row: number) => fault('itemId', 'outOfSight', '该商品属于其他店铺，不能导入它的行情', row),
  sellerOutOfSight: (row: number) =>
    fault('channelSellerId', 'outOfSight', '该卖家属于其他店铺，不能导入它的报价', row),
  compareCount: () => fault('ids', 'compareCount', '请选择 2 到 5 个商品进行对比'),
};

/** What is refused of reports. */
export const reportRefusals = {
  taken: (p: { name: string }) =>
    fault('type', 'reportTaken', `“${p.name}”已经登记过；新文件请在那一行上传，旧版本会保留`),
  notOwn: (p: { seller: string }) => fault('sellerId', 'reportOfOther', `“${p.seller}”不是自有卖家，没有平台报表`),
  reversed: () => fault('periodTo', 'reportReversed', '期间到不能早于期间从'),
  ahead: () => fault('periodFrom', 'reportAhead', '期间还没有开始，平台没有数据'),
  longAgo: (field: 'periodFrom' | 'periodTo' | 'dueOn') =>
    fault(field, 'reportLongAgo', '日期须在 2000 年到 2100 年之间'),
  isFixed: () => fault('type', 'reportFixed', '已上传过文件，不能改卖家、类型和期间；请另外新增'),
  parsing: (p: { name: string }) => new Refusal('market.reportParsing', `“${p.name}”正在解析，请稍后再删除`),
  notSheet: () => fault('file', 'reportNotSheet', '请上传 csv、xls 或 xlsx 文件'),
  noCall: (p: { type: string }) =>
    new Refusal('market.reportNoCall', `“${p.type}”报表没有接口，请到平台下载后上传文件`, { status: 422 }),
  oneOfMany: () => fault('file', 'reportOneFile', '一个文件只属于一份报表，请逐份上传'),
};
