import { ApiError, callResource, fetchRow, readFiles, type StoredFile } from '#kit/web/index.ts';
import type { Named } from '#kit/model/lookup.ts';
import type { product, sku } from '../model/product.ts';
import { byName, codesIn } from './picture-names.ts';

export type Pictured = typeof product | typeof sku;

/** A picture and the row that its name calls, or why it calls none. */
export interface Match {
  file: StoredFile;
  found: { id: string; label: string } | { fault: 'missing' | 'ambiguous' };
}

/** Finds the rows that names of pictures call, by code, name or id; in the order of the names. */
export async function matchPictures(of: Pictured, files: readonly StoredFile[]): Promise<Match[]> {
  const texts = [...new Set(files.flatMap(({ fileName }) => codesIn(fileName)))];
  const { result: named } = await callResource<Named[]>(of, 'lookup', { body: { texts } });
  const byText = new Map(named.map((one) => [one.text, one]));
  return [...files].sort(byName).map((file): Match => {
    const answers = codesIn(file.fileName).map((text) => byText.get(text));
    const row = answers.find((one) => one && 'id' in one);
    if (row && 'id' in row) return { file, found: { id: row.id, label: row.label } };
    const isAmbiguous = answers.some((one) => one && 'fault' in one && one.fault === 'ambiguous');
    return { file, found: { fault: isAmbiguous ? 'ambiguous' : 'missing' } };
  });
}

/**
 * Puts pictures behind those that a row has already.
 * @returns null, or what the server says against it
 */
export async function givePictures(
  of: Pictured,
  id: string,
  files: readonly StoredFile[],
): Promise<string | null> {
  try {
    const row = await fetchRow(of, id);
    const held = readFiles(row.images);
    const images = [...held, ...files].map(({ filePath }) => filePath).join(',');
    await callResource(of, 'edit', { body: { id, version: row.version, images } });
    return null;
  } catch (error) {
    return refusalOf(error);
  }
}

/** What stands at the field says more than the answer as a whole. */
function refusalOf(error: unknown): string {
  const errors =
    error instanceof ApiError
      ? (error.result as { errors?: { message: string }[] } | null)?.errors
      : undefined;
  return errors?.[0]?.message ?? (error instanceof Error ? error.message : '未知错误');
}
