import { defineEvent } from './event.ts';
import { defineJob } from './job.ts';

/** What an import or export in the background is about, and the request that asked for it. */
interface FileJobAsked {
  jobId: string;
  ip: string;
  requestId: string;
}

/** A sheet was uploaded. */
export const importAsked = defineEvent<FileJobAsked>('files.importAsked');
export const importJob = defineJob<FileJobAsked>('files.import', '导入表格');
/** An export was asked for. */
export const exportAsked = defineEvent<FileJobAsked>('files.exportAsked');
export const exportJob = defineJob<FileJobAsked>('files.export', '导出表格');
