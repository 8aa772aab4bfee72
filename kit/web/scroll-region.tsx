import { useEffect, useRef, type ReactNode } from 'react';

/**
 * Around a table that may be wider than its place and holds nothing to focus: the keyboard can
 * scroll it too.
 */
export function ScrollRegion({
  label,
  children,
}: {
  label: string;
  children: ReactNode;
}): ReactNode {
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    for (const part of root.current?.querySelectorAll<HTMLElement>('.ant-table-content') ?? []) {
      part.tabIndex = 0;
      part.setAttribute('role', 'region');
      part.setAttribute('aria-label', label);
    }
  });
  return <div ref={root}>{children}</div>;
}
