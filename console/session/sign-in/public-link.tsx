import type { ReactNode } from 'react';
import { goTo } from '../address.ts';

/** A link to another page that needs no session; a click reloads nothing. */
export function PublicLink({ to, children }: { to: string; children: ReactNode }): ReactNode {
  return (
    <a
      href={to}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
        event.preventDefault();
        goTo(to);
      }}
    >
      {children}
    </a>
  );
}
