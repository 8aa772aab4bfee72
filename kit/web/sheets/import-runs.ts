import { create } from 'zustand';
import type { DateOrder } from '#kit/model/date-text.ts';
import { DAYS_IN_DOUBT, NOTES_TO_CONFIRM, type FileJob, type ImportResult } from '#kit/model/file-job.ts';
import { routePath } from '#kit/model/resource-routes.ts';
import { resourceKey, type AnyResource } from '#kit/model/resource.ts';
import type { Path } from '#kit/model/route.ts';
import { createActionKeys } from '#ui/http/action-key.ts';
import { toast, toastError } from '#ui/feedback.tsx';
import { refreshResource } from '../query-client.ts';
import { kitServices } from '../services.ts';
import type { Query } from '#ui/http/http.ts';
import { watchedCall } from '#ui/upload/watched-call.ts';
import { forgetJob, storeJob, storedJob } from './stored-job.ts';
import { untilOver } from './watch-job.ts';

/** Rows of an import by what became of them. */
export type ImportCounts = Pick<FileJob, 'created' | 'updated' | 'unchanged' | 'failed'>;

export interface ImportOutcome {
  isTrial: boolean;
  /** All rows or none. */
  isStrict: boolean;
  message: string;
  /** What became of the rows, or would have. */
  counts: ImportCounts;
  /** Set where rows were refused. */
  result: ImportResult | null;
  /** What is odd about the file without being wrong. */
  warning: string | null;
  /** What of the file was not read, or otherwise than it looks. */
  notes: readonly string[];
}

/** What an import waits for; nothing of it is written. */
export interface ImportQuestion {
  /** `dates`: month first or day first? `notes`: to be read before anything is written. */
  about: 'dates' | 'notes';
  message: string;
  notes: readonly string[];
  isTrial: boolean;
}

/** What somebody has answered about the chosen file. */
interface FileAnswers {
  dates?: DateOrder;
  hasReadNotes?: true;
}

/** An import that somebody stopped: what was written until then, and what was refused. */
export interface StoppedImport {
  message: string;
  errorFile: string | null;
}

/** One import as its dialog shows it, open or not. */
export interface ImportRun {
  file: File | null;
  phase: 'idle' | 'uploading' | 'working';
  /** Of the file that has left. */
  percent: number;
  /** What the server does with it; null until it says so. */
  job: FileJob | null;
  /** All rows or none (`validateStatus` of the wire). */
  isStrict: boolean;
  outcome: ImportOutcome | null;
  question: ImportQuestion | null;
  answers: FileAnswers;
  stopped: StoppedImport | null;
  failure: string | null;
  /** What was refused before the import broke. */
  failureFile: string | null;
}

/** Title of an import whose good rows went in (spec §8). */
export const PARTLY_DONE = '导入成功,但是有错误数据!';

const PARTLY = 201;
const UPLOAD_TIMEOUT_MS = 15 * 60_000;

const NO_END = {
  outcome: null,
  question: null,
  stopped: null,
  failure: null,
  failureFile: null,
} as const;
const IDLE: ImportRun = {
  file: null,
  phase: 'idle',
  percent: 0,
  job: null,
  isStrict: false,
  answers: {},
  ...NO_END,
};

/** Imports of a resource, one at a time, which outlive the dialog that shows them. */
interface ImportFlow {
  use: () => ImportRun;
  choose: (file: File | null) => void;
  setStrict: (isStrict: boolean) => void;
  start: (isTrial: boolean) => Promise<void>;
  /** Forgets the answered order of days, so that it is asked for again. */
  confirmDates: () => void;
  /** Answers what the import waits for, and goes on with it. */
  answer: (answers: FileAnswers) => Promise<void>;
  /** Gives up: the file while it is on its way, afterwards the job. */
  cancel: () => void;
  /** Somebody looks on; @returns what to do when they no longer do */
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
  let control = new AbortController();
  let watchers = 0;

  const finish = (run: Partial<ImportRun>): void => {
    useRun.setState({ phase: 'idle', job: null, ...run });
    if (watchers > 0) return;
    forgetJob(of);
    // Nobody looks at the dialog: the news goes to whoever is at the desk.
    const title = `导入${of.title}`;
    if (run.failure) toast.refused(title, run.failure);
    else if (run.question) toast.refused(title, run.question.message);
    else if (run.stopped) toast.refused(title, run.stopped.message);
    else if (run.outcome?.result) toast.refused(title, PARTLY_DONE);
    else if (run.outcome) toast.notice(title, run.outcome.message);
  };
  const fail = (name: string, error: unknown): void =>
    finish({ failure: failureOf(name, error instanceof Error ? error.message : null) });

  const follow = async (id: string): Promise<void> => {
    storeJob(of, id);
    const job = await untilOver(id, (seen) => useRun.setState({ job: seen }));
    if (!job) return finish({});
    if (!job.isTrial) void refreshResource(of);
    const end = endOf(job);
    // What a trial has shown of the sheet need not be confirmed once more.
    const isRead = watchers > 0 && end.outcome?.isTrial === true;
    finish(isRead ? { ...end, answers: { ...useRun.getState().answers, hasReadNotes: true } } : end);
  };

