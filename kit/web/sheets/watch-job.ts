import { isJobOver, type FileJob } from '#kit/model/file-job.ts';
import { ApiError, isOutcomeUnknown } from '#ui/http/api-error.ts';
import { kitServices } from '../services.ts';

/** Between two looks at a job: soon at first, for most are short. */
const [FIRST_REST_MS, LONGEST_REST_MS] = [250, 1500];

/** Asks how far a job is until it is over. @returns null when it is not there for this person */
export async function untilOver(id: string, onSeen: (job: FileJob) => void = () => undefined): Promise<FileJob | null> {
  for (let rest = FIRST_REST_MS; ; rest = Math.min(rest * 1.2, LONGEST_REST_MS)) {
    try {
      const job = await kitServices.get().fileJob(id);
      if (isJobOver(job.status)) return job;
      onSeen(job);
    } catch (error) {
      // The job goes on whether or not it can be asked about right now.
      if (!isOutcomeUnknown(error)) {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      }
    }
    await new Promise((wake) => setTimeout(wake, rest));
  }
}
