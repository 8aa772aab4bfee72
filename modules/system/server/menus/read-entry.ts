import { isExternal, externalAddressFault } from '#kit/model/menu-address.ts';
import { invalid, type FieldError } from '#kit/model/refusal.ts';
import { isUuid } from '#kit/server/kinds.ts';
import { isPlatformRight, splitCodes } from '../../model/permission-code.ts';
import type { GivenEntry } from '../../model/routes/menus.ts';
import type { PermissionRow } from '../permission-table.ts';

export const GROUP = 'layouts/RouteView';
export const FRAME = 'layouts/IframePageView';

/** What is written of an entry. */
export type EntryValues = Omit<PermissionRow, 'id' | 'key' | 'changed'>;

const text = (value: unknown): string | null => {
  const read = typeof value === 'string' ? value.trim() : '';
  return read === '' ? null : read;
};
const flag = (value: unknown): boolean => value === true || value === 'true' || value === '1' || value === 1;

const READERS: {
  readonly [K in keyof EntryValues]: [name: string, read: (value: unknown) => unknown];
} = {
  name: ['name', (value) => text(value) ?? ''],
  parentId: ['parentId', (value) => (isUuid(value) ? value : null)],
  perms: ['perms', text],
  permsType: ['permsType', (value) => (String(value) === '2' ? '2' : '1')],
  menuType: ['menuType', Number],
  icon: ['icon', text],
  component: ['component', (value) => componentOf(text(value))],
  componentName: ['componentName', text],
  url: ['url', text],
  redirect: ['redirect', text],
  sortNo: ['sortNo', (value) => (Number.isFinite(Number(value)) ? Number(value) : 1)],
  isRoute: ['route', flag],
  keepAlive: ['keepAlive', flag],
  hidden: ['hidden', flag],
  hideTab: ['hideTab', flag],
  alwaysShow: ['alwaysShow', flag],
  internalOrExternal: ['internalOrExternal', flag],
  status: ['status', (value) => (String(value) === '0' ? '0' : '1')],
  description: ['description', text],
};

/** Clients name a view by its file. */
const componentOf = (given: string | null): string | null =>
  given
    ?.replace(/^\/+/, '')
    .replace(/^(src\/)?views\//, '')
    .replace(/\.vue$/, '') ?? null;

/** What a body says of an entry; whatever it does not name is not there. */
export function givenValues(body: GivenEntry): Partial<EntryValues> {
  const values: Record<string, unknown> = {};
  for (const [key, [name, read]] of Object.entries(READERS))
    if (body[name] !== undefined) values[key] = read(body[name]);
  return values as Partial<EntryValues>;
}

const NEW: EntryValues = {
  name: '',
  parentId: null,
  perms: null,
  permsType: '1',
  menuType: 0,
  icon: null,
  component: null,
  componentName: null,
  url: null,
  redirect: null,
  sortNo: 1,
  isRoute: true,
  keepAlive: false,
  hidden: false,
  hideTab: false,
  alwaysShow: false,
  internalOrExternal: false,
  status: '1',
  description: null,
};

/**
 * An entry of the operator's own as it is to be stored: a group, a page of somebody else's in a frame
 * or a window, or a button that screens alone ask for.
 * @throws Refusal that names every field that is wrong
 */
export function ownEntry(before: PermissionRow | null, body: GivenEntry, rows: readonly PermissionRow[]): EntryValues {
  const {
    id,
    key: _key,
    changed: _changed,
    ...old
  } = before ?? {
    ...NEW,
    id: null,
    key: null,
    changed: [],
  };
  const request = completed({ ...old, ...givenValues(body) });
  const errors = [
    ...commonFaults(request, id, rows),
    ...(request.menuType === 2 ? buttonFaults(request) : pageFaults(request, id, rows)),
    ...codeFaults(request, id, rows),
  ];
  if (errors.length > 0) throw invalid(errors);
  return request;
}

function completed(values: EntryValues): EntryValues {
  if (values.menuType === 2) return { ...values, url: null, component: null, redirect: null, icon: null };
  const url = values.url && !isExternal(values.url) ? `/${values.url.replace(/^\/+/, '')}` : values.url;
  const component = url && isExternal(url) ? FRAME : (values.component ?? GROUP);
  const parentId = values.menuType === 0 ? null : values.parentId;
  return { ...values, url, component, parentId };
}

const fault = (field: string, message: string): FieldError => ({ field, code: 'invalid', message });

/** What holds for every entry, declared ones too. */
export function commonFaults(
  { name, icon, parentId, menuType }: Pick<EntryValues, 'name' | 'icon' | 'parentId' | 'menuType'>,
  id: string | null,
  rows: readonly PermissionRow[],
): FieldError[] {
  const errors: FieldError[] = [];
  if (name === '' || name.length > 100) errors.push(fault('name', '请输入 100 字以内的名称'));
  if (icon && !/^[a-z0-9:-]{1,60}$/.test(icon)) errors.push(fault('icon', '图标名称格式不正确'));
  if (![0, 1, 2].includes(menuType)) errors.push(fault('menuType', '菜单类型不正确'));
  if (menuType !== 0 && !mayHangBelow(parentId, id, rows))
    errors.push(fault('parentId', '请选择上级菜单：不能是按钮，也不能是自己或自己的下级'));
  return errors;
}

function mayHangBelow(parentId: string | null, id: string | null, rows: readonly PermissionRow[]): boolean {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const parent = byId.get(parentId ?? '');
  if (!parent || parent.menuType === 2) return false;
  for (let at: PermissionRow | undefined = parent; at; at = byId.get(at.parentId ?? '')) if (at.id === id) return false;
  return true;
}

const buttonFaults = ({ perms }: EntryValues): FieldError[] => (perms ? [] : [fault('perms', '请输入授权标识')]);

function pageFaults(
  { url, component, id: _id }: EntryValues & { id?: string },
  id: string | null,
  rows: readonly PermissionRow[],
): FieldError[] {
  const errors: FieldError[] = [];
  if (!url) errors.push(fault('url', '请输入访问路径'));
  else if (url.length > 500) errors.push(fault('url', '访问路径不能超过 500 个字符'));
  else if (isExternal(url)) {
    const wrong = externalAddressFault(url);
    if (wrong) errors.push(fault('url', wrong));
  } else if (!/^\/[\w\-/:]*$/.test(url)) errors.push(fault('url', '访问路径只能含字母、数字和 / - _'));
  if (url && rows.some((row) => row.id !== id && row.url === url)) errors.push(fault('url', '已有菜单使用该访问路径'));
  if (component !== GROUP && component !== FRAME)
    errors.push(fault('component', '只能新增目录、外部页面与按钮，页面由程序提供'));
  if (component === FRAME && url && !isExternal(url))
    errors.push(fault('url', '内嵌页面的地址须以 http:// 或 https:// 开头'));
  return errors;
}

/** A code of an own entry is for screens: one that a route asks for would grant more than it says. */
function codeFaults({ perms }: EntryValues, id: string | null, rows: readonly PermissionRow[]): FieldError[] {
  const codes = splitCodes(perms);
  if (codes.some((code) => !/^[\w-]+(:[\w-]+)*$/.test(code) || code.length > 100))
    return [fault('perms', '授权标识只能含字母、数字、- _ 和 :')];
  if (codes.some(isPlatformRight)) return [fault('perms', '该授权标识为平台保留')];
  const taken = new Set(rows.filter((row) => row.id !== id).flatMap((row) => splitCodes(row.perms)));
  return codes.some((code) => taken.has(code)) ? [fault('perms', '授权标识已存在!')] : [];
}
