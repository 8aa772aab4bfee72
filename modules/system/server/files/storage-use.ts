import { UPLOAD_FOLDER } from '#kit/model/limits.ts';
import { toWireTime } from '#kit/model/time.ts';
import type { Tx } from '#kit/server/database.ts';
import { JOB_FILE_DAYS } from '#kit/server/import-export/job-store.ts';
import type { Registry } from '#kit/server/registry.ts';
import type { StorageKind, StorageUse, StoredItem } from '../../model/storage-use.ts';
import { boundsOf } from '../tenants/bounds.ts';
import { placesOf, type PlacedFile } from './file-places.ts';
import { ORPHAN_DAYS } from './sweep-uploads.ts';
import { MEGABYTE, uploadedBytes } from './upload-store.ts';

const DAY_MS = 86_400_000;
/** So many of each are named. */
const NAMED = 10;
const JOB_KINDS = ['importSource', 'importErrors', 'exportFile'];

/**
 * What the uploads of the transaction's tenant take of their bound, which are the largest and the oldest, and what
 * is removed by itself. Every figure is one statement, however many files there are.
 * @param quotaBytes the bound of the installation
 */
export async function storageUse(
  tx: Tx,
  registry: Pick<Registry, 'resources'>,
  quotaBytes: number,
): Promise<StorageUse> {
  const { storage } = await boundsOf(tx);
  const ofPlan = storage === null ? Infinity : storage * MEGABYTE;
  const [largest, oldest] = [await named(tx, registry, 'largest'), await named(tx, registry, 'oldest')];
  return {
    used: await uploadedBytes(tx),
    most: Math.min(ofPlan, quotaBytes),
    bound: ofPlan <= quotaBytes ? 'plan' : 'installation',
    kinds: await kindsOf(tx),
    largest,
    oldest,
    sweep: await sweepOf(tx),
  };
}

async function kindsOf(tx: Tx): Promise<StorageUse['kinds']> {
  const rows = await tx.rows<{ kind: StorageKind; files: number; bytes: bigint | number }>`
    select case
        when kind = any(${JOB_KINDS}::text[]) then 'jobs'
        when kind <> 'upload' then 'documents'
        when mime like 'image/%' then 'picture'
        when mime = 'application/pdf' then 'pdf'
        when mime like '%excel%' or mime like '%spreadsheet%' or mime = 'text/csv' then 'sheet'
        else 'other' end as kind,
      count(*)::int as files, sum(bytes) as bytes
    from asset where tenant_id = ${tx.tenant} group by 1`;
  const open = await tx.one<{ files: number; bytes: bigint | number }>`
    select count(*)::int as files, coalesce(sum(bytes), 0) as bytes from resumable_upload
    where tenant_id = ${tx.tenant} and address is null and expires_at > ${tx.now}`;
  return [...rows, { kind: 'arriving' as const, ...open }]
    .filter(({ files }) => files > 0)
    .map(({ kind, files, bytes }) => ({ kind, files, bytes: Number(bytes) }));
}

async function named(tx: Tx, registry: Pick<Registry, 'resources'>, by: 'largest' | 'oldest'): Promise<StoredItem[]> {
  const files = await tx.rows<PlacedFile & { name: string; bytes: number; uploader: string | null; createTime: Date }>`
    select f.id, f.name, f.bytes, f.create_time, f.owner_type, f.owner_id,
      coalesce((select u.realname from app_user u where u.username_key = lower(f.create_by)), f.create_by) as uploader
    from asset f where f.tenant_id = ${tx.tenant} and f.kind = 'upload'
    order by case when ${by === 'largest'} then f.bytes end desc, f.create_time, f.id limit ${NAMED}`;
  const places = await placesOf(tx, registry, files);
  return files.map(({ id, name, bytes, uploader, createTime }) => ({
    id,
    name,
    bytes,
    uploader,
    createTime: toWireTime(createTime, tx.actor.zone),
    usedBy: places.get(id)?.text ?? null,
  }));
}

const goesAt = (since: Date, days: number): Date => new Date(since.getTime() + days * DAY_MS);

async function sweepOf(tx: Tx): Promise<StorageUse['sweep']> {
  const wire = (since: Date | null, days: number): string | null =>
    since && toWireTime(goesAt(since, days), tx.actor.zone);
  const loose = await tx.one<Swept>`
    select count(*)::int as files, coalesce(sum(bytes), 0) as bytes, min(create_time) as first
    from asset where tenant_id = ${tx.tenant} and kind = 'upload' and owner_type is null
      and address like ${`${UPLOAD_FOLDER}/%`}`;
  const jobs = await tx.one<Swept>`
    select count(*)::int as files, coalesce(sum(a.bytes), 0) as bytes,
      min(coalesce((select j.finish_time from file_job j
        where j.tenant_id = a.tenant_id and a.id in (j.source_id, j.result_id)), a.create_time)) as first
    from asset a where a.tenant_id = ${tx.tenant} and a.kind = any(${JOB_KINDS}::text[])`;
  const next = await tx.rows<Omit<StoredItem, 'usedBy' | 'createTime'> & { createTime: Date }>`
    select f.id, f.name, f.bytes, f.create_time,
      coalesce((select u.realname from app_user u where u.username_key = lower(f.create_by)), f.create_by) as uploader
    from asset f where f.tenant_id = ${tx.tenant} and f.kind = 'upload' and f.owner_type is null
      and f.address like ${`${UPLOAD_FOLDER}/%`}
    order by f.create_time, f.id limit ${NAMED}`;
  const summed = ({ files, bytes, first }: Swept, days: number) => ({
    files,
    bytes: Number(bytes),
    firstAt: wire(first, days),
  });
  return {
    loose: summed(loose, ORPHAN_DAYS),
    jobs: summed(jobs, JOB_FILE_DAYS),
    next: next.map(({ createTime, ...file }) => ({
      ...file,
      createTime: toWireTime(createTime, tx.actor.zone),
      goesAt: toWireTime(goesAt(createTime, ORPHAN_DAYS), tx.actor.zone),
    })),
  };
}

interface Swept {
  files: number;
  bytes: bigint | number;
  first: Date | null;
}
