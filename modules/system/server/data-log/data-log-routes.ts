import type { Field } from '#kit/model/field.ts';
import { Refusal } from '#kit/model/refusal.ts';
import { resourceKey } from '#kit/model/resource.ts';
import { toWireTime } from '#kit/model/time.ts';
import { requirePermission } from '#kit/server/actor.ts';
import { writtenRows } from '#kit/server/register-routes.ts';
import type { Registry } from '#kit/server/registry.ts';
import { answer, implement, type Call, type Route } from '#kit/server/route.ts';
import { dataLogCalls } from '../../model/routes/data-log.ts';
import { dataTableOf, readableTables, type Served } from './logged-tables.ts';
import { entryOf, historyOf, readVersion, type RowHistory } from './row-history.ts';

/** 数据日志: which rows have versions, two of them side by side, and the way back to one. */
export const dataLogRoutes = (served: Served, registry: Registry): Route[] => [
  implement(dataLogCalls.tables, async (call) =>
    readableTables(served, call.actor).map(({ resource }) => ({
      value: dataTableOf(resource),
      text: resource.title,
    })),
  ),
  implement(dataLogCalls.versions, (call) =>
    call.tx(async (tx) => {
      const { dataTable = '', dataId = '' } = call.query;
      const { versions } = await historyOf(tx, served, dataTable, dataId);
      return versions.toReversed().map(({ id, version, actorName, at }) => ({
        id,
        dataId,
        dataVersion: version,
        createBy: actorName,
        createTime: toWireTime(at, tx.actor.zone),
      }));
    }),
  ),
  implement(dataLogCalls.compare, (call) =>
    call.tx(async (tx) => {
      const { dataId1 = '', dataId2 = '' } = call.query;
      const { resource, rowId } = await entryOf(tx, dataId1);
      const history = await historyOf(tx, served, resource, rowId);
      return [await readVersion(tx, registry, history, dataId1), await readVersion(tx, registry, history, dataId2)];
    }),
  ),
  implement(dataLogCalls.restore, async (call) => {
    const fields = await restore(call as unknown as Call, served, registry);
    return answer(fields.length > 0 ? '恢复成功！' : '数据与该版本一致，无需恢复', { fields });
  }),
];

/**
 * Writes what is another in a version than today, by the same pipeline as an edit: rights, rules, guards,
 * version, audit.
 * @returns keys of the fields that were written
 */
async function restore(call: Call, served: Served, registry: Registry): Promise<string[]> {
  const { id, version } = call.body as { id?: unknown; version?: unknown };
  const { history, body, now } = await call.tx(async (tx) => {
    const { resource, rowId } = await entryOf(tx, String(id ?? ''));
    const found = await historyOf(tx, served, resource, rowId);
    requireWritable(call, found);
    const [older, latest] = [
      await readVersion(tx, registry, found, String(id)),
      await readVersion(tx, registry, found, found.versions.at(-1)?.id ?? ''),
    ];
    return { history: found, body: differences(found, older.row, latest.row), now: found.current };
  });
  const keys = Object.keys(body);
  if (keys.length === 0) return keys;
  const seen = Number(version ?? now?.['version']);
  const edit = { ...call, actor: call.actor, body: { ...body, id: history.rowId, version: seen } };
  await writtenRows(history.serve, registry).edit(edit, history.rowId);
  return keys;
}

function requireWritable(call: Call, { serve: { resource }, current }: RowHistory): void {
  if (resource.kind !== 'register')
    throw new Refusal('notRestorable', `${resource.title}只能通过自己的操作改变，不能恢复版本`);
  requirePermission(call.actor, `${resourceKey(resource)}:edit`);
  if (!current) throw new Refusal('gone', '数据已删除，不能恢复版本');
}

/** Wire values of the fields a form writes that differ between two states of a row. */
function differences(
  { serve: { resource, store } }: RowHistory,
  older: Readonly<Record<string, unknown>>,
  latest: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const fields = resource.fields as Record<string, Field>;
  return Object.fromEntries(
    Object.entries(fields).flatMap(([key, field]) => {
      const isWritten = !field.derived && key in older && !store?.fixed?.includes(key);
      const isSame = JSON.stringify(older[key] ?? null) === JSON.stringify(latest[key] ?? null);
      return isWritten && !isSame ? [[key, older[key] ?? null]] : [];
    }),
  );
}
