import { defineJob } from '#kit/model/job.ts';
import type { AdReportRequest } from '#modules/channels/model/port.ts';

/** A file of a report came, or is to be read once more. */
export const parseReportJob = defineJob<{
  reportId: string;
  edition: number;
  dates: string | null;
  /** Whether who asked may say that a price is in force. */
  mayConfirm?: boolean;
}>('market.parseReport', '解析市场报表', { about: 'market:marketReport' });

/** An advertising report is asked for by call, and fetched once it is made. `asked`: the version that the report had then. */
export const fetchReportJob = defineJob<
  { reportId: string; asked: number } & Pick<AdReportRequest, 'attributionDays' | 'groupBy'>
>('market.fetchReport', '取得平台报表', { about: 'market:marketReport' });
