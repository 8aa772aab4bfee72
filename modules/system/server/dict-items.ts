import { invalid, notFound, Refusal, staleVersion } from '#kit/model/refusal.ts';
import type { Field } from '#kit/model/field.ts';
import { snake, type AnyResource } from '#kit/model/resource.ts';
import type { RowOf } from '#kit/model/row.ts';
import { auditResource, fieldDiff } from '#kit/server/audit.ts';
import { newId, type Tx } from '#kit/server/database.ts';
import { isUuid } from '#kit/server/kinds.ts';
import { nameRefused } from '#kit/server/name-refused.ts';
import { tableOf, type Registry } from '#kit/server/registry.ts';
import type { Serve, Store } from '#kit/server/serve.ts';
import { column, sql, type Sql } from '#kit/server/sql.ts';
import { dictItem } from '../model/dict.ts';
import { itemRows, type Dictionaries } from './dictionaries.ts';
import { maintainsPlatform, lockDict, refreshAfter, type DictRow } from './dicts.ts';

export type ItemRow = RowOf<typeof dictItem>;
type Written = Pick<ItemRow, 'text' | 'color' | 'description' | 'sortOrder' | 'status'>;
export type NewItem = Pick<ItemRow, 'text' | 'value'> & Partial<Written>;

/** Items of dictionaries as they are listed and written. */
export const servedDictItems = (dictionaries: Dictionaries, registry: Pick<Registry, 'resources'>): Serve => ({
  resource: dictItem,
  // sic: a stock client asks for those of one dictionary, and never of all.
  rows: (tx, { dictId = '', id = '' }) => sql`
    select i.tenant_id, i.id, i.dict_id::text as dict_id, i.value, i.text, i.color, i.description,
      i.sort_order, i.status, i.origin, nullif(i.origin_text, i.text) as origin_text, i.create_by,
      i.create_time, i.update_by, i.update_time, i.version
    from (${itemRows(tx)}) i
    where i.dict_id = ${isUuid(dictId) ? dictId : null}::uuid
      or i.id = ${isUuid(id) ? id : null}::uuid`,
  store: {
    fixed: ['dictId'],
    add: (call, { dictId, ...values }) =>
      call.tx(async (tx) => {
        if (!isUuid(dictId)) throw notFound();
        return addItem(tx, dictionaries, await lockDict(tx, dictId), values as NewItem);
      }),
    edit: (call, id, values, version) =>
      call.tx(async (tx) => {
        const { dict, item } = await lockItem(tx, id);
        if (version !== null && version !== item.version) throw staleVersion();
        await editItem(tx, dictionaries, dict, item, values as Partial<Written>);
      }),
    remove: (call, ids) => call.tx((tx) => deleteItems(tx, dictionaries, registry, ids)),
  } satisfies Store<typeof dictItem>,
});

/** Items of a dictionary in their order. */
export const readItems = (tx: Tx, where: Sql): Promise<ItemRow[]> =>
  tx.query<ItemRow>(sql`select i.* from (${itemRows(tx)}) i
    where i.tenant_id = ${tx.tenant} and (${where}) order by i.dict_id, i.sort_order, i.value`);

async function lockItem(tx: Tx, id: string): Promise<{ dict: DictRow; item: ItemRow }> {
  const byId = sql`i.id = ${id}::uuid`;
  const [found] = await readItems(tx, byId);
  if (!found) throw notFound();
  const dict = await lockDict(tx, found.dictId);
  const [item] = await readItems(tx, byId);
  if (!item) throw notFound();
  return { dict, item };
}

/** Whether rows of the platform are written, and not what this tenant makes of them. */
export const writesPlatform = (tx: Tx, { origin }: DictRow): boolean =>
  origin === 'platform' && maintainsPlatform(tx.actor);

