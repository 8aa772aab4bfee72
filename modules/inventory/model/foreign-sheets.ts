import { defineForeignSheet, foreignReading } from '#kit/model/foreign-sheet.ts';
import { stockAdjustment, stockAdjustmentLine } from './stock-adjustment.ts';

/** How the stock list of another program calls what we read of it. */
interface StockTitles {
  name: string;
  marks: readonly (readonly string[])[];
  sku: readonly string[];
  qty: readonly string[];
  cost: readonly string[];
  warehouse: readonly string[];
}

/** What is free to be sold becomes opening stock: what is locked is sent out where it was sold. */
const stockSheet = ({ name, marks, sku, qty, cost, warehouse }: StockTitles) =>
  defineForeignSheet({
    name,
    marks,
    place: '请到“库存 - 调整单”新增类型为“期初导入”的调整单，在明细中“从表格导入”',
    reads: foreignReading(stockAdjustment, stockAdjustmentLine.fields, {
      some: 'qty',
      partBy: warehouse,
      beside: '数量取可用量：锁定、待检、次品和在途不计入，需要时另行录入',
      columns: {
        skuId: { titles: sku },
        qty: { titles: qty },
        unitCost: { titles: cost, currency: 'CNY', saidIn: ['币种'] },
      },
    }),
  });

export const lingxingStock = stockSheet({
  name: '领星库存导出',
  marks: [['SKU'], ['仓库', '仓库名称'], ['可用量', '可用库存']],
  sku: ['SKU'],
  qty: ['可用量', '可用库存'],
  cost: ['单位库存成本', '单位成本', '采购单价'],
  warehouse: ['仓库', '仓库名称'],
});

export const eccangStock = stockSheet({
  name: '易仓库存导出',
  marks: [
    ['产品代码', '产品SKU'],
    ['仓库代码', '仓库', '仓库名称'],
    ['可用数量', '可用库存', '可售数量', '可售'],
  ],
  sku: ['产品代码', '产品SKU'],
  qty: ['可用数量', '可用库存', '可售数量', '可售'],
  cost: ['库存单价', '单位成本', '采购单价'],
  warehouse: ['仓库代码', '仓库名称', '仓库'],
});

/** 马帮 lists stock in the list of its SKUs, where there is a column of the warehouse. */
export const mabangStock = stockSheet({
  name: '马帮库存导出',
  marks: [
    ['库存SKU', '库存SKU编号'],
    ['仓库', '仓库名称', '所属仓库'],
    ['可用库存', '可用库存量', '库存数量', '库存总量'],
  ],
  sku: ['库存SKU', '库存SKU编号'],
  qty: ['可用库存', '可用库存量', '库存数量', '库存总量(个)', '库存总量'],
  cost: ['统一成本价', '成本价', '采购价'],
  warehouse: ['仓库', '仓库名称', '所属仓库'],
});
