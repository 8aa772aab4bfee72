import { createHash } from 'node:crypto';
import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { notFound } from '#kit/model/refusal.ts';
import { newId } from './database.ts';
import { asLostFile, LostFile } from './lost-file.ts';
import { removeRenditions } from '#platform/pictures/renditions/rendition-files.ts';
import type { FileStore, Tx } from './tx.ts';

export type { AdoptedFile, FileStore, NewFile } from './tx.ts';

export function createFileStore(root: string): FileStore {
  return {
    async put(tx, file) {
      const id = newId();
      const path = pathOf(tx, id);
      await writeDurably(join(root, path), file.bytes);
      await tx.run`
        insert into asset (tenant_id, id, kind, name, mime, bytes, sha256, path, owner_type, owner_id, create_by, create_time)
        values (${tx.tenant}, ${id}, ${file.kind}, ${file.name.slice(0, 255)}, ${file.mime}, ${file.bytes.length},
          ${createHash('sha256').update(file.bytes).digest('hex')}, ${path}, ${file.ownerType ?? null},
          ${file.ownerId ?? null}::uuid, ${tx.actor.username}, ${tx.now})`;
      return id;
    },
    arrivals: (tenant) => join(root, String(tenant), 'arrivals'),
    async adopt(tx, { id, address, arrived, ...file }) {
      const twin = await storedTwin(tx, root, file.kind, arrived);
      const path = twin ?? pathOf(tx, id);
      if (twin) await rm(arrived.path, { force: true });
      else {
        await mkdir(dirname(join(root, path)), { recursive: true });
        await rename(arrived.path, join(root, path));
      }
      await tx.run`
        insert into asset (tenant_id, id, kind, name, mime, bytes, sha256, path, address, owner_type,
          owner_id, create_by, create_time)
        values (${tx.tenant}, ${id}, ${file.kind}, ${file.name.slice(0, 255)}, ${file.mime},
          ${arrived.bytes}, ${arrived.sha256}, ${path}, ${address ?? null}, ${file.ownerType ?? null},
          ${file.ownerId ?? null}::uuid, ${tx.actor.username}, ${tx.now})`;
    },
    async read(tx, id) {
      const row = await tx.maybe<{ name: string; mime: string; path: string; sha256: string }>`
        select name, mime, path, sha256 from asset where tenant_id = ${tx.tenant} and id = ${id}::uuid`;
      if (!row) throw notFound();
      const path = join(root, row.path);
      const bytes = await readFile(path).catch((error: unknown) => {
        throw asLostFile(error, row.name);
      });
      if (createHash('sha256').update(bytes).digest('hex') !== row.sha256)
        throw new LostFile(row.name, new Error(`${path} does not hold the bytes that were stored`));
      return { name: row.name, mime: row.mime, bytes };
    },
    async locate(tx, id) {
      const row = await tx.maybe<{ path: string }>`
        select path from asset where tenant_id = ${tx.tenant} and id = ${id}::uuid`;
      if (!row) throw notFound();
      return join(root, row.path);
    },
    async open(tx, id) {
      const row = await tx.maybe<{ name: string; path: string }>`
        select name, path from asset where tenant_id = ${tx.tenant} and id = ${id}::uuid`;
      if (!row) throw notFound();
      const path = join(root, row.path);
      // Opened before anything is answered: a stream that breaks at its start is no answer.
      const handle = await open(path).catch((error: unknown) => {
        throw asLostFile(error, row.name);
      });
      return handle.createReadStream();
    },
    async remove(tx, id) {
      const known = await tx.maybe<{ sha256: string }>`
        select sha256 from asset where tenant_id = ${tx.tenant} and id = ${id}::uuid`;
      if (!known) return;
      await takeTurns(tx, known.sha256);
      const row = await tx.maybe<{ path: string; isShared: boolean }>`
        delete from asset a where tenant_id = ${tx.tenant} and id = ${id}::uuid
        returning path, exists (select 1 from asset o
          where o.tenant_id = a.tenant_id and o.sha256 = a.sha256 and o.path = a.path
            and o.id <> a.id) as is_shared`;
      if (!row || row.isShared) return;
      // Bytes that stay behind are named by no row any more: nobody can ask for them.
      tx.onCommit(() => void removeBytes(join(root, row.path)).catch(() => undefined));
    },
  };
}

/** Whoever keeps or removes the same bytes of a tenant goes one after the other, until the commit. */
const takeTurns = (tx: Tx, sha256: string): Promise<unknown> =>
  tx.platform.rows`select pg_advisory_xact_lock(hashtextextended(${`${tx.tenant}:${sha256}`}, 0))`;

/**
 * Where the same bytes of an upload lie already: they are stored once in a tenant, however many
 * records hold them. Bytes that are not there any more, or not whole, are no twin.
 */
async function storedTwin(
  tx: Tx,
  root: string,
  kind: string,
  { sha256, bytes }: { sha256: string; bytes: number },
): Promise<string | null> {
  if (kind !== 'upload') return null;
  await takeTurns(tx, sha256);
  const twins = await tx.rows<{ path: string }>`
    select distinct path from asset
    where tenant_id = ${tx.tenant} and kind = 'upload' and sha256 = ${sha256} and bytes = ${bytes}`;
  for (const { path } of twins) {
    const found = await stat(join(root, path)).catch(() => null);
    if (found?.size === bytes) return path;
  }
  return null;
}

/** Below the root: by month, so that no folder grows without end. */
const pathOf = (tx: Tx, id: string): string => `${tx.tenant}/${tx.now.toISOString().slice(0, 7)}/${id}`;

/** The file itself first: whoever makes a small picture of it looks whether it is there still. */
async function removeBytes(path: string): Promise<void> {
  await rm(path, { force: true });
  await removeRenditions(path);
}

async function writeDurably(path: string, bytes: Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const temporary = `${path}.part`;
  const handle = await open(temporary, 'w', 0o600);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
}
