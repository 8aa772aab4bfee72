import { useRef, useState } from 'react';
import { tagRoute, type BatchScope, type BulkAnswer, type BulkRow } from '#kit/model/resource-routes.ts';
import type { AnyResource } from '#kit/model/resource.ts';
import { taggingFault } from '#kit/model/tagging.ts';
import { fetchRoute } from '#ui/http/route-call.ts';
import { rowsSaved } from '../live/saved-rows.ts';
import { refreshResource } from '../query-client.ts';

const TIMEOUT = 120_000;
/** Rows of one request: few enough to show progress and to stop in between. */
const PART = 500;

export interface TagChange {
  add: readonly string[];
  remove: readonly string[];
}

export interface Tagging {
  scope: BatchScope;
  /** What the change would do; null until it was asked, or since it was another. */
  preview: BulkAnswer | null;
  fault: string | null;
  isAsking: boolean;
  progress: { done: number; total: number } | null;
  results: readonly BulkRow[] | null;
  /** Tags of some rows are others now. */
  isDone: boolean;
  ask: (change: TagChange) => Promise<void>;
  run: () => Promise<void>;
  stop: () => void;
  /** Another change, or other rows: what was found out holds no longer. */
  reset: (ids?: readonly string[]) => void;
}

/** Tags given to many rows and taken from them. A part may be sent again: what is so already stays so. */
export function useTagging(of: AnyResource, first: BatchScope): Tagging {
  const [scope, setScope] = useState(first);
  const [request, setRequest] = useState<{ change: TagChange; answer: BulkAnswer } | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [isAsking, setAsking] = useState(false);
  const [progress, setProgress] = useState<Tagging['progress']>(null);
  const [results, setResults] = useState<readonly BulkRow[] | null>(null);
  const [isDone, setDone] = useState(false);
  const isStopped = useRef(false);
  const turn = useRef(0);
  const reset: Tagging['reset'] = (ids) => {
    turn.current += 1;
    setRequest(null);
    setFault(null);
    setAsking(false);
    if (!ids) return;
    setResults(null);
    setScope({ ids });
  };
  return {
    scope,
    fault,
    isAsking,
    progress,
    results,
    isDone,
    reset,
    preview: request?.answer ?? null,
    async ask(change) {
      reset();
      const wrong = taggingFault(change.add, change.remove);
      if (wrong !== null) return setFault(wrong);
      const mine = turn.current;
      setAsking(true);
      try {
        const answer = await send(of, { ...scope, ...change, dryRun: true });
        if (mine === turn.current) setRequest({ change, answer });
      } catch (error) {
        if (mine === turn.current) setFault(messageOf(error));
      } finally {
        if (mine === turn.current) setAsking(false);
      }
    },
    async run() {
      if (!request || progress) return;
      const { change, answer } = request;
      const rows = answer.rows.filter((row) => row.ok && row.isChanged);
      isStopped.current = false;
      const done: BulkRow[] = [];
      for (let at = 0; at < rows.length && !isStopped.current; at += PART) {
        setProgress({ done: done.length, total: rows.length });
        done.push(...(await runPart(of, change, rows.slice(at, at + PART))));
      }
      const left = rows.slice(done.length).map(({ id, label }) => ({
        id,
        label,
        ok: false,
        code: 'stopped',
        message: '已停止，未打标',
      }));
      setProgress(null);
      setRequest(null);
      setDone((was) => was || done.some(({ ok }) => ok));
      setResults([...done, ...left, ...answer.rows.filter((row) => !row.ok)]);
      void refreshResource(of);
    },
    stop: () => {
      isStopped.current = true;
    },
  };
}

const send = (of: AnyResource, body: object): Promise<BulkAnswer> =>
  fetchRoute(tagRoute(of), { body, timeout: TIMEOUT });

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : '未知错误');

async function runPart(of: AnyResource, change: TagChange, part: readonly BulkRow[]): Promise<BulkRow[]> {
  const labels = new Map(part.map(({ id, label }) => [id, label]));
  try {
    const { rows } = await send(of, { ...change, ids: [...labels.keys()] });
    rowsSaved(
      of,
      rows.flatMap(({ id, ok }) => (ok ? id : [])),
    );
    return rows.map((row) => ({ ...row, label: row.label || (labels.get(row.id) ?? '') }));
  } catch (error) {
    const message = messageOf(error);
    return part.map(({ id, label }) => ({ id, label, ok: false, code: 'noAnswer', message }));
  }
}
