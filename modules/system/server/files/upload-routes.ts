import { rm } from 'node:fs/promises';
import { Refusal } from '#kit/model/refusal.ts';
import { answer, implement, type Answer, type Call, type Route } from '#kit/server/route.ts';
import type { Registry } from '#kit/server/registry.ts';
import { createRenditions, type Renditions } from '#platform/pictures/renditions/renditions.ts';
import { fileCalls, type StoredUpload } from '../../model/routes/files.ts';
import { FILE_FOLDER } from '../../model/stored-file.ts';
import { limitCalls } from '../attempts.ts';
import { resumableRoutes, type Admit } from './resumable-routes.ts';
import { staticRoute } from './static-route.ts';
import { storedFileRoutes } from './stored-files.ts';
import { sweepUploads } from './sweep-uploads.ts';
import { folderOf } from './upload-name.ts';
import { judgeUpload, storeUpload, MAX_BYTES, refuseOverQuota } from './upload-store.ts';

const UPLOADS_PER_MINUTE = 120;
const SWEEP_EVERY_MS = 60 * 60_000;

export const DEFAULT_QUOTA_BYTES = 2048 * 1024 * 1024;

interface UploadOptions {
  /** What the uploads of one tenant may weigh together. */
  quotaBytes: number;
  /** Records that hold uploads; null: whoever may list such records may see theirs. */
  registry: Registry | null;
}

/** Files that people upload, whole or in parts, and hand out again. */
export function uploadRoutes({ quotaBytes, registry }: UploadOptions): Route[] {
  const renditions = createRenditions();
  const sweptAt = new Map<number, number>();
  const admit: Admit = async (call) => {
    const { userId, tenant } = call.actor;
    await limitCalls(call.db, { kind: 'lookup', subject: `upload ${userId}` }, UPLOADS_PER_MINUTE);
    const now = (await call.tx(async (tx) => tx.now)).getTime();
    if (now - (sweptAt.get(tenant) ?? 0) < SWEEP_EVERY_MS) return;
    sweptAt.set(tenant, now);
    await sweepUploads(call.db, tenant);
  };
  return [
    implement(fileCalls.upload, async (call) => {
      await admit(call);
      return uploaded(call, { quotaBytes, renditions });
    }),
    implement(fileCalls.uploadElsewhere, async (call) => {
      await admit(call);
      return uploaded(call, { quotaBytes, renditions });
    }),
    implement(fileCalls.uploadLoose, async (call) => {
      await admit(call);
      const { result } = await uploaded(call, { quotaBytes, renditions, place: FILE_FOLDER });
      return answer('上传成功！', result);
    }),
    ...storedFileRoutes(registry, quotaBytes),
    ...resumableRoutes({ admit, quotaBytes, renditions }),
    staticRoute(renditions, registry),
  ];
}

/** The answer says where the file is kept in its message: so the wire has it (contract §3.6). */
async function uploaded(
  call: Call,
  options: Pick<UploadOptions, 'quotaBytes'> & {
    renditions: Renditions;
    /** Where it is kept, whatever the form says. */
    place?: string;
  },
): Promise<Answer<StoredUpload>> {
  const { quotaBytes, renditions } = options;
  const folder = await call.tx(async (tx) => {
    await refuseOverQuota(tx, quotaBytes, 1);
    return tx.files.arrivals(tx.tenant);
  });
  const { file: arrived, fields } = await call.receive({ folder, maxBytes: MAX_BYTES });
  try {
    const place = options.place ?? folderOf(fields['biz']);
    const kind = await judgeUpload(arrived.path, arrived.name);
    if (fields['fileType'] === 'image' && !PICTURES.has(kind))
      throw new Refusal('noPicture', '请上传图片', { status: 422 });
    const stored = await call.tx(async (tx) => {
      await refuseOverQuota(tx, quotaBytes, arrived.bytes);
      return storeUpload(tx, { folder: place, kind, arrived, renditions });
    });
    return answer(stored.filePath, stored, 0);
  } catch (error) {
    await rm(arrived.path, { force: true });
    throw error;
  }
}

const PICTURES: ReadonlySet<string> = new Set(['png', 'jpg', 'webp', 'gif']);
