import { choice, choices, flag, integer, price, text } from '#kit/model/field.ts';
import { defineRegister } from '#kit/model/resource.ts';
import type { RowOf } from '#kit/model/row.ts';
import { enabledStatus } from '#modules/base/model/warehouse.ts';
import { pictureFormat } from './picture.ts';

/** 图片规则: what a channel asks of pictures. What is left out is not asked. */
export const pictureRule = defineRegister({
  module: 'catalog',
  name: 'pictureRule',
  title: '图片规则',
  empty: '登记渠道对图片的要求，产品与图片页会指出不合规的图片；不合规不影响上架销售。',
  fields: {
    name: text('名称', { required: true, unique: true, max: 64 }),
    channelCode: text('渠道', { max: 32, hint: '不填为所有渠道' }),
    leastSidePx: integer('最短边(px)', { min: 1, max: 16_384, hint: '如 1000' }),
    leastRatio: price('宽高比下限', { min: 0, max: 100, hint: '宽除以高，如 0.5' }),
    mostRatio: price('宽高比上限', { min: 0, max: 100, hint: '如 2' }),
    mostKb: integer('最大(KB)', { min: 1, max: 10_240, hint: '不填为不限' }),
    formats: choices('允许格式', pictureFormat, { hint: '不选为不限' }),
    isWhiteMain: flag('主图须白底', { default: true }),
    leastCount: integer('最少张数', { min: 1, max: 9, hint: '产品自己的图片' }),
    needsMain: flag('须有主图', { default: true }),
    status: choice('状态', enabledStatus, { required: true, default: 'enabled' }),
  },
  label: 'name',
  list: [
    { key: 'name', under: ['channelCode'] },
    'formats',
    'status',
    'leastSidePx',
    'mostKb',
    { key: 'leastRatio', under: ['mostRatio'] },
    'leastCount',
    'isWhiteMain',
  ],
  search: ['name', 'channelCode', 'status'],
  form: [
    ['name', 'channelCode'],
    ['leastSidePx', 'mostKb'],
    ['leastRatio', 'mostRatio'],
    ['formats'],
    ['leastCount', 'needsMain'],
    ['isWhiteMain', 'status'],
  ],
});
export type PictureRuleRow = RowOf<typeof pictureRule>;

/** What Wayfair asks of pictures (its partner guidelines), for a tenant to begin with. */
export const FIRST_RULE = {
  name: 'Wayfair',
  channelCode: 'wayfair',
  leastSidePx: 1000,
  leastRatio: '0.5',
  mostRatio: '2',
  mostKb: 10_240,
  formats: ['jpeg', 'png'],
  isWhiteMain: true,
  leastCount: 3,
  needsMain: true,
  status: 'enabled',
} as const;
