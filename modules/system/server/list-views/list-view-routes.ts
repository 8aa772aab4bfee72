import { readArrangement, readViewContent, readViewName, type ListView } from '#kit/model/list-view.ts';
import { invalid, notFound, Refusal, type FieldError } from '#kit/model/refusal.ts';
import { resourceKey, type AnyResource } from '#kit/model/resource.ts';
import type { Tx } from '#kit/server/database.ts';
import { MESSAGES } from '#kit/server/messages.ts';
import { withMasked } from '#kit/server/query/view-content.ts';
import type { Registry } from '#kit/server/registry.ts';
import { answer, implement, type Call, type Route } from '#kit/server/route.ts';
import { idOf } from '#kit/server/row-id.ts';
import { listViewCalls } from '../../model/routes/lists.ts';
import { limitCalls } from '../attempts.ts';
import { sessionOf } from '../own-session.ts';
import type { Services } from '../services.ts';
import * as store from './list-view-store.ts';

const MOST_PER_LIST = 50;
/** Over all lists: who counts higher makes up lists. */
const MOST_PER_PERSON = 1000;
const WRITES_PER_MINUTE = 120;

/**
 * Views of lists. Everybody keeps their own and may share them with the team; what somebody else
 * has shared is changed with a right of its own. What may be answered is judged when the list is
 * asked: a view only says what to ask, and says of it no more than its reader may know.
 */
export const listViewRoutes = (services: Services): Route[] => [
  implement(listViewCalls.list, async (call) => {
    const resource = listOf(services.registry, call.query.listKey);
    return asReader(services, call, (reader) => store.readViews(reader, resource));
  }),
  implement(listViewCalls.add, (call) => add(services, call)),
  implement(listViewCalls.edit, (call) => edit(services, call)),
  implement(listViewCalls.delete, async (call) => {
    const id = idOf(call.query.id);
    await writing(services, call, async (reader) => {
      await store.lockChangeable(reader, id);
      await store.deleteView(reader.tx, id);
    });
    return answer(MESSAGES.deleted);
  }),
  implement(listViewCalls.setDefault, async (call) => {
    const listKey = resourceKey(listOf(services.registry, call.body.listKey));
    const id = call.body.id === null ? null : idOf(call.body.id);
    await writing(services, call, async (reader) => {
      if (id !== null && (await store.lockView(reader, id)).listKey !== listKey) throw notFound();
      await store.setDefault(reader, listKey, id);
    });
    return answer(id === null ? '已取消默认视图' : '已设为默认视图');
  }),
  implement(listViewCalls.arrange, async (call) => {
    const listKey = resourceKey(listOf(services.registry, call.body.listKey));
    const { arrangement } = call.body;
    const read = arrangement === null ? null : valueOf(readArrangement(arrangement));
    await writing(services, call, (reader) => store.storeArrangement(reader, listKey, read));
    return answer('保存成功');
  }),
];

const add = async (services: Services, call: Call) => {
  const resource = listOf(services.registry, call.body['listKey']);
  const listKey = resourceKey(resource);
  const name = valueOf(readViewName(call.body['name']));
  const content = valueOf(readViewContent(call.body['content']));
  const made = await writing(services, call, async (reader) => {
    const { tx, userId } = reader;
    const { here, all } = await store.countViews(reader, listKey);
    if (here >= MOST_PER_LIST || all >= MOST_PER_PERSON)
      throw new Refusal('tooMany', `每个列表最多保存${MOST_PER_LIST}个视图，请先删除不用的`, {
        status: 422,
      });
    await refuseTaken(tx, userId, { listKey, name, id: null });
    const id = await store.insertView(reader, listKey, { name, content });
    return (await readOne(reader, resource, id)) as ListView;
  });
  return answer('保存成功', made);
};

const edit = async (services: Services, call: Call) => {
  const { body } = call;
  const id = idOf(body['id']);
  const name = body['name'] === undefined ? undefined : valueOf(readViewName(body['name']));
  const content = body['content'] === undefined ? undefined : valueOf(readViewContent(body['content']));
  const { isShared, version } = body;
  if (isShared !== undefined && typeof isShared !== 'boolean')
    throw invalid([{ field: 'isShared', code: 'invalid', message: '是否共享不正确' }]);
  const changed = await writing(services, call, async (reader) => {
    const before = await store.lockChangeable(reader, id);
    store.refuseStale(before, version);
    const resource = listOf(services.registry, before.listKey);
    const after = {
      id,
      name: name ?? before.name,
      isShared: isShared ?? before.isShared,
      // Judged once more: with what this person could not see it may have become too much.
      content: content
        ? valueOf(readViewContent(withMasked(resource, before.content, content, call.actor)))
        : before.content,
    };
    if (name !== undefined) await refuseTaken(reader.tx, before.userId, { listKey: before.listKey, name, id });
    await store.updateView(reader.tx, after);
    return readOne(reader, resource, id);
  });
  return answer('保存成功', changed);
};

/** A view as its writer reads it. Taken back from the team by somebody else, it is theirs no more. */
async function readOne(reader: store.Reader, resource: AnyResource, id: string): Promise<ListView | null> {
  const { views } = await store.readViews(reader, resource);
  return views.find((view) => view.id === id) ?? null;
}

async function refuseTaken(
  tx: Tx,
  owner: string,
  about: { listKey: string; name: string; id: string | null },
): Promise<void> {
  if (await store.isNameTaken(tx, owner, about))
    throw invalid([{ field: 'name', code: 'taken', message: MESSAGES.taken('同名视图') }]);
}

async function asReader<T>(services: Services, call: Call, work: (reader: store.Reader) => Promise<T>): Promise<T> {
  const { userId } = await sessionOf(services, call);
  return call.tx((tx) => work({ tx, userId, registry: services.registry }));
}

/** As {@link asReader}, one window of a person after the other: none goes past the limits. */
async function writing<T>(services: Services, call: Call, work: (reader: store.Reader) => Promise<T>): Promise<T> {
  const { userId } = await sessionOf(services, call);
  await limitCalls(services.db, { kind: 'lookup', subject: `view ${userId}` }, WRITES_PER_MINUTE);
  return asReader(services, call, async (reader) => {
    await store.lockPerson(reader.tx, userId);
    return work(reader);
  });
}

/** @throws Refusal 422 for what is no list */
function listOf(registry: Registry, key: unknown): AnyResource {
  const found = typeof key === 'string' ? registry.listed(key) : undefined;
  if (found) return found;
  throw invalid([{ field: 'listKey', code: 'invalid', message: '列表标识不正确' }]);
}

function valueOf<T>(read: { value: T } | { errors: FieldError[] }): T {
  if ('errors' in read) throw invalid(read.errors);
  return read.value;
}
