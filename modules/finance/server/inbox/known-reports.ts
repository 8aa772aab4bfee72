import { titleKey } from '#platform/sheets/column-titles.ts';

/** A report of others that is none of the kinds of the inbox, known by columns that it alone has. */
interface ForeignReport {
  what: string;
  /** Where it belongs, or what to export in its place. */
  instead: string;
  columns: readonly string[];
}

/** Where what a marketplace tells of our sales there is read. */
const MARKET = '它没有付款和扣款，请到“市场 - 市场报表”新增后上传';

/** Reports of a partner portal (channels.md §1.11): people drop them here by mistake. */
const FOREIGN: readonly ForeignReport[] = [
  {
    what: '平台订单导出',
    instead: '订单请到“订单 - 待处理”导入',
    columns: ['PO Number', 'PO Date', 'Must Ship By', 'Order Status', 'Ship Method', 'Ship To Name'],
  },
  {
    what: '成本明细报表',
    instead: MARKET,
    columns: ['Base Cost', 'WholesaleCost', 'Ship Outbound Cost', 'Incident And Return Cost', 'Product Allowance Cost'],
  },
  {
    what: '促销效果报表',
    instead: MARKET,
    columns: ['Promotion Name', 'Class', 'Store', 'Product Part #', 'Impressions', 'Conversion Rate'],
  },
  {
    what: '取消订单报表',
    instead: MARKET,
    columns: ['Order Date', 'Is Replacement', 'Cancellation Type', 'Total PO', 'Total WSC'],
  },
  {
    what: '商品健康度报表',
    instead: MARKET,
    columns: ['Reporting Month', 'Supplier Part Number', 'Wayfair SKU', 'Wayfair Brand', 'Total Impressions'],
  },
  {
    what: '选项明细报表',
    instead: MARKET,
    columns: ['Store', 'Sessions', 'Conversion'],
  },
  {
    what: '搜索词报表',
    instead: MARKET,
    columns: ['Search Term', 'Impressions', 'Clicks'],
  },
  {
    what: '流量报表',
    instead: MARKET,
    columns: ['Part Number', 'Impressions', 'Visits'],
  },
  {
    what: '扣款汇总',
    instead: '汇总没有每笔的PO号和日期，请导出扣款明细',
    columns: ['Part', 'Records', 'Qty', 'Amount', 'Types', 'Reasons'],
  },
];

/** What a file with these titles is in truth; null where nobody knows. */
export function foreignReport(titles: readonly string[]): string | null {
  const keys = new Set(titles.map(titleKey));
  const found = FOREIGN.find(({ columns }) => columns.every((one) => keys.has(titleKey(one))));
  return found ? `这是${found.what}：${found.instead}` : null;
}
