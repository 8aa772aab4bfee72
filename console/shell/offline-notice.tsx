import { useEffect, useSyncExternalStore, type ReactNode } from 'react';
import { queryClient } from '#kit/web/query-client.ts';

/** Says that the network is gone while it is; when it is back, what is on the screen is requested again. */
export function OfflineNotice(): ReactNode {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine);
  useEffect(() => {
    const back = (): void => void queryClient.invalidateQueries();
    window.addEventListener('online', back);
    return () => window.removeEventListener('online', back);
  }, []);
  return (
    <div role="status" className="wb-offline" hidden={isOnline}>
      {isOnline ? '' : '网络已断开：可以继续查看，恢复后再保存。已输入的内容不会丢失。'}
    </div>
  );
}

function subscribe(listener: () => void): () => void {
  const events = ['online', 'offline'];
  for (const event of events) window.addEventListener(event, listener);
  return () => {
    for (const event of events) window.removeEventListener(event, listener);
  };
}
