import { itemsOf, type DeclaredDict } from '#kit/model/dict.ts';
import type { DeclaredMenu } from '#kit/model/menu.ts';
import { resourceKey } from '#kit/model/resource.ts';
import type { DeclaredPermission } from '#kit/model/permission.ts';
import { newId, type Database, type PlatformTx } from '#kit/server/database.ts';
import { column as col, sql, type Sql } from '#kit/server/sql.ts';

const BY = 'system';

/**
 * Brings the rights of the program into the table: the code owns codes and titles. A code that
 * is gone is retired, never deleted, so that grants of a rolled back version come back.
 */
export async function syncPermissions(db: Database, declared: readonly DeclaredPermission[]): Promise<void> {
  const byCode = new Map(declared.map((one) => [one.code, one]));
  const codes = [...byCode.keys()];
  const titles = [...byCode.values()].map((one) => one.title);
  await db.platform(async (tx) => {
    // A button somebody made by hand for a code that the program now knows becomes the program's.
    await tx.run`update permission set key = perms, version = version + 1
      where key is null and menu_type = 2 and is_live and perms = any(${codes}::text[])`;
    await tx.run`
      insert into permission (id, key, name, perms, menu_type, sort_no, declared, create_by, create_time)
      select d.id, d.code, d.title, d.code, 2, d.n,
        jsonb_build_object('name', d.title, 'sortNo', d.n), ${BY}, ${tx.now}
      from unnest(${codes.map(() => newId())}::uuid[], ${codes}::text[], ${titles}::text[])
        with ordinality as d (id, code, title, n)
      on conflict (key) do update set
        name = case when 'name' = any(permission.changed) then permission.name else excluded.name end,
        sort_no = case when 'sortNo' = any(permission.changed) then permission.sort_no
          else excluded.sort_no end,
        declared = coalesce(permission.declared, '{}') || excluded.declared,
        is_live = true, version = permission.version + 1, update_by = ${BY}, update_time = ${tx.now}
      where not coalesce(permission.declared @> excluded.declared, false) or not permission.is_live`;
    await tx.run`update permission set is_live = false, version = version + 1, update_by = ${BY}, update_time = ${tx.now}
      where menu_type = 2 and key is not null and is_live and key <> all(${codes}::text[])`;
  });
}

const menuKey = (path: string): string => `menu:${path}`;
const LOOSE = menuKey('#rights');
const LOOSE_TITLE = '数据与其他权限';

/** Brings menus into the table and hangs each button below the page of its resource. */
export async function syncMenus(db: Database, declared: readonly DeclaredMenu[]): Promise<void> {
  const menus = [...new Map(declared.map((menu) => [menu.path, menu])).values()];
  for (const { path, parent } of menus)
    if (parent && !menus.some((menu) => menu.path === parent))
      throw new Error(`menu ${path} hangs below ${parent}, which is none`);
  await db.platform(async (tx) => {
    await upsertMenus(tx, menus);
    await tx.run`
      insert into permission (id, key, name, menu_type, hidden, is_route, sort_no, create_by, create_time)
      values (${newId()}, ${LOOSE}, ${LOOSE_TITLE}, 0, true, false, 999, ${BY}, ${tx.now})
      on conflict (key) do nothing`;
    const keys = [...menus.map((menu) => menuKey(menu.path)), LOOSE];
    await tx.run`update permission set is_live = false, version = version + 1, update_by = ${BY}, update_time = ${tx.now}
      where menu_type <> 2 and key is not null and is_live and key <> all(${keys}::text[])`;
    await tx.run`update permission child set parent_id = null, version = child.version + 1,
        changed = array_remove(child.changed, 'parentId')
      from permission gone where gone.id = child.parent_id and not gone.is_live
        and 'parentId' = any(child.changed)`;
    await tx.run`
      update permission child set parent_id = parent.id, menu_type = 1, version = child.version + 1
      from unnest(${menus.map((menu) => menuKey(menu.path))}::text[],
        ${menus.map((menu) => (menu.parent ? menuKey(menu.parent) : null))}::text[]) as d (key, parent)
      join permission parent on parent.key = d.parent
      where child.key = d.key and not 'parentId' = any(child.changed)
        and (child.parent_id is distinct from parent.id or child.menu_type <> 1)`;
    await placeButtons(tx, menus);
  });
}

