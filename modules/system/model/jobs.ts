import { defineJob } from '#kit/model/job.ts';

/** A published notice begins to be shown. */
export const startNoticeJob = defineJob<{ startTime: string }>('system.startNotice', '通告到时提醒');
