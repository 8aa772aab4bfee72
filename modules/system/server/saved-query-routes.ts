import { cleanText, storableConditions, type SavedQuery } from '#kit/model/advanced-query.ts';
import type { BodyOf } from '#kit/model/route.ts';
import { invalid, notFound, Refusal } from '#kit/model/refusal.ts';
import type { Tx } from '#kit/server/database.ts';
import { MESSAGES } from '#kit/server/messages.ts';
import { newId } from '#kit/server/new-id.ts';
import { answer, implement, type Answer, type Call, type Route } from '#kit/server/route.ts';
import { idOf } from '#kit/server/row-id.ts';
import { savedQueryCalls } from '../model/routes/lists.ts';
import { limitCalls } from './attempts.ts';
import { lockPerson } from './list-views/list-view-store.ts';
import { sessionOf } from './own-session.ts';
import type { Services } from './services.ts';

const MOST_PER_LIST = 50;
/** Over all lists: who counts higher makes up lists. */
const MOST_PER_PERSON = 1000;
const LONGEST_NAME = 50;
const WRITES_PER_MINUTE = 60;

/**
 * Advanced queries that the signed-in person keeps for themselves, by list. Nobody sees those of
 * others. A condition says what to ask; what may be answered is judged when the list is asked.
 */
export const savedQueryRoutes = (services: Services): Route[] => [
  implement(savedQueryCalls.list, async (call) => {
    const { userId } = await sessionOf(services, call);
    const listKey = readListKey(call.query.listKey);
    return call.tx((tx) => savedQueries(tx, userId, listKey));
  }),
  implement(savedQueryCalls.save, (call) => save(services, call)),
  implement(savedQueryCalls.delete, async (call) => {
    const { userId } = await sessionOf(services, call);
    const id = idOf(call.query.id);
    const n = await call.tx(
      (tx) => tx.run`
        delete from saved_query
        where tenant_id = ${tx.tenant} and user_id = ${userId}::uuid and id = ${id}::uuid`,
    );
    if (n === 0) throw notFound();
    return answer(MESSAGES.deleted);
  }),
];

const savedQueries = (tx: Tx, userId: string, listKey: string): Promise<SavedQuery[]> =>
  tx.rows<SavedQuery>`
    select id, name, match_type as "matchType", conditions from saved_query
    where tenant_id = ${tx.tenant} and user_id = ${userId}::uuid and list_key = ${listKey}
    order by create_time, id limit ${MOST_PER_LIST}`;

type Draft = BodyOf<typeof savedQueryCalls.save>;

/** @returns the row that was written */
async function save(services: Services, call: Call): Promise<Answer<SavedQuery>> {
  const { userId } = await sessionOf(services, call);
  await limitCalls(services.db, { kind: 'lookup', subject: `query ${userId}` }, WRITES_PER_MINUTE);
  const draft = readDraft(call.body);
  const saved = await call.tx(async (tx) => {
    await lockPerson(tx, userId);
    const old = await tx.maybe<{ id: string }>`
      select id from saved_query where tenant_id = ${tx.tenant} and user_id = ${userId}::uuid
        and list_key = ${draft.listKey} and name = ${draft.name}`;
    if (old && !draft.overwrite)
      throw new Refusal('nameTaken', `「${draft.name}」 已存在，是否覆盖？`, { status: 409 });
    if (!old) await refuseTooMany(tx, userId, draft.listKey);
    return write(tx, userId, draft, old?.id ?? newId());
  });
  return answer('保存成功', saved);
}

async function refuseTooMany(tx: Tx, userId: string, listKey: string): Promise<void> {
  const { here, all } = await tx.one<{ here: number; all: number }>`
    select count(*) filter (where list_key = ${listKey})::integer as here,
      count(*)::integer as all
    from saved_query where tenant_id = ${tx.tenant} and user_id = ${userId}::uuid`;
  if (here >= MOST_PER_LIST || all >= MOST_PER_PERSON)
    throw new Refusal('tooMany', `最多保存${MOST_PER_LIST}个查询，请先删除不用的`, { status: 422 });
}

const write = (
  tx: Tx,
  userId: string,
  { listKey, name, matchType, conditions }: Draft,
  id: string,
): Promise<SavedQuery> =>
  tx.one<SavedQuery>`
    insert into saved_query
      (tenant_id, id, user_id, list_key, name, match_type, conditions, create_time)
    values (${tx.tenant}, ${id}::uuid, ${userId}::uuid, ${listKey}, ${name}, ${matchType},
      ${JSON.stringify(conditions)}::jsonb, ${tx.now})
    on conflict (tenant_id, id) do update
      set match_type = excluded.match_type, conditions = excluded.conditions,
        update_time = excluded.create_time
    returning id, name, match_type as "matchType", conditions`;

function readListKey(value: unknown): string {
  if (typeof value === 'string' && /^[a-z][A-Za-z0-9]{0,40}:[a-z][A-Za-z0-9]{0,60}$/.test(value)) return value;
  throw invalid([{ field: 'listKey', code: 'invalid', message: '列表标识不正确' }]);
}

function readDraft(body: Record<string, unknown>): Draft {
  const listKey = readListKey(body['listKey']);
  const name = typeof body['name'] === 'string' ? cleanText(body['name']).trim() : '';
  if (name === '') throw wrong('name', '保存名称不能为空');
  if ([...name].length > LONGEST_NAME) throw wrong('name', `保存名称最多${LONGEST_NAME}个字符`);
  const { matchType } = body;
  if (matchType !== 'and' && matchType !== 'or') throw wrong('matchType', '匹配方式不正确');
  if (Array.isArray(body['conditions']) && body['conditions'].length === 0) throw wrong('conditions', '空条件不能保存');
  const conditions = storableConditions(body['conditions']);
  if (!conditions) throw wrong('conditions', MESSAGES.superQueryBroken);
  return { listKey, name, matchType, conditions, overwrite: body['overwrite'] === true };
}

const wrong = (field: string, message: string): Refusal => invalid([{ field, code: 'invalid', message }]);
