import { defineEvent } from './event.ts';
import { defineJob } from './job.ts';

/** What an import or export in the background is about, and the request that asked for it. */
export interface JobAsked {
  jobId: string;
  ip: string;
  requestId: string;
  /** Who asked for it in the name of its person. */
  deputyId?: string;
}

/** A sheet was uploaded. */
export const importAsked = defineEvent<JobAsked>('files.importAsked');
export const importJob = defineJob<JobAsked>('files.import', '导入表格');
/** An export was asked for. */
export const exportAsked = defineEvent<JobAsked>('files.exportAsked');
export const exportJob = defineJob<JobAsked>('files.export', '导出表格');
