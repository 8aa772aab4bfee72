import { integer, text } from '#kit/model/field.ts';
import { RENDITION_SIDES } from '#kit/model/rendition.ts';
import { shape } from '#kit/model/route.ts';
import type { StorageUse } from '../storage-use.ts';
import { guardedRoute, plainRoute } from './neutral.ts';

/** A file as an upload leaves it; its path is the message of the answer as well (contract §3.6). */
export interface StoredUpload {
  fileName: string;
  filePath: string;
  fileSize: number;
}

const PARTS = '/sys/common/upload/parts';
const deleting = guardedRoute('system:storedFile:delete');
const received = shape<{ received: number }>();

/** Files that people upload, whole or in parts, and what hands them out again. */
export const fileCalls = {
  upload: plainRoute('POST', '/sys/common/upload', '上传文件', {
    takesFile: true,
    result: shape<StoredUpload>(),
  }),
  /** As {@link fileCalls.upload}, where clients of the base send what they keep elsewhere. */
  uploadElsewhere: plainRoute('POST', '/sys/upload/uploadMinio', '上传文件', {
    takesFile: true,
    result: shape<StoredUpload>(),
  }),
  /** A file of its own, which no record has to take up. */
  uploadLoose: guardedRoute('system:storedFile:upload')('POST', '/sys/oss/file/upload', '上传到文件管理', {
    takesFile: true,
    result: shape<StoredUpload>(),
  }),
  storage: guardedRoute('system:storedFile:list')('GET', '/sys/oss/file/storage', '存储空间用量', {
    result: shape<StorageUse>(),
  }),
  delete: deleting('DELETE', '/sys/oss/file/delete', '删除没有使用的文件', {
    query: { id: text('文件', { required: true }) },
  }),
  deleteSeveral: deleting('DELETE', '/sys/oss/file/deleteBatch', '批量删除没有使用的文件', {
    query: { ids: text('文件', { required: true }) },
  }),
  beginParts: plainRoute('POST', PARTS, '开始或继续分片上传', {
    body: shape<{ name: string; size: number; biz?: string; fingerprint: string }>(),
    result: shape<{ id: string; received: number; chunkBytes: number }>(),
  }),
  progress: plainRoute('GET', `${PARTS}/:id`, '分片上传的进度', { result: received }),
  addPart: plainRoute('PUT', `${PARTS}/:id`, '上传一个分片', {
    takesFile: true,
    query: shape<{ offset: number; crc32: string }>(),
    result: received,
  }),
  finishParts: plainRoute('POST', `${PARTS}/:id/finish`, '完成分片上传'),
  dropParts: plainRoute('DELETE', `${PARTS}/:id`, '取消分片上传'),
  /** With `w` a picture comes small. */
  stored: plainRoute('GET', '/sys/common/static/*', '下载上传的文件', {
    query: { w: integer('缩略图最长边', { hint: `像素：${RENDITION_SIDES.join('、')}` }) },
    givesFile: true,
    takesFileCookie: true,
  }),
};
