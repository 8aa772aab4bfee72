import { Drawer } from 'antd';
import type { ReactNode } from 'react';
import { DetailPart, PartTable, usePartRows } from '#kit/web/index.ts';
import { quartzRun, type ShownJob, type ShownRun } from '../model/quartz-job.ts';
import { durationWords } from './job-text.ts';
import { OutcomeTag } from './outcome-tag.tsx';

const MOST_SHOWN = 50;
const HEAD = [
  { title: '计划时间' },
  { title: '触发' },
  { title: '结果' },
  { title: '耗时', isFigure: true },
  { title: '说明' },
  { title: '节点' },
] as const;

/** What came of a schedule lately, the latest first. */
export function RunDrawer({ job, onClose }: { job: ShownJob; onClose: () => void }): ReactNode {
  const { query } = usePartRows(quartzRun, { jobId: job.id, pageSize: MOST_SHOWN }, true);
  return (
    <Drawer open size={760} title={`执行记录：${job.title}`} onClose={onClose}>
      <DetailPart
        title="最近的执行"
        query={query}
        countOf={({ total }) => total}
        none="还没有执行过；到点或点“执行一次”后，结果记在这里，保留 30 天。"
      >
        {({ records }) => (
          <PartTable label="执行记录" head={HEAD} rows={records.map((run) => ({ key: run.id, cells: cellsOf(run) }))} />
        )}
      </DetailPart>
    </Drawer>
  );
}

const cellsOf = (run: ShownRun): ReactNode[] => [
  <span key="at" title={run.startedAt ? `${run.startedAt} 至 ${run.endedAt ?? '现在'}` : ''}>
    {run.plannedAt}
  </span>,
  run.trigger_dictText,
  <OutcomeTag key="outcome" outcome={run.outcome} text={run.outcome_dictText ?? ''} />,
  durationWords(run.ms),
  [run.times > 1 ? `本小时 ${run.times} 次，耗时为最长一次` : '', run.message ?? ''].filter(Boolean).join('；'),
  run.node,
];
