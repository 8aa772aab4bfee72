import { choice, text } from '#kit/model/field.ts';
import { invalid, notFound } from '#kit/model/refusal.ts';
import { audit } from '#kit/server/audit.ts';
import { newId, type Tx } from '#kit/server/database.ts';
import { parseBody } from '#kit/server/parse.ts';
import { answer, type Route } from '#kit/server/route.ts';
import { sql } from '#kit/server/sql.ts';
import { positionRanks } from '../model/dictionaries.ts';
import { positionFields } from '../model/user.ts';
import { readListPage, type ListSource } from './list-page.ts';
import { idOf, idsOf } from './user-routes.ts';
import { toSysPosition, type PositionRow } from './wire.ts';

const NEUTRAL = { refusals: 'neutral' } as const;
const may = (verb: string) => ({ permission: `system:position:${verb}` });
const POSITION = 'system:position';

const POSITIONS: ListSource = {
  fields: {
    code: text('职务编码'),
    name: text('职务名称'),
    postRank: choice('职务级别', positionRanks),
  },
};

/** Positions people hold. */
export function positionRoutes(): Route[] {
  const edit = (method: 'PUT' | 'POST'): Route => ({
    ...NEUTRAL,
    method,
    path: '/sys/position/edit',
    access: may('edit'),
    summary: '编辑职务',
    body: positionFields,
    handle: async (call) => {
      const id = idOf(call.body['id']);
      const given = parseBody(positionFields, call.body, { zone: call.actor.zone, partial: true });
      await call.tx((tx) => editPosition(tx, id, given));
      return answer('修改成功!');
    },
  });
  const remove = (path: string, read: (query: Record<string, string>) => string[]): Route => ({
    ...NEUTRAL,
    method: 'DELETE',
    path,
    access: may('delete'),
    summary: '删除职务',
    handle: async (call) => {
      await call.tx((tx) => deletePositions(tx, read(call.query)));
      return answer('删除成功!');
    },
  });
  return [
    {
      ...NEUTRAL,
      method: 'GET',
      path: '/sys/position/list',
      access: 'signedIn',
      summary: '职务列表',
      query: positionFields,
      handle: (call) =>
        call.tx(async (tx) => {
          const rows = sql`select p.*, p.rank as post_rank from position p
            where p.tenant_id = ${tx.tenant} and p.deleted_at is null`;
          const page = await readListPage<PositionRow>(tx, POSITIONS, rows, call.query);
          return { ...page, records: page.records.map((row) => toSysPosition(row, tx.actor.zone)) };
        }),
    },
    {
      ...NEUTRAL,
      method: 'POST',
      path: '/sys/position/add',
      access: may('add'),
      summary: '新增职务',
      body: positionFields,
      handle: async (call) => {
        const given = parseBody(positionFields, call.body, { zone: call.actor.zone });
        return answer('添加成功！', { id: await call.tx((tx) => addPosition(tx, given)) });
      },
    },
    edit('PUT'),
    edit('POST'),
    remove('/sys/position/delete', (query) => [idOf(query['id'])]),
    remove('/sys/position/deleteBatch', (query) => idsOf(query['ids'])),
  ];
}

interface Position {
  code?: string;
  name?: string;
  postRank?: string | null;
}

async function addPosition(tx: Tx, { code, name, postRank }: Position): Promise<string> {
  await refuseTaken(tx, code ?? '', null);
  const id = newId();
  await tx.run`
    insert into position (tenant_id, id, code, name, rank, create_by, create_time)
    values (${tx.tenant}, ${id}, ${code}, ${name}, ${postRank ?? null}, ${tx.actor.username}, ${tx.now})`;
  audit(tx, POSITION, [{ rowId: id, action: 'add', diff: { code: [null, code] } }]);
  return id;
}

async function editPosition(tx: Tx, id: string, given: Position): Promise<void> {
  if (given.code !== undefined) await refuseTaken(tx, given.code, id);
  const changed = await tx.run`
    update position set code = coalesce(${given.code ?? null}::text, code),
      name = coalesce(${given.name ?? null}::text, name),
      rank = case when ${given.postRank !== undefined}::boolean then ${given.postRank ?? null} else rank end,
      update_by = ${tx.actor.username}, update_time = ${tx.now}, version = version + 1
    where tenant_id = ${tx.tenant} and id = ${id} and deleted_at is null`;
  if (changed === 0) throw notFound();
  audit(tx, POSITION, [{ rowId: id, action: 'edit', diff: { ...given } }]);
}

async function deletePositions(tx: Tx, ids: readonly string[]): Promise<void> {
  const gone = await tx.rows<{ id: string }>`
    update position set deleted_at = ${tx.now}, update_by = ${tx.actor.username}, update_time = ${tx.now}
    where tenant_id = ${tx.tenant} and id = any(${ids}::uuid[]) and deleted_at is null returning id`;
  if (gone.length === 0) throw notFound();
  audit(
    tx,
    POSITION,
    gone.map((row) => ({ rowId: row.id, action: 'delete' })),
  );
}

async function refuseTaken(tx: Tx, code: string, id: string | null): Promise<void> {
  const other = await tx.maybe<{ id: string }>`
    select id from position where tenant_id = ${tx.tenant} and code = ${code}
      and deleted_at is null and id is distinct from ${id}::uuid`;
  if (other) throw invalid([{ field: 'code', code: 'taken', message: '职务编码已存在' }]);
}
