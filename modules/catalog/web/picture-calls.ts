import { confirmAction, callRoute, refreshResource, toast, toastError } from '#kit/web/index.ts';
import { detachPicturesRoute, picture, removePicturesRoute } from '../model/picture.ts';
import { product, sku } from '../model/product.ts';
import type { PictureRow } from './picture-columns.tsx';

/** Lists and pages that show pictures ask again. */
export function refreshPictures(): void {
  for (const of of [picture, product, sku]) void refreshResource(of);
}

type Named = Pick<PictureRow, 'id' | 'fileName'>;

async function done(
  call: () => Promise<{ message: string }>,
  question: { title: string; content: string; okText: string },
): Promise<void> {
  if (!(await confirmAction({ ...question, danger: true }))) return;
  try {
    toast.done((await call()).message);
  } catch (error) {
    toastError(error);
  } finally {
    refreshPictures();
  }
}

const called = (rows: readonly Named[]): string =>
  rows.length === 1 ? (rows[0]?.fileName ?? '') : `${rows.length} 张图片`;

/** Takes pictures from their rows, once somebody has agreed. */
export const detachAll = (rows: readonly Named[]): Promise<void> =>
  done(() => callRoute(detachPicturesRoute, { body: { ids: rows.map(({ id }) => id) } }), {
    title: `解绑 ${called(rows)}`,
    content: '产品或 SKU 上不再显示，图片留在「未归属」中，可以再归属或删除。',
    okText: '解绑',
  });

/** Removes pictures that nobody holds, once somebody has agreed. */
export const removeAll = (rows: readonly Named[]): Promise<void> =>
  done(() => callRoute(removePicturesRoute, { body: { ids: rows.map(({ id }) => id) } }), {
    title: `删除 ${called(rows)}`,
    content: '删除后不能恢复。',
    okText: '删除',
  });
