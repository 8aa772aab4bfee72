import { notFound, Refusal } from '#kit/model/refusal.ts';
import { may } from '#kit/server/actor.ts';
import { audit } from '#kit/server/audit.ts';
import { exportRequested, importRequested } from '#kit/model/file-job-work.ts';
import { jobFilesSince, reopenJob } from '#kit/server/import-export/job-store.ts';
import { requestOf, refuseManyOpen } from '#kit/server/import-export/open-jobs.ts';
import { answer, file, implement, type Answer, type CallOf, type FileAnswer, type Route } from '#kit/server/route.ts';
import { idOf } from '#kit/server/row-id.ts';
import { fileJobCalls } from '../../model/routes/lists.ts';

/** Where the file of an export is fetched from, below the API base. */
export const resultFilePath = (jobId: string): string => `${fileJobCalls.download.path}?id=${jobId}`;

/** The file that an export made, and a further try of a job that broke: both for its person alone. */
export const jobFileRoutes: Route[] = [
  implement(fileJobCalls.download, downloadFile),
  implement(fileJobCalls.retry, retryJob),
];

/** For seven days, while the person may still export the list. */
async function downloadFile(call: CallOf<typeof fileJobCalls.download>): Promise<FileAnswer> {
  return call.tx(async (tx) => {
    const id = idOf(call.query.id);
    const job = await tx.maybe<{
      resource: string;
      fileName: string;
      resultId: string;
      mime: string;
    }>`
      select j.resource, j.file_name, j.result_id, a.mime from file_job j
        join asset a on a.tenant_id = j.tenant_id and a.id = j.result_id
      where j.tenant_id = ${tx.tenant} and j.id = ${id}::uuid and j.user_id = ${tx.actor.userId}::uuid
        and j.finish_time > ${jobFilesSince(tx)}`;
    if (!job || !may(tx.actor, `${job.resource}:export`)) throw notFound();
    return file(job.fileName, job.mime, await tx.files.open(tx, job.resultId));
  });
}

async function retryJob(call: CallOf<typeof fileJobCalls.retry>): Promise<Answer<null>> {
  return call.tx(async (tx) => {
    const id = idOf(call.body.id ?? call.query.id);
    const job = await tx.maybe<{ direction: string }>`
      select direction from file_job
      where tenant_id = ${tx.tenant} and id = ${id}::uuid and user_id = ${tx.actor.userId}::uuid`;
    if (!job) throw notFound();
    await refuseManyOpen(tx);
    const reopened = await reopenJob(tx, id);
    if (!reopened) throw new Refusal('notBroken', '该任务不能重试');
    if (reopened.errorFileId) await tx.files.remove(tx, reopened.errorFileId);
    const event = job.direction === 'import' ? importRequested : exportRequested;
    await tx.emit(event, id, { jobId: id, ...requestOf(call) });
    audit(tx, 'system:fileJob', [{ rowId: id, action: 'retry' }]);
    return answer('已重新排队');
  });
}
