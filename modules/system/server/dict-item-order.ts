import { auditResource } from '#kit/server/audit.ts';
import type { Tx } from '#kit/server/database.ts';
import { sql, type Sql } from '#kit/server/sql.ts';
import { dictItem } from '../model/dict.ts';
import type { Dictionaries } from './dictionaries.ts';
import { readItems, writesPlatform, type ItemRow } from './dict-items.ts';
import { maintainsPlatform, lockDict, refreshAfter } from './dicts.ts';

/**
 * Puts items of a dictionary in an order: they share out the places that they have, so that a page
 * may be arranged without the others. Places are renumbered from 1.
 */
export async function arrangeItems(
  tx: Tx,
  dictionaries: Dictionaries,
  dictId: string,
  ids: readonly string[],
): Promise<void> {
  const dict = await lockDict(tx, dictId);
  const items = await readItems(tx, sql`i.dict_id = ${dictId}::uuid`);
  const byId = new Map(items.map((item) => [item.id, item]));
  const moved = ids.flatMap((id) => byId.get(id) ?? []);
  const isMoved = new Set(moved.map(({ id }) => id));
  const queue = [...moved];
  const order = items.map((item) => (isMoved.has(item.id) ? (queue.shift() as ItemRow) : item));
  const placed = order.map((item, at) => ({ ...item, sortOrder: at + 1 }));
  const changed = placed.filter((item) => byId.get(item.id)?.sortOrder !== item.sortOrder);
  if (changed.length === 0) return;
  await storePlaces(tx, changed);
  const diff = { order: moved.map(({ value }) => value).slice(0, 100) };
  auditResource(tx, dictItem, [{ rowId: dictId, action: 'arrange', diff }]);
  refreshAfter(tx, dictionaries, writesPlatform(tx, dict));
}

async function storePlaces(tx: Tx, items: readonly ItemRow[]): Promise<void> {
  const keeps = maintainsPlatform(tx.actor);
  const isShared = ({ origin }: ItemRow): boolean => origin === 'platform' && keeps;
  const [own, shared, laid] = [
    items.filter(({ origin }) => origin === 'own'),
    items.filter(isShared),
    items.filter((item) => item.origin !== 'own' && !isShared(item)),
  ];
  const places = (some: readonly ItemRow[]): Sql => sql`
    unnest(${some.map(({ id }) => id)}::uuid[], ${some.map((one) => one.sortOrder)}::integer[])
      as p (id, place)`;
  await tx.query(sql`update tenant_dict_item i set sort_order = p.place, version = version + 1
    from ${places(own)} where i.tenant_id = ${tx.tenant} and i.id = p.id`);
  if (shared.length > 0)
    await tx.platform.run`update dict_item i set sort_order = p.place, version = version + 1
      from unnest(${shared.map(({ id }) => id)}::uuid[],
        ${shared.map((one) => one.sortOrder)}::integer[]) as p (id, place) where i.id = p.id`;
  await tx.query(sql`
    insert into dict_item_text as o (tenant_id, dict_item_id, sort_order, update_by, update_time)
    select ${tx.tenant}, i.id, nullif(p.place, i.sort_order), ${tx.actor.username}, ${tx.now}
    from ${places(laid)} join dict_item i on i.id = p.id
    on conflict (tenant_id, dict_item_id) do update set sort_order = excluded.sort_order,
      update_by = excluded.update_by, update_time = excluded.update_time, version = o.version + 1`);
}
