import type { ReportType } from './report.ts';

/**
 * What a cell of a column is. `ratio` is stored as the fraction: written 0–100 (`hundred`), 0–1 (`one`), or one of
 * both for the whole column where the marketplace does not say which.
 */
export type ColumnKind = 'text' | 'whole' | 'number' | 'date' | 'level' | 'flag' | 'ratio';
export type RatioScale = 'hundred' | 'one' | 'either';

export interface ReportColumn {
  key: string;
  title: string;
  kind: ColumnKind;
  /** As the files call it; the first is that of the marketplace. Case and spaces do not matter. */
  heads: readonly string[];
  /** A file without it is not of this type. */
  isNeeded?: true;
  scale?: RatioScale;
  /** Its sum over a file says something. */
  isSummed?: true;
  /** Least value of a number; absent: none. */
  min?: number;
}

type Options = Partial<Pick<ReportColumn, 'isNeeded' | 'isSummed' | 'scale' | 'min'>>;

const column =
  (kind: ColumnKind, fixed: Options = {}) =>
  (key: string, title: string, heads: string | readonly string[], options: Options = {}): ReportColumn => ({
    key,
    title,
    kind,
    heads: [...(typeof heads === 'string' ? [heads] : heads), title],
    ...fixed,
    ...options,
  });

const text = column('text');
const day = column('date');
const level = column('level');
const yes = column('flag');
/** A count, summed. */
const count = column('whole', { isSummed: true, min: 0 });
/** An amount of a row, summed. */
const amount = column('number', { isSummed: true });
/** A figure whose sum says nothing: a price, an average. */
const figure = column('number');
const percent = column('ratio', { scale: 'hundred' });
const share = column('ratio', { scale: 'one' });
const either = column('ratio', { scale: 'either' });

const PART = ['Supplier Part Number', 'SupplierPart Number', 'Part Number', 'Part', 'SKU', '渠道SKU', '商品编码'];
const NEEDED = { isNeeded: true } as const;

const SALES = [
  day('date', '日期', ['Date', 'Order Date', 'Day']),
  text('part', '渠道SKU', PART, NEEDED),
  text('name', '商品', ['Product Name', 'Item Name', 'Title']),
  count('orders', '订单量', ['Orders', 'Order Count']),
  count('units', '销量', ['Units', 'Units Sold', 'Unit Sold', 'Quantity', '件数'], NEEDED),
  amount('revenue', '销售额', ['Revenue', 'Sales', 'Total Sales', 'Gross Sales'], NEEDED),
  count('returned', '退货量', ['Returns', 'Units Returned']),
];

const TRAFFIC = [
  day('date', '日期', ['Date', 'Day']),
  text('part', '渠道SKU', PART, NEEDED),
  count('impressions', '曝光', ['Impressions', 'Total Impressions']),
  count('visits', '访问', ['Visits', 'Sessions', 'Page Views', 'Unique Visits'], NEEDED),
  count('clicks', '点击', ['Clicks']),
  count('units', '销量', ['Units', 'Units Sold', 'Unit Sold']),
  either('conversion', '转化率', ['Conversion Rate', 'Conversion']),
];

const INVENTORY = [
  text('part', '渠道SKU', PART, NEEDED),
  text('name', '商品', ['Product Name', 'Item Name', 'Title']),
  text('warehouse', '仓库', ['Warehouse', 'Warehouse Name', 'Supplier ID']),
  count('onHand', '库存', ['Quantity On Hand', 'On Hand', 'Quantity', 'Available', 'Available Quantity'], NEEDED),
  count('onOrder', '在途', ['On Order', 'Inbound', 'Quantity On Order']),
  count('backorder', '缺货欠单', ['Backorder', 'Quantity Backordered']),
  day('nextDate', '下次到货', ['Next Availability Date', 'Item Next Availability Date']),
];

const SETTLEMENT = [
  text('number', '结算号', ['Settlement ID', 'Remittance Number', 'Payment Number']),
  day('date', '日期', ['Date', 'Payment Date', 'Posted Date']),
  text('po', 'PO号', ['PO Number', 'Order Number', 'Purchase Order']),
  text('kind', '类型', ['Type', 'Transaction Type', 'Description']),
  text('currency', '币种', ['Currency', 'Currency Code']),
  amount('amount', '金额', ['Amount', 'Net Amount', 'Total'], NEEDED),
];

const SEARCH_TERM = [
  text('term', '搜索词', ['Search Term', 'Keyword', 'Search Query', '关键词'], NEEDED),
  text('part', '渠道SKU', PART),
  count('impressions', '曝光', ['Impressions']),
  count('clicks', '点击', ['Clicks']),
  figure('rank', '排名', ['Rank', 'Average Position']),
  amount('spend', '花费', ['Spend', 'Cost', 'Ad Spend']),
  amount('sales', '销售额', ['Sales', 'Revenue', 'Attributed Sales']),
  count('units', '销量', ['Units', 'Orders']),
  either('clickRate', '点击率', ['CTR', 'Click Through Rate']),
  either('conversion', '转化率', ['Conversion Rate', 'CVR']),
];

