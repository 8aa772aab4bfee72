import type { BulkChange } from '#kit/model/bulk-edit.ts';
import { bulkEditRoute, type BatchScope, type BulkAnswer, type BulkRow } from '#kit/model/resource-routes.ts';
import type { AnyResource } from '#kit/model/resource.ts';
import { nameToWire, queryToWire, toWire } from '#kit/model/wire.ts';
import { isOutcomeUnknown } from '#ui/http/api-error.ts';
import { fetchRoute } from '#ui/http/route-call.ts';
import { rowsSaved } from '../live/saved-rows.ts';

const TIMEOUT = 120_000;
/** Rows of one request: few enough to show progress and to stop in between. */
const PART = 200;

/** A change in the names that the wire has for it. */
const sentChange = ({ wire }: AnyResource, change: BulkChange): BulkChange => {
  const field = nameToWire(wire, change.field);
  return { ...change, field, value: toWire(wire, { [change.field]: change.value })[field] };
};

const sentScope = ({ wire }: AnyResource, scope: BatchScope): BatchScope =>
  'filter' in scope ? { filter: queryToWire(wire, scope.filter) } : scope;

/** What a change would do; nothing is written. @throws ApiError */
export const previewBulk = (of: AnyResource, scope: BatchScope, change: BulkChange): Promise<BulkAnswer> =>
  fetchRoute(bulkEditRoute(of), {
    body: { ...sentScope(of, scope), ...sentChange(of, change), dryRun: true },
    timeout: TIMEOUT,
  });

interface BulkRun {
  of: AnyResource;
  scope: BatchScope;
  change: BulkChange;
  /** Rows of the preview that it would change, as they were then. */
  rows: readonly BulkRow[];
  /** Key of the person's act; each part has its own, stable when it is sent again. */
  key: string;
  onProgress: (done: readonly BulkRow[]) => void;
  signal: AbortSignal;
}

/**
 * Makes a change, part by part. A part whose outcome is unknown is asked once more under its own
 * key; if that fails too its rows are reported with the reason, and the others go on.
 * @returns one result per row; after a stop the rest says that it was not tried
 */
export async function runBulk(run: BulkRun): Promise<BulkRow[]> {
  const { rows, onProgress, signal } = run;
  const done: BulkRow[] = [];
  for (let at = 0; at < rows.length && !signal.aborted; at += PART) {
    done.push(...(await runPart(run, at)));
    onProgress([...done]);
  }
  const left = rows.slice(done.length).map(({ id, label }) => ({
    id,
    label,
    ok: false,
    code: 'stopped',
    message: '已停止，未修改',
  }));
  return [...done, ...left];
}

async function runPart({ of, scope, change, rows, key }: BulkRun, at: number): Promise<BulkRow[]> {
  const part = rows.slice(at, at + PART);
  const sent = {
    ...('filter' in scope ? sentScope(of, scope) : {}),
    ...sentChange(of, change),
    ids: part.map(({ id }) => id),
    versions: part.map(({ version = 0 }) => version),
  };
  const send = (): Promise<BulkAnswer> =>
    fetchRoute(bulkEditRoute(of), { body: sent, key: `${key}:${at}`, timeout: TIMEOUT });
  const labels = new Map(part.map(({ id, label }) => [id, label]));
  try {
    const answer = await send().catch((error: unknown) => {
      if (isOutcomeUnknown(error)) return send();
      throw error;
    });
    rowsSaved(
      of,
      answer.rows.flatMap(({ id, ok }) => (ok ? id : [])),
    );
    return answer.rows.map((row) => ({ ...row, label: row.label || (labels.get(row.id) ?? '') }));
  } catch (error) {
    const message = error instanceof Error ? error.message : '未知错误';
    return part.map(({ id, label }) => ({ id, label, ok: false, code: 'noAnswer', message }));
  }
}
