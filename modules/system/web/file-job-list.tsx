import { Progress } from 'antd';
import { useEffect, type ReactNode } from 'react';
import {
  isJobOver,
  jobPercent,
  jobRows,
  type FileJob,
  type FileJobStatus,
} from '#kit/model/file-job.ts';
import {
  download,
  storedFilePath,
  tell,
  useList,
  usePermission,
  type ColumnSpec,
  type ListHandle,
  type Row,
  type RowAction,
} from '#kit/web/index.ts';
import { act } from './act.ts';
import { SystemList } from './system-list.tsx';
import { fileJobView } from './views.ts';

type JobRow = FileJob & Row;

const LOOKS: Readonly<Record<FileJobStatus, string>> = {
  queued: 'idle',
  parsing: 'busy',
  checking: 'busy',
  writing: 'busy',
  done: 'done',
  partial: 'warn',
  failed: 'bad',
  cancelled: 'idle',
};

const COLUMNS: readonly ColumnSpec<JobRow>[] = [
  { key: 'createTime', title: '上传时间' },
  {
    key: 'resource',
    width: 120,
    sortable: false,
    render: ({ resource_dictText, isTrial }) =>
      `${resource_dictText}${isTrial ? '（试导入）' : ''}`,
  },
  { key: 'fileName', width: 180 },
  {
    key: 'status',
    width: 100,
    render: ({ status, status_dictText, isCancelling }) => (
      <span className={`wb-state wb-state-${LOOKS[status]}`}>
        {isCancelling ? '正在取消' : status_dictText}
      </span>
    ),
  },
  {
    key: 'total',
    width: 230,
    title: '进度',
    sortable: false,
    align: undefined,
    render: progressOf,
  },
  {
    key: 'message',
    width: 240,
    sortable: false,
    ellipsis: false,
    render: ({ message }) => message ?? '—',
  },
  { key: 'createBy', width: 100 },
];

function progressOf(job: JobRow): ReactNode {
  const rows = jobRows(job);
  if (isJobOver(job.status)) return job.done > 0 ? rows : '—';
  const label = `${job.fileName} 导入进度`;
  return (
    <>
      <Progress percent={jobPercent(job)} size="small" status="active" aria-label={label} />
      <div>{rows}</div>
    </>
  );
}

/** 文件任务: one's own imports, running and over; with the right for it those of everybody. */
export function FileJobList(): ReactNode {
  const mayStopAll = usePermission('system:fileJob:cancel');
  const list = useList<JobRow>(fileJobView, { keep: 'page' });
  useFreshWhileRunning(list);
  return (
    <SystemList
      list={list}
      columns={COLUMNS}
      emptyText="在列表页点击“导入”上传表格后，可在这里查看进度、结果和错误数据。"
      actions={(job) => actionsOf(job, job.isMine || mayStopAll)}
    />
  );
}

const LOOK_MS = 2000;

/** What goes on is asked for anew until it is over. */
function useFreshWhileRunning({ rows, refresh }: ListHandle<JobRow>): void {
  const isRunning = rows.some(({ status }) => !isJobOver(status));
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(refresh, LOOK_MS);
    return () => clearInterval(timer);
    // `refresh` asks for the same list, whenever it was made.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [isRunning]);
}

function actionsOf(job: JobRow, mayStop: boolean): RowAction[] {
  const { errorFile } = job;
  const actions: RowAction[] = [];
  if (errorFile)
    actions.push({
      key: 'errors',
      title: '下载错误数据',
      onClick: () => void download(storedFilePath(errorFile), {}, '错误数据.xlsx').catch(tell),
    });
  if (mayStop && !isJobOver(job.status) && !job.isCancelling)
    actions.push({ key: 'cancel', title: '取消', danger: true, onClick: () => void stop(job) });
  return actions;
}

const stop = ({ id, fileName, isStrict, isTrial }: JobRow): Promise<boolean> =>
  act(
    {
      title: `取消导入 ${fileName}？`,
      content:
        isStrict || isTrial ? '不会写入任何数据。' : '已写入的行会保留，尚未处理的行不再导入。',
      okText: '取消导入',
      danger: true,
    },
    ['POST', '/sys/fileJob/cancel', { body: { id } }],
    fileJobView,
  );
