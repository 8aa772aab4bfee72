import { useRef, useState } from 'react';
import type { BulkChange } from '#kit/model/bulk-edit.ts';
import type { BatchScope, BulkAnswer, BulkRow } from '#kit/model/resource-routes.ts';
import type { AnyResource } from '#kit/model/resource.ts';
import { nameToWire } from '#kit/model/wire.ts';
import { ApiError } from '#ui/http/api-error.ts';
import { newKey } from '#ui/http/action-key.ts';
import { refreshResource } from '../query-client.ts';
import { previewBulk, runBulk } from './bulk-run.ts';

/** What is wrong with a change as a whole, at its input where it is about that. */
interface BulkFault {
  message: string;
  isOfValue: boolean;
}

export interface BulkState {
  scope: BatchScope;
  /** What the change would do; null until it was asked, or since it was typed into. */
  preview: BulkAnswer | null;
  fault: BulkFault | null;
  isAsking: boolean;
  progress: { done: number; total: number; refused: number } | null;
  /** What became of each row, those refused in the preview among them. */
  results: readonly BulkRow[] | null;
  ask: (change: BulkChange) => Promise<void>;
  run: () => Promise<void>;
  stop: () => void;
  /** Another change, or other rows: what was found out holds no longer. */
  reset: (ids?: readonly string[]) => void;
}

/** A change of one field over many rows: what it would do, its run, and what became of it. */
export function useBulkEdit(of: AnyResource, first: BatchScope, onDone: () => void): BulkState {
  const [scope, setScope] = useState(first);
  const [request, setRequest] = useState<{ change: BulkChange; answer: BulkAnswer } | null>(null);
  const [fault, setFault] = useState<BulkFault | null>(null);
  const [isAsking, setAsking] = useState(false);
  const [progress, setProgress] = useState<BulkState['progress']>(null);
  const [results, setResults] = useState<readonly BulkRow[] | null>(null);
  const stopper = useRef<AbortController | null>(null);
  const turn = useRef(0);
  const reset: BulkState['reset'] = (ids) => {
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
    reset,
    preview: request?.answer ?? null,
    async ask(change) {
      reset();
      const mine = turn.current;
      setAsking(true);
      try {
        const answer = await previewBulk(of, scope, change);
        if (mine === turn.current) setRequest({ change, answer });
      } catch (error) {
        if (mine === turn.current) setFault(faultOf(of, change.field, error));
      } finally {
        if (mine === turn.current) setAsking(false);
      }
    },
    async run() {
      if (!request || stopper.current) return;
      const { change, answer } = request;
      const rows = answer.rows.filter((row) => row.ok && row.isChanged);
      const stop = new AbortController();
      stopper.current = stop;
      const show = (done: readonly BulkRow[]): void =>
        setProgress({
          done: done.length,
          total: rows.length,
          refused: done.filter((row) => !row.ok).length,
        });
      show([]);
      const how = { of, scope, change, rows, key: newKey(), onProgress: show };
      const done = await runBulk({ ...how, signal: stop.signal });
      stopper.current = null;
      setProgress(null);
      setRequest(null);
      setResults([...done, ...answer.rows.filter((row) => !row.ok)]);
      void refreshResource(of);
      if (done.some((row) => row.ok)) onDone();
    },
    stop: () => stopper.current?.abort(),
  };
}

function faultOf({ wire }: AnyResource, key: string, error: unknown): BulkFault {
  if (!(error instanceof ApiError)) throw error;
  const at = error.errors.find(({ field }) => field === nameToWire(wire, key));
  return { message: at?.message ?? error.message, isOfValue: at !== undefined };
}
