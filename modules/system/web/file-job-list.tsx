import { Progress } from 'antd';
import { useEffect, type ReactNode } from 'react';
import { isJobOver, jobPercent, jobRows, type FileJob, type FileJobStatus } from '#kit/model/file-job.ts';
import {
  BlankState,
  callRoute,
  download,
  ListPage,
  storedFilePath,
  toastError,
  usePermission,
  type ColumnSpec,
  type ListHandle,
  type Row,
  type RowAction,
} from '#kit/web/index.ts';
import { fileJobCalls } from '../model/routes/lists.ts';
import { fileJob } from '../model/file-job.ts';
import { act } from './act.ts';

type JobRow = FileJob & Row;

const LOOKS: Readonly<Record<FileJobStatus, string>> = {
  queued: 'idle',
  parsing: 'busy',
  checking: 'busy',
  writing: 'busy',
  exporting: 'busy',
  done: 'done',
  partial: 'warn',
  failed: 'bad',
  cancelled: 'idle',
};

const COLUMNS: readonly ColumnSpec<JobRow>[] = [
  { key: 'createTime' },
  {
    key: 'resource',
    width: 120,
    title: '任务',
    sortable: false,
    render: ({ direction_dictText, resource_dictText, isTrial }) =>
      `${isTrial ? '试导入' : direction_dictText}${resource_dictText}`,
  },
  { key: 'fileName', width: 160 },
  {
    key: 'status',
    width: 90,
    render: ({ status, status_dictText, isCancelling }) => (
      <span className={`wb-state wb-state-${LOOKS[status]}`}>{isCancelling ? '正在取消' : status_dictText}</span>
    ),
  },
  {
    key: 'total',
    width: 190,
    title: '进度',
    sortable: false,
    align: undefined,
    render: progressOf,
  },
  {
    key: 'message',
    width: 220,
    sortable: false,
    ellipsis: false,
    render: ({ message, warning }) => (
      <>
        <div>{message ?? '—'}</div>
        {warning && <div className="wb-state-warn">{warning}</div>}
      </>
    ),
  },
  { key: 'createBy', width: 80 },
];

function progressOf(job: JobRow): ReactNode {
  const rows = jobRows(job);
  if (isJobOver(job.status)) return job.total > 0 ? rows : '—';
  const label = `${job.fileName} ${job.direction_dictText}进度`;
  return (
    <>
      <Progress percent={jobPercent(job)} size="small" status="active" aria-label={label} />
      <div>{rows}</div>
    </>
  );
}

/** 导入导出: one's own imports and exports, running and over; with the right for it those of all. */
export function FileJobList(): ReactNode {
  const mayStopAll = usePermission('system:fileJob:cancel');
  return (
    <ListPage<typeof fileJob, JobRow>
      of={fileJob}
      columns={COLUMNS}
      empty={
        <BlankState
          title="还没有导入导出"
          text="在列表页点击“导入”上传表格，或选择后台导出后，可在这里查看进度、结果和文件。"
        />
      }
      toolbar={(list) => <FreshWhileRunning list={list} />}
      rowActions={(job) => actionsOf(job, job.isMine || mayStopAll)}
    />
  );
}

const LOOK_MS = 2000;

/** Jobs under way are reloaded until they end. */
function FreshWhileRunning({ list: { rows, refresh } }: { list: ListHandle<JobRow> }): null {
  const isRunning = rows.some(({ status }) => !isJobOver(status));
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(refresh, LOOK_MS);
    return () => clearInterval(timer);
    // `refresh` asks for the same list, whenever it was made.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [isRunning]);
  return null;
}

const DOWNLOAD_MS = 15 * 60_000;

const fetching = (file: string, name: string) => (): void =>
  void download(storedFilePath(file), {}, name, { timeout: DOWNLOAD_MS }).catch(toastError);

function actionsOf(job: JobRow, mayStop: boolean): RowAction[] {
  const { errorFile, resultFile, fileName } = job;
  const actions: RowAction[] = [];
  if (resultFile) actions.push({ key: 'file', title: '下载文件', onClick: fetching(resultFile, fileName) });
  if (errorFile)
    actions.push({
      key: 'errors',
      title: '下载错误数据',
      onClick: fetching(errorFile, '错误数据.xlsx'),
    });
  if (job.canRetry) actions.push({ key: 'retry', title: '重试', onClick: () => void tryAgain(job) });
  if (mayStop && !isJobOver(job.status) && !job.isCancelling)
    actions.push({ key: 'cancel', title: '取消', danger: true, onClick: () => void stop(job) });
  return actions;
}

const whatOf = ({ direction_dictText, fileName }: JobRow): string => `${direction_dictText} ${fileName}`;

const stop = (job: JobRow): Promise<boolean> =>
  act(
    {
      title: `取消${whatOf(job)}？`,
      content: lossOf(job),
      okText: `取消${job.direction_dictText}`,
      danger: true,
    },
    () => callRoute(fileJobCalls.cancel, { body: { id: job.id } }),
    fileJob,
  );

function lossOf({ direction, isStrict, isTrial }: JobRow): string {
  if (direction === 'export') return '不会生成文件。';
  return isStrict || isTrial ? '不会写入任何数据。' : '已写入的行会保留，尚未处理的行不再导入。';
}

const tryAgain = (job: JobRow): Promise<boolean> =>
  act(
    {
      title: `重试${whatOf(job)}？`,
      content:
        job.direction === 'export' || job.isStrict || job.isTrial ? '从头开始。' : '已写入的行不再处理，从中断处继续。',
      okText: '重试',
    },
    () => callRoute(fileJobCalls.retry, { body: { id: job.id } }),
    fileJob,
  );
