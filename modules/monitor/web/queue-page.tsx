import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { fetchRoute, Figures, PartTable, ReportFrame, usePage } from '#kit/web/index.ts';
import { figureText } from '../model/figure-text.ts';
import { FIGURES, WHOLE, type FigureName } from '../model/figures.ts';
import { monitorCalls } from '../model/routes.ts';
import { DayChart, type ChartSpec } from './day-chart.tsx';
import { LIVE, useHistory } from './monitor-data.ts';
import './monitor.css';

const SHOWN: readonly FigureName[] = ['deadTasks', 'waitingTasks', 'runningTasks', 'oldestWait', 'failedSignIns'];
const CHARTS: readonly ChartSpec[] = [
  { title: '任务', figures: ['waitingTasks', 'runningTasks', 'deadTasks'] },
  { title: '最久的积压', figures: ['oldestWait'] },
  { title: '登录失败', figures: ['failedSignIns'] },
];
const HEAD = [
  { title: '任务' },
  { title: '等待', isFigure: true },
  { title: '执行中', isFigure: true },
  { title: '失败待处理', isFigure: true },
  { title: '最久已等', isFigure: true },
] as const;

/** 任务与投递: what waits, runs and has failed over all tenants, by what it does. */
export function QueueInfo(): ReactNode {
  const page = usePage();
  const query = useQuery({
    queryKey: ['monitor', 'queue'],
    queryFn: ({ signal }) => fetchRoute(monitorCalls.queue, { signal }),
    ...LIVE,
  });
  const { data } = query;
  const history = useHistory(
    CHARTS.flatMap(({ figures }) => figures),
    data && WHOLE,
    data ?? null,
  );
  return (
    <ReportFrame
      title="任务与投递"
      head={
        <>
          <Button onClick={() => page.open('/isystem/QuartzJobList')}>定时任务</Button>
          {data && <span className="mo-of">实时 {data.at}</span>}
        </>
      }
      query={query}
      failed="读取任务失败"
      method="所有租户合计。失败的任务由各租户在“任务”页重试或放弃；要人到平台处理的不计入。"
    >
      {({ figures, jobs }) => (
        <>
          <Figures
            of={SHOWN.map((name, at) => ({
              title: FIGURES[name].title,
              value: figureText(figures[name], FIGURES[name].unit),
              isMain: at === 0,
            }))}
          />
          <div className="mo-charts">
            {CHARTS.map((chart) => (
              <DayChart key={chart.title} {...chart} history={history} />
            ))}
          </div>
          <section className="wb-detail-part">
            <h2>按任务</h2>
            {jobs.length === 0 ? (
              <p className="wb-part-none">没有等待、执行中或失败的任务。</p>
            ) : (
              <PartTable
                label="按任务"
                head={HEAD}
                rows={jobs.map((job) => ({
                  key: job.handler,
                  cells: [
                    job.title,
                    figureText(job.waiting, 'count'),
                    figureText(job.running, 'count'),
                    <span key="dead" className={job.dead > 0 ? 'mo-bad' : ''}>
                      {figureText(job.dead, 'count')}
                    </span>,
                    figureText(job.oldestSeconds, 'seconds'),
                  ],
                }))}
              />
            )}
          </section>
        </>
      )}
    </ReportFrame>
  );
}
