import { createHash } from 'node:crypto';
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { BridgeJob } from '#modules/fulfilment/model/print-bridge.ts';
import type { LabelFormat } from '#platform/print/label-file.ts';
import type { Printers } from './printers.ts';

interface SpooledJob extends BridgeJob {
  sha256: string;
  title: string;
}

interface PrintRequest {
  printer: string;
  title: string;
  label: Buffer;
  format: LabelFormat;
}

export type Taken = { job: BridgeJob } | { conflict: string };

/** Jobs of a bridge, each kept on the disk before it is printed. */
export interface Jobs {
  /** Prints once: the same job again is answered with what became of it. A failed one is tried again. */
  take(id: string, request: PrintRequest): Promise<Taken>;
  read(id: string): Promise<BridgeJob | null>;
}

/**
 * A job that was printing when the bridge ended is `unknown` afterwards: it is never printed again by
 * itself, because the paper may lie there.
 */
export async function openJobs(spool: string, printers: Printers): Promise<Jobs> {
  await mkdir(spool, { recursive: true });
  const underWay = new Set<string>();
  const turns = new Map<string, Promise<unknown>>();
  const print = async (job: SpooledJob, { label, format }: PrintRequest): Promise<SpooledJob> => {
    const file = join(spool, `${job.id}.${format}`);
    await writeSafely(file, label);
    await spoolJob(spool, job);
    const ended = await printers.print(job.printer, file, format).then(
      (): SpooledJob => ({ ...job, status: 'done', error: null }),
      (error: Error): SpooledJob => ({ ...job, status: 'failed', error: error.message }),
    );
    await spoolJob(spool, ended);
    return ended;
  };
  const takeOne = async (id: string, request: PrintRequest): Promise<Taken> => {
    const { printer, title, label } = request;
    const sha256 = createHash('sha256').update(label).digest('hex');
    const known = await readSpooled(spool, id);
    if (known && known.sha256 !== sha256) return { conflict: '同一任务号已有另一份文件' };
    if (known?.status === 'printing') return { job: bare({ ...known, status: 'unknown' }) };
    if (known && known.status !== 'failed') return { job: bare(known) };
    underWay.add(id);
    const job: SpooledJob = { id, printer, title, sha256, status: 'printing', error: null };
    return { job: bare(await print(job, request).finally(() => underWay.delete(id))) };
  };
  return {
    // The same job sent several times at once is looked at one after the other.
    take(id, request) {
      const taken = (turns.get(id) ?? Promise.resolve()).then(() => takeOne(id, request));
      const ended = taken.then(
        () => undefined,
        () => undefined,
      );
      turns.set(id, ended);
      void ended.then(() => turns.get(id) === ended && turns.delete(id));
      return taken;
    },
    async read(id) {
      const known = await readSpooled(spool, id);
      if (!known) return null;
      const isOver = known.status === 'printing' && !underWay.has(id);
      return bare(isOver ? { ...known, status: 'unknown' } : known);
    },
  };
}

const bare = ({ id, printer, status, error }: SpooledJob): BridgeJob => ({
  id,
  printer,
  status,
  error,
});

async function readSpooled(spool: string, id: string): Promise<SpooledJob | null> {
  try {
    return JSON.parse(await readFile(join(spool, `${id}.json`), 'utf8')) as SpooledJob;
  } catch {
    return null;
  }
}

const spoolJob = (spool: string, job: SpooledJob): Promise<void> =>
  writeSafely(join(spool, `${job.id}.json`), Buffer.from(JSON.stringify(job)));

/** As a whole or not at all, whatever happens meanwhile. */
async function writeSafely(path: string, bytes: Buffer): Promise<void> {
  const half = `${path}.half`;
  const handle = await open(half, 'w', 0o600);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(half, path);
}
