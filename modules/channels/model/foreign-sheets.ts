import { defineForeignSheet, foreignReading } from '#kit/model/foreign-sheet.ts';
import { salesOrder } from '#modules/orders/model/order.ts';
import { ORDER_SHEET } from './order-sheet.ts';

/** How the order list of another program calls what we read of it, by column of our own sheet. */
interface OrderTitles {
  name: string;
  marks: readonly (readonly string[])[];
  titles: Readonly<Partial<Record<keyof typeof ORDER_SHEET, readonly string[]>>>;
}

const orderSheet = ({ name, marks, titles }: OrderTitles) =>
  defineForeignSheet({
    name,
    marks,
    place: '请到“订单 - 待处理”导入',
    reads: foreignReading(salesOrder, ORDER_SHEET, {
      beside: '店铺按名称对应，须先建好同名店铺；请只导入未发货的订单',
      columns: Object.fromEntries(Object.entries(titles).map(([key, own]) => [key, { titles: own }])),
    }),
  });

/** Exported without merged cells, each row has the whole order. */
export const lingxingOrders = orderSheet({
  name: '领星订单导出',
  marks: [['系统单号'], ['平台单号'], ['店铺', '店铺名称'], ['SKU', 'MSKU']],
  titles: {
    accountId: ['店铺', '店铺名称'],
    channelOrderNo: ['平台单号', '平台订单号'],
    skuCode: ['SKU'],
    channelSku: ['MSKU', '平台SKU'],
    name: ['品名', '商品名称', '标题'],
    qty: ['数量', '商品数量', '订购数量'],
    unitPrice: ['单价', '商品单价', '销售单价'],
    currency: ['币种', '订单币种'],
    orderedAt: ['订购时间', '下单时间'],
    shipBy: ['发货时限', '最晚发货时间', '最晚发货'],
    shipToName: ['收件人', '收货人', '收件人姓名'],
    shipToPhone: ['电话', '收件人电话', '手机'],
    shipToAddress1: ['地址1', '详细地址1', '街道1', '地址'],
    shipToAddress2: ['地址2', '详细地址2', '街道2'],
    shipToCity: ['城市', '市'],
    shipToState: ['省/州', '州/省', '州', '省'],
    shipToPostalCode: ['邮编', '邮政编码'],
    shipToCountry: ['国家', '国家/地区', '收件国家'],
  },
});

export const eccangOrders = orderSheet({
  name: '易仓订单导出',
  marks: [
    ['参考单号', '平台参考号', '平台订单号', '销售单号'],
    ['店铺账号', '店铺', '账号', '销售账号'],
    ['产品代码', '产品SKU', '仓库SKU'],
  ],
  titles: {
    accountId: ['店铺账号', '销售账号', '店铺', '账号'],
    channelOrderNo: ['平台订单号', '平台参考号', '参考单号', '销售单号'],
    skuCode: ['产品代码', '仓库SKU', '产品SKU'],
    channelSku: ['平台SKU', '销售SKU'],
    name: ['产品名称', '产品名称(中文)', '产品标题'],
    qty: ['数量', '产品数量', '销售数量'],
    unitPrice: ['单价', '销售单价', '成交单价'],
    currency: ['币种'],
    orderedAt: ['下单时间', '创建时间', '订单时间'],
    shipBy: ['最晚发货时间', '最迟发货时间'],
    shipToName: ['收件人', '收件人姓名', '收件人名称'],
    shipToPhone: ['收件人电话', '电话'],
    shipToAddress1: ['收件人地址1', '地址1', '街道1', '地址'],
    shipToAddress2: ['收件人地址2', '地址2', '街道2'],
    shipToCity: ['收件人城市', '城市'],
    shipToState: ['收件人州', '收件人省/州', '州/省', '省/州', '州'],
    shipToPostalCode: ['收件人邮编', '邮编'],
    shipToCountry: ['收件人国家', '国家', '目的国家', '国家代码'],
  },
});

/** 交易编号 is the number of the marketplace, 订单编号 that of 马帮 where there are both. */
export const mabangOrders = orderSheet({
  name: '马帮订单导出',
  marks: [['订单编号'], ['平台订单编号', '交易编号'], ['店铺名', '店铺', '店铺名称'], ['SKU', '库存SKU', '平台SKU']],
  titles: {
    accountId: ['店铺名', '店铺名称', '店铺'],
    channelOrderNo: ['平台订单编号', '交易编号', '订单编号'],
    skuCode: ['库存SKU', 'SKU'],
    channelSku: ['平台SKU'],
    name: ['商品中文名称', '订单商品名称', '库存SKU中文名称'],
    qty: ['商品数量', '数量', 'SKU数量'],
    unitPrice: ['原始商品销售单价', '商品销售单价', '单价'],
    currency: ['币种', '原始货币', '货币'],
    orderedAt: ['下单时间', '付款时间'],
    shipBy: ['最后发货期限', '最晚发货时间'],
    shipToName: ['客户姓名', '收件人', '收件人姓名'],
    shipToPhone: ['电话1', '电话', '收件人电话'],
    shipToAddress1: ['邮寄地址1', '邮寄地址1(按逗号分隔导出2列)', '地址1', '邮寄地址', '详细地址'],
    shipToAddress2: ['邮寄地址2', '地址2'],
    shipToCity: ['所属城市', '城市'],
    shipToState: ['所属地区(省/州)', '所属地区', '州/省'],
    shipToPostalCode: ['邮政编码', '邮编'],
    shipToCountry: ['国家', '国家二字码', '国家代码', '所属国家'],
  },
});
