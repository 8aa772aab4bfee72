import { rm } from 'node:fs/promises';
import type { ArrivedFile } from './receive-upload.ts';
import type { Call } from './route.ts';

/**
 * Takes in the one file of a form for as long as the work with it lasts; nothing of it stays.
 * @throws Refusal as `receiveUpload`
 */
export async function withUpload<T>(call: Call, maxBytes: number, work: (file: ArrivedFile) => Promise<T>): Promise<T> {
  const folder = await call.tx(async (tx) => tx.files.arrivals(tx.tenant));
  const { file } = await call.receive({ folder, maxBytes, isPassing: true });
  try {
    return await work(file);
  } finally {
    await rm(file.path, { force: true });
  }
}
