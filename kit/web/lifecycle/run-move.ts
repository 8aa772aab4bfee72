import type { AnyLifecycle, Move } from '#kit/model/lifecycle.ts';
import {
  batchRoute,
  moveRoute,
  type BatchAnswer,
  type BatchRow,
  type BatchScope,
  type MoveAnswer,
} from '#kit/model/resource-routes.ts';
import { storeWorklistRoute } from '#kit/model/worklist.ts';
import { isOutcomeUnknown } from '#ui/http/api-error.ts';
import { fetchRoute } from '#ui/http/route-call.ts';
import { refreshResource } from '../query-client.ts';
import { onlyFrom } from './legal-moves.ts';
import { rowSaved, rowsSaved } from '../live/saved-rows.ts';

const BATCH_TIMEOUT = 120_000;
/** Documents per request of a batch: small enough to show progress and to stop in between. */
const BATCH_CHUNK = 200;

/** Makes one move of one document. @throws ApiError when it is refused */
export async function runMove(
  lifecycle: AnyLifecycle,
  id: string,
  move: string,
  body: Readonly<Record<string, unknown>>,
  key: string,
): Promise<MoveAnswer> {
  const answer = await fetchRoute(moveRoute(lifecycle, move), { params: { id }, body, key });
  rowSaved(lifecycle.of, id, answer.state);
  return answer;
}

/** What a move over many documents would do; nothing is written. */
export async function previewBatch(lifecycle: AnyLifecycle, move: string, scope: BatchScope): Promise<BatchAnswer> {
  const answer = await fetchRoute(batchRoute(lifecycle, move), {
    body: { ...scope, answers: {}, dryRun: true },
    timeout: BATCH_TIMEOUT,
  });
  return { ...answer, rows: answer.rows.map(withWay(lifecycle, move)) };
}

/** In the wrong state a document is refused with the states that would do, as its own button says them. */
const withWay =
  (lifecycle: AnyLifecycle, name: string) =>
  (row: BatchRow): BatchRow => {
    const move = (lifecycle.moves as Readonly<Record<string, Move>>)[name];
    return row.code === 'illegalMove' && move
      ? { ...row, message: `${row.message ?? ''}，${onlyFrom(lifecycle, move)}` }
      : row;
  };

interface BatchRun {
  lifecycle: AnyLifecycle;
  move: string;
  ids: readonly string[];
  answers: Readonly<Record<string, unknown>>;
  /** Key of the user's action; each chunk has its own, stable on a retry. */
  key: string;
  onProgress: (done: number) => void;
  signal: AbortSignal;
}

/**
 * Makes a move over many documents, chunk by chunk. A chunk whose outcome is unknown is asked once
 * more under its own key, so nothing happens twice; if that fails too it does not stop the others:
 * its documents are reported with the reason, to be looked at or tried again.
 * @returns one result per document; those after a stop by the user are missing
 */
export async function runBatch(run: BatchRun): Promise<BatchRow[]> {
  const { ids, onProgress, signal } = run;
  const rows: BatchRow[] = [];
  for (let at = 0; at < ids.length && !signal.aborted; at += BATCH_CHUNK) {
    rows.push(...(await runChunk(run, at)));
    onProgress(Math.min(at + BATCH_CHUNK, ids.length));
  }
  return rows;
}

async function runChunk({ lifecycle, move, ids, answers, key }: BatchRun, at: number) {
  const chunk = ids.slice(at, at + BATCH_CHUNK);
  const send = (): Promise<BatchAnswer> =>
    fetchRoute(batchRoute(lifecycle, move), {
      body: { ids: chunk, answers, batch: key },
      key: `${key}:${at}`,
      timeout: BATCH_TIMEOUT,
    });
  try {
    const answer = await send().catch((error: unknown) => {
      if (isOutcomeUnknown(error)) return send();
      throw error;
    });
    rowsSaved(
      lifecycle.of,
      answer.rows.map((row) => row.id),
    );
    return answer.rows.map(withWay(lifecycle, move));
  } catch (error) {
    const message = error instanceof Error ? error.message : '未知错误';
    return chunk.map((id) => ({ id, label: '', ok: false, code: 'noAnswer', message }));
  }
}

/** Keeps what a batch could not do as one's worklist; where that fails it is still in front. */
export async function storeFailures(lifecycle: AnyLifecycle, move: string, rows: readonly BatchRow[]): Promise<void> {
  const failed = rows.filter((row) => !row.ok);
  if (failed.length === 0) return;
  const body = { move, failed: failed.map(({ id, message }) => ({ id, message: message ?? '' })) };
  await fetchRoute(storeWorklistRoute(lifecycle.of), { body }).catch(() => undefined);
  void refreshResource(lifecycle.of);
}
