import type { ReportDefinition, ReportItem, ReportParam } from './definition.ts';

/** A report that the product brings along. */
export interface DeliveredReport extends ReportDefinition {
  /** What it cannot be made without yet, in words for people; null: it is there. */
  waitsFor: string | null;
}

type Given = Pick<DeliveredReport, 'name' | 'note'> &
  Partial<Pick<DeliveredReport, 'source' | 'layout' | 'waitsFor'>> & {
    items?: readonly ReportItem[];
    params?: readonly ReportParam[];
  };

const delivered = (place: number, code: string, given: Given): DeliveredReport => ({
  id: `00000000-0000-4000-8000-${String(place).padStart(12, '0')}`,
  code,
  kind: 'rows',
  source: null,
  dataSourceId: null,
  sql: null,
  items: [],
  params: [],
  layout: {},
  waitsFor: null,
  version: 1,
  ...given,
});

/** Days that are asked about: the last thirty unless somebody says others. */
const period = (fieldName: string, days = 29): ReportParam[] => [
  { paramName: 'begin', paramTxt: '从', fieldName, rule: 'ge', paramValue: `today-${days}` },
  { paramName: 'end', paramTxt: '到', fieldName, rule: 'le', paramValue: 'today' },
];
const asked = (paramName: string, paramTxt: string): ReportParam => ({
  paramName,
  paramTxt,
  fieldName: paramName,
  rule: 'eq',
});
const fixed = (fieldName: string, rule: 'eq' | 'in', paramValue: string): ReportParam => ({
  paramName: `only_${fieldName}`,
  fieldName,
  rule,
  paramValue,
  isFixed: true,
});

const sum = (fieldName: string, fieldTxt: string): ReportItem => ({
  fieldName,
  fieldTxt,
  aggregate: 'sum',
  isTotal: true,
});
const rows = (fieldTxt: string): ReportItem => ({ fieldName: 'id', fieldTxt, aggregate: 'rows', isTotal: true });

const SALES: readonly ReportItem[] = [
  { fieldName: 'orderId', fieldTxt: '订单数', aggregate: 'distinct' },
  sum('qty', '件数'),
  sum('amount', '销售额'),
];

/** The lines of the period that the report was asked for, in the currency of the row. */
const LINES = '/orders/sales-line?currency=${currency}&soldOn_begin=${begin}&soldOn_end=${end}';

