/** An advertising report that the channel is asked to make. */
export interface AdReportRequest {
  /** Up to 250 characters. */
  name: string;
  /** A row per campaign, or per listing of a campaign. */
  about: 'campaigns' | 'listings';
  /** Days after a click within which a sale counts as won by it. */
  attributionDays: 14 | 28 | 56;
  groupBy: 'day' | 'week' | 'month' | 'none';
  /** First and last day, `YYYY-MM-DD`. */
  from: string;
  to: string;
}

/** What has become of one: made, refused, or still being made. */
export type AdReportReading =
  | { state: 'waiting' }
  | { state: 'ready'; bytes: Uint8Array }
  | { state: 'failed'; message: string };
