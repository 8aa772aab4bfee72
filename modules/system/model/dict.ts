import { choice, flag, integer, text, textarea } from '#kit/model/field.ts';
import { dict as declareDict } from '#kit/model/dict.ts';
import { defineComposite } from '#kit/model/resource.ts';

/** Who keeps a dictionary, or an item of one. */
export const dictOrigins = declareDict('dict_origin', {
  program: '内置',
  platform: '平台',
  own: '本租户',
});

/** Tones in which the tags of an item are shown: those of the console, light and dark. */
export const itemColors = declareDict('dict_item_color', {
  red: '红色',
  amber: '橙色',
  green: '绿色',
  blue: '蓝色',
  grey: '灰色',
});

export const itemStatuses = declareDict('dict_item_status', { '1': '启用', '0': '不启用' }, ['1', '0']);

/** Keeping dictionaries that every tenant has. */
export const PLATFORM_DICTS = 'platform:dict:edit';

/** 数据字典: those of the program and of the platform, and the tenant's own. */
export const dict = defineComposite(
  {
    module: 'system',
    name: 'dict',
    title: '数据字典',
    fields: {
      name: text('字典名称', { required: true, max: 100 }),
      code: text('字典编码', { required: true, unique: true, rule: 'code', max: 64 }),
      origin: choice('来源', dictOrigins, { default: 'own', always: true }),
      isOpen: flag('可新增字典项', { derived: true, always: true }),
      itemCount: integer('字典项数', { derived: true, always: true }),
      description: textarea('描述', { max: 255 }),
    },
    label: 'name',
    list: ['name', 'code', 'origin', 'itemCount', 'description', 'createTime'],
    search: ['name', 'code', 'origin'],
    form: [['name', 'code'], ['description']],
    sort: { field: 'code', order: 'asc' },
  },
  {
    path: '/sys/dict',
    table: 'sys_dict',
    names: { name: 'dictName', code: 'dictCode' },
    constants: { delFlag: 0, type: 0 },
    texts: {
      add: '保存成功！',
      edit: '编辑成功!',
      delete: '删除成功!',
      deleteBatch: '批量删除成功!',
    },
    serves: ['list', 'add', 'edit', 'delete', 'export'],
  },
);

/** 字典项: what a dictionary offers, as the tenant has it. */
export const dictItem = defineComposite(
  {
    module: 'system',
    name: 'dictItem',
    title: '字典项',
    fields: {
      dictId: text('字典', { required: true }),
      text: text('名称', { required: true, max: 100 }),
      value: text('数据值', { required: true, max: 100 }),
      color: choice('颜色', itemColors),
      sortOrder: integer('排序', { min: 1, max: 1_000_000 }),
      status: choice('状态', itemStatuses, { default: '1' }),
      description: textarea('描述', { max: 255 }),
      origin: choice('来源', dictOrigins, { derived: true, always: true }),
      originText: text('原名称', { derived: true }),
    },
    label: 'text',
    list: ['text', 'value', 'color', 'sortOrder', 'status', 'origin', 'description'],
    search: ['text', 'value', 'status'],
    form: [['text', 'value'], ['color', 'sortOrder'], ['status'], ['description']],
    sort: { field: 'sortOrder', order: 'asc' },
  },
  {
    path: '/sys/dictItem',
    table: 'sys_dict_item',
    names: { text: 'itemText', value: 'itemValue', color: 'itemColor' },
    numbers: ['status'],
    texts: {
      add: '保存成功！',
      edit: '编辑成功!',
      delete: '删除成功!',
      deleteBatch: '批量删除成功!',
    },
    serves: ['list', 'add', 'edit', 'delete'],
  },
);
