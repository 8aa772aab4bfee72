import { link, text } from '#kit/model/field.ts';
import { defineRoute, shape } from '#kit/model/route.ts';

/** From which bin to which, and where. */
export const binPatternFields = {
  warehouseId: link('仓库', 'base:warehouse', { required: true }),
  zoneId: link('库区', 'base:warehouseZone', { required: true }),
  from: text('首个编码', { required: true, max: 32, rule: 'code', hint: '如 A-01-01' }),
  to: text('末个编码', {
    required: true,
    max: 32,
    rule: 'code',
    hint: '如 A-03-12：3 个货架 × 12 层',
  }),
};

/** What a pattern would make, and which of that is there. */
export interface BinPlan {
  count: number;
  /** Codes that the warehouse has already: they stay as they are. */
  existing: string[];
  /** The first and the last few of those that are new. */
  first: string[];
  last: string[];
}

export const planBinsRoute = defineRoute({
  method: 'POST',
  path: '/base/warehouseBin/plan',
  access: { permission: 'base:warehouseBin:add' },
  summary: '按规则生成库位：预览',
  effect: 'reads',
  body: binPatternFields,
  result: shape<BinPlan>(),
});

export const generateBinsRoute = defineRoute({
  method: 'POST',
  path: '/base/warehouseBin/generate',
  access: { permission: 'base:warehouseBin:add' },
  summary: '按规则生成库位',
  body: binPatternFields,
  result: shape<{ added: number; kept: number }>(),
});

/** Most bins whose labels are printed into one file. */
export const MOST_BIN_LABELS = 500;

export const printBinsRoute = defineRoute({
  method: 'POST',
  path: '/base/warehouseBin/print',
  access: { permission: 'base:warehouseBin:list' },
  summary: '打印库位标签',
  body: shape<{ ids: readonly string[] }>(),
  givesFile: true,
});
