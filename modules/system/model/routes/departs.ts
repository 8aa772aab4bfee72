import { shape } from '#kit/model/route.ts';
import { departFields } from '../user.ts';
import { guardedRoute, ownRoute } from './neutral.ts';

/** A department of the tree, under the names of the given base; null where there are none below. */
export interface DepartNode extends Record<string, unknown> {
  id: string;
  key: string;
  title: string;
  departName: string;
  orgCode: string;
  orgCategory: string | null;
  status: string | null;
  children: DepartNode[] | null;
}

const BASE = '/sys/sysDepart';
const tree = shape<DepartNode[]>();
const may = (verb: string) => guardedRoute(`system:depart:${verb}`);

/** The organisation tree. Reading it is everybody's: every department picker needs it. */
export const departCalls = {
  tree: ownRoute('GET', `${BASE}/queryTreeList`, '部门树', {
    query: shape<{ ids?: string }>(),
    result: tree,
  }),
  level: ownRoute('GET', `${BASE}/queryDepartTreeSync`, '一级部门', {
    query: shape<{ pid?: string }>(),
    result: tree,
  }),
  search: ownRoute('GET', `${BASE}/searchBy`, '按名称搜索部门', {
    query: shape<{ keyWord: string }>(),
    result: tree,
  }),
  add: may('add')('POST', `${BASE}/add`, '新增部门', {
    body: shape<Record<string, unknown> & { parentId?: string }>(departFields),
    result: shape<{ id: string; orgCode: string }>(),
  }),
  edit: may('edit')('PUT', `${BASE}/edit`, '编辑部门', {
    body: shape<Record<string, unknown> & { id: string }>(departFields),
  }),
  delete: may('delete')('DELETE', `${BASE}/delete`, '删除部门及其下级', {
    query: shape<{ id: string }>(),
  }),
  deleteBatch: may('delete')('DELETE', `${BASE}/deleteBatch`, '批量删除部门及其下级', {
    query: shape<{ ids: string }>(),
  }),
};
