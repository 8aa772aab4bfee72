import { defineJob } from '#kit/model/job.ts';

/** A file of a report came, or is to be read once more. */
export const parseReportJob = defineJob<{
  reportId: string;
  edition: number;
  dates: string | null;
  /** Whether who asked may say that a price is in force. */
  mayConfirm?: boolean;
}>('market.parseReport', '解析市场报表', { about: 'market:marketReport' });
