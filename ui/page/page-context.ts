import { createContext, useContext, useEffect } from 'react';

/**
 * What a page knows of itself. Pages use this instead of the router's hooks: a page that is kept
 * alive behind another must not see the other's location.
 */
export interface Page {
  /** Pathname, also the key of its tab. */
  path: string;
  /** Parameters of its path (`:id`). */
  params: Readonly<Record<string, string>>;
  /** Query of its address. */
  query: Readonly<Record<string, string>>;
  /** Name of its component, e.g. `list/base/unit`. */
  component: string;
  /** What stands behind the `?` of its component string in the menu. */
  options: Readonly<Record<string, string>>;
  title: string;
  /**
   * Whether the user looks at it now. A question, not a value: coming to the front must not render
   * the page again. Effects of a page stop by themselves while it is hidden.
   */
  isActive: () => boolean;
  setTitle: (title: string) => void;
  /** Replaces the query of its address; empty values are left out. */
  setQuery: (query: Readonly<Record<string, string | undefined>>) => void;
  /** Closes this page's tab. */
  close: () => void;
  /** Opens another page: a path of the menu, with a query if wanted. */
  open: (path: string) => void;
}

export const PageContext = createContext<Page | null>(null);

/** The page a component stands in. @throws when it stands in none */
export function usePage(): Page {
  const page = useContext(PageContext);
  if (!page) throw new Error('usePage outside of a page');
  return page;
}

/** The page, or null in dialogs and widgets that may stand outside of one. */
export const useOptionalPage = (): Page | null => useContext(PageContext);

/** Keeps the title of the page's tab in step with a value, e.g. the number of its document. */
export function usePageTitle(title: string | undefined): void {
  const setTitle = useOptionalPage()?.setTitle;
  useEffect(() => {
    if (title) setTitle?.(title);
  }, [title, setTitle]);
}
