import { invalid, notFound, Refusal, staleVersion, type FieldError } from '#kit/model/refusal.ts';
import { resourceRoute } from '#kit/model/resource-routes.ts';
import { resourceKey, type AnyResource } from '#kit/model/resource.ts';
import type { AnyRow } from '#kit/model/row.ts';
import { requirePermission } from './actor.ts';
import type { Tx } from './database.ts';
import { isUuid } from './kinds.ts';
import { MESSAGES } from './messages.ts';
import { claimReceipt, payloadHash, storeReceipt } from './receipt.ts';
import type { Registry } from './registry.ts';
import { answer, implement, type Call, type Route } from './route.ts';
import { lockRegister } from './row-storage.ts';
import type { Serve } from './serve.ts';
import { deleteRows } from './write.ts';
import { addRows, editRows, type RowOutcome } from './write-rows.ts';
import type { Writer } from './writer.ts';

const MOST_LINES = 5000;

/** Whether rows of a resource are lines of another one's. */
export const isLineOf = (resource: AnyResource, registry: Registry): boolean =>
  registry.resources.some(({ lines }) => lines && resourceKey(resource) in lines);

interface SentLines {
  /** Ids of rows that go. */
  removed: readonly string[];
  /** With an id: an edit under its version; without: a new row. */
  lines: readonly Record<string, unknown>[];
}

/**
 * Stores lines that were typed together, all or none: values may go from line to line. What is wrong
 * names its line from 1.
 */
export function linesRoute({ resource, guards }: Serve, registry: Registry): Route {
  const key = resourceKey(resource);
  const writer: Writer = { registry, resource, ...(guards ? { guards } : {}) };
  return implement(resourceRoute(resource, 'saveLines'), async (call) => {
    const sent = readLines(call.body);
    const verbs = {
      delete: sent.removed.length > 0,
      edit: sent.lines.some(isStored),
      add: sent.lines.some((line) => !isStored(line)),
    };
    for (const [verb, isRequested] of Object.entries(verbs))
      if (isRequested) requirePermission(call.actor, `${key}:${verb}`);
    await call.tx((tx) => once(tx, call, `${key}:saveLines`, () => save(tx, writer, sent)));
    return answer(MESSAGES.edited);
  });
}

const isStored = (line: Record<string, unknown>): boolean => 'id' in line;

function readLines(body: Record<string, unknown>): SentLines {
  const { removed = [], lines = [] } = body;
  const isRead =
    Array.isArray(removed) &&
    Array.isArray(lines) &&
    lines.length + removed.length > 0 &&
    lines.length + removed.length <= MOST_LINES &&
    lines.every((line) => typeof line === 'object' && line !== null && !Array.isArray(line));
  if (!isRead) throw new Refusal('noneSelected', MESSAGES.noneSelected, { status: 422 });
  if (!removed.every(isUuid)) throw notFound();
  return { removed, lines };
}

/** A call that is sent again with its key changes nothing more. */
async function once(tx: Tx, { key, body }: Pick<Call, 'key' | 'body'>, scope: string, work: () => Promise<void>) {
  if (!key) return work();
  if (await claimReceipt(tx, scope, key, payloadHash(body))) return;
  await work();
  await storeReceipt(tx, scope, key, true);
}

/** What goes goes first, so that a number it held is free for another line. */
async function save(tx: Tx, writer: Writer, { removed, lines }: SentLines): Promise<void> {
  if (removed.length > 0) await deleteRows(tx, writer, removed);
  const numbered = lines.map((body, index) => ({ body, row: index + 1 }));
  const [edits, adds] = [numbered.filter(({ body }) => isStored(body)), numbered.filter(({ body }) => !isStored(body))];
  const before = await lockRegister(
    tx,
    writer.resource,
    edits.map(({ body }) => (isUuid(body['id']) ? body['id'] : '')).filter((id) => id !== ''),
  );
  const stored = new Map<unknown, AnyRow>(before.map((row) => [row.id, row]));
  const changes = edits.map(({ body }) => {
    const row = stored.get(body['id']);
    if (!row) throw notFound();
    if (Number(body['version']) !== row.version) throw staleVersion();
    return { before: row, body };
  });
  const errors = [
    ...faultsOf(edits, await editRows(tx, writer, changes, { isOneSave: true })),
    ...faultsOf(adds, await addRows(tx, writer, adds)),
  ];
  if (errors.length > 0) throw invalid(errors.sort((a, b) => (a.row ?? 0) - (b.row ?? 0)));
}

/** Refusals by field and line; one that is about no field has none. */
const faultsOf = (lines: readonly { row: number }[], outcomes: readonly RowOutcome[]): FieldError[] =>
  outcomes.flatMap((outcome, index) => {
    if (!('refusal' in outcome)) return [];
    const { errors, code, message } = outcome.refusal;
    const row = lines[index]?.row ?? 0;
    return errors.length > 0 ? errors.map((error) => ({ ...error, row })) : [{ field: '', code, message, row }];
  });
