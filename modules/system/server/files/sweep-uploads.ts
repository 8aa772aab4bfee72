import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { UPLOAD_FOLDER } from '#kit/model/limits.ts';
import { systemActor } from '#kit/server/actor.ts';
import type { Database, Tx } from '#kit/server/database.ts';

const DAY_MS = 86_400_000;
/** A form that was never saved: somebody may come back to it after a week away. */
export const ORPHAN_DAYS = 7;
/** Longer than anything takes to arrive. */
const ARRIVAL_DAYS = 2;
const AT_ONCE = 100;

/**
 * Removes what a tenant uploaded and no record took up, uploads that were broken off for good, and
 * bytes that a crash left behind. A tenant is swept when it uploads: others have nothing to sweep.
 */
export async function sweepUploads(db: Database, tenant: number): Promise<void> {
  const arrivals = await db.tx(systemActor(tenant, '清理上传文件'), async (tx) => {
    await dropOrphans(tx);
    await tx.run`delete from resumable_upload
      where tenant_id = ${tx.tenant} and expires_at <= ${tx.now}`;
    return { folder: tx.files.arrivals(tx.tenant), now: tx.now };
  });
  await dropLeftovers(arrivals.folder, arrivals.now.getTime() - ARRIVAL_DAYS * DAY_MS);
}

async function dropOrphans(tx: Tx): Promise<void> {
  const before = new Date(tx.now.getTime() - ORPHAN_DAYS * DAY_MS);
  const orphans = await tx.rows<{ id: string }>`
    select id from asset where tenant_id = ${tx.tenant} and kind = 'upload' and owner_type is null
      and address like ${`${UPLOAD_FOLDER}/%`} and create_time < ${before}::timestamptz
    limit ${AT_ONCE} for update skip locked`;
  for (const { id } of orphans) await tx.files.remove(tx, id);
}

async function dropLeftovers(folder: string, beforeMs: number): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const about = await stat(path).catch(() => null);
    if (about && about.mtimeMs < beforeMs) await rm(path, { force: true });
  }
}
