import { dict } from './dict.ts';

/** Which way the rows of a job go. */
export const fileJobDirections = dict('file_job_direction', { import: '导入', export: '导出' });

export type FileJobDirection = keyof typeof fileJobDirections.items;

/** Code of the refusal of a file with rows of several places: its errors name them in `field`. */
export const SHEET_PARTS = 'sheet.part';

/** Where a job with a file stands. */
export const fileJobStatuses = dict('file_job_status', {
  queued: '排队中',
  parsing: '解析中',
  checking: '校验中',
  writing: '写入中',
  exporting: '生成中',
  done: '成功',
  partial: '部分成功',
  failed: '失败',
  cancelled: '已取消',
});

export type FileJobStatus = keyof typeof fileJobStatuses.items;

const OVER: ReadonlySet<string> = new Set<FileJobStatus>(['done', 'partial', 'failed', 'cancelled']);

/** Nothing more will happen to a job of this status. */
export const isJobOver = (status: string): boolean => OVER.has(status);

/** One error of one row, for a preview without opening the error file. */
export interface ShownError {
  /** Row of the sheet as the spreadsheet program counts. */
  row: number;
  title: string;
  code: string;
  message: string;
}

/** What an import answers (`result` of code 200 and 201). */
export interface ImportResult {
  totalCount: number;
  successCount: number;
  errorCount: number;
  msg: string;
  /** Path of the error file below the API base. */
  fileUrl?: string;
  fileName?: string;
  /** Titles of the file that were not read. */
  ignoredTitles: string[];
  /** What of the file was not read, or otherwise than it looks: other sheets, hidden rows. */
  notes: string[];
  /** What is odd about the file without being wrong. */
  warning?: string;
  /** The first errors. */
  errors: ShownError[];
  /** Where the rows became one document: its id and number. */
  id?: string;
  documentNo?: string;
  /** Where a trial is taken up by a form: the good rows. */
  lines?: readonly object[];
}

/** A job as its pages show it. */
export interface FileJob {
  id: string;
  direction: FileJobDirection;
  direction_dictText: string;
  resource: string;
  resource_dictText: string;
  fileName: string;
  fileSize: number;
  isTrial: boolean;
  isStrict: boolean;
  status: FileJobStatus;
  status_dictText: string;
  total: number;
  done: number;
  created: number;
  updated: number;
  unchanged: number;
  failed: number;
  /** Rows that are neither in nor refused: with those that are, they are the total. */
  unprocessed: number;
  message: string | null;
  /** What is odd about it without being wrong. */
  warning: string | null;
  isCancelling: boolean;
  isMine: boolean;
  /** Path of the error file below the API base; only for who uploaded the sheet. */
  errorFile: string | null;
  /** Path of the file that an export made; only for who asked for it. */
  resultFile: string | null;
  /** It broke for reasons that may be over by now. */
  canRetry: boolean;
  createBy: string;
  createTime: string;
  startTime: string | null;
  finishTime: string | null;
  /** What the call would have been answered; only of one job, and for who uploaded the sheet. */
  outcome?: JobOutcome | null;
}

/** The end of an import as an answer, the rows of an export, or as the refusal it came to. */
export type JobOutcome =
  | { code: 200 | 201; message: string; result: ImportResult }
  | { exported: number }
  | { refusal: JobRefusal };

/** Why a job came to nothing. */
export interface JobRefusal {
  code: string;
  message: string;
  status: number;
  /** Of {@link NOTES_TO_CONFIRM}: what there is to know, one by one. */
  notes?: string[];
}

/** The import waits for somebody to read what of its sheet will not be imported; nothing is written. */
export const NOTES_TO_CONFIRM = 'sheet.confirm';
/** The days of the sheet may be read two ways: month first or day first? Nothing is written. */
export const DAYS_IN_DOUBT = 'sheet.dates';

/** What an upload may weigh and hold. */
export interface SheetBounds {
  maxMb: number;
  maxRows: number;
  /** Exports of other programs that may be dropped as they are, by `module:resource`: 领星产品导出. */
  foreign: Readonly<Record<string, readonly string[]>>;
}

const number = (n: number): string => n.toLocaleString('en-US');

/** Settled rows of a job in percent; a sheet that is still being read has no end yet. */
export function jobPercent({ status, done, total }: FileJob): number {
  if (status === 'done' || status === 'partial') return 100;
  if (status === 'queued' || status === 'parsing' || total === 0) return 0;
  return Math.floor((done / total) * 100);
}

/** How far a job is, in rows; what became of each of them once it is over. */
export function jobRows(job: FileJob): string {
  const { status, done, total, created, updated, unchanged, failed, unprocessed } = job;
  if (status === 'queued') return '';
  if (status === 'parsing') return total > 0 ? `已读取 ${number(total)} 行` : '';
  const rows = `${number(done)} / ${number(total)} 行`;
  if (job.direction === 'export') return rows;
  const counted = (title: string, n: number): string => (n > 0 ? `，${title} ${number(n)}` : '');
  const refused = counted('错误', failed);
  const isOver = isJobOver(status);
  if (status !== 'writing' && !isOver) return `${rows}${refused}`;
  const written = `${rows}，新增 ${number(created)}，更新 ${number(updated)}`;
  const same = isOver ? counted('无变化', unchanged) : '';
  return `${written}${same}${refused}${isOver ? counted('未处理', unprocessed) : ''}`;
}

/** As many rows are offered to be written in the background first: a list counts no further. */
export const BIG_EXPORT = 10_000;
