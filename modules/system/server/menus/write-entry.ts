import { invalid, notFound, Refusal } from '#kit/model/refusal.ts';
import { snake } from '#kit/model/resource.ts';
import { audit } from '#kit/server/audit.ts';
import { newId, type Tx } from '#kit/server/database.ts';
import { column, join, sql } from '#kit/server/sql.ts';
import type { GivenEntry } from '../../model/routes/menus.ts';
import type { PermissionRow } from '../permission-table.ts';
import { commonFaults, givenValues, ownEntry, type EntryValues } from './read-entry.ts';

const MENU = 'system:permission';

/** What an operator may arrange of an entry that the program declares. */
export const ARRANGED = [
  'name',
  'icon',
  'sortNo',
  'hidden',
  'alwaysShow',
  'keepAlive',
  'parentId',
] as const satisfies readonly (keyof EntryValues)[];

const ARRANGED_KEYS: ReadonlySet<string> = new Set(ARRANGED);

/** All live entries, locked against each other's changes. */
export async function lockEntries(tx: Tx): Promise<PermissionRow[]> {
  await tx.platform.rows`select pg_advisory_xact_lock(hashtext('permission'))`;
  return tx.platform.rows<PermissionRow>`
    select id, key, parent_id, name, perms, perms_type, menu_type, icon, component, component_name,
      url, redirect, sort_no, is_route, keep_alive, hidden, hide_tab, always_show,
      internal_or_external, status, description, changed
    from permission where is_live order by sort_no, id`;
}

/** Adds an entry of the operator's own. */
export async function addEntry(tx: Tx, body: GivenEntry): Promise<string> {
  const values = ownEntry(null, body, await lockEntries(tx));
  const id = newId();
  const entries = Object.entries(values);
  const names = entries.map(([key]) => column(snake(key)));
  const given = entries.map(([, value]) => sql`${value}`);
  await tx.platform.run`
    insert into permission (id, create_by, create_time, ${join(names, ', ')})
    values (${id}::uuid, ${tx.actor.username}, ${tx.now}, ${join(given, ', ')})`;
  const diff = { name: [null, values.name], url: [null, values.url], perms: [null, values.perms] };
  audit(tx, MENU, [{ rowId: id, action: 'add', diff }]);
  return id;
}

/** Changes an entry: all of one's own, the arrangement of a declared one. */
export async function editEntry(tx: Tx, id: string, body: GivenEntry): Promise<void> {
  const rows = await lockEntries(tx);
  const before = rows.find((row) => row.id === id);
  if (!before) throw notFound();
  if (before.key === null) {
    const changes = changesOf(before, ownEntry(before, body, rows));
    await store(tx, before, changes);
    return;
  }
  const changes = changesOf(before, givenValues(body));
  refuseDeclared(changes);
  const { name, icon, parentId, menuType } = { ...before, ...changes };
  // A declared root stays one until it is hung below another menu, and the other way round.
  const hung = parentId === null ? 0 : menuType === 2 ? 2 : 1;
  const errors = commonFaults({ name, icon, parentId, menuType: hung }, id, rows);
  if (before.menuType === 2 && parentId === null)
    errors.push({ field: 'parentId', code: 'invalid', message: '请选择上级菜单' });
  if (errors.length > 0) throw invalid(errors);
  const isHungAnew = 'parentId' in changes && hung !== before.menuType;
  await store(tx, before, { ...changes, ...(isHungAnew ? { menuType: hung } : {}) });
}

function changesOf(before: PermissionRow, after: Partial<EntryValues>): Partial<EntryValues> {
  const changed = Object.entries(after).filter(([key, value]) => before[key as keyof EntryValues] !== value);
  return Object.fromEntries(changed) as Partial<EntryValues>;
}

