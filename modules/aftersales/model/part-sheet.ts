import { address, addressKeys } from '#kit/model/address.ts';
import { datetime, link, quantity, text, type Values } from '#kit/model/field.ts';
import { defineRoute } from '#kit/model/route.ts';

/** Rows of a sheet of part requests at most: it is sorted by request before the first one is taken in. */
export const MOST_PART_LINES = 2_000;

/**
 * 配件补发 by a sheet: a row for each part of a request, in any order. What belongs to the request may
 * stand in each of its rows or in one.
 */
export const PART_SHEET = {
  accountId: link('店铺', 'base:channelAccount', { hint: '留空则按PO号找' }),
  channelPartNo: text('平台补件号', { max: 64 }),
  channelOrderNo: text('PO号', { max: 64 }),
  parentSku: text('整件SKU', { max: 64 }),
  partSku: text('配件SKU', { max: 64 }),
  description: text('配件说明', { max: 255 }),
  qty: quantity('数量', { required: true, min: 1, max: 1000 }),
  cause: text('原因', { max: 255 }),
  receivedAt: datetime('请求时间'),
  ...address('shipTo'),
  remark: text('备注', { max: 500 }),
} as const;

/** What the file of the channel calls them. */
export const CHANNEL_TITLES = {
  channelOrderNo: ['PO'],
  channelPartNo: ['Part request no.', 'Part request no'],
  partSku: ['Part number'],
  qty: ['Qty'],
  cause: ['Reason'],
} as const satisfies Partial<Record<keyof typeof PART_SHEET, readonly string[]>>;

/** 平台补件文件: its columns in their order. */
export const CHANNEL_FILE_TITLES = ['PO', 'Part request no.', 'Part number', 'Qty', 'Reason'] as const;

/** What it is called as an empty file. */
export const CHANNEL_FILE = '平台补件文件.xls';

export const channelTemplateRoute = defineRoute({
  method: 'GET',
  path: '/aftersales/partOrder/channelTemplate',
  access: { permission: 'aftersales:partOrder:import' },
  summary: '平台补件文件模板',
  givesFile: true,
});

/** A row as it was read: instants are instants. */
export type PartSheetRow = Omit<Values<typeof PART_SHEET>, 'receivedAt'> & {
  receivedAt?: Date | null;
};

/** What is said of the request, not of a part: its rows say the same, or nothing. */
export const PART_HEAD_KEYS = [
  'receivedAt',
  ...addressKeys('shipTo'),
  'remark',
] as const satisfies readonly (keyof PartSheetRow)[];

type Cause = 'missing' | 'damaged' | 'defective' | 'wrong' | 'lost' | 'other';

/** Words of people and channels for what was wrong, the first that is found decides. */
const CAUSES: readonly (readonly [cause: Cause, words: RegExp])[] = [
  ['missing', /少件|缺件|漏发|missing|short/i],
  ['wrong', /错件|发错|wrong|incorrect/i],
  ['lost', /遗失|丢失|lost/i],
  ['damaged', /破损|损坏|damag|broken|scratch|dent|crack/i],
  ['defective', /质量|瑕疵|defect|fault|does ?n[o']t fit/i],
];

/** What was wrong, from a text in whatever words; nothing said counts as broken. */
export const causeOf = (text: string | null | undefined): Cause =>
  text?.trim() ? (CAUSES.find(([, words]) => words.test(text))?.[0] ?? 'other') : 'damaged';
