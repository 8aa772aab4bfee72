import { routePath } from '#kit/model/resource-routes.ts';
import type { AnyResource } from '#kit/model/resource.ts';
import { loadOnce } from '#ui/chunk-reload.ts';
import { toastError } from '#ui/feedback.tsx';
import type { Query } from '#ui/http/http.ts';
import { queryOf } from '../resource-call.ts';

/** Has the files of a list's rows packed into one archive by a job; says so, and again when it is there. */
export async function packFiles(of: AnyResource, query: Query): Promise<void> {
  try {
    const big = await loadOnce(() => import('./big-export.tsx'));
    const request = queryOf(of, { ...query, archive: '1' });
    await big.exportInBackground(routePath(of, 'exportXls'), of.title, request, '打包下载');
  } catch (error) {
    toastError(error);
  }
}
