import type { Tx } from '#kit/server/database.ts';
import { holdRowUploads, uploadErrors } from '#kit/server/held-uploads.ts';
import { returnLine } from '../../model/return-order.ts';
import type { Found } from './found-units.ts';
import { refuse } from './read-answers.ts';

/**
 * Photos of an inspection stay with its lines: uploads of whoever inspects, held by each line from now on.
 * @throws Refusal 422 for one that is gone or somebody else's
 */
export async function holdPhotos(tx: Tx, found: readonly Found[]): Promise<void> {
  const rows = found.map(({ photos }) => ({ values: { photos: photos ?? [] } }));
  const errors = await uploadErrors(tx, returnLine, rows);
  refuse(
    errors.flatMap((own, index) =>
      own.map(({ code, message }) => {
        const one = found[index];
        return { field: 'lines', row: one?.row ?? index + 1, code, message };
      }),
    ),
  );
  for (const [index, { line }] of found.entries())
    if (rows[index]) await holdRowUploads(tx, returnLine, line.id, rows[index]);
}
