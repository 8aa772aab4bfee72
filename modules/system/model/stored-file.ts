import { dict } from '#kit/model/dict.ts';
import { choice, datetime, integer, text } from '#kit/model/field.ts';
import { defineView } from '#kit/model/resource.ts';
import type { WireRow } from '#kit/model/row.ts';

export const fileUsages = dict('stored_file_usage', { used: '使用中', loose: '未使用' });

/** Folder of files that are uploaded on their own page: no record has to take them up. */
export const FILE_FOLDER = 'files';

/** 文件: what people of the tenant have uploaded, and which record holds it. */
export const storedFile = defineView(
  {
    module: 'system',
    name: 'storedFile',
    title: '文件',
    empty: '用户上传的图片和附件会出现在这里。',
    fields: {
      fileName: text('文件名'),
      url: text('地址'),
      mime: text('格式'),
      bytes: integer('大小'),
      uploader: text('上传人'),
      usage: choice('使用情况', fileUsages),
      createTime: datetime('上传时间'),
    },
    label: 'fileName',
    list: ['fileName', 'bytes', 'uploader', 'createTime', 'usage'],
    search: ['fileName', 'uploader', 'usage', 'createTime'],
  },
  { path: '/sys/oss/file' },
);

/** A file as its list answers it. */
export type ListedFile = WireRow<typeof storedFile> & {
  /** Where it is used, in words; null where nowhere. */
  usedBy: string | null;
  /** Whether the reader may open it: files of a record are for those who may see that. */
  isOpen: boolean;
};
