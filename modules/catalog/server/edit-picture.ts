import { invalid, notFound, staleVersion } from '#kit/model/refusal.ts';
import { auditResource } from '#kit/server/audit.ts';
import type { Tx } from '#kit/server/database.ts';
import { isUuid } from '#kit/server/kinds.ts';
import type { Registry } from '#kit/server/registry.ts';
import { picture, pictureRole, type PictureRole } from '../model/picture.ts';
import { imagesOf, lockHolder, seenPictures, setImages, type SeenPicture } from './picture-changes.ts';

const LONGEST_ALT = 255;

/** What is typed about a picture: its role, and what it shows in words. */
export async function editPicture(
  tx: Tx,
  registry: Registry,
  id: string,
  body: { role?: unknown; altText?: unknown; version?: unknown },
): Promise<void> {
  const [seen] = await seenPictures(tx, isUuid(id) ? [id] : []);
  if (!seen) throw notFound();
  const altText = altOf(body.altText);
  const role = roleOf(seen, body.role);
  const holder = seen.owner === 'none' || seen.ownerId === null ? null : await lockHolder(tx, seen.owner, seen.ownerId);
  const before = await lockFact(tx, id);
  if (before.version !== Number(body.version)) throw staleVersion();
  if (holder && role === 'main' && seen.role !== 'main') {
    const held = imagesOf(holder);
    if (!held.includes(seen.address)) throw staleVersion();
    await setImages(tx, registry, holder, [seen.address, ...held.filter((address) => address !== seen.address)]);
  }
  // The place among the others makes a picture the main one; what it was otherwise stays noted.
  const stored = role === undefined || role === 'main' ? before.role : role;
  const words = altText === undefined ? before.altText : altText;
  await tx.run`
    update picture_fact set role = ${stored}, alt_text = ${words}, version = version + 1,
      update_by = ${tx.actor.username}, update_time = ${tx.now}
    where tenant_id = ${tx.tenant} and asset_id = ${id}::uuid`;
  const diff = { role: [seen.role, role ?? seen.role], altText: [before.altText, words] };
  auditResource(tx, picture, [{ rowId: id, action: 'edit', diff }]);
}

interface Fact {
  role: string | null;
  altText: string | null;
  version: number;
}

/** One that nobody has noted anything of has a row from now on, so that two cannot write at once. */
async function lockFact(tx: Tx, id: string): Promise<Fact> {
  await tx.run`
    insert into picture_fact (tenant_id, asset_id)
    select tenant_id, id from asset where tenant_id = ${tx.tenant} and id = ${id}::uuid
    on conflict (tenant_id, asset_id) do nothing`;
  const fact = await tx.maybe<Fact>`
    select role, alt_text, version from picture_fact
    where tenant_id = ${tx.tenant} and asset_id = ${id}::uuid for update`;
  if (!fact) throw notFound();
  return fact;
}

function altOf(raw: unknown): string | null | undefined {
  if (raw === undefined) return undefined;
  const text = raw === null ? '' : String(raw).trim();
  if (text.length > LONGEST_ALT)
    throw invalid([{ field: 'altText', code: 'max', message: `替代文字最多 ${LONGEST_ALT} 个字` }]);
  return text === '' ? null : text;
}

function roleOf(seen: SeenPicture, raw: unknown): PictureRole | undefined {
  if (raw === undefined || raw === seen.role) return undefined;
  const refuse = (message: string) => invalid([{ field: 'role', code: 'catalog.role', message }]);
  if (typeof raw !== 'string' || !Object.hasOwn(pictureRole.items, raw)) throw refuse('没有这个角色');
  if (seen.owner === 'none' && raw === 'main') throw refuse('未归属的图片不能作主图');
  if (seen.role === 'main') throw refuse('第一张就是主图；请把另一张设为主图');
  return raw as PictureRole;
}
