import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Refusal } from '#kit/model/refusal.ts';
import { CONTENT_KINDS, contentKind, type ContentKind } from '#platform/pictures/content-kind.ts';
import { newId, type Tx } from '#kit/server/database.ts';
import type { ArrivedFile } from '#kit/server/receive-upload.ts';
import type { Renditions } from '#platform/pictures/renditions/renditions.ts';
import type { StoredUpload } from '../../model/routes/files.ts';
import { overQuota } from '../../model/quotas.ts';
import { boundsOf } from '../tenants/bounds.ts';
import { addressOf, endingOf, shownName, wrongKind } from './upload-name.ts';

/** Of one file (contract §2.1). */
export const MAX_BYTES = 10 * 1024 * 1024;

/** @throws Refusal 422 unless the bytes are of an allowed kind, the one that the name says */
export async function judgeUpload(path: string, name: string): Promise<ContentKind> {
  const ending = endingOf(name);
  const kind = await contentKind(path, ending);
  if (!kind) throw wrongKind(ending);
  return kind;
}

/**
 * Keeps a file of our own making as if somebody had uploaded it: whoever acts may put it into a
 * record. @param renditions makes its small pictures ahead of the first look @returns its address
 */
export async function placeUpload(
  tx: Tx,
  file: { folder: string; name: string; kind: ContentKind; bytes: Uint8Array },
  renditions?: Renditions,
): Promise<string> {
  const { folder, name, kind, bytes } = file;
  const id = newId();
  const path = join(tx.files.arrivals(tx.tenant), `${id}.part`);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, bytes, { mode: 0o600 });
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const address = addressOf(folder, name, id, kind);
  const { mime } = CONTENT_KINDS[kind];
  const arrived = { path, bytes: bytes.length, sha256 };
  await tx.files.adopt(tx, { id, kind: 'upload', name, mime, address, arrived });
  if (renditions) await prepareSmall(tx, { id, kind, renditions });
  return address;
}

interface JudgedUpload {
  folder: string;
  kind: ContentKind;
  arrived: ArrivedFile;
  renditions: Renditions;
}

/** Keeps a judged file. Only who uploaded it sees it until a record takes it up. */
export async function storeUpload(tx: Tx, { folder, kind, arrived, renditions }: JudgedUpload): Promise<StoredUpload> {
  const id = newId();
  const address = addressOf(folder, arrived.name, id, kind);
  const name = shownName(arrived.name);
  await tx.files.adopt(tx, {
    id,
    kind: 'upload',
    name,
    mime: CONTENT_KINDS[kind].mime,
    address,
    arrived,
  });
  await prepareSmall(tx, { id, kind, renditions });
  return { fileName: name, filePath: address, fileSize: arrived.bytes };
}

async function prepareSmall(
  tx: Tx,
  { id, kind, renditions }: { id: string; kind: ContentKind; renditions: Renditions },
): Promise<void> {
  if (kind !== 'png' && kind !== 'jpg' && kind !== 'webp') return;
  const path = await tx.files.locate(tx, id);
  tx.onCommit(() => renditions.prepare(path));
}

/**
 * Holds a tenant to its share of the disk: what is kept and what open uploads have announced.
 * Uploads of one tenant pass here one after the other, until their commit.
 * @throws Refusal 507 when these bytes would not fit
 */
export async function refuseOverQuota(tx: Tx, quotaBytes: number, bytes: number): Promise<void> {
  // Rows that refer to the tenant are written meanwhile: they need no more than its key.
  await tx.platform.one`select 1 from tenant where id = ${tx.tenant} for no key update`;
  const used = await uploadedBytes(tx);
  const { storage } = await boundsOf(tx);
  if (storage !== null && used + bytes > storage * MEGABYTE)
    throw new Refusal('overQuota', overQuota('storage', Math.ceil(used / MEGABYTE), storage), {
      status: 507,
    });
  if (used + bytes <= quotaBytes) return;
  const [usedText, quotaText] = [megabytes(used), megabytes(quotaBytes)];
  throw new Refusal(
    'overQuota',
    `上传空间不足：已用${usedText}MB，共${quotaText}MB，请删除不用的文件或联系管理员扩容`,
    { status: 507 },
  );
}

/** What the uploads of the transaction's tenant weigh, with what open ones have announced. */
export async function uploadedBytes(tx: Tx): Promise<number> {
  const { used } = await tx.one<{ used: bigint | number }>`
    select (select coalesce(sum(bytes), 0) from asset
        where tenant_id = ${tx.tenant} and kind = 'upload')
      + (select coalesce(sum(bytes), 0) from resumable_upload
        where tenant_id = ${tx.tenant} and address is null and expires_at > ${tx.now}) as used`;
  return Number(used);
}

/** The same in whole megabytes, as bounds are given. */
export const uploadedMegabytes = async (tx: Tx): Promise<number> => Math.ceil((await uploadedBytes(tx)) / MEGABYTE);

export const MEGABYTE = 1024 * 1024;

const megabytes = (bytes: number): string => (bytes / MEGABYTE).toFixed(1).replace(/\.0$/, '');
