import { text } from '#kit/model/field.ts';
import { shape } from '#kit/model/route.ts';
import { ownRoute } from './neutral.ts';

/** A department as a node of the tree; null where none hang below. */
export interface DepartNode extends Record<string, unknown> {
  id: string;
  departName: string;
  orgCode: string;
  children: DepartNode[] | null;
}

const nodes = shape<DepartNode[]>();

/** The organisation tree. Reading it is everybody's: every department picker needs it. */
export const departCalls = {
  tree: ownRoute('GET', '/sys/sysDepart/queryTreeList', '部门树', {
    query: { ids: text('部门') },
    result: nodes,
  }),
  level: ownRoute('GET', '/sys/sysDepart/queryDepartTreeSync', '一级部门', {
    query: { pid: text('上级部门') },
    result: nodes,
  }),
  search: ownRoute('GET', '/sys/sysDepart/searchBy', '按名称搜索部门', {
    query: { keyWord: text('名称') },
    result: nodes,
  }),
};
