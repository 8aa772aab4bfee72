import { RELOAD_EFFECT_MS } from '#kit/model/limits.ts';
import { useListRefresh } from '../list-refresh-choice.ts';
import { queryClient } from '../query-client.ts';
import { refetchAsNews } from './refetch-as-news.ts';

const pending = new Set<string>();
let timer: ReturnType<typeof setTimeout> | undefined;

/** Rows of a resource have changed elsewhere: lists on the screen ask again, soon and together. */
export function reloadSoon(resource: string): void {
  if (!useListRefresh.getState().isOn) return;
  pending.add(resource);
  timer ??= setTimeout(reload, RELOAD_EFFECT_MS);
}

function reload(): void {
  timer = undefined;
  if (pending.size === 0) return;
  // Nothing changes under the hands of somebody who types, nor for nobody.
  if (document.hidden) return document.addEventListener('visibilitychange', reload, { once: true });
  if (isEditing()) {
    timer = setTimeout(reload, RELOAD_EFFECT_MS);
    return;
  }
  for (const resource of pending) refetchAsNews(queryClient, resource);
  pending.clear();
}

/** Somebody types in a list, or in a form over it. */
export const isEditing = (): boolean =>
  document.querySelector('[role="dialog"] form, .ant-drawer-open form') !== null ||
  document.activeElement?.matches('table input, table textarea, [role="grid"] :is(input, textarea)') === true;
