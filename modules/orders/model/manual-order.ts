import { address } from '#kit/model/address.ts';
import { date, datetime, link, price, quantity, text, textarea } from '#kit/model/field.ts';

/** What a manual order says as a whole. A draft may lack its address; handing it in asks for it. */
export const manualOrderHeader = {
  accountId: link('店铺', 'base:channelAccount', { required: true }),
  channelOrderNo: text('PO号', { max: 64, hint: '留空则用订单号' }),
  currency: text('币种', { required: true, max: 3, rule: 'currencyCode', default: 'USD' }),
  orderedAt: datetime('下单时间', { hint: '留空为现在' }),
  shipBy: datetime('最晚发货'),
  pinnedWarehouseId: link('指定仓', 'base:warehouse', { hint: '留空则按选仓策略分配' }),
  shipMethodId: link('物流渠道', 'base:shipMethod', { hint: '留空则在开始配货时选择' }),
  ...address('shipTo'),
  shipToCountry: text('国家', { required: true, max: 3, written: 'country', default: 'US' }),
  note: textarea('订单说明', { max: 500 }),
};

/** What each of its lines says, in the order in which sheets list them. */
export const manualOrderLine = {
  skuId: link('SKU', 'catalog:sku', { required: true }),
  qty: quantity('数量', { required: true, min: 1, max: 100_000 }),
  unitPrice: price('单价', { required: true, min: 0, max: 1_000_000 }),
  channelSku: text('渠道SKU', { max: 64, hint: '留空则用SKU编码' }),
  estShipDate: date('预计发货日'),
};

/** 手工单: an order typed by hand, until it is submitted. */
export const MANUAL_DRAFT = {
  states: ['draft'],
  number: { field: 'orderNo', prefix: 'SO' },
  title: '手工单',
  head: manualOrderHeader,
  parts: [
    {
      title: '基本信息',
      rows: [
        ['accountId', 'channelOrderNo', 'currency'],
        ['orderedAt', 'shipBy'],
        ['pinnedWarehouseId', 'shipMethodId'],
      ],
    },
    {
      title: '收货地址',
      rows: [
        ['shipToName', 'shipToPhone'],
        ['shipToAddress1', 'shipToAddress2'],
        ['shipToCity', 'shipToState', 'shipToPostalCode', 'shipToCountry'],
        ['note'],
      ],
    },
  ],
  brings: { accountId: ['currency'] },
  lines: {
    of: 'orders:orderLine',
    title: '商品明细',
    word: '商品',
    fields: manualOrderLine,
    most: 1000,
  },
} as const;
