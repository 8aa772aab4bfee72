import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { fetchRoute, Figures, PartTable, ReportFrame } from '#kit/web/index.ts';
import { figureText } from '../model/figure-text.ts';
import { FIGURES, share, WHOLE, type FigureName } from '../model/figures.ts';
import { monitorCalls, type DatabaseState } from '../model/routes.ts';
import { DayChart, type ChartSpec } from './day-chart.tsx';
import { LIVE, useHistory } from './monitor-data.ts';
import './monitor.css';

const SHOWN: readonly FigureName[] = [
  'connections',
  'connectionsMax',
  'activeStatements',
  'waitingLocks',
  'databaseSize',
  'cacheHits',
];
const CHARTS: readonly ChartSpec[] = [
  { title: '数据库连接', figures: ['connections', 'activeStatements'] },
  { title: '数据库大小', figures: ['databaseSize'] },
  { title: '等锁的连接', figures: ['waitingLocks'] },
  { title: '缓存命中率', figures: ['cacheHits'] },
];

/** 数据库监控: connections, what runs and what waits, slow statements, tables, replicas. */
export function DatabaseInfo(): ReactNode {
  const query = useQuery({
    queryKey: ['monitor', 'database'],
    queryFn: ({ signal }) => fetchRoute(monitorCalls.database, { signal }),
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
      title="数据库监控"
      head={data && <span className="mo-of">{`PostgreSQL ${data.version}，实时 ${data.at}`}</span>}
      query={query}
      failed="读取数据库失败"
      method="语句里的文字一律隐去。慢语句只统计当前节点，重新启动后清空；其他程序的连接要看到明细，请把 pg_read_all_stats 授予服务账号。"
    >
      {(state) => (
        <>
          <Figures
            of={[
              { title: '连接使用率', value: usedText(state), isMain: true },
              ...SHOWN.map((name) => ({
                title: FIGURES[name].title,
                value: figureText(state.figures[name], FIGURES[name].unit),
              })),
              {
                title: '复制延迟',
                value: state.replicas.length === 0 ? '没有从库' : figureText(state.figures.replicationLag, 'bytes'),
              },
            ]}
          />
          <div className="mo-charts">
            {CHARTS.map((chart) => (
              <DayChart key={chart.title} {...chart} history={history} />
            ))}
          </div>
          <Tables state={state} />
        </>
      )}
    </ReportFrame>
  );
}

const usedText = ({ figures }: DatabaseState): string =>
  figureText(share(figures.connections, figures.connectionsMax), 'percent');

const figure = (title: string) => ({ title, isFigure: true });
const sqlCell = (sql: string): ReactNode => (
  <code key="sql" className="mo-sql">
    {sql}
  </code>
);

function Tables({ state }: { state: DatabaseState }): ReactNode {
  return (
    <>
      <Part
        title="等锁"
        none="没有连接在等锁。"
        head={[{ title: '进程' }, { title: '被谁挡住' }, figure('已等'), { title: '表' }, { title: '语句' }]}
        rows={state.locks.map((one) => [
          String(one.pid),
          one.blockedBy,
          figureText(one.seconds, 'seconds'),
          one.relation,
          sqlCell(one.sql),
        ])}
      />
      <Part
        title="执行中的语句"
        none="现在没有语句在执行。"
        head={[{ title: '进程' }, figure('已执行'), { title: '状态' }, { title: '等待' }, { title: '语句' }]}
        rows={state.statements.map((one) => [
          String(one.pid),
          figureText(one.seconds, 'seconds'),
          one.state,
          one.waitsFor,
          sqlCell(one.sql),
        ])}
      />
      <Part
        title="慢语句"
        none="当前节点启动以来没有超过 200 毫秒的语句。"
        head={[{ title: '语句' }, figure('次数'), figure('平均'), figure('最长'), { title: '最近一次' }]}
        rows={state.slow.map((one) => [
          sqlCell(one.sql),
          figureText(one.times, 'count'),
          figureText(one.averageMs, 'ms'),
          figureText(one.maxMs, 'ms'),
          one.lastAt,
        ])}
      />
      <Part
        title="表（最大的 30 张）"
        none="没有表。"
        head={[{ title: '表' }, figure('大小'), figure('行数（估计）'), figure('待清理的行'), { title: '最近清理' }]}
        rows={state.tables.map((one) => [
          one.name,
          figureText(one.bytes, 'bytes'),
          figureText(one.rows, 'count'),
          figureText(one.dead, 'count'),
          one.vacuumedAt ?? '—',
        ])}
      />
      <Part
        title="连接"
        none="没有连接。"
        head={[{ title: '程序' }, { title: '账号' }, { title: '状态' }, figure('连接数')]}
        rows={state.connections.map((one) => [one.program, one.user, one.state, figureText(one.count, 'count')])}
      />
      <Part
        title="从库"
        none="没有从库：主库损坏时只能用备份恢复。"
        head={[{ title: '从库' }, { title: '状态' }, figure('延迟')]}
        rows={state.replicas.map((one) => [one.name, one.state, figureText(one.lagBytes, 'bytes')])}
      />
    </>
  );
}

function Part({
  title,
  none,
  head,
  rows,
}: {
  title: string;
  none: string;
  head: readonly { title: string; isFigure?: boolean }[];
  rows: readonly (readonly ReactNode[])[];
}): ReactNode {
  return (
    <section className="wb-detail-part">
      <h2>{title}</h2>
      {rows.length === 0 ? (
        <p className="wb-part-none">{none}</p>
      ) : (
        <PartTable label={title} head={head} rows={rows.map((cells, at) => ({ key: String(at), cells }))} />
      )}
    </section>
  );
}
