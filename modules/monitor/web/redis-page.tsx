import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { fetchRoute, Figures, PartTable, ReportFrame } from '#kit/web/index.ts';
import { figureText } from '../model/figure-text.ts';
import { monitorCalls, type RedisState } from '../model/routes.ts';
import { DayChart, type ChartSpec } from './day-chart.tsx';
import { LIVE, useHistory } from './monitor-data.ts';
import './monitor.css';

const CHARTS: readonly ChartSpec[] = [
  { title: 'Redis 内存', figures: ['redisMemory'] },
  { title: 'Redis 键数', figures: ['redisKeys'] },
  { title: 'Redis 往返时间', figures: ['redisMs'] },
];
const HEAD = [{ title: '参数' }, { title: '值' }, { title: '说明' }] as const;

/** Redis 监控: what several nodes hear each other through; one node alone needs none. */
export function RedisInfo(): ReactNode {
  const query = useQuery({
    queryKey: ['monitor', 'redis'],
    queryFn: ({ signal }) => fetchRoute(monitorCalls.redis, { signal }),
    ...LIVE,
  });
  const { data } = query;
  const history = useHistory(
    CHARTS.flatMap(({ figures }) => figures),
    data?.state ? data.node : undefined,
    null,
  );
  return (
    <ReportFrame
      title="Redis 监控"
      head={data && <span className="mo-of">节点 {data.node}</span>}
      query={query}
      failed="获取 Redis 信息失败"
      nothing={nothing}
    >
      {({ state, info }) => (
        <>
          {state && <Figures of={figuresOf(state)} />}
          <div className="mo-charts">
            {CHARTS.map((chart) => (
              <DayChart key={chart.title} {...chart} history={history} />
            ))}
          </div>
          <section className="wb-detail-part">
            <h2>参数</h2>
            <PartTable
              label="参数"
              head={HEAD}
              rows={info.map(({ key, value, description }) => ({ key, cells: [key, value, description] }))}
            />
          </section>
        </>
      )}
    </ReportFrame>
  );
}

const nothing = ({ why }: RedisState): { title: string; text: string } | null => {
  if (why === 'none')
    return {
      title: '没有接通 Redis',
      text: '只有一个节点时不需要 Redis。要运行多个节点，请在设置 REDIS_URL 中填写它的地址，然后重新启动。',
    };
  if (why === 'away')
    return {
      title: '连不上 Redis',
      text: '各节点暂时收不到彼此的消息：数据不受影响，但列表和提醒会晚几秒更新。恢复连接后自动继续。',
    };
  return null;
};

const figuresOf = (state: NonNullable<RedisState['state']>) => [
  { title: '已用内存', value: figureText(state.memory, 'bytes'), isMain: true },
  { title: '内存上限', value: state.memoryMax > 0 ? figureText(state.memoryMax, 'bytes') : '不限' },
  { title: '键数', value: figureText(state.keys, 'count') },
  { title: '客户端', value: figureText(state.clients, 'count') },
  { title: '命中率', value: figureText(state.hits, 'percent') },
  { title: '往返时间', value: figureText(state.ms, 'ms') },
  { title: '已运行', value: figureText(state.upSeconds, 'seconds') },
  { title: '版本', value: state.version },
];
