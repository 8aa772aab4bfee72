import type { Fields } from '#kit/model/field.ts';
import { invalid, notFound, Refusal } from '#kit/model/refusal.ts';
import { resourceRoute } from '#kit/model/resource-routes.ts';
import { placeOf } from './actor.ts';
import { bulkEditRoutes } from './bulk-edit.ts';
import { isUuid } from './kinds.ts';
import { MESSAGES } from './messages.ts';
import { readFields } from './parse.ts';
import { maskedFields } from './query/columns.ts';
import { requireVisible } from './query/own-visibility.ts';
import { givenConditions } from './query/row-conditions.ts';
import { isRuled } from './query/row-rules.ts';
import type { Registry } from './registry.ts';
import { alsoBy, answer, implement, type Answer, type Call, type Route } from './route.ts';
import { idOf } from './row-id.ts';
import type { Serve, Store } from './serve.ts';
import { join, sql } from './sql.ts';
import { addRow, deleteRows, editRow } from './write.ts';

/** Adding, editing and deleting rows of a register, in its table or by the store of its module. */
export function registerRoutes(serve: Serve, registry: Registry): Route[] {
  const { resource, store } = serve;
  const rows = writtenRows(serve, registry);
  const noted = <T>(call: Call, answers: Answer<T>): Answer<T> => ({
    ...answers,
    note: store?.note?.(call) ?? '',
  });
  return [
    implement(resourceRoute(resource, 'add'), async (call) =>
      noted(call, answer(MESSAGES.added, await rows.add(call))),
    ),
    ...alsoBy(
      'POST',
      implement(resourceRoute(resource, 'edit'), async (call) => {
        const id = idOf(call.body['id']);
        await rows.edit(call, id);
        return noted(call, answer(MESSAGES.edited, { id }));
      }),
    ),
    ...(store ? [] : [bulkEditRoutes(serve, registry)]),
    implement(resourceRoute(resource, 'delete'), async (call) => {
      await rows.remove(call, [idOf(call.query['id'])]);
      return answer(MESSAGES.deleted);
    }),
    implement(resourceRoute(resource, 'deleteBatch'), async (call) => {
      const ids = (call.query['ids'] ?? '').split(',').filter(isUuid).slice(0, 1000);
      if (ids.length === 0) throw new Refusal('noneSelected', MESSAGES.noneSelected, { status: 422 });
      const n = await rows.remove(call, ids);
      return answer(MESSAGES.batchDeleted, { deleted: n, missing: ids.length - n });
    }),
  ];
}

/** How the rows of a register are written, wherever they stand. */
export const writtenRows = (serve: Serve, registry: Registry): WrittenRows =>
  serve.store ? storedRows(serve, serve.store) : tableRows(serve, registry);

/** Writing as the routes ask for it: the body is not judged yet. */
export interface WrittenRows {
  add(call: Call): Promise<{ id: string }>;
  edit(call: Call, id: string): Promise<unknown>;
  remove(call: Call, ids: readonly string[]): Promise<number>;
}

function tableRows({ resource, guards }: Serve, registry: Registry): WrittenRows {
  const writer = { registry, resource, ...(guards ? { guards } : {}) };
  return {
    add: (call) => call.tx(async (tx) => ({ id: await addRow(tx, writer, call.body) })),
    edit: (call, id) => call.tx((tx) => editRow(tx, writer, id, call.body)),
    remove: (call, ids) => call.tx((tx) => deleteRows(tx, writer, ids)),
  };
}

function storedRows(serve: Serve, store: Store): WrittenRows {
  const { resource } = serve;
  const judged = (call: Call, id: string | null): Record<string, unknown> => {
    const hidden = maskedFields(resource, call.actor);
    const left = id === null ? [] : (store.fixed ?? []);
    const fields = Object.entries(resource.fields as Fields).filter(([key]) => !hidden.has(key) && !left.includes(key));
    const { values, errors } = readFields(Object.fromEntries(fields), call.body, {
      ...placeOf(call.actor),
      partial: id !== null,
    });
    const found = [...errors, ...(store.faults?.(call, values, id) ?? [])];
    if (found.length > 0) throw invalid(found);
    return values;
  };
  return {
    add: (call) => store.add(stayingVisible(call, serve, null), judged(call, null)),
    async edit(call, id) {
      const { version: seen = null } = call.body;
      const version = seen === null ? null : Number(seen);
      await requireSeen(call, serve, [id]);
      return store.edit(stayingVisible(call, serve, id), id, judged(call, id), version);
    },
    async remove(call, ids) {
      return store.remove(call, await requireSeen(call, serve, ids));
    },
  };
}

/**
 * A call whose transactions end with a look at the row that they wrote: one that its writer would not
 * see any more is undone.
 */
function stayingVisible(call: Call, { resource, rows }: Serve, id: string | null): Call {
  if (!rows || !isRuled(resource, call.actor)) return call;
  const tx: Call['tx'] = (work) =>
    call.tx(async (tx) => {
      const done = await work(tx);
      const written = id ?? (done as { id?: unknown } | null | undefined)?.id;
      if (isUuid(written)) await requireVisible(tx, resource, written, await rows(tx, {}));
      return done;
    });
  return Object.create(call, { tx: { value: tx } }) as Call;
}

/** What data rules leave of rows that a module keeps by itself. @throws Refusal 404: none of them */
async function requireSeen(call: Call, { resource, rows }: Serve, ids: readonly string[]): Promise<readonly string[]> {
  if (!rows || !isRuled(resource, call.actor)) return ids;
  const seen = await call.tx(async (tx) =>
    tx.query<{ id: string }>(sql`
      select t.id from (${await rows(tx, {})}) t
      where ${join(givenConditions(resource, tx.actor), ' and ')} and t.id = any(${ids}::uuid[])`),
  );
  if (seen.length === 0) throw notFound();
  return seen.map(({ id }) => id);
}
