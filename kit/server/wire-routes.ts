import type { Fields } from '#kit/model/field.ts';
import { Refusal } from '#kit/model/refusal.ts';
import type { AnyResource } from '#kit/model/resource.ts';
import {
  fromWire,
  isServed,
  nameToWire,
  queryFromWire,
  stemOf,
  toWire,
  type Operation,
  type Wire,
} from '#kit/model/wire.ts';
import type { Tx } from './database.ts';
import { maskedFields, toWireRow } from './query/columns.ts';
import { listPage, type Page } from './query/list.ts';
import type { Registry } from './registry.ts';
import { alsoByPost, isAnswer, isFile, type Call, type Route } from './route.ts';
import type { Serve } from './serve.ts';

/**
 * The generic routes of a resource as its wire has them: names are translated on the way in and on
 * the way out, so that everything behind them knows our own alone. Without a wire, as they are.
 */
export function onWire(resource: AnyResource, routes: readonly Route[]): Route[] {
  const { wire } = resource;
  if (!wire) return [...routes];
  return routes
    .filter(({ access }) => typeof access !== 'object' || isServed(resource, verbOf(access)))
    .flatMap((route) => {
      const operation = operationOf(wire, route.path.slice(stemOf(resource).length + 1));
      const served: Route = {
        ...route,
        refusals: 'neutral',
        access: wire.open?.includes(operation) ? 'signedIn' : route.access,
        ...(operation === 'list' && wire.emptyBy ? { emptyBy: wire.emptyBy } : {}),
        ...(route.body ? { body: sentFields(wire, route.body) } : {}),
        ...(route.query ? { query: sentFields(wire, route.query) } : {}),
        handle: async (call) =>
          sentAnswer(wire, operation, await inOurNames(wire, () => route.handle(heard(wire, call)))),
      };
      return operation === 'deleteBatch' ? alsoByPost(served) : [served];
    });
}

const operationOf = ({ paths = {} }: Wire, part: string): Operation =>
  (Object.entries(paths).find(([, own]) => own === part)?.[0] ?? part) as Operation;

/** A row that a module has read by itself, as the routes of its resource answer it. */
export const wireRow = (
  tx: Tx,
  { resource, more }: Pick<Serve, 'resource' | 'more'>,
  row: Record<string, unknown>,
): Record<string, unknown> => {
  const hidden = maskedFields(resource, tx.actor);
  const shown = toWireRow(resource, row, { actor: tx.actor, hidden });
  return toWire(resource.wire, { ...shown, ...more?.(tx, row) });
};

/** A page of a resource as its list answers it, for routes of the module's own. */
export async function wirePage(
  tx: Tx,
  serve: Pick<Serve, 'resource' | 'rows' | 'more' | 'lead'>,
  query: Record<string, string>,
  registry: Registry,
): Promise<Page> {
  const { resource, more, lead } = serve;
  const params = queryFromWire(resource.wire, query);
  const rows = await serve.rows?.(tx, params);
  const page = await listPage(tx, resource, params, { registry, rows, more, lead });
  return { ...page, records: page.records.map((row) => toWire(resource.wire, row)) };
}

const verbOf = ({ permission }: { permission: string }): string => permission.split(':')[2] ?? '';

const sentFields = (wire: Wire, fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).map(([key, field]) => [nameToWire(wire, key), field]));

/** The call in our names. */
const heard = (wire: Wire, call: Call): Call =>
  Object.create(call, {
    query: { value: queryFromWire(wire, call.query) },
    body: { value: fromWire(wire, call.body) },
  }) as Call;

/** A refusal names fields as they were sent. */
async function inOurNames<T>(wire: Wire, handle: () => Promise<T>): Promise<T> {
  try {
    return await handle();
  } catch (error) {
    if (error instanceof Refusal) for (const fault of error.errors) fault.field = nameToWire(wire, fault.field);
    throw error;
  }
}

function sentAnswer(wire: Wire, operation: Operation, result: unknown): unknown {
  const text = wire.texts?.[operation];
  if (isAnswer(result)) return text ? { ...result, message: text } : result;
  if (isFile(result)) return result;
  if (operation === 'list') {
    const page = result as { records: Record<string, unknown>[] };
    return { ...page, records: page.records.map((row) => toWire(wire, row)) };
  }
  return operation === 'queryById' ? toWire(wire, result as Record<string, unknown>) : result;
}
