import type { WireRow } from '#kit/model/row.ts';
import { grouped, tenantDay } from '#kit/web/index.ts';
import { SPEED_WEIGHTS } from '../model/restock.ts';
import type { restockAdvice } from '../model/restock-list.ts';

export type AdviceRow = WireRow<typeof restockAdvice>;

/** A figure of the list that can be explained. */
export type Figure =
  | 'suggested'
  | 'daily'
  | 'daysLeft'
  | 'available'
  | 'inTransit'
  | 'reorderPoint'
  | 'leadDays'
  | 'moq';

/** One figure with what it is made of. */
export interface Step {
  figure: Figure;
  title: string;
  result: string;
  /** How it is worked out, line by line. */
  lines: readonly string[];
  links: readonly { title: string; path: string; permission: string }[];
}

/** A speed without zeros that it does not need. */
export const shortDaily = (daily: string): string =>
  grouped(
    Number(daily)
      .toFixed(2)
      .replace(/\.?0+$/, ''),
  );

const n = (value: number): string => grouped(value);
const average = (sold: number, days: number): string => shortDaily(String(sold / days));

const LEAD_WORDS: Readonly<Record<string, string>> = {
  price: '供货价上写的交期。',
  supplier: '供应商资料里的交期；供应商取最近一次入库的那家。',
  learned: '这家供应商一年内从下单到到货的平均天数，不足一天算一天。',
  default: '还不知道向谁买，或供应商没有填交期，按「采购设置」的默认天数算；在「供应商」里填交期。',
};

/** Every figure of a row as the sum that it is, in the order in which one follows from another. */
export function restockSteps(row: AdviceRow): Step[] {
  const place = new URLSearchParams({ skuId: row.skuId, warehouseId: row.warehouseId }).toString();
  return [
    suggestedStep(row),
    speedStep(row),
    stockStep(row, place),
    transitStep(row, place),
    {
      figure: 'daysLeft',
      title: '可售天数',
      result: row.daysLeft === null ? '近 30 天没有订单' : `${n(row.daysLeft)} 天`,
      lines: [
        `可用 ${n(row.available)} ÷ 日均 ${shortDaily(row.daily)}，不算在途`,
        `少于交期 ${row.leadDays} 天就有断货风险`,
      ],
      links: [],
    },
    {
      figure: 'reorderPoint',
      title: '补货点',
      result: `${n(row.reorderPoint)} 件`,
      lines: [
        `日均 ${shortDaily(row.daily)} × 交期 ${row.leadDays} 天（向上取整）+ 安全库存 ${n(row.safetyStock)}`,
        '安全库存取 SKU 资料里的数，按各仓近 30 天销量分摊；都没有销量时全部算在可用最多的仓',
      ],
      links: [{ title: 'SKU 资料', path: `/base/sku?id=${row.skuId}`, permission: 'catalog:sku:list' }],
    },
    {
      figure: 'leadDays',
      title: '交期',
      result: `${row.leadDays} 天`,
      lines: [LEAD_WORDS[row.leadFrom] ?? '', ...learnedWords(row)],
      links: [
        { title: '供应商', path: '/base/supplier', permission: 'base:supplier:list' },
        ...(row.learnedDays === null
          ? []
          : [
              {
                title: '到货明细',
                path: `/purchase/delivery?supplierId=${row.supplierId}`,
                permission: 'purchasing:supplierDelivery:list',
              },
            ]),
      ],
    },
    {
      figure: 'moq',
      title: '起订量与装箱数',
      result: `起订 ${row.moq > 0 ? n(row.moq) : '不限'}，每箱 ${n(row.packUnits)} 件`,
      lines: ['只有一种箱规时按整箱补；一件分多箱的 SKU 按件补'],
      links: [
        {
          title: '箱规',
          path: `/base/carton?skuId=${row.skuId}`,
          permission: 'catalog:skuCarton:list',
        },
      ],
    },
  ];
}

/** What deliveries took, where there were enough, and how the advice follows that. */
function learnedWords({ learnedDays, learnedFrom, leadFrom }: AdviceRow): string[] {
  if (learnedDays === null) return [];
  const words = `实际到货平均 ${learnedDays} 天（一年内 ${n(learnedFrom)} 次到货）`;
  return [leadFrom === 'learned' ? words : `${words}；点列表上方「按实际到货」改用它`];
}

