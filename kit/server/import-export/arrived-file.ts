import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import type { ArrivedFile } from '../receive-upload.ts';

/** A file that we wrote ourselves, flushed to the disk, as one that can be kept. */
export async function arrivedFile(path: string, name: string): Promise<ArrivedFile> {
  const handle = await open(path, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
  const digest = createHash('sha256');
  for await (const chunk of createReadStream(path)) digest.update(chunk as Buffer);
  const { size } = await stat(path);
  return { name, path, bytes: size, sha256: digest.digest('hex') };
}
