import { integer } from '#kit/model/field.ts';
import { RENDITION_SIDES } from '#kit/model/rendition.ts';
import { defineRoute, shape } from '#kit/model/route.ts';

/** A file as an upload leaves it; its path is the message of the answer as well (contract §3.6). */
export interface StoredUpload {
  fileName: string;
  filePath: string;
  fileSize: number;
}

const PARTS = '/sys/common/upload/parts';
const own = { access: 'signedIn' } as const;
const received = shape<{ received: number }>();

/** Files that people upload, whole or in parts, and what hands them out again. */
export const fileCalls = {
  upload: defineRoute({
    ...own,
    method: 'POST',
    path: '/sys/common/upload',
    summary: '上传文件',
    takesFile: true,
    result: shape<StoredUpload>(),
  }),
  beginParts: defineRoute({
    ...own,
    method: 'POST',
    path: PARTS,
    summary: '开始或继续分片上传',
    body: shape<{ name: string; size: number; biz?: string; fingerprint: string }>(),
    result: shape<{ id: string; received: number; chunkBytes: number }>(),
  }),
  progress: defineRoute({
    ...own,
    method: 'GET',
    path: `${PARTS}/:id`,
    summary: '分片上传的进度',
    result: received,
  }),
  addPart: defineRoute({
    ...own,
    method: 'PUT',
    path: `${PARTS}/:id`,
    summary: '上传一个分片',
    takesFile: true,
    query: shape<{ offset: number; crc32: string }>(),
    result: received,
  }),
  finishParts: defineRoute({
    ...own,
    method: 'POST',
    path: `${PARTS}/:id/finish`,
    summary: '完成分片上传',
  }),
  dropParts: defineRoute({
    ...own,
    method: 'DELETE',
    path: `${PARTS}/:id`,
    summary: '取消分片上传',
  }),
  /** With `w` a picture comes small. */
  stored: defineRoute({
    ...own,
    method: 'GET',
    path: '/sys/common/static/*',
    summary: '下载上传的文件',
    query: { w: integer('缩略图最长边', { hint: `像素：${RENDITION_SIDES.join('、')}` }) },
    givesFile: true,
    takesFileCookie: true,
  }),
};
