import type { ReturnGroup } from './return-analysis.ts';

/** What went wrong, as the rules below put reasons of returns and causes of parts together. */
export type Trouble =
  | 'broken'
  | 'lost'
  | 'late'
  | 'wrongItem'
  | 'missing'
  | 'defective'
  | 'described'
  | 'mind'
  | 'channel'
  | 'other';

/** By code of a reason of returns. */
const OF_REASON: Readonly<Record<string, Trouble>> = {
  damagedInTransit: 'broken',
  lost: 'lost',
  undeliverable: 'lost',
  late: 'late',
  wrongItem: 'wrongItem',
  missingParts: 'missing',
  defective: 'defective',
  notAsDescribed: 'described',
  wrongSize: 'described',
  changedMind: 'mind',
  refused: 'mind',
  channelDecision: 'channel',
};
/** By cause of a part. */
const OF_CAUSE: Readonly<Record<string, Trouble>> = {
  damaged: 'broken',
  missing: 'missing',
  defective: 'defective',
  wrong: 'wrongItem',
};

/** @param code of the reason of a return, or the cause of a part after `part:` */
export const troubleOf = (code: string): Trouble =>
  (code.startsWith('part:') ? OF_CAUSE[code.slice(5)] : OF_REASON[code]) ?? 'other';

/** What a group is, and how often each trouble was met in it. */
export interface Judged {
  by: ReturnGroup;
  /** 纸箱 2/3, 承运商 FEDEX. */
  name: string;
  /** Of a carton: how many the SKU has. */
  isOneOfSeveral: boolean;
  troubles: ReadonlyMap<Trouble, number>;
}

/** Fewer than these say nothing. */
export const LEAST_JUDGED = 3;
/** A trouble that makes up so much of a group is what to mend. */
export const MAIN_SHARE = 0.4;

const WORDS: Readonly<Record<Trouble, string>> = {
  broken: '在途破损',
  lost: '丢失和无法投递',
  late: '送达太迟',
  wrongItem: '发错货',
  missing: '少件',
  defective: '质量问题',
  described: '与描述、尺寸不符',
  mind: '买家改变主意',
  channel: '平台判责',
  other: '其他原因',
};

/** What to mend where a trouble is met, most precise first: by group, else in general. */
const MENDING: Readonly<Record<Trouble, Partial<Record<ReturnGroup, string>> & { any: string }>> = {
  broken: {
    carton: '换包装：这一箱加护角、加厚瓦楞，重新做跌落测试',
    sku: '换包装：按“纸箱”维度看是哪一箱，先改那一箱',
    carrier: '改走其他承运商，破损的逐件索赔',
    warehouse: '检查该仓装箱、码托和交接，抽查封箱',
    any: '换包装，并向承运商索赔',
  },
  lost: {
    carrier: '改走其他承运商，丢失的在时限内索赔',
    any: '核对地址校验和承运商，丢失的在时限内索赔',
  },
  late: {
    carrier: '换更快的服务或承运商',
    warehouse: '提前截单、优先拣货，缩短出库时间',
    any: '缩短出库时间，或换更快的物流渠道',
  },
  wrongItem: {
    warehouse: '该仓打开扫码复核，错货货位重新盘点',
    sku: '核对条码和相似货的货位，装箱时扫码',
    any: '装箱时扫码复核',
  },
  missing: {
    carton: '这一箱封箱前称重，核对配件包',
    any: '让供应商封箱前称重核对配件包，备好常缺配件',
  },
  defective: {
    sku: '到货加严抽检，向供应商索赔；超标先停售',
    any: '到货加严抽检，向供应商索赔',
  },
  described: { any: '改刊登的图片、尺寸和描述' },
  mind: { any: '属买家原因，看价格、送达时间是否被比下去；不必改货' },
  channel: { any: '核对平台判责依据，在期限内申诉' },
  other: { any: '原因登记得太粗：质检时选准原因，再看这一页' },
};

/** A sentence that says what to mend in a group. */
export function adviceFor({ by, name, isOneOfSeveral, troubles }: Judged): string {
  const total = [...troubles.values()].reduce((sum, qty) => sum + qty, 0);
  if (total < LEAST_JUDGED) return `只有 ${total} 件，数量太少，先不下结论`;
  const [first] = [...troubles].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  const [trouble, qty] = first ?? (['other', 0] as const);
  const share = qty / total;
  if (share < MAIN_SHARE) return `原因分散，最多的${WORDS[trouble]}占 ${percent(share)}，先按“原因”维度逐项看`;
  const what = by === 'carton' && isOneOfSeveral ? `纸箱 ${name} ` : '';
  return `${what}${WORDS[trouble]}占 ${percent(share)} → ${MENDING[trouble][by] ?? MENDING[trouble].any}`;
}

const percent = (share: number): string => `${Math.round(share * 100)}%`;
