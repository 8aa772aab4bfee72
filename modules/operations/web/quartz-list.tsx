import { useState, type ReactNode } from 'react';
import {
  confirmAction,
  callRoute,
  ListPage,
  refreshResource,
  toast,
  toastError,
  usePermission,
  type ColumnSpec,
  type RowAction,
} from '#kit/web/index.ts';
import { PAUSE_OWN_WORK, quartzJob, type ShownJob } from '../model/quartz-job.ts';
import { quartzCalls } from '../model/routes.ts';
import { cronWords, durationWords, paceWords } from './job-text.ts';
import { JobForm } from './job-form.tsx';
import { OutcomeTag } from './outcome-tag.tsx';
import { RunDrawer } from './run-drawer.tsx';

const COLUMNS: readonly ColumnSpec<ShownJob>[] = [
  { key: 'title', width: 230, under: ['note'] },
  {
    key: 'cron',
    title: '执行时间',
    width: 210,
    sortable: false,
    text: hours,
    render: (job) => <span title={job.cron}>{hours(job)}</span>,
    under: [{ key: 'isBuiltIn', title: '来源', render: ({ isBuiltIn }) => (isBuiltIn ? '系统任务' : '自建') }],
  },
  { key: 'nextAt', width: 150 },
  { key: 'lastAt', width: 150, under: [{ key: 'lastMs', render: ({ lastMs }) => durationWords(lastMs) }] },
  {
    key: 'lastOutcome',
    width: 200,
    under: ['lastMessage'],
    render: ({ lastOutcome, lastOutcome_dictText }) =>
      lastOutcome ? <OutcomeTag outcome={lastOutcome} text={lastOutcome_dictText ?? ''} /> : '—',
  },
  {
    key: 'status',
    width: 90,
    render: ({ status, status_dictText }) => (
      <span className={`wb-state wb-state-${status === '0' ? 'done' : 'idle'}`}>{status_dictText}</span>
    ),
  },
];

function hours({ isBuiltIn, cron, everySeconds }: ShownJob): string {
  return isBuiltIn ? paceWords(everySeconds ?? 0) : cronWords(cron);
}

/** 定时任务: schedules of the tenant, what the product does with the clock, and what came of both. */
export function QuartzJobList(): ReactNode {
  const [shown, setShown] = useState<ShownJob | null>(null);
  const actions = useActions();
  return (
    <>
      <ListPage
        of={quartzJob}
        columns={COLUMNS}
        filters={['title', 'status', 'isBuiltIn', 'lastOutcome']}
        form={JobForm}
        rowActions={(job) => {
          const [first, ...others] = actions(job);
          const runs = { key: 'runs', title: '执行记录', onClick: () => setShown(job) };
          return [...(first ? [first] : []), runs, ...others];
        }}
        lacks={({ isBuiltIn }) => (isBuiltIn ? ['edit', 'delete'] : [])}
        deletion={() => '删除后不再执行；正在执行的一次会做完，执行记录保留 30 天。'}
        facts={{
          cron: (job) => hours(job) + (job.cron ? `（${job.cron}）` : ''),
          lastMs: ({ lastMs }) => durationWords(lastMs),
        }}
        emptyText="把要按时做的事安排在这里：拉取订单、推送库存、对账、站内提醒。点击“新增”选任务、定时间。"
      />
      {shown && <RunDrawer job={shown} onClose={() => setShown(null)} />}
    </>
  );
}

/** What somebody may do with a schedule now; the product's own are the operator's. */
function useActions(): (job: ShownJob) => RowAction[] {
  const [mayExecute, mayPause, mayResume] = [
    usePermission('operations:quartzJob:execute'),
    usePermission('operations:quartzJob:pause'),
    usePermission('operations:quartzJob:resume'),
  ];
  const isOperator = usePermission(PAUSE_OWN_WORK);
  return (job) => {
    if (job.isBuiltIn && !isOperator) return [];
    const isRunning = job.status === '0';
    return [
      ...(mayExecute ? [{ key: 'execute', title: '执行一次', onClick: () => void execute(job) }] : []),
      ...(isRunning && mayPause
        ? [{ key: 'pause', title: '停止', isQuiet: true, onClick: () => void pause(job) }]
        : []),
      ...(!isRunning && mayResume
        ? [{ key: 'resume', title: '启动', onClick: () => void send(quartzCalls.resume, job) }]
        : []),
    ];
  };
}

const execute = async (job: ShownJob): Promise<void> => {
  if (await confirmAction({ title: `立即执行一次“${job.title}”？`, okText: '执行' }))
    await send(quartzCalls.execute, job);
};

const pause = async (job: ShownJob): Promise<void> => {
  const content = job.isBuiltIn
    ? '这是系统任务，停止后所有租户都受影响，直到重新启动。'
    : '停止后到点不再执行；正在执行的一次会做完。';
  if (await confirmAction({ title: `停止“${job.title}”？`, content, okText: '停止', danger: job.isBuiltIn }))
    await send(quartzCalls.pause, job);
};

async function send(call: (typeof quartzCalls)[keyof typeof quartzCalls], { id }: ShownJob): Promise<void> {
  try {
    const { message } = await callRoute(call, { query: { id } });
    toast.done(message);
  } catch (error) {
    toastError(error);
  } finally {
    void refreshResource(quartzJob);
  }
}
