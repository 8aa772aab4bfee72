import { notFound } from '#kit/model/refusal.ts';
import { may, type Actor } from '#kit/server/actor.ts';
import { uploadedFile, type Call, type Route } from '#kit/server/route.ts';
import { CONTENT_KINDS } from '#kit/server/content-kind.ts';
import { isAddress, TEMPORARY } from './upload-name.ts';

export const STATIC_PATH = '/sys/common/static';

/** Hands uploads out to their tenant. Whatever is not there for somebody is not there at all. */
export const staticRoute: Route = {
  method: 'GET',
  path: `${STATIC_PATH}/*`,
  access: 'signedIn',
  summary: '下载上传的文件',
  givesFile: true,
  takesFileCookie: true,
  handle: shown,
};

interface Upload {
  id: string;
  sha256: string;
  create_by: string | null;
  owner_type: string | null;
}

async function shown(call: Call): Promise<unknown> {
  const address = call.params['*'] ?? '';
  if (!isAddress(address)) throw notFound();
  return call.tx(async (tx) => {
    const row = await tx.maybe<Upload>`
      select id, sha256, create_by, owner_type from asset
      where tenant_id = ${tx.tenant} and address = ${address} and kind = 'upload'`;
    if (!row || !isOpenTo(tx.actor, row, address)) throw notFound();
    const { name, mime, bytes } = await tx.files.read(tx, row.id);
    return uploadedFile({ name, mime, inline: SHOWN.has(mime), sha256: row.sha256 }, bytes);
  });
}

const SHOWN: ReadonlySet<string> = new Set(
  Object.values(CONTENT_KINDS).flatMap(({ mime, isShown }) => (isShown ? [mime] : [])),
);

/** A file of a record is for those who may see such records; a loose one for who uploaded it. */
function isOpenTo(actor: Actor, { create_by, owner_type }: Upload, address: string): boolean {
  if (create_by === actor.username) return true;
  if (owner_type !== null) return may(actor, `${owner_type}:list`);
  return !address.startsWith(`${TEMPORARY}/`);
}
