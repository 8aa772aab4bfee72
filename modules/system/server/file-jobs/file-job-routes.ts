import {
  fileJobDirections,
  fileJobStatuses,
  isJobOver,
  type FileJob,
  type FileJobDirection,
  type FileJobStatus,
  type JobOutcome,
  type SheetBounds,
} from '#kit/model/file-job.ts';
import { notFound, Refusal } from '#kit/model/refusal.ts';
import { toWireTime } from '#kit/model/time.ts';
import { may } from '#kit/server/actor.ts';
import { audit } from '#kit/server/audit.ts';
import type { Tx } from '#kit/server/database.ts';
import { errorFilePath } from '#kit/server/import-export/error-file.ts';
import { stopJob } from '#kit/server/import-export/job-ending.ts';
import type { ImportOptions } from '#kit/server/import-export/import-options.ts';
import { jobFilesSince } from '#kit/server/import-export/job-store.ts';
import type { Registry } from '#kit/server/registry.ts';
import { answer, implement, type Answer, type CallOf, type Route } from '#kit/server/route.ts';
import type { Serve } from '#kit/server/serve.ts';
import { DEFAULT_LIMITS } from '#platform/sheets/sheet-limits.ts';
import { sql, type Sql } from '#kit/server/sql.ts';
import { idOf } from '#kit/server/row-id.ts';
import { fileJob } from '../../model/file-job.ts';
import { fileJobCalls } from '../../model/routes/lists.ts';
import { jobFileRoutes, resultFilePath } from './job-files.ts';

const SEE_ALL = 'system:fileJob:list';
const STOP_ALL = 'system:fileJob:cancel';

/**
 * Imports and exports that wait, run and are over: everybody sees and stops their own, whoever has the
 * right those of the whole tenant. Their files stay with whose job it is.
 */
export const fileJobRoutes = (registry: Registry, bounds: SheetBounds): Route[] => [
  implement(fileJobCalls.one, (call) =>
    call.tx(async (tx) => {
      const row = await visibleJob(tx, idOf(call.query.id), SEE_ALL);
      const outcome = row.userId === tx.actor.userId ? row.outcome : null;
      return { ...toJob(tx, registry, row), outcome };
    }),
  ),
  implement(fileJobCalls.limits, async () => bounds),
  implement(fileJobCalls.cancel, cancelJob),
  ...jobFileRoutes,
];

export const sheetBounds = (importBytes: number, { foreignSheets }: Registry): SheetBounds => ({
  maxMb: importBytes / 1024 / 1024,
  maxRows: DEFAULT_LIMITS.maxRows,
  foreign: Object.fromEntries(
    [...new Set(foreignSheets.flatMap(({ reads }) => Object.keys(reads)))].map((key) => [
      key,
      foreignSheets.flatMap(({ name, reads }) => (reads[key] ? name : [])),
    ]),
  ),
});

interface JobRow {
  id: string;
  direction: FileJobDirection;
  resource: string;
  fileName: string;
  bytes: number;
  /** Of an export there are none. */
  options: Partial<ImportOptions>;
  status: FileJobStatus;
  total: number;
  done: number;
  created: number;
  updated: number;
  unchanged: number;
  failed: number;
  message: string | null;
  cancelTime: Date | null;
  errorFileId: string | null;
  sourceId: string | null;
  resultId: string | null;
  warning: string | null;
  outcome: JobOutcome | null;
  userId: string;
  createBy: string;
  createTime: Date;
  startTime: Date | null;
  finishTime: Date | null;
}

const COLUMNS = sql`id, direction, resource, file_name, bytes, options, status, total, done, created,
  updated, unchanged, failed, message, warning, cancel_time, error_file_id, source_id, result_id,
  user_id, create_by, create_time, start_time, finish_time`;

const own = (tx: Tx, right: string): Sql =>
  may(tx.actor, right) ? sql`` : sql`and user_id = ${tx.actor.userId}::uuid`;

/** Jobs of the tenant that the actor may see, with all that a page shows of them. */
export const fileJobServe = (registry: Registry): Serve => ({
  resource: fileJob,
  rows: (tx) => sql`
    select ${COLUMNS} from file_job where tenant_id = ${tx.tenant} ${own(tx, SEE_ALL)}`,
  more: (tx, row) => ({ ...toJob(tx, registry, row as unknown as JobRow) }),
});

/** @throws Refusal 404 for one of another tenant, or of a colleague without the right */
async function visibleJob(tx: Tx, id: string, right: string): Promise<JobRow> {
  const [row] = await tx.query<JobRow>(sql`
    select ${COLUMNS}, outcome from file_job
    where tenant_id = ${tx.tenant} and id = ${id}::uuid ${own(tx, right)}`);
  if (!row) throw notFound();
  return row;
}

function toJob(tx: Tx, registry: Registry, row: JobRow): FileJob {
  const { actor } = tx;
  const time = (at: Date | null): string | null => at && toWireTime(at, actor.zone);
  const isMine = row.userId === actor.userId;
  const hasFiles = isMine && row.finishTime !== null && row.finishTime > jobFilesSince(tx);
  const resource = registry.find(row.resource);
  const { direction, total, done, created, updated, unchanged, failed, message, status } = row;
  const isImport = direction === 'import';
  const settled = isImport ? created + updated + unchanged + failed : done;
  return {
    id: row.id,
    direction,
    direction_dictText: fileJobDirections.items[direction],
    resource: row.resource,
    resource_dictText: resource?.title ?? row.resource,
    fileName: row.fileName,
    fileSize: row.bytes,
    isTrial: row.options.isTrial === true,
    isStrict: row.options.isPartial === false,
    status,
    status_dictText: fileJobStatuses.items[status],
    total,
    done,
    created,
    updated,
    unchanged,
    failed,
    message,
    unprocessed: Math.max(0, total - settled),
    warning: row.warning,
    isCancelling: row.cancelTime !== null && !isJobOver(status),
    isMine,
    errorFile: hasFiles && resource && row.errorFileId ? errorFilePath(resource, row.errorFileId) : null,
    resultFile: hasFiles && row.resultId ? resultFilePath(row.id) : null,
    canRetry: hasFiles && status === 'failed' && (!isImport || row.sourceId !== null),
    createBy: row.createBy,
    createTime: toWireTime(row.createTime, actor.zone),
    startTime: time(row.startTime),
    finishTime: time(row.finishTime),
  };
}

async function cancelJob(call: CallOf<typeof fileJobCalls.cancel>): Promise<Answer<null>> {
  return call.tx(async (tx) => {
    const job = await visibleJob(tx, idOf(call.body.id ?? call.query.id), STOP_ALL);
    if (!(await stopJob(tx, job.id))) throw new Refusal('jobOver', '任务已结束，不能取消');
    if (!job.cancelTime) audit(tx, 'system:fileJob', [{ rowId: job.id, action: 'cancel' }]);
    return answer('正在取消');
  });
}
