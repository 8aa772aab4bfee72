import { open, readFile, rename, rm } from 'node:fs/promises';
import { RENDITION_SIDES, type RenditionSide } from '#kit/model/rendition.ts';

/** Small pictures lie beside the one they were made of, under its name. */
const pathOf = (original: string, side: RenditionSide): string => `${original}.w${side}`;

/** A small picture; 'none' where it was tried and cannot be made; null where nobody has tried. */
export async function readRendition(original: string, side: RenditionSide): Promise<Buffer | 'none' | null> {
  const bytes = await readFile(pathOf(original, side)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  return bytes?.length === 0 ? 'none' : bytes;
}

/** Keeps small pictures; an empty one says that there is none. Each is there whole or not at all. */
export async function writeRenditions(original: string, bytesOf: (side: RenditionSide) => Uint8Array): Promise<void> {
  for (const side of RENDITION_SIDES) {
    const path = pathOf(original, side);
    const handle = await open(`${path}.part`, 'w', 0o600);
    try {
      await handle.writeFile(bytesOf(side));
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(`${path}.part`, path);
  }
}

/** Takes away what was made of a file. */
export async function removeRenditions(original: string): Promise<void> {
  for (const side of RENDITION_SIDES) await rm(pathOf(original, side), { force: true });
}
