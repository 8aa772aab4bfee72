import { useQuery } from '@tanstack/react-query';
import { Button, Segmented } from 'antd';
import { useState, type ReactNode } from 'react';
import { fetchRoute, PartTable, ReportFrame } from '#kit/web/index.ts';
import { figureText } from '../model/figure-text.ts';
import { monitorCalls, type ShownTrace } from '../model/routes.ts';
import './monitor.css';

const KINDS: Readonly<Record<string, (trace: ShownTrace) => boolean>> = {
  全部: () => true,
  '5xx': ({ status }) => status >= 500,
  '4xx': ({ status }) => status >= 400 && status < 500,
  '慢（1 秒以上）': ({ ms }) => ms >= 1000,
};
const HEAD = [
  { title: '请求' },
  { title: '时间' },
  { title: '状态' },
  { title: '耗时', isFigure: true },
  { title: '来源地址' },
] as const;

/** HTTP 追踪: the last requests that the answering node has answered, without their secrets. */
export function HttpTrace(): ReactNode {
  const [kind, setKind] = useState('全部');
  const query = useQuery({
    queryKey: ['monitor', 'trace'],
    queryFn: ({ signal }) => fetchRoute(monitorCalls.traces, { signal }),
    staleTime: 0,
  });
  const { data, refetch, isFetching } = query;
  return (
    <ReportFrame
      title="HTTP 追踪"
      head={
        <>
          <Button loading={isFetching} onClick={() => void refetch()}>
            刷新
          </Button>
          {data && <span className="mo-of">节点 {data.node}</span>}
        </>
      }
      filters={<Segmented aria-label="请求" value={kind} onChange={setKind} options={Object.keys(KINDS)} />}
      query={query}
      failed="读取 HTTP 追踪失败"
      nothing={({ traces }) =>
        traces.some(KINDS[kind] ?? (() => true))
          ? null
          : { title: '没有这样的请求', text: '只保留该节点最近 200 个请求。' }
      }
      method="该节点最近 200 个接口请求，只在内存里，重新启动后清空。不记录正文和请求头；查询参数的值除分页与排序外一律隐去。监控页面自己的请求不列出。"
    >
      {({ traces }) => (
        <section className="wb-detail-part">
          <PartTable
            label="请求"
            head={HEAD}
            rows={traces.filter(KINDS[kind] ?? (() => true)).map((trace, at) => ({
              key: `${trace.at} ${at}`,
              cells: [
                <span key="uri" className="mo-uri">
                  {trace.method} {trace.uri}
                </span>,
                trace.at,
                <span key="status" className={toneOf(trace.status)}>
                  {trace.status}
                </span>,
                figureText(trace.ms, 'ms'),
                trace.ip,
              ],
            }))}
          />
        </section>
      )}
    </ReportFrame>
  );
}

const toneOf = (status: number): string => (status >= 500 ? 'mo-bad' : status >= 400 ? 'mo-warn' : '');
