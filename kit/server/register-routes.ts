import type { Fields } from '#kit/model/field.ts';
import { invalid, Refusal } from '#kit/model/refusal.ts';
import { resourceRoute } from '#kit/model/resource-routes.ts';
import type { AnyResource } from '#kit/model/resource.ts';
import { bulkEditRoutes } from './bulk-edit.ts';
import { isUuid } from './kinds.ts';
import { MESSAGES } from './messages.ts';
import { readFields } from './parse.ts';
import { maskedFields } from './query/columns.ts';
import type { Registry } from './registry.ts';
import { alsoBy, answer, implement, type Call, type Route } from './route.ts';
import { idOf } from './row-id.ts';
import type { Serve, Store } from './serve.ts';
import { addRow, deleteRows, editRow } from './write.ts';

/** Adding, editing and deleting rows of a register, in its table or by the store of its module. */
export function registerRoutes(serve: Serve, registry: Registry): Route[] {
  const { resource, store } = serve;
  const rows = store ? storedRows(resource, store) : tableRows(serve, registry);
  return [
    implement(resourceRoute(resource, 'add'), async (call) =>
      answer(MESSAGES.added, await rows.add(call)),
    ),
    ...alsoBy(
      'POST',
      implement(resourceRoute(resource, 'edit'), async (call) => {
        const id = idOf(call.body['id']);
        await rows.edit(call, id);
        return answer(MESSAGES.edited, { id });
      }),
    ),
    ...(store ? [] : [bulkEditRoutes(serve, registry)]),
    implement(resourceRoute(resource, 'delete'), async (call) => {
      await rows.remove(call, [idOf(call.query['id'])]);
      return answer(MESSAGES.deleted);
    }),
    implement(resourceRoute(resource, 'deleteBatch'), async (call) => {
      const ids = (call.query['ids'] ?? '').split(',').filter(isUuid).slice(0, 1000);
      if (ids.length === 0)
        throw new Refusal('noneSelected', MESSAGES.noneSelected, { status: 422 });
      const n = await rows.remove(call, ids);
      return answer(MESSAGES.batchDeleted, { deleted: n, missing: ids.length - n });
    }),
  ];
}

/** Writing as the routes ask for it: the body is not judged yet. */
interface WrittenRows {
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

function storedRows(resource: AnyResource, store: Store): WrittenRows {
  const judged = (call: Call, id: string | null): Record<string, unknown> => {
    const hidden = maskedFields(resource, call.actor);
    const left = id === null ? [] : (store.fixed ?? []);
    const fields = Object.entries(resource.fields as Fields).filter(
      ([key]) => !hidden.has(key) && !left.includes(key),
    );
    const { values, errors } = readFields(Object.fromEntries(fields), call.body, {
      zone: call.actor.zone,
      partial: id !== null,
    });
    const found = [...errors, ...(store.faults?.(call, values, id) ?? [])];
    if (found.length > 0) throw invalid(found);
    return values;
  };
  return {
    add: (call) => store.add(call, judged(call, null)),
    edit(call, id) {
      const { version = null } = call.body;
      return store.edit(call, id, judged(call, id), version === null ? null : Number(version));
    },
    remove: (call, ids) => store.remove(call, ids),
  };
}
