import { text } from '#kit/model/field.ts';
import { shape } from '#kit/model/route.ts';
import { guardedRoute } from './neutral.ts';

/** A menu or button as it is administered. */
export interface MenuEntry {
  id: string;
  key: string;
  title: string;
  parentId: string;
  name: string;
  /** 0 a root, 1 a menu below another, 2 a button. */
  menuType: number;
  perms: string | null;
  permsType: string;
  icon: string | null;
  component: string | null;
  componentName: string | null;
  url: string | null;
  redirect: string | null;
  sortNo: number;
  isLeaf: boolean;
  route: boolean;
  keepAlive: boolean;
  hidden: boolean;
  hideTab: boolean;
  alwaysShow: boolean;
  internalOrExternal: boolean;
  status: string;
  description: string | null;
  delFlag: 0;
  ruleFlag: 0 | 1;
  /** Ours: the program declares it, so that its code, address and page stay. */
  isDeclared: boolean;
  /** Ours: what of a declared one was arranged differently. */
  changed: string[];
  /** Ours: whether rules may be written for its rows. */
  mayHaveRules: boolean;
  children?: MenuEntry[];
}

/** What a form sends; numbers and booleans come as texts from some clients. */
export type GivenEntry = Readonly<Record<string, unknown>>;

const reading = guardedRoute('system:dataRule:list');
const writing = (verb: string) => guardedRoute(`system:permission:${verb}`);
const rows = { result: shape<MenuEntry[]>() };

/** Menus and buttons. Reading them shows what the own tenant may have. */
export const menuCalls = {
  roots: reading('GET', '/sys/permission/getSystemMenuList', '一级菜单', rows),
  below: reading('GET', '/sys/permission/getSystemSubmenu', '下级菜单', {
    query: { parentId: text('上级菜单') },
    ...rows,
  }),
  belowEach: reading('GET', '/sys/permission/getSystemSubmenuBatch', '多个菜单的下级', {
    query: { parentIds: text('上级菜单') },
    result: shape<Record<string, MenuEntry[]>>(),
  }),
  tree: reading('GET', '/sys/permission/list', '全部菜单与按钮', {
    query: { name: text('名称') },
    ...rows,
  }),
  add: writing('add')('POST', '/sys/permission/add', '新增菜单', { body: shape<GivenEntry>() }),
  edit: writing('edit')('PUT', '/sys/permission/edit', '修改菜单', {
    body: shape<GivenEntry & { id: string }>(),
  }),
  /** Ours: what is declared stands again as the program has it. */
  restore: writing('edit')('POST', '/sys/permission/restore', '恢复菜单默认设置', {
    body: shape<{ id: string }>(),
  }),
  /** Ours: the order of siblings, and whom they hang below. */
  arrange: writing('edit')('POST', '/sys/permission/arrange', '调整菜单顺序', {
    body: shape<{ parentId: string; ids: string[] }>(),
  }),
  remove: writing('delete')('DELETE', '/sys/permission/delete', '删除菜单', {
    query: { id: text('菜单') },
  }),
  removeMany: writing('delete')('DELETE', '/sys/permission/deleteBatch', '批量删除菜单', {
    query: { ids: text('菜单') },
  }),
};
