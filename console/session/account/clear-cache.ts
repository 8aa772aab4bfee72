import { say } from '#ui/feedback.tsx';
import type { DictItem } from '#ui/host.ts';
import { get } from '#ui/http/http.ts';
import { queryClient } from '#kit/web/query-client.ts';
import { currentSession, keepSession } from '#kit/web/session/session-store.ts';

/** 清理缓存: dictionaries are read again on the server and kept here; lists are requested again. */
export async function clearCache(): Promise<void> {
  try {
    // sic: refleshCache
    await get('/sys/dict/refleshCache');
    const dicts = await get<Record<string, DictItem[]>>('/sys/dict/queryAllDictItems');
    const session = currentSession();
    if (session) keepSession({ ...session, dicts });
    await queryClient.invalidateQueries();
    say.done('刷新缓存完成！');
  } catch {
    say.fail('刷新缓存失败！');
  }
}
