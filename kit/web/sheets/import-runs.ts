import { create } from 'zustand';
import { resourceKey, type AnyResource } from '#kit/model/resource.ts';
import type { Envelope } from '../api-error.ts';
import { createActionKeys } from '../action-key.ts';
import { say } from '../feedback.tsx';
import { refreshResource } from '../query-client.ts';
import { MAX_BYTES, TOO_LARGE } from '../upload/send-file.ts';
import { watchedCall } from '../upload/watched-call.ts';

/** Answer of an import whose rows were not all good (code 201). */
export interface ImportResult {
  totalCount: number;
  successCount: number;
  errorCount: number;
  msg?: string;
  fileUrl?: string;
  fileName?: string;
}

export interface ImportOutcome {
  isTrial: boolean;
  message: string;
  /** Set where rows were refused. */
  result: ImportResult | null;
}

/** One import as its dialog shows it, open or not. */
export interface ImportRun {
  file: File | null;
  phase: 'idle' | 'uploading' | 'working';
  /** Of the file that has left. */
  percent: number;
  /** All rows or none (`validateStatus` of the wire). */
  isStrict: boolean;
  outcome: ImportOutcome | null;
  failure: string | null;
}

/** Title of an import whose good rows went in (spec §8). */
export const PARTLY_DONE = '导入成功,但是有错误数据!';

const PARTLY = 201;
/** A hundred thousand rows take their time. */
const TIMEOUT_MS = 15 * 60_000;

const IDLE: ImportRun = {
  file: null,
  phase: 'idle',
  percent: 0,
  isStrict: false,
  outcome: null,
  failure: null,
};

/** Imports of a resource, one at a time, which outlive the dialog that shows them. */
export interface ImportFlow {
  base: string;
  use: () => ImportRun;
  choose: (file: File | null) => void;
  setStrict: (isStrict: boolean) => void;
  start: (isTrial: boolean) => Promise<void>;
  /** Gives up while the file is on its way. */
  cancel: () => void;
  /** Somebody looks on; @returns what to do when he no longer does */
  watch: () => () => void;
}

const flows = new Map<string, ImportFlow>();

/** The one flow of a resource. */
export function importOf(of: AnyResource): ImportFlow {
  const key = resourceKey(of);
  const flow = flows.get(key) ?? createFlow(of);
  flows.set(key, flow);
  return flow;
}

function createFlow(of: AnyResource): ImportFlow {
  const useRun = create<ImportRun>(() => IDLE);
  const keys = createActionKeys();
  const base = `/${of.module}/${of.name}`;
  let control = new AbortController();
  let watchers = 0;

  const finish = (run: Partial<ImportRun>): void => {
    useRun.setState({ phase: 'idle', ...run });
    if (watchers > 0) return;
    // Nobody looks at the dialog: the news goes to whoever is at the desk.
    if (run.failure) say.refused(`导入${of.title}`, run.failure);
    else if (run.outcome?.result) say.refused(`导入${of.title}`, PARTLY_DONE);
    else if (run.outcome) say.notice(`导入${of.title}`, run.outcome.message);
  };

  const start = async (isTrial: boolean): Promise<void> => {
    const { file, isStrict, phase } = useRun.getState();
    if (!file || phase !== 'idle') return;
    control = new AbortController();
    useRun.setState({ phase: 'uploading', percent: 0, outcome: null, failure: null });
    const about = [isTrial, isStrict, file.name, file.size, file.lastModified];
    try {
      if (file.size > MAX_BYTES) throw new Error(TOO_LARGE);
      const answer = await send(file, isTrial ? undefined : keys.keyFor(about), {
        path: `${base}/importExcel${queryOf(isTrial, isStrict)}`,
        signal: control.signal,
        onPercent: (percent) => useRun.setState({ percent }),
        onWorking: () => useRun.setState({ phase: 'working', percent: 100 }),
      });
      if (!isTrial) keys.settle(null);
      if (!isTrial) void refreshResource(of);
      finish({ outcome: readOutcome(answer, isTrial) });
    } catch (error) {
      if (!isTrial) keys.settle(error);
      if (control.signal.aborted) return useRun.setState({ phase: 'idle', percent: 0 });
      finish({ failure: `${file.name} ${error instanceof Error ? error.message : '未知错误'}` });
    }
  };

  return {
    base,
    use: useRun,
    choose: (file) => useRun.setState({ file, outcome: null, failure: null }),
    setStrict: (isStrict) => useRun.setState({ isStrict, outcome: null, failure: null }),
    start,
    cancel: () => control.abort(),
    watch() {
      watchers += 1;
      return () => {
        watchers -= 1;
        // What is over is not shown a second time.
        if (useRun.getState().phase === 'idle') useRun.setState(IDLE);
      };
    },
  };
}

function queryOf(isTrial: boolean, isStrict: boolean): string {
  const query = new URLSearchParams({ validateStatus: isStrict ? '1' : '0' });
  if (isStrict) query.set('partial', '0');
  if (isTrial) query.set('dryRun', '1');
  return `?${query.toString()}`;
}

interface Sent {
  path: string;
  signal: AbortSignal;
  onPercent: (percent: number) => void;
  onWorking: () => void;
}

function send(
  file: File,
  key: string | undefined,
  { path, signal, onPercent, onWorking }: Sent,
): Promise<Envelope<ImportResult | null>> {
  const body = new FormData();
  body.append('file', file, file.name);
  return watchedCall<ImportResult | null>({
    method: 'POST',
    path,
    body,
    signal,
    hasToken: true,
    key,
    timeout: TIMEOUT_MS,
    onSent: (bytes) => onPercent(Math.min(100, Math.floor((bytes / Math.max(file.size, 1)) * 100))),
    onAllSent: onWorking,
  });
}

const readOutcome = (
  { code, message, result }: Envelope<ImportResult | null>,
  isTrial: boolean,
): ImportOutcome => ({ isTrial, message, result: code === PARTLY ? result : null });
