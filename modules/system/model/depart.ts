import { choice, integer, text } from '#kit/model/field.ts';
import { defineComposite } from '#kit/model/resource.ts';
import { departStatuses, orgCategories } from './dictionaries.ts';

/** 部门: the organisation as a tree; the place of one and its code stay. */
export const depart = defineComposite(
  {
    module: 'system',
    name: 'depart',
    title: '部门',
    fields: {
      name: text('机构名称', { required: true, max: 100 }),
      nameEn: text('英文名', { max: 255 }),
      abbreviation: text('缩写', { max: 100 }),
      category: choice('机构类型', orgCategories, { default: '1' }),
      mobile: text('电话', { max: 32 }),
      fax: text('传真', { max: 32 }),
      address: text('地址', { max: 200 }),
      memo: text('备注', { max: 500 }),
      description: text('描述', { max: 500 }),
      status: choice('状态', departStatuses, { default: '1' }),
      sortNo: integer('排序', { rule: 'sortNumber', always: true }),
      parentId: text('上级部门编号'),
      /** A sheet names the one above by its path (总部/北方) or by its code. */
      parentPath: text('上级部门', { derived: true, onSheet: true }),
      orgCode: text('编码', { derived: true, always: true }),
      level: integer('层级', { derived: true, always: true }),
    },
    label: 'name',
    list: ['name', 'parentPath', 'orgCode', 'category', 'status'],
    search: ['name'],
    form: [
      ['name', 'abbreviation'],
      ['category', 'status'],
      ['nameEn', 'sortNo'],
      ['mobile', 'fax'],
      ['address'],
      ['memo'],
    ],
  },
  {
    path: '/sys/sysDepart',
    names: {
      name: 'departName',
      nameEn: 'departNameEn',
      abbreviation: 'departNameAbbr',
      category: 'orgCategory',
      sortNo: 'departOrder',
    },
    repeats: { key: 'id', value: 'id', title: 'departName' },
    constants: { delFlag: '0' },
    texts: { edit: '修改成功!', deleteBatch: '删除成功!' },
    serves: ['list', 'add', 'edit', 'delete', 'import', 'export'],
  },
);

/** People who may lead one department. */
export const MAX_DIRECTORS = 100;
