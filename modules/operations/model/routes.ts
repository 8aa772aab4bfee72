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