/** The twelve: what is asked every week of a business like this one. */
export const deliveredReports: readonly DeliveredReport[] = [
  delivered(1, 'sales_by_shop', {
    name: '店铺销售',
    source: 'orders:salesLine',
    note: '按下单日期；不含草稿、取消、拒单和沙箱订单，取消的件数不计；各币种分开。',
    items: [{ fieldName: 'accountId', isSearch: true, fieldHref: `${LINES}&accountId=\${accountId}` }, ...SALES],
    params: period('soldOn'),
    layout: { chart: { type: 'bar', x: 'accountId', y: ['amountSum'] }, sort: { column: 'amountSum', order: 'desc' } },
  }),
  delivered(2, 'sales_by_sku', {
    name: 'SKU销售',
    source: 'orders:salesLine',
    note: '按下单日期；不含草稿、取消、拒单和沙箱订单，取消的件数不计；各币种分开。',
    items: [
      {
        fieldName: 'skuId',
        isSearch: true,
        fieldHref: `${LINES}&skuId=\${skuId}&accountId=\${accountId}&warehouseId=\${warehouseId}`,
      },
      ...SALES,
    ],
    params: [...period('soldOn'), asked('accountId', '店铺'), asked('warehouseId', '仓库')],
    layout: { chart: { type: 'bar', x: 'skuId', y: ['qtySum'] }, sort: { column: 'qtySum', order: 'desc' } },
  }),
  delivered(3, 'sales_by_day', {
    name: '每日销售',
    source: 'orders:salesLine',
    note: '按下单日期；不含草稿、取消、拒单和沙箱订单，取消的件数不计；各币种分开。',
    items: [
      {
        fieldName: 'soldOn',
        fieldTxt: '日期',
        fieldHref:
          '/orders/sales-line?currency=${currency}&soldOn_begin=${soldOn}&soldOn_end=${soldOn}&accountId=${accountId}',
      },
      ...SALES,
    ],
    params: [...period('soldOn'), asked('accountId', '店铺')],
    layout: { chart: { type: 'line', x: 'soldOn', y: ['qtySum'] }, sort: { column: 'soldOn', order: 'desc' } },
  }),
  delivered(4, 'stock_age', {
    name: '库龄分布',
    source: 'inventory:stockAge',
    note: '现在在库的货，按先进先出算每一件的库龄，各仓一行；货值要有查看成本的权限。',
    items: [
      { fieldName: 'warehouseId', isSearch: true },
      { fieldName: 'skuId', fieldTxt: 'SKU数', aggregate: 'distinct' },
      sum('qty', '在库'),
      sum('units30', '0–30天'),
      sum('units60', '31–60天'),
      sum('units90', '61–90天'),
      sum('units180', '91–180天'),
      sum('units365', '181–365天'),
      sum('unitsOver', '365天以上'),
      { fieldName: 'age', fieldTxt: '最长库龄(天)', aggregate: 'max' },
      sum('value', '货值'),
    ],
    params: [asked('warehouseId', '仓库'), asked('skuId', 'SKU'), asked('isStale', '呆滞')],
    layout: {
      chart: {
        type: 'bar',
        x: 'warehouseId',
        y: ['units30Sum', 'units60Sum', 'units90Sum', 'units180Sum', 'units365Sum', 'unitsOverSum'],
      },
      sort: { column: 'qtySum', order: 'desc' },
    },
  }),
  delivered(5, 'unshipped_by_deadline', {
    name: '未发货按期限',
    source: 'orders:salesOrder',
    note: '还没发完的订单，按最晚发货日；过去的日期就是已经超时的。',
    items: [
      { fieldName: 'shipBy', fieldTxt: '最晚发货日', bucket: 'day' },
      { fieldName: 'accountId', isSearch: true },
      rows('订单数'),
      sum('unitCount', '件数'),
      sum('total', '金额'),
    ],
    params: [fixed('status', 'in', 'new,accepted,ready,processing,partial'), asked('accountId', '店铺')],
    layout: { chart: { type: 'bar', x: 'shipByDay', y: ['idRows'] }, sort: { column: 'shipByDay', order: 'asc' } },
  }),
  delivered(6, 'returns_by_reason', {
    name: '退货按原因',
    source: 'aftersales:returnIncident',
    note: '按申请日期；不含补件。损失要有查看利润的权限。',
    items: [
      { fieldName: 'reason', isSearch: true },
      { fieldName: 'fault', isSearch: true },
      rows('次数'),
      sum('qty', '件数'),
      sum('qtyDamaged', '不良品'),
      sum('loss', '损失'),
    ],
    params: [...period('requestedOn', 89), fixed('kind', 'eq', 'return'), asked('accountId', '店铺')],
    layout: { chart: { type: 'pie', x: 'reason', y: ['qtySum'] }, sort: { column: 'qtySum', order: 'desc' } },
  }),
  delivered(7, 'parts_fill_rate', {
    name: '配件满足率',
    source: 'aftersales:returnIncident',
    note: '已发件数 ÷ 请求件数，按整件SKU和请求日期；没发的和拒绝的也算请求，草稿和取消的不算。',
    items: [
      { fieldName: 'skuId', fieldTxt: '整件SKU', isSearch: true },
      { fieldName: 'partOrderId', fieldTxt: '补发单数', aggregate: 'distinct' },
      sum('qty', '请求件数'),
      sum('sentQty', '已发件数'),
      { fieldName: 'sentQty', fieldTxt: '满足率', aggregate: 'ratio', over: 'qty' },
    ],
    params: [...period('requestedOn', 89), fixed('kind', 'eq', 'part'), asked('accountId', '店铺')],
    layout: { sort: { column: 'qtySum', order: 'desc' } },
  }),
  delivered(8, 'purchase_prices', {
    name: '采购价变动',
    source: 'purchasing:supplierDelivery',
    note: '下单时的采购单价，每月最低、平均、最高，和当时的报价比；要有查看成本的权限。',
    items: [
      { fieldName: 'skuId', isSearch: true },
      { fieldName: 'supplierId', isSearch: true },
      { fieldName: 'orderedOn', fieldTxt: '月份', bucket: 'month' },
      { fieldName: 'currency' },
      sum('qty', '采购数量'),
      { fieldName: 'unitPrice', fieldTxt: '最低', aggregate: 'min' },
      { fieldName: 'unitPrice', fieldTxt: '平均', aggregate: 'avg' },
      { fieldName: 'unitPrice', fieldTxt: '最高', aggregate: 'max' },
      { fieldName: 'listPrice', fieldTxt: '平均报价', aggregate: 'avg' },
    ],
    params: [...period('orderedOn', 364), asked('supplierId', '供应商'), asked('skuId', 'SKU')],
    layout: { sort: { column: 'orderedOnMonth', order: 'desc' } },
  }),
  delivered(9, 'deductions_by_type', {
    name: '扣款按类型',
    source: 'finance:deduction',
    note: '渠道扣款，按公布日、类型和店铺；已撤销的不算。',
    items: [
      { fieldName: 'type', isSearch: true },
      { fieldName: 'accountId', isSearch: true },
      { fieldName: 'currency' },
      rows('笔数'),
      sum('amount', '扣款金额'),
      sum('recovered', '追回金额'),
      sum('lossTotal', '净损失'),
    ],
    params: [
      ...period('postedAt', 89),
      fixed('status', 'in', 'posted,confirmed,disputed,settled,won,partial,lost'),
      asked('accountId', '店铺'),
    ],
    layout: { chart: { type: 'bar', x: 'type', y: ['amountSum'] }, sort: { column: 'amountSum', order: 'desc' } },
  }),
  delivered(10, 'label_cost_by_carrier', {
    name: '面单费按承运商',
    source: 'fulfilment:shippingLabel',
    note: '购买日期内有效和已使用的面单；面单费要有查看成本的权限。',
    items: [
      { fieldName: 'carrier', isSearch: true },
      { fieldName: 'owner', isSearch: true },
      rows('面单数'),
      sum('quotedCost', '报价'),
      sum('cost', '面单费'),
      { fieldName: 'cost', fieldTxt: '平均面单费', aggregate: 'avg' },
    ],
    params: [...period('createTime'), fixed('status', 'in', 'active,used'), asked('warehouseId', '仓库')],
    layout: { chart: { type: 'bar', x: 'carrier', y: ['idRows'] }, sort: { column: 'idRows', order: 'desc' } },
  }),
  delivered(11, 'profit_by_sku', {
    name: 'SKU利润',
    note: '销售额减成本、费用和扣款，按SKU。',
    waitsFor: '等待财务的利润核算：费用和扣款还没有分摊到订单行。',
  }),
  delivered(12, 'shipped_by_warehouse', {
    name: '仓库发货量',
    source: 'aftersales:shippedUnits',
    note: '按出库日期。',
    items: [
      { fieldName: 'warehouseId', isSearch: true },
      { fieldName: 'carrier', isSearch: true },
      { fieldName: 'shipmentId', fieldTxt: '发货单数', aggregate: 'distinct' },
      sum('qty', '件数'),
    ],
    params: [...period('shippedOn'), asked('accountId', '店铺')],
    layout: { chart: { type: 'bar', x: 'warehouseId', y: ['qtySum'] }, sort: { column: 'qtySum', order: 'desc' } },
  }),
];
