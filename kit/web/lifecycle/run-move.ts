import type { AnyLifecycle } from '#kit/model/lifecycle.ts';
import type { FieldError } from '#kit/model/refusal.ts';
import { isOutcomeUnknown } from '#ui/http/api-error.ts';
import { post } from '#ui/http/http.ts';
import { rowSaved } from '../live/saved-rows.ts';

export interface MoveAnswer {
  id: string;
  ok: boolean;
  state?: string;
}

/** Result of a batch for one document. */
export interface BatchRow {
  id: string;
  label: string;
  ok: boolean;
  state?: string;
  code?: string;
  message?: string;
  errors?: readonly FieldError[];
}

export interface BatchAnswer {
  total: number;
  ok: number;
  failed: number;
  rows: BatchRow[];
}

export type BatchScope = { ids: readonly string[] } | { filter: Readonly<Record<string, string>> };

const BATCH_TIMEOUT = 120_000;
/** Documents per request of a batch: small enough to show progress and to stop in between. */
const BATCH_CHUNK = 200;

const pathOf = ({ of }: AnyLifecycle, rest: string): string => `/${of.module}/${of.name}/${rest}`;

/** Makes one move of one document. @throws ApiError when it is refused */
export async function runMove(
  lifecycle: AnyLifecycle,
  id: string,
  move: string,
  body: Readonly<Record<string, unknown>>,
  key: string,
): Promise<MoveAnswer> {
  const path = pathOf(lifecycle, `${encodeURIComponent(id)}/${move}`);
  const answer = await post<MoveAnswer>(path, body, { key });
  rowSaved(lifecycle.of, id, answer.state);
  return answer;
}

/** What a move over many documents would do; nothing is written. */
export const previewBatch = (
  lifecycle: AnyLifecycle,
  move: string,
  scope: BatchScope,
): Promise<BatchAnswer> =>
  post<BatchAnswer>(
    pathOf(lifecycle, `batch/${move}`),
    { ...scope, answers: {}, dryRun: true },
    { timeout: BATCH_TIMEOUT },
  );

export interface BatchRun {
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
    post<BatchAnswer>(
      pathOf(lifecycle, `batch/${move}`),
      { ids: chunk, answers, batch: key },
      { key: `${key}:${at}`, timeout: BATCH_TIMEOUT },
    );
  try {
    const answer = await send().catch((error: unknown) => {
      if (isOutcomeUnknown(error)) return send();
      throw error;
    });
    return answer.rows;
  } catch (error) {
    const message = error instanceof Error ? error.message : '未知错误';
    return chunk.map((id) => ({ id, label: '', ok: false, code: 'noAnswer', message }));
  }
}
