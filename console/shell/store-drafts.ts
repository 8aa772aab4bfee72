import { storeDraftsOf, type Draft } from '#kit/web/form/drafts.ts';
import { heldDrafts } from '#ui/page/held-pages.ts';
import { useTabs } from './tab-store.ts';
import { hrefOf } from './tabs.ts';

/** Keeps all the unsaved work there is. @returns whether the browser took it */
export function storeDrafts(owner: string): boolean {
  const { tabs } = useTabs.getState();
  const at = Date.now();
  const fresh = heldDrafts().map(({ key, title, values, page }): Draft => {
    const tab = tabs.find((one) => one.key === page);
    return {
      key,
      title,
      values,
      owner,
      at,
      address: tab ? hrefOf(tab) : location.pathname,
      page: tab?.title ?? '',
    };
  });
  return storeDraftsOf(fresh);
}