/** Adds an item where a dictionary takes some; without an order it stands last. */
export async function addItem(
  tx: Tx,
  dictionaries: Dictionaries,
  dict: DictRow,
  { value, text, color = null, description = null, sortOrder, status }: NewItem,
): Promise<{ id: string }> {
  if (!dict.isOpen) throw new Refusal('closedDict', '程序按该字典的数据值处理业务，不能新增字典项，可修改已有项');
  await refuseTakenValue(tx, dict.id, value, null);
  const id = newId();
  const order = sortOrder ?? (await nextOrder(tx, dict.id));
  if (writesPlatform(tx, dict))
    await tx.platform.run`
      insert into dict_item (id, dict_id, value, text, color, description, sort_order, status,
        create_by, create_time)
      values (${id}, ${dict.id}, ${value}, ${text}, ${color}, ${description}, ${order},
        ${status ?? '1'}, ${tx.actor.username}, ${tx.now})`;
  else
    await tx.run`
      insert into tenant_dict_item (tenant_id, id, own_dict_id, dict_id, value, text, color,
        description, sort_order, status, create_by, create_time)
      values (${tx.tenant}, ${id}, ${dict.origin === 'own' ? dict.id : null},
        ${dict.origin === 'own' ? null : dict.id}, ${value}, ${text}, ${color}, ${description},
        ${order}, ${status ?? '1'}, ${tx.actor.username}, ${tx.now})`;
  const diff = { ...fieldDiff(dictItem, null, { value, text, color, status }), dict: dict.code };
  auditResource(tx, dictItem, [{ rowId: id, action: 'add', diff }]);
  refreshAfter(tx, dictionaries, writesPlatform(tx, dict));
  return { id };
}

async function nextOrder(tx: Tx, dictId: string): Promise<number> {
  const [last] = await tx.query<{ n: number }>(sql`
    select coalesce(max(i.sort_order), 0)::integer as n from (${itemRows(tx)}) i
    where i.tenant_id = ${tx.tenant} and i.dict_id = ${dictId}::uuid`);
  return (last?.n ?? 0) + 1;
}

/** Changes an item: the tenant's own, the platform's by who keeps it, or what the tenant makes of it. */
export async function editItem(
  tx: Tx,
  dictionaries: Dictionaries,
  dict: DictRow,
  item: ItemRow,
  values: Partial<Written> & { value?: string },
): Promise<void> {
  const { value = item.value } = values;
  const isOwn = item.origin === 'own';
  const isPlatform = item.origin === 'platform' && maintainsPlatform(tx.actor);
  if (value !== item.value) {
    if (!isOwn && !isPlatform)
      throw invalid([{ field: 'value', code: 'fixed', message: '内置字典项的数据值不能修改' }]);
    await refuseTakenValue(tx, dict.id, value, item.id);
  }
  const next = { ...item, ...defined(values), value };
  if (isOwn) await storeOwn(tx, next);
  else if (isPlatform) await storePlatform(tx, next);
  else await storeOverlay(tx, next);
  const diff = fieldDiff(dictItem, item, { ...defined(values), value });
  if (diff) auditResource(tx, dictItem, [{ rowId: item.id, action: 'edit', diff }]);
  refreshAfter(tx, dictionaries, isPlatform);
}

/** What is not said, and an order or a status that were emptied, stay. */
function defined<V extends Partial<Written>>({ sortOrder, status, text, ...values }: V) {
  return {
    ...values,
    ...(text ? { text } : {}),
    ...(sortOrder ? { sortOrder } : {}),
    ...(status ? { status } : {}),
  };
}

const storeOwn = (tx: Tx, item: ItemRow): Promise<number> => tx.run`
  update tenant_dict_item set value = ${item.value}, text = ${item.text}, color = ${item.color},
    description = ${item.description}, sort_order = ${item.sortOrder}, status = ${item.status},
    update_by = ${tx.actor.username}, update_time = ${tx.now}, version = version + 1
  where tenant_id = ${tx.tenant} and id = ${item.id}`;

const storePlatform = (tx: Tx, item: ItemRow): Promise<number> => tx.platform.run`
  update dict_item set value = ${item.value}, text = ${item.text}, color = ${item.color},
    description = ${item.description}, sort_order = ${item.sortOrder}, status = ${item.status},
    update_by = ${tx.actor.username}, update_time = ${tx.now}, version = version + 1
  where id = ${item.id}`;

