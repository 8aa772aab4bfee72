import type { Arrangement, ListView, ListViews, ViewContent } from '#kit/model/list-view.ts';
import { forbidden, notFound, staleVersion } from '#kit/model/refusal.ts';
import { resourceKey, type AnyResource } from '#kit/model/resource.ts';
import { may, type Actor } from '#kit/server/actor.ts';
import type { Tx } from '#kit/server/database.ts';
import { newId } from '#kit/server/new-id.ts';
import { readableView } from '#kit/server/query/view-content.ts';
import type { Registry } from '#kit/server/registry.ts';

/** Lets somebody rename, change, unshare and delete what others have shared. */
const MANAGE = 'system:listView:manage';

/** A stored view, and what its reader has to do with it. */
interface StoredView {
  id: string;
  listKey: string;
  name: string | null;
  owner: string;
  isOwn: boolean;
  isShared: boolean;
  isDefault: boolean;
  version: number;
  content: ViewContent;
}

/** Whose views: the person of the call, in one list. */
export interface Reader {
  tx: Tx;
  userId: string;
  registry: Registry;
}

/** Whoever may list the rows may see what the team asks of them. */
const maySee = (actor: Actor, resource: AnyResource): boolean =>
  may(actor, `${resourceKey(resource)}:list`) || (resource.wire?.open?.includes('list') ?? false);

/** The person's own views and those shared by colleagues, by name, and the person's own columns. */
export async function readViews(reader: Reader, resource: AnyResource): Promise<ListViews> {
  const { tx, userId } = reader;
  const isTeam = maySee(tx.actor, resource);
  const rows = await tx.rows<StoredView>`
    select v.id, v.list_key, v.name, u.realname as owner, v.user_id = ${userId}::uuid as is_own,
      v.is_shared, v.version, v.content, d.view_id is not null as is_default
    from list_view v join app_user u on u.id = v.user_id
    left join list_view_default d on d.tenant_id = v.tenant_id and d.view_id = v.id
      and d.user_id = ${userId}::uuid
    where v.tenant_id = ${tx.tenant} and v.list_key = ${resourceKey(resource)}
      and (v.user_id = ${userId}::uuid or (v.is_shared and ${isTeam}))
    order by v.is_shared, v.create_time, v.id`;
  const own = rows.find(({ name }) => name === null);
  return {
    views: rows.flatMap((row) => asRead(reader, resource, row)),
    arrangement: own ? (own.content as Arrangement) : null,
  };
}

function asRead({ tx, registry }: Reader, resource: AnyResource, row: StoredView): ListView[] {
  const { listKey: _listKey, name, content, ...about } = row;
  if (name === null) return [];
  const isChangeable = row.isOwn || may(tx.actor, MANAGE);
  return [{ ...about, name, isChangeable, ...readableView(resource, content, tx.actor, registry) }];
}

/** A view under its lock, with the id of its owner. */
type LockedView = Omit<StoredView, 'owner' | 'isDefault'> & { userId: string };

/** A view that this person sees, locked. @throws Refusal 404 */
export async function lockView({ tx, userId, registry }: Reader, id: string): Promise<LockedView> {
  const row = await tx.maybe<LockedView>`
    select id, user_id, list_key, name, user_id = ${userId}::uuid as is_own, is_shared, version,
      content
    from list_view where tenant_id = ${tx.tenant} and id = ${id}::uuid and name is not null
    for no key update`;
  const resource = row && registry.listed(row.listKey);
  if (!row || !resource) throw notFound();
  if (!row.isOwn && !(row.isShared && maySee(tx.actor, resource))) throw notFound();
  return row;
}

/** As {@link lockView}, to be changed. @throws Refusal 404, or 403 for somebody else's */
export async function lockChangeable(reader: Reader, id: string): Promise<LockedView> {
  const row = await lockView(reader, id);
  if (!row.isOwn && !may(reader.tx.actor, MANAGE)) throw forbidden();
  return row;
}

/** @throws Refusal 409 when somebody has changed it since it was read */
export function refuseStale(row: LockedView, version: unknown): void {
  if (row.version !== version) throw staleVersion();
}

