import { Refusal } from '#kit/model/refusal.ts';

export const taskRunning = (p: { until: string }) =>
  new Refusal(
    'desk.taskRunning',
    `任务正在执行，若 ${p.until} 仍无结果会自动重新执行，届时也可重试`,
  );
