/** What an import or export in the background is about, and the request that asked for it. */
export interface FileJobAsked {
  jobId: string;
  ip: string;
  requestId: string;
}
