import { useState, type ReactNode } from 'react';
import { fetched } from '#ui/fetched.tsx';
import { useOptionalPage } from '#ui/page/page-context.ts';
import type { HelpDrawerProps } from './help-drawer.tsx';
import './help-button.css';

/** The handbook beside the page, fetched when it is first opened. */
export const LazyHelpDrawer = fetched<HelpDrawerProps>(() =>
  import('./help-drawer.tsx').then((module) => module.HelpDrawer),
);

/** The small ? beside the title of a page: opens its chapter of the handbook. */
export function HelpButton(): ReactNode {
  const page = useOptionalPage();
  const [isOpen, setOpen] = useState(false);
  if (!page) return null;
  return (
    <>
      <button
        type="button"
        className="wb-handbook-button"
        aria-label="本页帮助"
        title="本页帮助"
        onClick={() => setOpen(true)}
      >
        ?
      </button>
      {isOpen && <LazyHelpDrawer at={page.path} onOpen={page.open} onClose={() => setOpen(false)} />}
    </>
  );
}
