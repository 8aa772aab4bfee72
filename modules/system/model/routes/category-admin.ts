import { shape } from '#kit/model/route.ts';
import { guardedRoute } from './neutral.ts';

/** A category as the base has it. */
export interface WireCategory {
  id: string;
  pid: string;
  name: string;
  code: string;
  /** '1' draws an expander. */
  hasChild: '0' | '1';
  version: number;
}

interface WrittenCategory {
  id?: string;
  pid?: string | null;
  name?: string;
  code?: string;
  version?: number | string;
}

const level = shape<Record<string, string>>();
const written = shape<WrittenCategory>();
const reading = guardedRoute('system:category:list');
const adding = guardedRoute('system:category:add');
const editing = guardedRoute('system:category:edit');
const deleting = guardedRoute('system:category:delete');

/** Keeping categories as the base asks for it: the rows and the rights are those of the register. */
export const categoryAdminCalls = {
  roots: reading('GET', '/sys/category/rootList', '一级分类', {
    query: level,
    result: shape<{ records: WireCategory[]; total: number }>(),
  }),
  below: reading('GET', '/sys/category/childList', '下级分类列表', {
    query: level,
    result: shape<WireCategory[]>(),
  }),
  belowMany: reading('GET', '/sys/category/getChildListBatch', '多个分类的下级', {
    query: shape<{ parentIds: string }>(),
    result: shape<{ records: WireCategory[]; total: number }>(),
  }),
  add: adding('POST', '/sys/category/add', '新增分类', {
    body: written,
    result: shape<{ id: string }>(),
  }),
  edit: editing('PUT', '/sys/category/edit', '编辑分类', { body: written }),
  // sic: a stock client may post an edit.
  editByPost: editing('POST', '/sys/category/edit', '编辑分类', { body: written }),
  delete: deleting('DELETE', '/sys/category/delete', '删除分类', {
    query: shape<{ id: string }>(),
  }),
  deleteMany: deleting('DELETE', '/sys/category/deleteBatch', '批量删除分类', {
    query: shape<{ ids: string }>(),
  }),
  isCodeFree: reading('GET', '/sys/category/checkCode', '分类编码校验', {
    query: shape<{ pid?: string; code: string }>(),
  }),
  all: reading('GET', '/sys/category/loadAllData', '某分类的全部下级', {
    query: shape<{ code?: string }>(),
    result: shape<{ value: string; text: string; title: string }[]>(),
  }),
  exportAll: guardedRoute('system:category:export')('GET', '/sys/category/exportXls', '导出分类', {
    query: level,
    givesFile: true,
  }),
  importAll: guardedRoute('system:category:import')('POST', '/sys/category/importExcel', '导入分类', {
    result: shape<unknown>(),
    takesFile: true,
  }),
};
