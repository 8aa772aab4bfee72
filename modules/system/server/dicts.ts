import { forbidden, invalid, notFound, Refusal, staleVersion } from '#kit/model/refusal.ts';
import type { RowOf } from '#kit/model/row.ts';
import { may, type Actor } from '#kit/server/actor.ts';
import { auditResource, fieldDiff } from '#kit/server/audit.ts';
import { newId, type Tx } from '#kit/server/database.ts';
import { nameRefused } from '#kit/server/name-refused.ts';
import type { Serve, Store } from '#kit/server/serve.ts';
import { sql, type Sql } from '#kit/server/sql.ts';
import { dict, PLATFORM_DICTS } from '../model/dict.ts';
import { OPERATOR_TENANT } from '../model/operator-tenant.ts';
import type { Dictionaries } from './dictionaries.ts';

export type DictRow = RowOf<typeof dict>;
type Texts = Pick<DictRow, 'name' | 'code' | 'description'>;
type NewDict = Texts & Pick<DictRow, 'origin'>;

/** Whether somebody keeps the dictionaries that every tenant has. */
export const maintainsPlatform = (actor: Actor): boolean =>
  actor.tenant === OPERATOR_TENANT && may(actor, PLATFORM_DICTS);

/** Dictionaries a tenant has. @param isDeleted those in the recycle bin instead */
export const dictRows = (tx: Tx, isDeleted = false): Sql => sql`
  select ${tx.tenant}::integer as tenant_id, d.id, d.code, d.name, d.description, d.is_open,
    case when d.is_declared then 'program' else 'platform' end as origin,
    (select count(*) from dict_item i where i.dict_id = d.id)::integer
      + (select count(*) from tenant_dict_item i
         where i.tenant_id = ${tx.tenant} and i.dict_id = d.id)::integer as item_count,
    d.create_by, d.create_time, d.update_by, d.update_time, d.version
  from dict d
  where d.is_live = ${!isDeleted} and not (${isDeleted} and d.is_declared)
  union all
  select o.tenant_id, o.id, o.code, o.name, o.description, true, 'own',
    (select count(*) from tenant_dict_item i
     where i.tenant_id = o.tenant_id and i.own_dict_id = o.id)::integer,
    o.create_by, o.create_time, o.update_by, o.update_time, o.version
  from tenant_dict o
  where o.tenant_id = ${tx.tenant} and (o.deleted_at is not null) = ${isDeleted}`;

/** Dictionaries as they are listed and written. */
export const servedDicts = (dictionaries: Dictionaries): Serve => ({
  resource: dict,
  rows: (tx) => dictRows(tx),
  // With its items, in one sheet.
  own: ['exportXls'],
  store: {
    add: (call, values) => call.tx((tx) => addDict(tx, dictionaries, values as NewDict)),
    edit: (call, id, values, version) =>
      call.tx((tx) => editDict(tx, dictionaries, id, values as Partial<Texts>, version)),
    remove: (call, ids) => call.tx((tx) => deleteDicts(tx, dictionaries, ids)),
  } satisfies Store<typeof dict>,
});

/** Who is to read again once this is committed: a dictionary of the platform is everybody's. */
export const refreshAfter = (tx: Tx, dictionaries: Dictionaries, isPlatform: boolean): void =>
  tx.onCommit(() => dictionaries.changed(isPlatform ? undefined : tx.tenant));

/** Stores a dictionary of the tenant's own, or one of the platform by who keeps those. */
export async function addDict(
  tx: Tx,
  dictionaries: Dictionaries,
  { origin, name, code, description }: NewDict,
): Promise<{ id: string }> {
  if (origin === 'program')
    throw invalid([{ field: 'origin', code: 'invalid', message: '内置字典随程序提供，不能新增' }]);
  if (origin === 'platform' && !maintainsPlatform(tx.actor)) throw forbidden();
  await refuseTakenCode(tx, code, null);
  const id = newId();
  if (origin === 'platform')
    await tx.platform.run`
      insert into dict (id, code, name, description, is_open, create_by, create_time)
      values (${id}, ${code}, ${name}, ${description}, true, ${tx.actor.username}, ${tx.now})`;
  else
    await tx.run`
      insert into tenant_dict (tenant_id, id, code, name, description, create_by, create_time)
      values (${tx.tenant}, ${id}, ${code}, ${name}, ${description}, ${tx.actor.username}, ${tx.now})`;
  const diff = fieldDiff(dict, null, { name, code, origin, description });
  auditResource(tx, dict, [{ rowId: id, action: 'add', diff }]);
  refreshAfter(tx, dictionaries, origin === 'platform');
  return { id };
}

async function editDict(
  tx: Tx,
  dictionaries: Dictionaries,
  id: string,
  values: Partial<Texts>,
  version: number | null,
): Promise<void> {
  const before = await lockDict(tx, id);
  requireMaintained(tx, before);
  if (version !== null && version !== before.version) throw staleVersion();
  const { name = before.name, code = before.code } = values;
  const description = 'description' in values ? (values.description ?? null) : before.description;
  if (code !== before.code) await refuseTakenCode(tx, code, id);
  if (before.origin === 'platform')
    await tx.platform.run`
      update dict set name = ${name}, code = ${code}, description = ${description},
        update_by = ${tx.actor.username}, update_time = ${tx.now}, version = version + 1
      where id = ${id}`;
  else
    await tx.run`
      update tenant_dict set name = ${name}, code = ${code}, description = ${description},
        update_by = ${tx.actor.username}, update_time = ${tx.now}, version = version + 1
      where tenant_id = ${tx.tenant} and id = ${id}`;
  const diff = fieldDiff(dict, before, { name, code, description });
  auditResource(tx, dict, [{ rowId: id, action: 'edit', diff }]);
  refreshAfter(tx, dictionaries, before.origin === 'platform');
}

