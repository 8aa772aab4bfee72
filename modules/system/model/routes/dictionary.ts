import type { CheckFault } from '#kit/model/check-rule.ts';
import type { DictItem } from '#kit/model/dict.ts';
import { shape } from '#kit/model/route.ts';
import type { TreeHit, TreePlace, WireNode } from '#kit/model/tree.ts';
import { ownRoute } from './neutral.ts';

const items = shape<DictItem[]>();
const names = shape<string[]>();
const nodes = shape<WireNode[]>();
const search = shape<{ keyword?: string; pageSize?: number }>();

/** Which items of one dictionary are wanted; a client of the base asks for all. */
export interface DictSearch {
  /** Text or value hold it. */
  keyword?: string;
  /** Values, joined by commas. */
  keys?: string;
  pageSize?: number | string;
}

/** A table stands as `table,text,code` in the place of a dictionary's code. */
export const dictCalls = {
  all: ownRoute('GET', '/sys/dict/queryAllDictItems', '全部字典项', {
    result: shape<Record<string, DictItem[]>>(),
  }),
  items: ownRoute('GET', '/sys/dict/getDictItems/:code', '一个字典的字典项', {
    isSigned: true,
    query: shape<DictSearch>(),
    result: items,
  }),
  // sic: refleshCache
  refresh: ownRoute('GET', '/sys/dict/refleshCache', '刷新字典缓存'),
  rows: ownRoute('GET', '/sys/dict/loadDict/:dict', '搜索字典表的选项', {
    query: search,
    result: items,
  }),
  rowsByValue: ownRoute('GET', '/sys/dict/loadDictOrderByValue/:dict', '搜索字典表的选项，按值排序', {
    query: search,
    result: items,
  }),
  /** `key`: joined by commas; the answer stands in their order. */
  labels: ownRoute('GET', '/sys/dict/loadDictItem/:dict', '字典表已选值的名称', {
    query: shape<{ key: string; delNotExist?: boolean }>(),
    result: names,
  }),
  treeLevel: ownRoute('GET', '/sys/dict/loadTreeData', '字典树的一级', {
    query: shape<TreePlace>(),
    result: nodes,
  }),
  searchTree: ownRoute('GET', '/sys/dict/searchTreeData', '在整个字典树中搜索，带所在路径', {
    query: shape<TreePlace & { keyword: string }>(),
    result: shape<TreeHit[]>(),
  }),
};

export const checkCalls = {
  isTaken: ownRoute('GET', '/sys/duplicate/check', '唯一性校验', {
    query: shape<{ tableName: string; fieldName: string; fieldVal: string; dataId: string }>(),
  }),
  /** A fault comes with the refusal. */
  byRule: ownRoute('GET', '/sys/checkRule/checkByCode', '编码校验', {
    query: shape<{ ruleCode: string; value: string }>(),
    result: shape<CheckFault | null>(),
  }),
};

/** Values that nobody types, made by the rule of a code. */
export const fillCalls = {
  /** The next value; it is not taken. */
  test: ownRoute('GET', '/sys/fillRule/testFillRule', '试生成填值规则的值', {
    query: shape<{ ruleCode: string }>(),
    result: shape<string>(),
  }),
  /** What would come next by parameters as they are being written; nothing is taken. */
  preview: ownRoute('GET', '/sys/fillRule/previewFillRule', '预览填值规则的下几个值', {
    query: shape<{ ruleCode: string; ruleParams: string }>(),
    result: shape<string[]>(),
  }),
  /** Takes a value; the body holds what the form has typed. */
  one: ownRoute('PUT', '/sys/fillRule/executeRuleByCode/:ruleCode', '按填值规则取值', {
    body: shape<Record<string, unknown>>(),
    result: shape<string>(),
  }),
  many: ownRoute('PUT', '/sys/fillRule/executeRuleByCodeBatch', '按多个填值规则取值', {
    body: shape<{ rules: unknown; commonFormData?: unknown }>(),
    result: shape<{ ruleCode: string; result: string }[]>(),
  }),
};

interface Below {
  condition?: string | undefined;
}

/** Reading the categories, for everybody who chooses one. */
export const categoryCalls = {
  /** Below `pcode`: one level (`async`), or everything down to the leaves. */
  root: ownRoute('GET', '/sys/category/loadTreeRoot', '分类树', {
    query: shape<Below & { pcode?: string; async?: boolean }>(),
    result: nodes,
  }),
  children: ownRoute('GET', '/sys/category/loadTreeChildren', '下级分类', {
    query: shape<Below & { pid: string }>(),
    result: nodes,
  }),
  level: ownRoute('GET', '/sys/category/loadTreeData', '分类树的一级', {
    query: shape<Below & { pid?: string; pcode?: string }>(),
    result: nodes,
  }),
  one: ownRoute('GET', '/sys/category/loadOne', '一个分类', {
    query: shape<{ field: string; val: string }>(),
    result: shape<{ id: string; pid: string; name: string; code: string }>(),
  }),
  names: ownRoute('GET', '/sys/category/loadDictItem', '已选分类的名称', {
    query: shape<{ ids: string; delNotExist?: boolean }>(),
    result: names,
  }),
};
