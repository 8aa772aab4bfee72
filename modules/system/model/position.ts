import { choice, text } from '#kit/model/field.ts';
import { defineRegister } from '#kit/model/resource.ts';
import { positionRanks } from './dictionaries.ts';

/** 职务: positions that people hold, each named in its holders by code. */
export const position = defineRegister(
  {
    module: 'system',
    name: 'position',
    title: '职务',
    fields: {
      code: text('职务编码', { required: true, unique: true, rule: 'code', max: 64 }),
      name: text('职务名称', { required: true, max: 100 }),
      rank: choice('职务级别', positionRanks),
    },
    label: 'name',
    list: ['code', 'name', 'rank', 'createTime'],
    search: ['code', 'name', 'rank'],
    form: [['code', 'name'], ['rank']],
  },
  {
    path: '/sys/position',
    names: { rank: 'postRank' },
    // sic: the column of the base reads this name although the field is postRank.
    repeats: { rank_dictText: 'postRank_dictText' },
    texts: { edit: '修改成功!', deleteBatch: '删除成功!' },
    open: ['list'],
  },
);
