import { defineJob } from '#kit/model/job.ts';

/** One run of a schedule, under a lease. */
export const runScheduleJob = defineJob<{ runId: string }>('operations.runSchedule', '执行定时任务', {
  isPeriodic: true,
});
