import type { Tx } from '#kit/server/database.ts';
import type { Measures } from '#platform/pictures/measure/measure.ts';

/**
 * Notes what a picture measures; of one that was removed meanwhile there is nothing to note.
 * @param id of the stored file @param made null: it cannot be read
 */
export const noteMeasures = (tx: Tx, id: string, made: Measures | null): Promise<unknown> =>
  tx.run`
    insert into picture_fact (tenant_id, asset_id, width, height, white_percent, is_read)
    select tenant_id, id, ${made?.width ?? null}::integer, ${made?.height ?? null}::integer,
      ${made?.whitePercent ?? null}::integer, true
    from asset where tenant_id = ${tx.tenant} and id = ${id}::uuid for key share
    on conflict (tenant_id, asset_id) do update set width = excluded.width,
      height = excluded.height, white_percent = excluded.white_percent, is_read = true`;

/** The same of an upload by its address, for pictures of our own drawing: nobody has to read them. */
export async function noteDrawn(tx: Tx, address: string, made: Measures): Promise<void> {
  const { id } = await tx.one<{ id: string }>`
    select id from asset where tenant_id = ${tx.tenant} and address = ${address}`;
  await noteMeasures(tx, id, made);
}
