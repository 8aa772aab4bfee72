import { UPLOAD_FOLDER } from '#kit/model/limits.ts';
import { notFound, Refusal } from '#kit/model/refusal.ts';
import { RENDITION_SIDES, type RenditionSide } from '#kit/model/rendition.ts';
import { may } from '#kit/server/actor.ts';
import type { Tx } from '#kit/server/database.ts';
import { MESSAGES } from '#kit/server/messages.ts';
import { baseConditions } from '#kit/server/query/row-conditions.ts';
import { tableOf, type Registry } from '#kit/server/registry.ts';
import type { Renditions } from '#platform/pictures/renditions/renditions.ts';
import { implement, uploadedFile, type CallOf, type FileAnswer, type Route } from '#kit/server/route.ts';
import { column, join, sql } from '#kit/server/sql.ts';
import { CONTENT_KINDS } from '#platform/pictures/content-kind.ts';
import { pictureOwner } from '../../model/routes/shell.ts';
import { fileCalls } from '../../model/routes/files.ts';
import { colleaguePicture } from '../account/avatar-routes.ts';
import { smallPicture } from './small-picture.ts';
import { isAddress } from './upload-name.ts';

/**
 * Hands uploads out to their tenant. Whatever is not there for somebody is not there at all.
 * With `w` a picture comes small: see `smallPicture`.
 */
export const staticRoute = (renditions: Renditions, registry: Registry | null): Route =>
  implement(fileCalls.stored, async (call) => {
    // A client of the base looks for every picture here, that of a person by our path of it.
    const owner = pictureOwner(`/${call.params['*'].replace(/^\//, '')}`);
    if (owner) return colleaguePicture(call, owner);
    const side = sideOf(call.query.w);
    if (side === null) return whole(call, registry);
    const about = await call.tx(async (tx) => {
      const upload = await findUpload(tx, call, registry);
      return { ...upload, path: await tx.files.locate(tx, upload.id) };
    });
    return (await smallPicture(renditions, about, side)) ?? whole(call, registry);
  });

type StoredCall = CallOf<typeof fileCalls.stored>;

/** @throws Refusal 400 for any size but those that are made */
function sideOf(requested: string | undefined): RenditionSide | null {
  if (requested === undefined) return null;
  const side = RENDITION_SIDES.find((one) => String(one) === requested);
  if (!side) throw new Refusal('badRequest', MESSAGES.badRequest, { status: 400 });
  return side;
}

interface Upload {
  id: string;
  name: string;
  mime: string;
  bytes: number;
  sha256: string;
  createBy: string | null;
  ownerType: string | null;
  ownerId: string | null;
}

/** @throws Refusal 404 for what is not there for the caller */
async function findUpload(tx: Tx, call: StoredCall, registry: Registry | null): Promise<Upload> {
  // The wire allows a comma behind it, as lists of files leave one.
  const address = call.params['*'].replace(/,$/, '');
  if (!isAddress(address)) throw notFound();
  const row = await tx.maybe<Upload>`
    select id, name, mime, bytes, sha256, create_by, owner_type, owner_id from asset
    where tenant_id = ${tx.tenant} and address = ${address} and kind = 'upload'`;
  if (!row || !(await isOpen(tx, row, address, registry))) throw notFound();
  return row;
}

const whole = (call: StoredCall, registry: Registry | null): Promise<FileAnswer> =>
  call.tx(async (tx) => {
    const { id, sha256 } = await findUpload(tx, call, registry);
    const { name, mime, bytes } = await tx.files.read(tx, id);
    return uploadedFile({ name, mime, inline: SHOWN.has(mime), sha256 }, bytes);
  });

const SHOWN: ReadonlySet<string> = new Set(
  Object.values(CONTENT_KINDS).flatMap(({ mime, isShown }) => (isShown ? [mime] : [])),
);

/** A file of a record is for those who may see that record; a loose one for who uploaded it. */
async function isOpen(
  tx: Tx,
  { createBy, ownerType, ownerId }: Upload,
  address: string,
  registry: Registry | null,
): Promise<boolean> {
  if (createBy === tx.actor.username) return true;
  if (ownerType === null) return !address.startsWith(`${UPLOAD_FOLDER}/`);
  if (!may(tx.actor, `${ownerType}:list`)) return false;
  const resource = registry?.find(ownerType);
  // Rows of a view are no rows of a table: whoever may list them sees all that it holds.
  if (!resource || resource.kind === 'view') return true;
  const conditions = [...baseConditions(resource, tx.actor), sql`t.id = ${ownerId}::uuid`];
  const seen = await tx.query(sql`select 1 from ${column(tableOf(resource))} t where ${join(conditions, ' and ')}`);
  return seen.length > 0;
}