const LISTING_HEALTH = [
  text('month', '月份', 'Reporting Month', NEEDED),
  text('part', '渠道SKU', ['Supplier Part Number'], NEEDED),
  text('item', 'Wayfair SKU', 'Wayfair SKU', NEEDED),
  text('brand', '店铺品牌', 'Wayfair Brand'),
  text('class', '品类', 'Product Class'),
  amount('revenue', '销售额', 'Revenue'),
  count('units', '销量', ['Unit Sold', 'Units Sold']),
  count('impressions', '曝光', 'Total Impressions'),
  count('visits', '独立访客', 'Unique Visits'),
  percent('conversion', '转化率', 'Conversion Rate'),
  percent('requiredTags', '必填标签完成', 'Percent Required Tags Completed'),
  percent('recommendedTags', '推荐标签完成', 'Percent Recommended Tags Completed'),
  level('tag', '标签', 'Tag Health'),
  level('image', '图片', 'Image Health'),
  level('availability', '有货', 'Availability Health'),
  level('delivery', '送达速度', 'Delivery Speed Health'),
  level('reviews', '评论数', 'Review Count Health'),
  level('rating', '评分', 'Review Rating Health'),
  level('price', '价格竞争力', 'Price Competitiveness Health'),
  level('incidents', '客诉与退货', 'Incidents and Returns Health'),
];

const OPTION_DRILLDOWN = [
  text('part', '渠道SKU', PART, NEEDED),
  text('option', '选项', ['Option', 'Option Name', 'Manufacturer Part Number']),
  text('store', '店铺', ['Store', 'Store Name'], NEEDED),
  amount('sales', '销售额', ['Sales', 'Revenue', 'Gross Revenue Stable', 'Wholesale Sales']),
  count('units', '销量', ['Units', 'Units Sold', 'Quantity Sold']),
  count('sessions', '访问', ['Sessions', 'Visits'], NEEDED),
  share('conversion', '转化率', ['Conversion', 'Conversion Rate'], NEEDED),
  share('fillRate', '满足率', ['Fill Rate']),
  share('inStock', '有货率', ['In Stock Rate', 'Availability Rate']),
  count('adImpressions', '广告曝光', ['Ad Impressions', 'Sponsored Impressions']),
  count('adClicks', '广告点击', ['Ad Clicks', 'Sponsored Clicks']),
  amount('adSpend', '广告花费', ['Ad Spend', 'Sponsored Spend']),
  amount('adSales', '广告销售额', ['Ad Sales', 'Sponsored Revenue']),
  share('adClickRate', '广告点击率', ['Ad CTR', 'Ad Click Through Rate']),
];

const COST_STACK = [
  text('week', '报表周', 'Report Week', NEEDED),
  text('catalog', '品牌目录', 'BrandCatalog'),
  text('sku', 'SKU', ['SKU']),
  text('displaySku', '展示SKU', 'Display Sku'),
  text('part', '渠道SKU', ['SupplierPart Number', 'Supplier Part Number'], NEEDED),
  text('manufacturerPart', '制造商料号', ['ManufacturerPart Number', 'Manufacturer Part Number']),
  text('class', '品类', 'Class Name'),
  text('supplierId', '供应商ID', 'Supplier ID'),
  text('supplier', '供应商', 'Supplier Name'),
  text('isCg', 'CG或直发', 'Is CG'),
  text('shipClass', '运输类', 'Ship Class'),
  text('status', '产品状态', 'Product Status'),
  text('launched', '上线月份', ['SKU LaunchMonth', 'SKU Launch Month']),
  text('brandType', '品牌类型', 'Brand Type'),
  text('exclusive', '独家计划', ['Is InExclusivity Program', 'Is In Exclusivity Program']),
  count('units90', '近90天销量', ['QuantitySold L90D', 'Quantity Sold L90D']),
  amount('wholesale90', '近90天批发额', 'WSC L90D'),
  count('units12', '近12月销量', ['QuantitySold L12M', 'Quantity Sold L12M']),
  amount('wholesale12', '近12月批发额', 'WSC L12M'),
  figure('retail', '零售价', 'Retail Price'),
  figure('tax', '税费', 'Tax And Duties'),
  figure('retailNet', '税后零售价', 'Retail Price Net'),
  figure('base', '基础成本', 'Base Cost', NEEDED),
  figure('wholesale', '批发价', ['WholesaleCost', 'Wholesale Cost'], NEEDED),
  figure('shipOut', '配送成本', 'Ship Outbound Cost'),
  figure('shipOther', '其他运费', 'Ship Other Cost'),
  figure('incident', '客诉退货', 'Incident And Return Cost'),
  figure('rebate', '返利', 'Rebate'),
  figure('allowance', '产品折让', 'Product Allowance Cost'),
  figure('handling', '其他处理费', 'Other Handling Cost'),
  figure('total', '总成本', 'Total Cost', NEEDED),
  column('ratio', { scale: 'one', min: -1 })('discount', 'B2C折扣', 'B2C Discount'),
  figure('markdown', 'CG降价', 'CG Markdown'),
  either('retailRank', '零售价竞争力', 'Retail MarketCompetitiveness Percentile'),
  either('wholesaleRank', '批发价竞争力', 'Wholesale MarketCompetitiveness Percentile'),
  either('shipRank', '运费竞争力', 'Ship MarketCompetitiveness Percentile'),
];