/** How many named views a person has, in one list and in all. */
export const countViews = ({ tx, userId }: Reader, listKey: string): Promise<{ here: number; all: number }> =>
  tx.one`
    select count(*) filter (where list_key = ${listKey})::integer as here, count(*)::integer as all
    from list_view where tenant_id = ${tx.tenant} and user_id = ${userId}::uuid
      and name is not null`;

/** Whether the owner of views has another one of this name in the list. @param id of the view itself */
export async function isNameTaken(
  tx: Tx,
  owner: string,
  about: { listKey: string; name: string; id: string | null },
): Promise<boolean> {
  const found = await tx.maybe`
    select 1 from list_view where tenant_id = ${tx.tenant} and user_id = ${owner}::uuid
      and list_key = ${about.listKey} and name = ${about.name}
      and id is distinct from ${about.id}::uuid`;
  return found !== undefined;
}

/** Two windows of one person write one after the other. */
export const lockPerson = (tx: Tx, userId: string): Promise<unknown> =>
  tx.one`
    select 1 from membership
    where tenant_id = ${tx.tenant} and user_id = ${userId}::uuid for no key update`;

/** @returns the id of the new view */
export async function insertView(
  { tx, userId }: Reader,
  listKey: string,
  { name, content }: { name: string; content: ViewContent },
): Promise<string> {
  const id = newId();
  await tx.run`
    insert into list_view
      (tenant_id, id, user_id, list_key, name, content, create_by, create_time)
    values (${tx.tenant}, ${id}::uuid, ${userId}::uuid, ${listKey}, ${name},
      ${JSON.stringify(content)}::jsonb, ${tx.actor.username}, ${tx.now})`;
  return id;
}

/** Writes a locked view; its version is one more then. */
export const updateView = (
  tx: Tx,
  { id, name, isShared, content }: Pick<StoredView, 'id' | 'name' | 'isShared' | 'content'>,
): Promise<number> =>
  tx.run`
    update list_view set name = ${name}, is_shared = ${isShared},
      content = ${JSON.stringify(content)}::jsonb, version = version + 1,
      update_by = ${tx.actor.username}, update_time = ${tx.now}
    where tenant_id = ${tx.tenant} and id = ${id}::uuid`;

export const deleteView = (tx: Tx, id: string): Promise<number> =>
  tx.run`delete from list_view where tenant_id = ${tx.tenant} and id = ${id}::uuid`;

/** Has a list open with a view, or with none. */
export async function setDefault({ tx, userId }: Reader, listKey: string, id: string | null): Promise<void> {
  if (id === null)
    await tx.run`
      delete from list_view_default where tenant_id = ${tx.tenant}
        and user_id = ${userId}::uuid and list_key = ${listKey}`;
  else
    await tx.run`
      insert into list_view_default (tenant_id, user_id, list_key, view_id)
      values (${tx.tenant}, ${userId}::uuid, ${listKey}, ${id}::uuid)
      on conflict (tenant_id, user_id, list_key) do update set view_id = excluded.view_id`;
}

/** Keeps how a person arranged the columns of a list; null: as it comes. The last one holds. */
export async function storeArrangement(
  { tx, userId }: Reader,
  listKey: string,
  arrangement: Arrangement | null,
): Promise<void> {
  if (arrangement === null)
    await tx.run`
      delete from list_view where tenant_id = ${tx.tenant} and user_id = ${userId}::uuid
        and list_key = ${listKey} and name is null`;
  else
    await tx.run`
      insert into list_view
        (tenant_id, id, user_id, list_key, content, create_by, create_time)
      values (${tx.tenant}, ${newId()}::uuid, ${userId}::uuid, ${listKey},
        ${JSON.stringify(arrangement)}::jsonb, ${tx.actor.username}, ${tx.now})
      on conflict (tenant_id, user_id, list_key, name) do update set content = excluded.content,
        version = list_view.version + 1, update_by = excluded.create_by,
        update_time = excluded.create_time`;
}
