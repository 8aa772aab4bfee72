import { defineEvent } from './event.ts';
import { defineJob } from './job.ts';

/** What an import or export in the background is about, and the request that asked for it. */
export interface JobRequest {
  jobId: string;
  ip: string;
  requestId: string;
  /** Who asked for it in the name of its person. */
  deputyId?: string;
}

/** A sheet was uploaded. */
export const importRequested = defineEvent<JobRequest>('files.importAsked');
export const importJob = defineJob<JobRequest>('files.import', '导入表格');
/** An export was asked for. */
export const exportRequested = defineEvent<JobRequest>('files.exportAsked');
export const exportJob = defineJob<JobRequest>('files.export', '导出表格');