  const start = async (isTrial: boolean): Promise<void> => {
    const { file, isStrict, phase, answers } = useRun.getState();
    if (!file || phase !== 'idle') return;
    control = new AbortController();
    useRun.setState({ phase: 'uploading', percent: 0, job: null, ...NO_END });
    const about = [isTrial, isStrict, JSON.stringify(answers), file.name, file.size, file.lastModified];
    try {
      const jobId = await send(file, keys.keyFor(about), {
        path: routePath(of, 'importExcel'),
        query: queryOf(isTrial, isStrict, answers),
        signal: control.signal,
        onPercent: (percent) => useRun.setState({ percent }),
        onWorking: () => useRun.setState({ phase: 'working', percent: 100 }),
      });
      keys.settle(null);
      useRun.setState({ phase: 'working', percent: 100 });
      await follow(jobId);
    } catch (error) {
      keys.settle(error);
      if (control.signal.aborted) return useRun.setState({ phase: 'idle', percent: 0 });
      fail(file.name, error);
    }
  };

  /** An import that went on while the page was reloaded. */
  const takeUp = (): void => {
    const id = storedJob(of);
    const { phase, outcome, question, stopped, failure } = useRun.getState();
    if (!id || phase !== 'idle' || outcome || question || stopped || failure) return;
    useRun.setState({ phase: 'working', percent: 100 });
    follow(id).catch((error: unknown) => fail('', error));
  };

  return {
    use: useRun,
    choose: (file) => useRun.setState({ file, answers: {}, ...NO_END }),
    setStrict: (isStrict) => useRun.setState({ isStrict, ...NO_END }),
    start,
    confirmDates() {
      const { dates: _forgotten, ...answers } = useRun.getState().answers;
      useRun.setState({ answers, ...NO_END });
    },
    async answer(stated) {
      const { question, answers } = useRun.getState();
      useRun.setState({ answers: { ...answers, ...stated } });
      if (question) await start(question.isTrial);
    },
    cancel() {
      const { job } = useRun.getState();
      if (!job) return control.abort();
      useRun.setState({ job: { ...job, isCancelling: true } });
      kitServices.get().cancelFileJob(job.id).catch(toastError);
    },
    watch() {
      watchers += 1;
      takeUp();
      return () => {
        watchers -= 1;
        // What is over is not shown a second time.
        if (useRun.getState().phase !== 'idle') return;
        forgetJob(of);
        useRun.setState(IDLE);
      };
    },
  };
}

/** `{file} {message}.`, as the spec has it; what ends a sentence already gets no second end. */
function failureOf(fileName: string, message: string | null | undefined): string {
  const text = `${fileName} ${message || '文件上传失败'}`.trim();
  return /[.。！!？?]$/.test(text) ? text : `${text}.`;
}

function endOf(job: FileJob): Partial<ImportRun> {
  const { outcome, isTrial, isStrict, message, errorFile, fileName, created, updated, unchanged, failed } = job;
  const question = questionOf(job);
  if (question) return { question };
  if (job.status === 'cancelled') return { stopped: { message: message ?? '已取消', errorFile } };
  if (!outcome || !('result' in outcome)) return { failure: failureOf(fileName, message), failureFile: errorFile };
  const { code, result } = outcome;
  return {
    outcome: {
      isTrial,
      isStrict,
      message: outcome.message,
      counts: { created, updated, unchanged, failed },
      result: code === PARTLY ? result : null,
      warning: job.warning,
      notes: result.notes,
    },
  };
}

function questionOf({ outcome, isTrial }: FileJob): ImportQuestion | null {
  if (!outcome || !('refusal' in outcome)) return null;
  const { code, message, notes = [] } = outcome.refusal;
  if (code !== DAYS_IN_DOUBT && code !== NOTES_TO_CONFIRM) return null;
  return { about: code === DAYS_IN_DOUBT ? 'dates' : 'notes', message, notes, isTrial };
}

const queryOf = (isTrial: boolean, isStrict: boolean, { dates, hasReadNotes }: FileAnswers): Query => ({
  validateStatus: isStrict ? 1 : 0,
  ...(isStrict ? { partial: 0 } : {}),
  ...(isTrial ? { dryRun: 1 } : {}),
  ...(hasReadNotes ? {} : { ask: 1 }),
  ...(dates ? { dates } : {}),
  background: 1,
});

interface Sent {
  path: Path;
  query: Query;
  signal: AbortSignal;
  onPercent: (percent: number) => void;
  onWorking: () => void;
}

/** @returns the job that imports the file */
async function send(file: File, key: string, { path, query, signal, onPercent, onWorking }: Sent): Promise<string> {
  const body = new FormData();
  body.append('file', file, file.name);
  const { result } = await watchedCall<{ jobId: string }>({
    method: 'POST',
    path,
    query,
    body,
    signal,
    hasToken: true,
    key,
    timeout: UPLOAD_TIMEOUT_MS,
    onSent: (bytes) => onPercent(Math.min(100, Math.floor((bytes / Math.max(file.size, 1)) * 100))),
    onAllSent: onWorking,
  });
  return result.jobId;
}