/** Takes dictionaries into the recycle bin: their items are offered nowhere until they come back. */
async function deleteDicts(tx: Tx, dictionaries: Dictionaries, ids: readonly string[]): Promise<number> {
  const rows = await lockDicts(tx, ids);
  if (rows.length === 0) throw notFound();
  await nameRefused(
    rows,
    ({ name }) => name,
    async (some) => some.forEach((row) => requireMaintained(tx, row)),
  );
  const found = rows.map(({ id }) => id);
  await tx.platform.run`
    update dict set is_live = false, update_by = ${tx.actor.username}, update_time = ${tx.now}
    where id = any(${found}::uuid[]) and not is_declared`;
  await tx.run`update tenant_dict set deleted_at = ${tx.now}
    where tenant_id = ${tx.tenant} and id = any(${found}::uuid[])`;
  auditDicts(tx, rows, 'delete');
  refreshAfter(tx, dictionaries, rows.some(isOfPlatform));
  return found.length;
}

const isOfPlatform = ({ origin }: DictRow): boolean => origin === 'platform';

/** What of the recycle bin somebody may bring back or remove: what they may keep. */
export const deletedDicts = async (tx: Tx): Promise<DictRow[]> =>
  (await readDicts(tx, sql`true`, true)).filter((row) => isMaintained(tx, row));

/** Brings a dictionary back out of the recycle bin. */
export async function restoreDict(tx: Tx, dictionaries: Dictionaries, id: string): Promise<void> {
  const row = await lockDeleted(tx, id);
  if (isOfPlatform(row))
    await tx.platform.run`
      update dict set is_live = true, update_by = ${tx.actor.username}, update_time = ${tx.now}
      where id = ${id} and not is_declared`;
  else
    await tx.run`update tenant_dict set deleted_at = null
      where tenant_id = ${tx.tenant} and id = ${id}`;
  auditDicts(tx, [row], 'restore');
  refreshAfter(tx, dictionaries, isOfPlatform(row));
}

/** Removes a dictionary of the recycle bin for good, with its items. */
export async function eraseDict(tx: Tx, id: string): Promise<void> {
  const row = await lockDeleted(tx, id);
  if (isOfPlatform(row)) {
    await tx.platform.run`delete from dict_item where dict_id = ${id}`;
    await tx.platform.run`delete from dict where id = ${id} and not is_declared`;
  } else await tx.run`delete from tenant_dict where tenant_id = ${tx.tenant} and id = ${id}`;
  auditDicts(tx, [row], 'erase');
}

const auditDicts = (tx: Tx, rows: readonly DictRow[], action: string): void =>
  auditResource(
    tx,
    dict,
    rows.map(({ id, code, name }) => ({ rowId: id, action, diff: { code, name } })),
  );

const isMaintained = ({ actor }: Tx, { origin }: DictRow): boolean =>
  origin === 'own' || (origin === 'platform' && maintainsPlatform(actor));

/** @throws Refusal for a dictionary that comes with the program, or is everybody's */
function requireMaintained(tx: Tx, row: DictRow): void {
  if (isMaintained(tx, row)) return;
  throw row.origin === 'program'
    ? new Refusal('builtIn', '内置字典不能修改或删除，可修改其字典项的名称、颜色、顺序与状态')
    : new Refusal('ofPlatform', '平台字典由平台运营维护，可修改其字典项的名称、颜色、顺序与状态');
}

export const readDicts = (tx: Tx, where: Sql, isDeleted = false): Promise<DictRow[]> =>
  tx.query<DictRow>(sql`select d.* from (${dictRows(tx, isDeleted)}) d
    where d.tenant_id = ${tx.tenant} and (${where}) order by d.code, d.id`);

/** A dictionary with its row held, so that its items are changed one after the other. */
export async function lockDict(tx: Tx, id: string): Promise<DictRow> {
  const [row] = await lockDicts(tx, [id]);
  if (!row) throw notFound();
  return row;
}

/** Dictionaries of the platform are held for the tenant alone: nobody waits for another tenant. */
async function lockDicts(tx: Tx, ids: readonly string[], isDeleted = false): Promise<DictRow[]> {
  const sorted = [...new Set(ids)].sort();
  for (const id of sorted)
    await tx.platform.rows`select pg_advisory_xact_lock(hashtextextended(${`dict ${tx.tenant} ${id}`}, 0))`;
  return readDicts(tx, sql`d.id = any(${sorted}::uuid[])`, isDeleted);
}

async function lockDeleted(tx: Tx, id: string): Promise<DictRow> {
  const [row] = await lockDicts(tx, [id], true);
  if (!row || !isMaintained(tx, row)) throw notFound();
  return row;
}

async function refuseTakenCode(tx: Tx, code: string, id: string | null): Promise<void> {
  if (await isCodeTaken(tx, code, id))
    throw invalid([{ field: 'code', code: 'taken', message: '字典编码已存在，可能在回收站中' }]);
}

/** Whether a dictionary has the code, also in the recycle bin: it could not come back. */
export async function isCodeTaken(tx: Tx, code: string, id: string | null): Promise<boolean> {
  const other = await tx.maybe`
    select 1 from dict d where d.code = ${code} and d.id is distinct from ${id}::uuid
    union all
    select 1 from tenant_dict o where o.tenant_id = ${tx.tenant} and o.code = ${code}
      and o.id is distinct from ${id}::uuid
    limit 1`;
  return other !== undefined;
}