/** Only what differs is the tenant's: the rest follows the program when that is brought up to date. */
const storeOverlay = (tx: Tx, item: ItemRow): Promise<number> => tx.run`
  insert into dict_item_text as o (tenant_id, dict_item_id, text, color, description, sort_order,
    status, update_by, update_time)
  select ${tx.tenant}, i.id, nullif(${item.text}, i.text), nullif(${item.color}, i.color),
    nullif(${item.description}, i.description), nullif(${item.sortOrder}::integer, i.sort_order),
    nullif(${item.status}, i.status), ${tx.actor.username}, ${tx.now}
  from dict_item i where i.id = ${item.id}
  on conflict (tenant_id, dict_item_id) do update set text = excluded.text, color = excluded.color,
    description = excluded.description, sort_order = excluded.sort_order,
    status = excluded.status, update_by = excluded.update_by, update_time = excluded.update_time,
    version = o.version + 1`;

/** Removes items of the tenant's own. One that rows hold stays: it may be switched off. */
async function deleteItems(
  tx: Tx,
  dictionaries: Dictionaries,
  registry: Pick<Registry, 'resources'>,
  ids: readonly string[],
): Promise<number> {
  const rows = await readItems(tx, sql`i.id = any(${ids}::uuid[])`);
  if (rows.length === 0) throw notFound();
  const dicts = new Map<string, DictRow>();
  for (const id of [...new Set(rows.map((row) => row.dictId))].sort()) dicts.set(id, await lockDict(tx, id));
  const dictOf = (row: ItemRow): DictRow => dicts.get(row.dictId) as DictRow;
  await nameRefused(
    rows,
    ({ text }) => text,
    async (some) => {
      for (const row of some) await requireGone(tx, registry, dictOf(row), row);
    },
  );
  const found = rows.map(({ id }) => id);
  await tx.run`delete from tenant_dict_item
    where tenant_id = ${tx.tenant} and id = any(${found}::uuid[])`;
  const ofPlatform = rows.filter(({ origin }) => origin === 'platform').map(({ id }) => id);
  if (ofPlatform.length > 0) await tx.platform.run`delete from dict_item where id = any(${ofPlatform}::uuid[])`;
  auditResource(
    tx,
    dictItem,
    rows.map((row) => ({
      rowId: row.id,
      action: 'delete',
      diff: { dict: dictOf(row).code, value: row.value, text: row.text },
    })),
  );
  refreshAfter(tx, dictionaries, ofPlatform.length > 0);
  return found.length;
}

async function requireGone(
  tx: Tx,
  registry: Pick<Registry, 'resources'>,
  dict: DictRow,
  { origin, value }: ItemRow,
): Promise<void> {
  if (origin === 'program' || (origin === 'platform' && !maintainsPlatform(tx.actor)))
    throw new Refusal('builtIn', '内置字典项不能删除，可改为停用');
  for (const [resource, key, field] of fieldsOver(registry, dict.code)) {
    const name = column(snake(key));
    const holds = field.kind === 'choices' ? sql`${value} = any(${name})` : sql`${name} = ${value}`;
    const [user] = await tx.query(sql`select 1 from ${column(tableOf(resource))}
      where tenant_id = ${tx.tenant} and ${holds} limit 1`);
    if (user) throw new Refusal('inUse', `已有${resource.title}使用该字典项，不能删除，可改为停用`);
  }
}

/** Stored fields that are chosen out of a dictionary. */
const fieldsOver = (registry: Pick<Registry, 'resources'>, code: string): [AnyResource, string, Field][] =>
  registry.resources.flatMap((resource) =>
    resource.kind === 'view' || resource.isComposite
      ? []
      : Object.entries(resource.fields as Record<string, Field>)
          .filter(([, { dict }]) => dict?.code === code)
          .map(([key, field]): [AnyResource, string, Field] => [resource, key, field]),
  );

async function refuseTakenValue(tx: Tx, dictId: string, value: string, id: string | null): Promise<void> {
  if (await isValueTaken(tx, dictId, value, id))
    throw invalid([{ field: 'value', code: 'taken', message: '该字典中已有此数据值' }]);
}

/** Whether another item of a dictionary has the value. */
export async function isValueTaken(tx: Tx, dictId: string, value: string, id: string | null): Promise<boolean> {
  const [other] = await readItems(
    tx,
    sql`i.dict_id = ${dictId}::uuid and i.value = ${value} and i.id is distinct from ${id}::uuid`,
  );
  return other !== undefined;
}
