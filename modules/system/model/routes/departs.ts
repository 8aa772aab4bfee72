import { text } from '#kit/model/field.ts';
import { shape } from '#kit/model/route.ts';
import { guardedRoute, ownRoute } from './neutral.ts';

/** A department as a node of the tree; null where none hang below. */
export interface DepartNode extends Record<string, unknown> {
  id: string;
  departName: string;
  orgCode: string;
  children: DepartNode[] | null;
}

/** A department to choose. */
export interface DepartChoice {
  key: string;
  value: string;
  title: string;
  isLeaf: boolean;
  children: DepartChoice[] | null;
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
  /** `myDeptSearch` = 1 looks among those that the asker leads. */
  search: ownRoute('GET', '/sys/sysDepart/searchBy', '按名称搜索部门', {
    query: { keyWord: text('名称'), myDeptSearch: text('仅我负责的部门') },
    result: nodes,
  }),
  /** The tree without its particulars, to choose from. */
  idTree: ownRoute('GET', '/sys/sysDepart/queryIdTree', '部门树（仅名称）', {
    result: shape<DepartChoice[]>(),
  }),
};

/** What goes along with a department that is moved or merged: how many, and the first of their names. */
export interface MovedWith {
  what: string;
  count: number;
  names: string[];
}

/** A department before and after, and what goes along. */
export interface DepartMove {
  name: string;
  /** Codes before and after; those below follow. */
  orgCode: [before: string, after: string];
  along: MovedWith[];
}

const moved = shape<DepartMove>();

/** Ours: a department in another place. With `dryRun` it only says what would go along. */
export const departMoveCalls = {
  /** Without a parent it becomes a root. */
  move: guardedRoute('system:depart:edit')('POST', '/sys/sysDepart/move', '移动部门', {
    body: shape<{ id: string; parentId?: string | null; dryRun?: boolean }>(),
    result: moved,
  }),
  merge: guardedRoute('system:depart:delete')('POST', '/sys/sysDepart/merge', '合并部门', {
    body: shape<{ id: string; intoId: string; dryRun?: boolean }>(),
    result: moved,
  }),
};