/** The three spans of a promotion, with what its columns are called. */
const SPANS = [
  ['before', '活动前30天', ['30 days prior', '30 Days Prior']],
  ['during', '活动期间', ['during', 'During Promotion']],
  ['after', '活动后30天', ['30 days post', '30 Days Post']],
] as const;

const ofSpans = SPANS.flatMap(([key, title, words]) => {
  const heads = (what: string): string[] => words.flatMap((span) => [`${what} ${span}`, `${span} ${what}`]);
  return [
    amount(`${key}Revenue`, `${title}销售额`, heads('Revenue')),
    figure(`${key}RevenueDaily`, `${title}日均销售额`, heads('Avg Daily Revenue')),
    count(`${key}Units`, `${title}销量`, heads('Units')),
    figure(`${key}UnitsDaily`, `${title}日均销量`, heads('Avg Daily Units')),
  ];
});

const PROMOTION_REVENUE = [
  text('promotion', '促销', 'Promotion Name', NEEDED),
  day('start', '开始', ['Start', 'Start Date'], NEEDED),
  day('end', '结束', ['End', 'End Date'], NEEDED),
  text('class', '品类', 'Class'),
  text('store', '店铺', 'Store'),
  text('part', '渠道SKU', ['Product Part #', 'Product Part Number'], NEEDED),
  ...ofSpans,
  either('discount', '折扣', 'Discount Percent'),
  count('impressions', '曝光', 'Impressions'),
  either('conversion', '转化率', 'Conversion Rate'),
];

const CANCELLATION_POLICY = [
  day('date', '下单日', 'Order Date', NEEDED),
  text('store', '店铺', 'Store'),
  yes('replacement', '补发单', 'Is Replacement'),
  text('supplierId', '供应商ID', 'Supplier ID'),
  text('supplier', '供应商', 'Supplier Name'),
  text('category', '类目', 'Category'),
  yes('special', '特殊订单', 'Is Special Order'),
  text('type', '取消类型', 'Cancellation Type', NEEDED),
  count('orders', 'PO数', 'Total PO', NEEDED),
  text('numbers', 'PO号', 'Total PO List'),
  amount('wholesale', '批发额', 'Total WSC'),
];

const AD_FIGURES = [
  count('impressions', '曝光', ['Impressions']),
  count('clicks', '点击', ['Clicks']),
  amount('spend', '花费', ['Spend', 'Ad Spend', 'Cost'], { isNeeded: true, min: 0 }),
  count('units', '销量', ['Attributed Units', 'Units', 'Units Sold']),
  amount('sales', '销售额', ['Attributed Sales', 'Sales', 'Ad Sales', 'Attributed Revenue'], NEEDED),
];

const AD_CAMPAIGN = [
  day('date', '日期', ['Date', 'Day']),
  text('campaignId', '活动ID', ['Campaign ID'], NEEDED),
  text('campaign', '活动', ['Campaign Name', 'Campaign']),
  ...AD_FIGURES,
];

const AD_LISTING = [
  day('date', '日期', ['Date', 'Day']),
  text('campaignId', '活动ID', ['Campaign ID']),
  text('campaign', '活动', ['Campaign Name', 'Campaign']),
  text('listingId', 'Listing ID', ['Listing ID', 'Wayfair Listing ID']),
  text('part', '渠道SKU', PART, NEEDED),
  ...AD_FIGURES,
];

/** Known columns of each type; whatever else a file has is accepted and left in the original. */
export const REPORT_COLUMNS: Readonly<Record<ReportType, readonly ReportColumn[]>> = {
  sales: SALES,
  traffic: TRAFFIC,
  inventory: INVENTORY,
  settlement: SETTLEMENT,
  searchTerm: SEARCH_TERM,
  listingHealth: LISTING_HEALTH,
  optionDrilldown: OPTION_DRILLDOWN,
  costStack: COST_STACK,
  promotionRevenue: PROMOTION_REVENUE,
  cancellationPolicy: CANCELLATION_POLICY,
  adCampaign: AD_CAMPAIGN,
  adListing: AD_LISTING,
};
