import type { Field } from '#kit/model/field.ts';
import type { FieldError } from '#kit/model/refusal.ts';
import { resourceKey, type AnyResource } from '#kit/model/resource.ts';
import type { AnyRow } from '#kit/model/row.ts';
import type { Tx } from './database.ts';
import { MESSAGES } from './messages.ts';
import { holdUploads } from './record-uploads.ts';

/** A row about to be written: parsed values, and what is stored of it already. */
interface HoldingRow {
  values: Record<string, unknown>;
  before?: AnyRow;
}

interface Asset {
  address: string;
  mime: string;
  createBy: string | null;
  ownerType: string | null;
  ownerId: string | null;
}

/** Keys of a resource's fields that hold uploads. */
const uploadKeys = (resource: AnyResource): string[] =>
  Object.entries(resource.fields as Record<string, Field>)
    .filter(([, { kind }]) => kind === 'files' || kind === 'pictures')
    .map(([key]) => key);

const listOf = (value: unknown): string[] => (Array.isArray(value) ? (value as string[]) : []);

/**
 * Judges the uploads that rows want to hold: own ones that nothing holds yet, or ones that the row
 * holds already; each once. They are locked until the commit, so that no sweep takes them away
 * between this and the row.
 */
export async function uploadErrors(
  tx: Tx,
  resource: AnyResource,
  rows: readonly HoldingRow[],
): Promise<FieldError[][]> {
  const errors: FieldError[][] = rows.map(() => []);
  const keys = uploadKeys(resource);
  const requested = rows.flatMap(({ values }) => keys.flatMap((key) => listOf(values[key])));
  if (requested.length === 0) return errors;
  const assets = await tx.rows<Asset>`
    select address, mime, create_by, owner_type, owner_id from asset
    where tenant_id = ${tx.tenant} and kind = 'upload' and address = any(${requested}::text[])
    order by id for update`;
  const known = new Map(assets.map((asset) => [asset.address, asset]));
  const taken = new Set<string>();
  for (const [index, row] of rows.entries())
    for (const key of keys) {
      const field = (resource.fields as Record<string, Field>)[key] as Field;
      for (const address of listOf(row.values[key])) {
        const message = faultOf(tx, resource, row, field, known.get(address));
        const isTwice = taken.has(address);
        taken.add(address);
        if (!message && !isTwice) continue;
        errors[index]?.push({
          field: key,
          code: 'upload',
          message: message ?? MESSAGES.uploadTaken(field.title),
        });
        break;
      }
      // What stays in another field of the row is held there.
      if (row.before && row.values[key] === undefined)
        for (const address of listOf(row.before[key])) taken.add(address);
    }
  return errors;
}

/** What is somebody else's looks as if it had never been there. */
function faultOf(
  tx: Tx,
  resource: AnyResource,
  { before }: HoldingRow,
  { kind, title }: Field,
  asset: Asset | undefined,
): string | null {
  const isOwn = asset?.createBy === tx.actor.username;
  const isHeldHere = before !== undefined && asset?.ownerType === resourceKey(resource) && asset.ownerId === before.id;
  if (!asset || (!isOwn && !isHeldHere)) return MESSAGES.uploadGone(title);
  if (asset.ownerType !== null && !isHeldHere) return MESSAGES.uploadTaken(title);
  return kind === 'pictures' && !asset.mime.startsWith('image/') ? MESSAGES.notPicture : null;
}

/** After the write: the row holds what its fields name now, and lets go of the rest. */
export async function holdRowUploads(
  tx: Tx,
  resource: AnyResource,
  id: string,
  { values, before }: HoldingRow,
): Promise<void> {
  const keys = uploadKeys(resource);
  if (!keys.some((key) => values[key] !== undefined)) return;
  const held = keys.flatMap((key) => listOf(values[key] === undefined ? before?.[key] : values[key]));
  if (held.length > 0 || (before && hasUploads(resource, before)))
    await holdUploads(tx, { type: resourceKey(resource), id }, held);
}

const hasUploads = (resource: AnyResource, row: AnyRow): boolean =>
  uploadKeys(resource).some((key) => listOf(row[key]).length > 0);

/** Rows that go let go of their uploads. */
export async function releaseUploads(tx: Tx, resource: AnyResource, rows: readonly AnyRow[]): Promise<void> {
  const type = resourceKey(resource);
  for (const row of rows) if (hasUploads(resource, row)) await holdUploads(tx, { type, id: row.id }, []);
}
