import { shape } from '#kit/model/route.ts';
import { guardedRoute } from './neutral.ts';

/** A dictionary in the recycle bin. */
export interface DeletedDict {
  id: string;
  dictName: string;
  dictCode: string;
  description: string | null;
}

/** A dictionary with its items, as a tree. */
export interface DictNode {
  key: string;
  title: string;
  value: string;
  children: { key: string; title: string; value: string }[];
}

const reading = guardedRoute('system:dict:list');
const deleting = guardedRoute('system:dict:delete');

/** Keeping dictionaries, beyond what their declarations bring. */
export const dictAdminCalls = {
  tree: reading('GET', '/sys/dict/treeList', '数据字典树', { result: shape<DictNode[]>() }),
  deleted: deleting('GET', '/sys/dict/deleteList', '数据字典回收站', {
    result: shape<DeletedDict[]>(),
  }),
  restore: deleting('PUT', '/sys/dict/back/:id', '还原数据字典'),
  erase: deleting('DELETE', '/sys/dict/deletePhysic/:id', '彻底删除数据字典'),
  exportAll: guardedRoute('system:dict:export')('GET', '/sys/dict/exportXls', '导出数据字典', {
    query: shape<{ selections?: string }>(),
    givesFile: true,
  }),
  importAll: guardedRoute('system:dict:add')('POST', '/sys/dict/importExcel', '导入数据字典', {
    result: shape<unknown>(),
    takesFile: true,
  }),
  template: guardedRoute('system:dict:add')('GET', '/sys/dict/importTemplate', '数据字典导入模板', {
    givesFile: true,
  }),
  isValueFree: guardedRoute('system:dictItem:list')('GET', '/sys/dictItem/dictItemCheck', '字典项数据值校验', {
    query: shape<{ itemValue: string; dictId: string; id?: string }>(),
  }),
  /** Items in the order they are to stand in; they share the places they have. */
  arrange: guardedRoute('system:dictItem:edit')('POST', '/sys/dictItem/arrange', '调整字典项顺序', {
    body: shape<{ dictId: string; ids: string }>(),
  }),
};