/** All of them in one statement: a start asks this of every menu, changed or not. */
async function upsertMenus(tx: PlatformTx, menus: readonly DeclaredMenu[]): Promise<void> {
  const declared = menus.map(({ title, icon = null, sort, hidden = false, keepAlive = false, parent }) =>
    JSON.stringify({ name: title, icon, sortNo: sort, hidden, keepAlive, parent: parent ? menuKey(parent) : null }),
  );
  // What an operator has arranged stays, whatever the program says of it by now.
  const stored = (name: string, column: string): Sql =>
    sql`case when ${name} = any(p.changed) then ${col(`p.${column}`)} else ${col(`excluded.${column}`)} end`;
  const isTop = sql`excluded.declared ->> 'parent' is null and not 'parentId' = any(p.changed)`;
  await tx.query(sql`
    insert into permission as p (id, key, name, perms, menu_type, url, component, icon, sort_no,
      hidden, keep_alive, redirect, declared, create_by, create_time)
    select d.id, d.key, d.declared ->> 'name', d.perms, 0, d.url, d.component, d.declared ->> 'icon',
      (d.declared ->> 'sortNo')::double precision, (d.declared ->> 'hidden')::boolean, (d.declared ->> 'keepAlive')::boolean,
      d.redirect, d.declared, ${BY}, ${tx.now}
    from unnest(${menus.map(() => newId())}::uuid[], ${menus.map((menu) => menuKey(menu.path))}::text[],
      ${menus.map((menu) => menu.permission ?? null)}::text[], ${menus.map((menu) => menu.path)}::text[],
      ${menus.map((menu) => menu.component ?? 'layouts/RouteView')}::text[],
      ${menus.map((menu) => menu.redirect ?? null)}::text[], ${declared}::jsonb[])
      as d (id, key, perms, url, component, redirect, declared)
    on conflict (key) do update set perms = excluded.perms,
      menu_type = case when ${isTop} then 0 else p.menu_type end,
      parent_id = case when ${isTop} then null else p.parent_id end,
      url = excluded.url, component = excluded.component, redirect = excluded.redirect,
      name = ${stored('name', 'name')}, icon = ${stored('icon', 'icon')},
      sort_no = ${stored('sortNo', 'sort_no')}, hidden = ${stored('hidden', 'hidden')},
      keep_alive = ${stored('keepAlive', 'keep_alive')},
      declared = excluded.declared, is_live = true, version = p.version + 1
    where (p.perms, p.url, p.component, p.redirect, p.declared, p.is_live)
      is distinct from (excluded.perms, excluded.url, excluded.component, excluded.redirect,
        excluded.declared, true)
      or (${isTop} and p.parent_id is not null)`);
}

const resourceOf = (code: string): string => {
  const [module = '', name = ''] = code.split(':');
  return resourceKey({ module, name });
};

async function placeButtons(tx: PlatformTx, menus: readonly DeclaredMenu[]): Promise<void> {
  const home = new Map<string, string>();
  for (const menu of [...menus].sort((a, b) => a.sort - b.sort)) {
    const own = menu.resources ?? (menu.permission ? [resourceOf(menu.permission)] : []);
    for (const resource of own) if (!home.has(resource)) home.set(resource, menuKey(menu.path));
  }
  const buttons = await tx.rows<{ id: string; perms: string }>`
    select id, perms from permission where menu_type = 2 and key is not null and is_live`;
  await tx.run`
    update permission b set parent_id = m.id, version = b.version + 1
    from unnest(${buttons.map((button) => button.id)}::uuid[],
      ${buttons.map((button) => home.get(resourceOf(button.perms)) ?? LOOSE)}::text[]) as d (id, menu)
    join permission m on m.key = d.menu
    where b.id = d.id and b.parent_id is distinct from m.id and not 'parentId' = any(b.changed)`;
  await tx.run`update permission set declared = coalesce(declared, '{}') || jsonb_build_object('parent', d.menu)
    from unnest(${buttons.map((button) => button.id)}::uuid[],
      ${buttons.map((button) => home.get(resourceOf(button.perms)) ?? LOOSE)}::text[]) as d (id, menu)
    where permission.id = d.id and permission.declared ->> 'parent' is distinct from d.menu`;
}

/** Brings declared dictionaries into the tables; items that are gone leave with them. */
export async function syncDictionaries(db: Database, declared: readonly DeclaredDict[]): Promise<void> {
  const dicts = [...new Map(declared.map((one) => [one.dict.code, one])).values()];
  const codes = dicts.map(({ dict }) => dict.code);
  const items = dicts.flatMap(({ dict }) =>
    itemsOf(dict).map(([value, text], index) => ({
      code: dict.code,
      value,
      text,
      sort: index + 1,
    })),
  );
  await db.platform(async (tx) => {
    await tx.run`
      insert into dict (id, code, name, is_declared, is_open, create_by, create_time)
      select d.id, d.code, d.name, true, d.is_open, ${BY}, ${tx.now}
      from unnest(${codes.map(() => newId())}::uuid[], ${codes}::text[],
        ${dicts.map((one) => one.name)}::text[],
        ${dicts.map(({ dict }) => dict.isOpen === true)}::boolean[]) as d (id, code, name, is_open)
      on conflict (code) do update set name = excluded.name, is_declared = true, is_live = true,
        is_open = excluded.is_open, version = dict.version + 1
      where dict.name <> excluded.name or not dict.is_declared or not dict.is_live
        or dict.is_open <> excluded.is_open`;
    await tx.run`
      insert into dict_item (id, dict_id, value, text, sort_order, create_by, create_time)
      select i.id, d.id, i.value, i.text, i.sort, ${BY}, ${tx.now}
      from unnest(${items.map(() => newId())}::uuid[], ${items.map((item) => item.code)}::text[],
        ${items.map((item) => item.value)}::text[], ${items.map((item) => item.text)}::text[],
        ${items.map((item) => item.sort)}::integer[]) as i (id, code, value, text, sort)
      join dict d on d.code = i.code
      on conflict (dict_id, value) do update set text = excluded.text, status = '1',
        sort_order = excluded.sort_order, version = dict_item.version + 1, update_by = ${BY}, update_time = ${tx.now}
      where dict_item.text <> excluded.text or dict_item.sort_order <> excluded.sort_order`;
    await tx.run`
      delete from dict_item i using dict d
      where d.id = i.dict_id and d.code = any(${codes}::text[])
        and not exists (
          select 1 from unnest(${items.map((item) => item.code)}::text[],
            ${items.map((item) => item.value)}::text[]) as k (code, value)
          where k.code = d.code and k.value = i.value)`;
    await tx.run`update dict set is_live = false
      where is_declared and is_live and code <> all(${codes}::text[])`;
  });
}
