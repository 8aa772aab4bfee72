import { readFile } from 'node:fs/promises';
import { notFound, Refusal } from '#kit/model/refusal.ts';
import { pathOf } from '#kit/model/route.ts';
import { systemActor } from '#kit/server/actor.ts';
import { audit } from '#kit/server/audit.ts';
import type { Database, Tx } from '#kit/server/database.ts';
import { isUuid } from '#kit/server/kinds.ts';
import { readPicture } from '#platform/pictures/picture.ts';
import { withUpload } from '#kit/server/passing-upload.ts';
import type { ArrivedFile } from '#kit/server/receive-upload.ts';
import { answer, file, implement, type Answer, type Call, type FileAnswer, type Route } from '#kit/server/route.ts';
import { accountCalls } from '../../model/routes/account.ts';
import { shellCalls } from '../../model/routes/shell.ts';
import type { OwnUser } from '../../model/routes/session.ts';
import { limitCalls } from '../attempts.ts';
import { freeSessionOf } from '../own-session.ts';
import type { Services } from '../services.ts';
import { ownUserOf } from '../user-list.ts';
import { USER } from '../users.ts';

const MAX_BYTES = 2 * 1024 * 1024;
/** A photo that is a little too large is refused as one. */
const ARRIVING_BYTES = 10 * 1024 * 1024;
const MAX_SIDE = 4096;
const UPLOADS_PER_MINUTE = 10;
/** Its address changes with the picture. */
const CACHE_SECONDS = 7 * 86_400;

/** The picture of a person: their own to change, their colleagues' to see. */
export const avatarRoutes = (services: Services): Route[] => [
  implement(accountCalls.uploadAvatar, (call) => uploaded(services, call)),
  implement(accountCalls.dropAvatar, (call) => removed(services, call)),
  implement(shellCalls.avatar, (call) => colleaguePicture(call, call.params.userId)),
];

type Changed = Answer<{ userInfo: OwnUser }>;

async function uploaded(services: Services, call: Call): Promise<Changed> {
  const { userId } = await freeSessionOf(services, call);
  await limitCalls(services.db, { kind: 'lookup', subject: `avatar ${userId}` }, UPLOADS_PER_MINUTE);
  const { bytes, mime } = await withUpload(call, ARRIVING_BYTES, pictureOf);
  const { old, userInfo } = await call.tx(async (tx) => {
    const old = await lockAvatar(tx, userId);
    const id = await tx.files.put(tx, {
      kind: 'avatar',
      name: `avatar.${mime.slice('image/'.length)}`,
      mime,
      bytes,
      ownerType: 'user',
      ownerId: userId,
    });
    await writeAvatar(tx, userId, `${pathOf(shellCalls.avatar, { userId })}?v=${id.slice(-12)}`, id);
    audit(tx, USER, [{ rowId: userId, action: 'changeAvatar' }]);
    return { old, userInfo: await ownUserOf(tx, userId) };
  });
  await dropFile(services.db, old);
  return answer('头像已更新', { userInfo });
}

/** Judged by its content: what the name or the sender's type says is nobody's proof. */
async function pictureOf(file: ArrivedFile): Promise<{ bytes: Buffer; mime: string }> {
  if (file.bytes > MAX_BYTES) throw new Refusal('tooLarge', '图片大小不能超过2MB', { status: 413 });
  const bytes = await readFile(file.path);
  const facts = readPicture(bytes);
  if (!facts) throw new Refusal('noPicture', '请上传图片', { status: 422 });
  const { width, height, mime } = facts;
  if (width < 1 || height < 1 || width > MAX_SIDE || height > MAX_SIDE)
    throw new Refusal('pictureSize', `图片的宽和高不能超过${MAX_SIDE}像素`, { status: 422 });
  return { bytes, mime };
}

async function removed(services: Services, call: Call): Promise<Changed> {
  const { userId } = await freeSessionOf(services, call);
  const { old, userInfo } = await call.tx(async (tx) => {
    const old = await lockAvatar(tx, userId);
    await writeAvatar(tx, userId, null, null);
    if (old.file) audit(tx, USER, [{ rowId: userId, action: 'changeAvatar' }]);
    return { old, userInfo: await ownUserOf(tx, userId) };
  });
  await dropFile(services.db, old);
  return answer('头像已删除', { userInfo });
}

/** A person of another tenant, one without a picture and no person at all are the same. */
export async function colleaguePicture(call: Pick<Call, 'tx' | 'db'>, userId: unknown): Promise<FileAnswer> {
  if (!isUuid(userId)) throw notFound();
  const { tenant, file: id } = await call.tx(async (tx) => {
    const member = await tx.maybe<{ userId: string }>`
      select user_id from membership
      where tenant_id = ${tx.tenant} and user_id = ${userId} and status <> 'deleted'`;
    return member ? storedAvatar(tx, userId) : NO_AVATAR;
  });
  if (tenant === null || id === null) throw notFound();
  // A colleague may have uploaded it while they worked in another of their tenants.
  const { name, mime, bytes } = await call.db.tx(systemActor(tenant, 'avatar'), (tx) => tx.files.read(tx, id));
  return file(name, mime, bytes, true, CACHE_SECONDS);
}

interface StoredAvatar {
  tenant: number | null;
  file: string | null;
}

const NO_AVATAR: StoredAvatar = { tenant: null, file: null };

const storedAvatar = (tx: Tx, userId: string): Promise<StoredAvatar> =>
  tx.platform.one<StoredAvatar>`
    select avatar_tenant as tenant, avatar_file as file from app_user where id = ${userId}`;

const lockAvatar = (tx: Tx, userId: string): Promise<StoredAvatar> =>
  tx.platform.one<StoredAvatar>`
    select avatar_tenant as tenant, avatar_file as file from app_user
    where id = ${userId} for update`;

async function writeAvatar(tx: Tx, userId: string, address: string | null, id: string | null): Promise<void> {
  await tx.platform.run`
    update app_user set avatar = ${address}, avatar_file = ${id}::uuid,
      avatar_tenant = ${id === null ? null : tx.tenant}::integer,
      update_by = ${tx.actor.username}, update_time = ${tx.now}
    where id = ${userId}`;
}

/** The picture before: in whatever tenant it was uploaded. */
async function dropFile(db: Database, { tenant, file: id }: StoredAvatar): Promise<void> {
  if (tenant === null || id === null) return;
  await db.tx(systemActor(tenant, 'avatar'), (tx) => tx.files.remove(tx, id));
}