/** A code bound to a route can never be switched off into open, nor lead elsewhere. */
function refuseDeclared(changes: Partial<EntryValues>): void {
  if (changes.status !== undefined)
    throw new Refusal('declared', '程序内置的权限由接口校验，不能停用；可以隐藏菜单或收回角色授权');
  // Where it hangs says what kind it is.
  const { menuType: _menuType, ...rest } = changes;
  const fixed = Object.keys(rest).filter((key) => !ARRANGED_KEYS.has(key));
  if (fixed.length > 0)
    throw new Refusal('declared', '程序内置的菜单只能修改名称、图标、排序、隐藏、聚合路由、缓存与上级菜单');
}

async function store(tx: Tx, before: PermissionRow, changes: Partial<EntryValues>): Promise<void> {
  const { menuType, ...rest } = changes;
  const keys = Object.keys(rest) as (keyof typeof rest)[];
  if (keys.length === 0 && menuType === undefined) return;
  const sets = Object.entries(changes).map(([key, value]) => sql`${column(snake(key))} = ${value}`);
  const arranged = [...new Set([...before.changed, ...keys])].sort();
  const changed = before.key === null ? [] : arranged;
  await tx.platform.run`update permission set ${join(sets, ', ')}, changed = ${changed}::text[],
    update_by = ${tx.actor.username}, update_time = ${tx.now}, version = version + 1
    where id = ${before.id}::uuid`;
  const diff = Object.fromEntries(keys.map((key) => [key, [before[key], changes[key]]]));
  audit(tx, MENU, [{ rowId: before.id, action: 'edit', diff }]);
}

/** Hangs entries below one parent in this order, all or none. */
export async function arrangeEntries(tx: Tx, parentId: string | null, ids: readonly string[]): Promise<void> {
  for (const [index, id] of ids.entries())
    await editEntry(tx, id, {
      sortNo: index + 1,
      parentId: parentId ?? '',
      ...(parentId === null ? { menuType: 0 } : {}),
    });
}

/** A declared entry stands again as the program has it. */
export async function restoreEntry(tx: Tx, id: string): Promise<void> {
  const before = (await lockEntries(tx)).find((row) => row.id === id);
  if (!before) throw notFound();
  if (before.key === null) throw new Refusal('own', '只有程序内置的菜单可以恢复默认');
  await tx.platform.run`
    update permission p set changed = '{}',
      name = coalesce(p.declared ->> 'name', p.name),
      icon = case when p.declared ? 'icon' then p.declared ->> 'icon' else p.icon end,
      sort_no = coalesce((p.declared ->> 'sortNo')::double precision, p.sort_no),
      hidden = coalesce((p.declared ->> 'hidden')::boolean, p.hidden),
      keep_alive = coalesce((p.declared ->> 'keepAlive')::boolean, p.keep_alive),
      always_show = false,
      parent_id = case when p.declared ? 'parent'
        then (select d.id from permission d where d.key = p.declared ->> 'parent') else p.parent_id end,
      menu_type = case when p.menu_type = 2 then 2
        when p.declared ->> 'parent' is null then 0 else 1 end,
      update_by = ${tx.actor.username}, update_time = ${tx.now}, version = p.version + 1
    where p.id = ${id}`;
  audit(tx, MENU, [{ rowId: id, action: 'restore', diff: { changed: [before.changed, []] } }]);
}

/** Takes own entries away with whatever they granted. One that holds others stays. */
export async function removeEntries(tx: Tx, ids: readonly string[]): Promise<void> {
  const rows = await lockEntries(tx);
  const found = rows.filter(({ id }) => ids.includes(id));
  if (found.length === 0) throw notFound();
  if (found.some(({ key }) => key !== null)) throw new Refusal('declared', '程序内置的菜单与按钮不能删除，可以隐藏');
  if (rows.some(({ id, parentId }) => parentId !== null && ids.includes(parentId) && !ids.includes(id)))
    throw new Refusal('inUse', '请先删除下级菜单与按钮');
  await tx.platform.run`update permission set is_live = false, update_by = ${tx.actor.username},
    update_time = ${tx.now}, version = version + 1
    where id = any(${found.map(({ id }) => id)}::uuid[])`;
  audit(
    tx,
    MENU,
    found.map(({ id, name }) => ({ rowId: id, action: 'delete', diff: { name: [name, null] } })),
  );
}
