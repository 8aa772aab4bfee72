import { createHash } from 'node:crypto';
import { HOME_PATH } from '../model/menus.ts';
import type { ButtonAuth, MenuNode, OwnAccess } from '../model/routes/session.ts';
import { childrenOf, type PermissionRow } from './permission-table.ts';
import { splitCodes } from '../model/permission-code.ts';

/** The answer of getUserPermissionByToken (contract.md §2.6), but for its zone. */
export type MenuAnswer = Omit<OwnAccess, 'timezone' | 'baseCurrency'>;

const BUTTON = 2;
const GROUP = 'layouts/RouteView';
const FRAME = 'layouts/IframePageView';

/**
 * The menu of one person: pages granted to them and pages that are everybody's, groups that hold
 * one of them; and the button lists the client hides and disables by.
 */
export function menuFor(
  rows: readonly PermissionRow[],
  granted: ReadonlySet<string>,
  codes: ReadonlySet<string>,
): MenuAnswer {
  const buttons = rows.filter((row) => row.menuType === BUTTON);
  const holds = (row: PermissionRow): boolean => splitCodes(row.perms).some((code) => codes.has(code));
  const auth = buttons.filter((row) => row.status === '1' && holds(row)).map(buttonOf);
  const children = childrenOf(rows);
  const build = (parent: string): MenuNode[] =>
    (children.get(parent) ?? [])
      .filter((row) => row.menuType !== BUTTON)
      .flatMap((row) => {
        const inner = build(row.id);
        if (inner.length === 0 && !isOpenTo(row, granted)) return [];
        const own = (children.get(row.id) ?? []).filter((one) => one.menuType === BUTTON);
        return [nodeOf(row, inner, own.filter(holds).map(buttonOf))];
      });
  const menu = homeFirst(build(''));
  return {
    menu,
    auth,
    allAuth: buttons.map((row) => ({ ...buttonOf(row), status: row.status })),
    sysSafeMode: true,
    closed: closedTo(rows, menu),
  };
}

/**
 * Pages that the program brings along and this menu does not have. What an installation has added itself is
 * nobody's business.
 */
function closedTo(rows: readonly PermissionRow[], menu: readonly MenuNode[]): string[] {
  const pathsOf = (nodes: readonly MenuNode[]): string[] =>
    nodes.flatMap(({ path, children }) => [path, ...pathsOf(children ?? [])]);
  const open = new Set(pathsOf(menu));
  const own = rows.filter(({ key, menuType }) => key !== null && menuType !== BUTTON);
  return own.flatMap(({ url }) => (url?.startsWith('/') && !open.has(url) ? [url] : []));
}

/** A page the program declares without a right is everybody's; a group without pages is nobody's. */
function isOpenTo(row: PermissionRow, granted: ReadonlySet<string>): boolean {
  if (row.component === GROUP || !row.component) return false;
  return granted.has(row.id) || (row.key !== null && row.perms === null);
}

const buttonOf = (row: PermissionRow): ButtonAuth => ({
  action: row.perms ?? '',
  type: row.permsType,
  describe: row.name,
});

function nodeOf(row: PermissionRow, children: MenuNode[], permissionList: ButtonAuth[]): MenuNode {
  const url = row.url ?? '';
  const isOutside = /^https?:\/\//.test(url) || url.includes('{{');
  const hidden = row.hidden || (children.length > 0 && children.every((child) => child.hidden));
  return {
    id: row.id,
    path: isOutside ? createHash('md5').update(url).digest('hex') : url,
    name: row.componentName ?? url.replace(/^\//, '').replaceAll('/', '-').replaceAll(':', '@'),
    component: row.component ?? (isOutside ? FRAME : GROUP),
    route: row.isRoute ? '1' : '0',
    ...(row.redirect ? { redirect: row.redirect } : {}),
    ...(hidden ? { hidden: true as const } : {}),
    ...(row.alwaysShow ? { alwaysShow: true as const } : {}),
    meta: {
      title: row.name,
      ...(row.icon ? { icon: row.icon } : {}),
      keepAlive: row.keepAlive,
      internalOrExternal: row.internalOrExternal,
      componentName: row.componentName ?? (row.component ?? '').split('/').at(-1) ?? '',
      ...(isOutside ? { url } : {}),
      ...(row.hidden ? { hideMenu: true } : {}),
      ...(row.hideTab ? { hideTab: true } : {}),
      ...(permissionList.length > 0 ? { permissionList } : {}),
    },
    ...(children.length > 0 ? { children } : {}),
  };
}

function homeFirst(menu: MenuNode[]): MenuNode[] {
  const home = menu.find((node) => node.path === HOME_PATH);
  return home ? [home, ...menu.filter((node) => node !== home)] : menu;
}

/** TreeModel of the grant tree: what the asker may hand on, with the groups that lead there. */
export interface GrantNode {
  key: string;
  value: string;
  title: string;
  slotTitle: string;
  label: string;
  icon: string | null;
  parentId: string | null;
  isLeaf: boolean;
  /** The same; the menu form of a client of the base reads this one. */
  leaf: boolean;
  /** Whether there are data rules to choose from. */
  ruleFlag: 0 | 1;
  scopedSlots: { title: string };
  children: GrantNode[] | null;
}

export function grantTree(
  rows: readonly PermissionRow[],
  mayGrant: (row: PermissionRow) => boolean,
  ruled: ReadonlySet<string>,
): { treeList: GrantNode[]; ids: string[] } {
  const children = childrenOf(rows);
  const ids: string[] = [];
  const build = (parent: string): GrantNode[] =>
    (children.get(parent) ?? []).flatMap((row) => {
      const place = ids.push(row.id) - 1;
      const inner = build(row.id);
      const isGroup = row.perms === null && (row.component ?? GROUP) === GROUP;
      if (inner.length === 0 && (isGroup || !mayGrant(row))) {
        ids.splice(place, 1);
        return [];
      }
      return [grantNode(row, inner, ruled.has(row.id))];
    });
  return { treeList: build(''), ids };
}

const grantNode = (row: PermissionRow, children: GrantNode[], isRuled: boolean): GrantNode => ({
  key: row.id,
  value: row.id,
  title: row.name,
  slotTitle: row.name,
  label: row.name,
  icon: row.icon,
  parentId: row.parentId,
  isLeaf: children.length === 0,
  leaf: children.length === 0,
  ruleFlag: isRuled ? 1 : 0,
  scopedSlots: { title: 'hasDatarule' },
  children: children.length > 0 ? children : null,
});
