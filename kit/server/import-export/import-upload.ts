import { importRequested } from '#kit/model/file-job-work.ts';
import { rm } from 'node:fs/promises';
import { isJobOver } from '#kit/model/file-job.ts';
import { Refusal } from '#kit/model/refusal.ts';
import { newId, type Tx } from '../database.ts';
import type { ArrivedFile } from '../receive-upload.ts';
import { claimReceipt, payloadHash, storeReceipt } from '../receipt.ts';
import { answer, type Answer, type Call } from '../route.ts';
import { sweepErrorFiles } from './error-file.ts';
import { readOptions, type ImportOptions } from './import-options.ts';
import { readJob, sweepJobs, type JobRow } from './job-store.ts';
import { requestOf, refuseManyOpen } from './open-jobs.ts';
import { receiveSheet } from './receive-sheet.ts';
import { repeatWarning } from './repeated-import.ts';

/** How long a call waits for the end of its import before the answer names where to ask. */
const WAIT_MS = 15 * 60_000;
const [FIRST_LOOK_MS, LONGEST_LOOK_MS] = [15, 400];

/**
 * Takes a sheet and has it imported in the background (see run-import). The call waits for the end
 * and answers as if it had done the work itself; with `background=1` it is answered at once, code
 * 202, with the job to ask for. The same Idempotency-Key, file and options are the same job.
 * @param owner `module:resource`
 * @throws Refusal 413 beyond the limit, 422 for what is wrong with the file as a whole
 */
export async function importUpload(call: Call, owner: string, maxBytes: number): Promise<Answer> {
  const { file, fields } = await receiveSheet(call, maxBytes);
  try {
    const options = readOptions({ ...fields, ...call.query });
    const jobId = await call.tx((tx) => jobFor(tx, call, owner, file, options));
    if (call.query['background'] === '1') return accepted(jobId);
    return await waitForEnd(call, jobId);
  } finally {
    // A sheet that became a job is elsewhere by now.
    await rm(file.path, { force: true });
  }
}

const accepted = (jobId: string): Answer => answer('文件已上传，正在导入', { jobId }, 202);

/** The job of this call: a new one, or the one that the same key has made already. */
async function jobFor(tx: Tx, call: Call, owner: string, file: ArrivedFile, options: ImportOptions): Promise<string> {
  const { key } = call;
  if (!key) return storeJob(tx, call, owner, file, options);
  const scope = `${owner}:import`;
  const hash = payloadHash({ file: file.sha256, options });
  const known = await claimReceipt<{ jobId?: string } | null>(tx, scope, key, hash);
  const job = known?.answered?.jobId ? await readJob(tx, known.answered.jobId) : undefined;
  // What was refused as a whole or stopped may be tried again under its key.
  if (job && !(job.outcome && 'refusal' in job.outcome)) return job.id;
  const jobId = await storeJob(tx, call, owner, file, options);
  await storeReceipt(tx, scope, key, { jobId });
  return jobId;
}

async function storeJob(tx: Tx, call: Call, owner: string, file: ArrivedFile, options: ImportOptions): Promise<string> {
  await refuseManyOpen(tx);
  await sweepErrorFiles(tx);
  await sweepJobs(tx);
  const [id, sourceId] = [newId(), newId()];
  const name = file.name.slice(-255) || '导入';
  await tx.files.adopt(tx, {
    id: sourceId,
    kind: 'importSource',
    name,
    mime: 'application/octet-stream',
    ownerType: owner,
    arrived: file,
  });
  const warning = options.isTrial ? null : await repeatWarning(tx, owner, file, options);
  await tx.run`
    insert into file_job (tenant_id, id, resource, file_name, bytes, sha256, source_id, options,
      warning, user_id, create_by, create_time)
    values (${tx.tenant}, ${id}, ${owner}, ${name}, ${file.bytes}, ${file.sha256}, ${sourceId},
      ${JSON.stringify(options)}::jsonb, ${warning}, ${tx.actor.userId}::uuid, ${tx.actor.username},
      ${tx.now})`;
  await tx.emit(importRequested, id, { jobId: id, ...requestOf(call) });
  return id;
}

/** Looks again and again: whichever node does the work, its outcome stands in the job. */
async function waitForEnd(call: Call, jobId: string): Promise<Answer> {
  const until = Date.now() + WAIT_MS;
  for (let rest = FIRST_LOOK_MS; Date.now() < until; rest = Math.min(rest * 1.4, LONGEST_LOOK_MS)) {
    const job = await call.tx((tx) => readJob(tx, jobId));
    if (job && isJobOver(job.status)) return outcomeOf(job);
    await new Promise((wake) => setTimeout(wake, rest));
  }
  return accepted(jobId);
}

function outcomeOf({ outcome }: JobRow): Answer {
  if (!outcome) throw new Error('a job that is over has an outcome');
  if ('refusal' in outcome) {
    const { code, message, status } = outcome.refusal;
    throw new Refusal(code, message, { status });
  }
  if ('exported' in outcome) throw new Error('an import has the outcome of an import');
  return answer(outcome.message, outcome.result, outcome.code);
}
