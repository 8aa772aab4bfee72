import { expect } from 'vitest';
import { isJobOver, type FileJob } from '#kit/model/file-job.ts';
import type { Client } from '#tests/harness/app.ts';

/** A job as its person reads it. */
export const jobOf = async (client: Client, id: string): Promise<FileJob> =>
  (await client.get<FileJob>('/sys/fileJob/queryById', { id })).result;

/** Asks until it holds. */
export async function jobWhen(client: Client, id: string, holds: (job: FileJob) => boolean): Promise<FileJob> {
  let job = await jobOf(client, id);
  await expect.poll(async () => holds((job = await jobOf(client, id))), { timeout: 120_000, interval: 15 }).toBe(true);
  return job;
}

export const jobEnd = (client: Client, id: string): Promise<FileJob> =>
  jobWhen(client, id, ({ status }) => isJobOver(status));
