import { say } from '#ui/feedback.tsx';
import { askRoute } from '#ui/http/route-call.ts';
import { dictCalls } from '#modules/system/model/routes/dictionary.ts';
import { queryClient } from '#kit/web/query-client.ts';
import { keepDicts } from '#kit/web/session/session-store.ts';

/** 清理缓存: dictionaries are read again on the server and kept here; lists are requested again. */
export async function clearCache(): Promise<void> {
  try {
    await askRoute(dictCalls.refresh);
    keepDicts(await askRoute(dictCalls.all, { isCacheable: true }));
    await queryClient.invalidateQueries();
    say.done('刷新缓存完成！');
  } catch {
    say.fail('刷新缓存失败！');
  }
}
