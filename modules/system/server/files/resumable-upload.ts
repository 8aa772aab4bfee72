import { createHash } from 'node:crypto';
import { mkdir, open, readFile, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { crc32 as crc32Of } from 'node:zlib';
import { notFound, Refusal } from '#kit/model/refusal.ts';
import { newId, type Tx } from '#kit/server/database.ts';
import { refuseFullDisk, refused, type ArrivedFile } from '#kit/server/receive-upload.ts';
import type { Renditions } from '#platform/pictures/renditions/renditions.ts';
import type { Call } from '#kit/server/route.ts';
import { judgeUpload, storeUpload, refuseOverQuota } from './upload-store.ts';

/** A part that is lost costs this much again. */
export const CHUNK_BYTES = 1024 * 1024;
const LIFE_MS = 24 * 60 * 60_000;
const MOST_OPEN = 20;

/** What somebody is going to send. */
export interface Announced {
  name: string;
  bytes: number;
  folder: string;
  fingerprint: string;
}

interface Resumable {
  id: string;
  name: string;
  bytes: number;
  folder: string;
  received: number;
  address: string | null;
}

const pathOf = (tx: Tx, id: string): string => join(tx.files.arrivals(tx.tenant), `${id}.parts`);

/** Begins an upload, or finds the one of the same file that was broken off; its room is reserved. */
export function openResumable(
  call: Call,
  { name, bytes, folder, fingerprint }: Announced,
  quotaBytes: number,
): Promise<Resumable> {
  return call.tx(async (tx) => {
    await refuseOverQuota(tx, quotaBytes, 0);
    const known = await tx.maybe<{ id: string }>`
      update resumable_upload set expires_at = ${new Date(tx.now.getTime() + LIFE_MS)}
      where tenant_id = ${tx.tenant} and user_id = ${tx.actor.userId} and folder = ${folder}
        and fingerprint = ${fingerprint} and bytes = ${bytes} and address is null
        and expires_at > ${tx.now}
      returning id`;
    if (known) return findResumable(tx, known.id);
    await refuseOverQuota(tx, quotaBytes, bytes);
    await refuseManyOpen(tx);
    const path = pathOf(tx, newId());
    await mkdir(dirname(path), { recursive: true });
    await refuseFullDisk(dirname(path), bytes);
    // One of another size or of yesterday under the same fingerprint makes room for the new.
    await tx.run`delete from resumable_upload
      where tenant_id = ${tx.tenant} and user_id = ${tx.actor.userId} and folder = ${folder}
        and fingerprint = ${fingerprint} and address is null`;
    const { id } = await tx.one<{ id: string }>`
      insert into resumable_upload (tenant_id, id, user_id, fingerprint, folder, name, bytes,
        create_time, expires_at)
      values (${tx.tenant}, ${newId()}, ${tx.actor.userId}, ${fingerprint}, ${folder}, ${name},
        ${bytes}, ${tx.now}, ${new Date(tx.now.getTime() + LIFE_MS)})
      returning id`;
    return findResumable(tx, id);
  });
}

async function refuseManyOpen(tx: Tx): Promise<void> {
  const { n } = await tx.one<{ n: number }>`
    select count(*)::integer as n from resumable_upload
    where tenant_id = ${tx.tenant} and user_id = ${tx.actor.userId} and address is null
      and expires_at > ${tx.now}`;
  if (n >= MOST_OPEN)
    throw new Refusal('tooManyOpen', `未完成的上传不能超过${MOST_OPEN}个，请先完成或取消`, {
      status: 409,
    });
}

/**
 * An upload of the caller, locked. What the disk does not have was not received, whatever the row
 * says.
 * @throws Refusal 404 for one of somebody else, of another tenant, or one that has expired
 */
export async function findResumable(tx: Tx, id: string): Promise<Resumable> {
  const row = await tx.maybe<Resumable>`
    select id, name, bytes, folder, received, address from resumable_upload
    where tenant_id = ${tx.tenant} and id = ${id}::uuid and user_id = ${tx.actor.userId}
      and expires_at > ${tx.now} for update`;
  if (!row) throw notFound();
  if (row.address !== null || row.received === 0) return row;
  const onDisk = (await stat(pathOf(tx, id)).catch(() => null))?.size ?? 0;
  return onDisk < row.received ? { ...row, received: 0 } : row;
}

/**
 * Writes the part that begins where the last one ended. One that is there already is not written
 * again; one that would leave a gap is refused with the place to go on from.
 */
export async function addPart(
  call: Call,
  id: string,
  { path, bytes }: ArrivedFile,
  { offset, crc32 }: { offset: number; crc32: string },
): Promise<{ received: number }> {
  if (bytes > CHUNK_BYTES || !Number.isInteger(offset) || offset < 0)
    throw new Refusal('badPart', '分片格式不正确', { status: 400 });
  const part = await readFile(path);
  if (crc32Of(part).toString(16).padStart(8, '0') !== crc32)
    throw new Refusal('damagedPart', '分片在传输中损坏，请重试', { status: 422 });
  return call.tx(async (tx) => {
    const upload = await findResumable(tx, id);
    const end = offset + part.length;
    if (end <= upload.received || upload.address !== null) return { received: upload.received };
    if (offset !== upload.received || end > upload.bytes)
      throw Object.assign(new Refusal('wrongPlace', '上传进度不一致，请重试', { status: 409 }), {
        result: { received: upload.received },
      });
    await writeAt(pathOf(tx, id), part, offset);
    await tx.run`update resumable_upload set received = ${end}
      where tenant_id = ${tx.tenant} and id = ${id}::uuid`;
    return { received: end };
  });
}

async function writeAt(path: string, part: Buffer, offset: number): Promise<void> {
  try {
    const handle = await open(path, offset === 0 ? 'w' : 'r+', 0o600);
    try {
      await handle.write(part, 0, part.length, offset);
      // A part that is confirmed is not asked for again, so it must outlive a crash.
      await handle.datasync();
    } finally {
      await handle.close();
    }
  } catch (error) {
    throw refused(error as Error);
  }
}

/** Judges the whole file and keeps it. Asked twice it answers the same. @returns its address */
export async function finishResumable(call: Call, id: string, renditions: Renditions): Promise<string> {
  try {
    return await call.tx(async (tx) => {
      const { address, name, bytes, folder, received } = await findResumable(tx, id);
      if (address !== null) return address;
      if (received < bytes) throw new Refusal('incomplete', '文件还没有传完', { status: 409 });
      const path = pathOf(tx, id);
      const kind = await judgeUpload(path, name);
      const sha256 = createHash('sha256')
        .update(await readFile(path))
        .digest('hex');
      const arrived = { name, path, bytes, sha256 };
      const { filePath } = await storeUpload(tx, { folder, kind, arrived, renditions });
      await tx.run`update resumable_upload set address = ${filePath}
        where tenant_id = ${tx.tenant} and id = ${id}::uuid`;
      return filePath;
    });
  } catch (error) {
    // What is refused for what it is will be refused again.
    if (error instanceof Refusal && error.status === 422) await dropResumable(call, id);
    throw error;
  }
}

/** Gives an upload up: its bytes go and its room is free. One that is gone already is no fault. */
export async function dropResumable(call: Call, id: string): Promise<null> {
  const path = await call.tx(async (tx) => {
    const gone = await tx.run`delete from resumable_upload
      where tenant_id = ${tx.tenant} and id = ${id}::uuid and user_id = ${tx.actor.userId}
        and address is null`;
    return gone === 1 ? pathOf(tx, id) : null;
  });
  if (path) await rm(path, { force: true });
  return null;
}
