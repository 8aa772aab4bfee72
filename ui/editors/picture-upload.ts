import type { Editor } from '@tiptap/core';
import { isRichTextPicture } from '#kit/model/rich-text.ts';
import { ApiError } from '../http/api-error.ts';
import { toast } from '../feedback.tsx';
import { apiBase, call } from '../http/http.ts';
import { widgetServices } from '../services.ts';
import { storedFileAddress } from '../upload/stored-file.ts';
import { addMark, takeMark } from './picture-marks.ts';

/** Stores a picture; resolves to what stands in its `src`. */
export type PictureUpload = (file: File) => Promise<string>;

export const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];
const MAX_PICTURE_BYTES = 10 * 1024 * 1024;
const UPLOAD_TIMEOUT = 120_000;
/** A picture within the text weighs a third more than its file, in every row that holds it. */
const MAX_INLINE_BYTES = 100 * 1024;

/**
 * Our own upload with `biz=jeditor` and `jeditor=1`. The server answers the path of the
 * stored picture, or `local`: then it becomes a part of the text.
 */
export async function uploadPicture(file: File): Promise<string> {
  const form = new FormData();
  form.append('biz', 'jeditor');
  form.append('jeditor', '1');
  form.append('file', file, file.name);
  const { message } = await call('POST', widgetServices.get().uploadPath, {
    body: form,
    timeout: UPLOAD_TIMEOUT,
  });
  if (message === 'local') return inlinePicture(file);
  return apiBase() + storedFileAddress(message);
}

async function inlinePicture(file: File): Promise<string> {
  if (file.size > MAX_INLINE_BYTES) throw new ApiError(413, `内嵌图片不能超过 ${MAX_INLINE_BYTES / 1024} KB`);
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(new ApiError(0, '无法读取图片'));
    reader.readAsDataURL(file);
  });
}

/** Why a file cannot be put into a text; null when it can. */
function pictureFault({ type, size }: File): string | null {
  if (!PICTURE_TYPES.includes(type)) return '只能插入 PNG、JPG、GIF、WebP 图片';
  return size > MAX_PICTURE_BYTES ? '图片不能超过 10 MB' : null;
}

/**
 * Puts pictures into the text at a place, each as soon as it is stored.
 * @param onWaiting called with how many more (1) or fewer (-1) are on their way
 */
export async function insertPictures(
  editor: Editor,
  files: readonly File[],
  at: number,
  { upload, onWaiting }: { upload: PictureUpload; onWaiting: (change: 1 | -1) => void },
): Promise<void> {
  const sound = files.filter((file) => {
    const fault = pictureFault(file);
    if (fault) toast.fail(`“${file.name}”：${fault}`);
    return !fault;
  });
  const marks = sound.map((file) => ({ file, mark: { name: file.name } }));
  for (const { mark } of marks) addMark(editor, mark, at);
  for (const { file, mark } of marks) {
    onWaiting(1);
    try {
      const src = await upload(file);
      if (editor.isDestroyed) throw new ApiError(0, '离开了页面，图片未插入');
      if (!isRichTextPicture(src)) throw new ApiError(0, '图片地址不可用');
      put(editor, takeMark(editor, mark), src, file.name.replace(/\.\w+$/, ''));
    } catch (error) {
      if (!editor.isDestroyed) takeMark(editor, mark);
      toast.fail(`“${file.name}”上传失败：${(error as Error).message}`);
    } finally {
      onWaiting(-1);
    }
  }
}

/** The place may have been deleted while the picture was on its way: then it stands at the end. */
function put(editor: Editor, at: number | null, src: string, alt: string): void {
  const { state, view } = editor;
  const picture = state.schema.nodes['image']?.create({ src, alt });
  if (!picture) return;
  const end = state.doc.content.size;
  if (at === null) return void editor.commands.insertContentAt(end, picture.toJSON());
  view.dispatch(state.tr.replaceRangeWith(at, at, picture));
}
