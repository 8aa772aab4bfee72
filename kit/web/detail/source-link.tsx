import type { ReactNode } from 'react';
import { useOptionalPage } from '#ui/page/page-context.ts';
import { usePermission } from '../session/access.ts';

/** A figure as the way to what it is counted from; the figure alone for whoever may not see that. */
export function SourceLink({
  path,
  permission,
  title,
  children,
}: {
  path: string;
  permission: string;
  title: string;
  children: ReactNode;
}): ReactNode {
  const page = useOptionalPage();
  if (!usePermission(permission) || !page) return children;
  return (
    <a
      className="wb-quiet-link"
      href={path}
      title={title}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        page.open(path);
      }}
    >
      {children}
    </a>
  );
}