function suggestedStep(row: AdviceRow): Step {
  const isDue = row.position <= row.reorderPoint;
  const least = Math.max(row.missing, row.moq);
  const rounded = [
    ...(row.moq > row.missing ? [`不足起订量，按 ${n(row.moq)} 件`] : []),
    ...(row.suggested > least ? [`按每箱 ${n(row.packUnits)} 件补成整箱，共 ${n(row.suggested)} 件`] : []),
  ];
  return {
    figure: 'suggested',
    title: '建议补货',
    result: `${n(row.suggested)} 件`,
    lines: [
      `可用 ${n(row.available)} + 在途 ${n(row.inTransit)} + 采购未到 ${n(row.onOrder)} = ${n(row.position)}`,
      isDue ? `不超过补货点 ${n(row.reorderPoint)}，要补` : `高于补货点 ${n(row.reorderPoint)}，还不用补`,
      `目标 ${n(row.target)} = 日均 ${shortDaily(row.daily)} ×（交期 ${row.leadDays} + 备货 ${row.coverDays} 天）+ 安全库存 ${n(row.safetyStock)}`,
      ...(row.missing > 0 ? [`缺口 ${n(row.target)} − ${n(row.position)} = ${n(row.missing)}`] : []),
      ...(row.suggested > 0 ? rounded : []),
    ],
    links: [],
  };
}

function speedStep(row: AdviceRow): Step {
  const orders = (days: number): string => {
    const found = new URLSearchParams({
      tab: '*',
      keyword: row.skuId_dictText ?? '',
      warehouseId: row.warehouseId,
      orderedAt_begin: tenantDay(1 - days),
    });
    return `/orders/pending?${found.toString()}`;
  };
  return {
    figure: 'daily',
    title: '日均销量',
    result: `${shortDaily(row.daily)} 件`,
    lines: [
      ...SPEED_WEIGHTS.map(
        ({ days, weight }) =>
          `近 ${days} 天下单 ${n(row[`sold${days}`])}，平均 ${average(row[`sold${days}`], days)} × ${weight}%`,
      ),
      '按下单日算本仓的订单，发没发货都算；已取消的件数、沙箱订单不算，退货不扣，组合算在组件上；今天算一天',
      '还没分仓的订单算在优先级最高的仓',
    ],
    links: SPEED_WEIGHTS.map(({ days }) => ({
      title: `近 ${days} 天的订单`,
      path: orders(days),
      permission: 'orders:salesOrder:list',
    })),
  };
}

const stockStep = (row: AdviceRow, place: string): Step => ({
  figure: 'available',
  title: '可用',
  result: `${n(row.available)} 件`,
  lines: [
    `良品在库 ${n(row.onHand)} − 预占 ${n(row.reserved)} − 冻结 ${n(row.frozen)}`,
    '组合自己没有库存，只算组件，不会重复',
  ],
  links: [
    {
      title: '库存',
      path: `/base/inventory?${place}`,
      permission: 'inventory:stockPlace:list',
    },
    {
      title: '预占明细',
      path: `/base/reservation?${place}&status=open`,
      permission: 'inventory:reservation:list',
    },
  ],
});

const transitStep = (row: AdviceRow, place: string): Step => ({
  figure: 'inTransit',
  title: '在途与采购未到',
  result: `${n(row.inTransit + row.onOrder)} 件`,
  lines: [
    `在途 ${n(row.inTransit)}：已出库的调拨、已预报的入库单，还没收的`,
    `采购未到 ${n(row.onOrder)}：已经下单、还没有预报的`,
  ],
  links: [
    {
      title: '入库单',
      path: `/base/inbound?warehouseId=${row.warehouseId}`,
      permission: 'inventory:inboundReceipt:list',
    },
    {
      title: '调拨单',
      path: `/base/stock-transfer?toWarehouseId=${row.warehouseId}`,
      permission: 'inventory:stockTransfer:list',
    },
    {
      title: '库存流水',
      path: `/base/stock-ledger?${place}`,
      permission: 'inventory:stockMovement:list',
    },
  ],
});
