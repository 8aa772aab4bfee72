import { ApiError, callResource, fetchRow, readFiles, type StoredFile } from '#kit/web/index.ts';
import type { Named } from '#kit/model/lookup.ts';
import type { product, sku } from '../model/product.ts';
import { byName, codesIn } from './picture-names.ts';

export type Pictured = typeof product | typeof sku;

/** A picture and the row that its name calls, or why it calls none. */
export interface Match {
  file: StoredFile;
  found: Found | { fault: 'missing' | 'ambiguous' };
}

interface Found {
  of: Pictured;
  id: string;
  label: string;
}

type Answer = Found | { fault: 'missing' | 'ambiguous' };

/**
 * Finds the rows that names of pictures call, by code, name or id; in the order of the names. A name as
 * a whole goes before one without its number, whatever it calls.
 * @param kinds what may be called, the likeliest first
 */
export async function matchPictures(kinds: readonly Pictured[], files: readonly StoredFile[]): Promise<Match[]> {
  const texts = [...new Set(files.flatMap(({ fileName }) => codesIn(fileName)))];
  const known = await Promise.all(kinds.map((of) => rowsNamed(of, texts)));
  return [...files].sort(byName).map((file): Match => {
    const answers = codesIn(file.fileName).flatMap((text) => known.flatMap((byText) => byText.get(text) ?? []));
    const row = answers.find((one) => 'id' in one);
    if (row) return { file, found: row };
    const isAmbiguous = answers.some((one) => 'fault' in one && one.fault === 'ambiguous');
    return { file, found: { fault: isAmbiguous ? 'ambiguous' : 'missing' } };
  });
}

async function rowsNamed(of: Pictured, texts: readonly string[]): Promise<Map<string, Answer>> {
  const { result } = await callResource<Named[]>(of, 'lookup', { body: { texts } });
  return new Map(
    result.map((one) => [one.text, 'id' in one ? { of, id: one.id, label: one.label } : { fault: one.fault }]),
  );
}

/**
 * Puts pictures behind those that a row has already.
 * @returns null, or what the server says against it
 */
export async function givePictures(of: Pictured, id: string, files: readonly StoredFile[]): Promise<string | null> {
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
    error instanceof ApiError ? (error.result as { errors?: { message: string }[] } | null)?.errors : undefined;
  return errors?.[0]?.message ?? (error instanceof Error ? error.message : '未知错误');
}
