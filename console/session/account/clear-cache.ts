import { toast } from '#ui/feedback.tsx';
import { fetchRoute } from '#ui/http/route-call.ts';
import { dictCalls } from '#modules/system/model/routes/dictionary.ts';
import { queryClient } from '#kit/web/query-client.ts';
import { storeDicts } from '#kit/web/session/session-store.ts';

/** 清理缓存: dictionaries are read again on the server and kept here; lists are requested again. */
export async function clearCache(): Promise<void> {
  try {
    await fetchRoute(dictCalls.refresh);
    storeDicts(await fetchRoute(dictCalls.all, { isCacheable: true }));
    await queryClient.invalidateQueries();
    toast.done('刷新缓存完成！');
  } catch {
    toast.fail('刷新缓存失败！');
  }
}
