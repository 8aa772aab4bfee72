import { defineRoute, shape } from '#kit/model/route.ts';

const QUERY = shape<{ id: string }>();

// sic: the base writes by GET here.
const byGet = <const P extends `/${string}`, const V extends string>(path: P, verb: V, summary: string) =>
  defineRoute({
    method: 'GET',
    path,
    access: { permission: `operations:quartzJob:${verb}` },
    summary,
    refusals: 'neutral',
    effect: 'writes',
    query: QUERY,
  });

/** What is done with one 定时任务 beside editing it. */
export const quartzCalls = {
  pause: byGet('/sys/quartzJob/pause', 'pause', '停止定时任务'),
  resume: byGet('/sys/quartzJob/resume', 'resume', '启动定时任务'),
  execute: byGet('/sys/quartzJob/execute', 'execute', '立即执行定时任务'),
};

/** What a connection is tried with; `id` names the source whose stored password is meant by none or by `***`. */
interface TriedConnection {
  id?: string;
  dbType: string;
  dbDriver?: string;
  dbUrl: string;
  dbName?: string;
  dbUsername: string;
  dbPassword?: string;
}

export const sourceCalls = {
  options: defineRoute({
    method: 'GET',
    path: '/sys/dataSource/options',
    access: { permission: 'operations:dataSource:list' },
    summary: '数据源选项',
    refusals: 'neutral',
    result: shape<{ value: string; label: string; text: string }[]>(),
  }),
  test: defineRoute({
    method: 'POST',
    path: '/online/cgreport/api/testConnection',
    access: { permission: 'operations:dataSource:test' },
    summary: '测试数据源连接',
    refusals: 'neutral',
    body: shape<TriedConnection>(),
  }),
};
