import { useEffect, useRef, type ReactNode, type RefCallback } from 'react';

const SPOKEN = ['tabindex', 'role', 'aria-label'] as const;

/**
 * Around a table that may be wider than its place and holds nothing to focus: the keyboard can
 * scroll it too. Without a label it is left as it is.
 */
export function ScrollRegion({
  label,
  place,
  children,
}: {
  label: string | undefined;
  /** Given the element in which the table stands. */
  place?: RefCallback<HTMLElement> | undefined;
  children: ReactNode;
}): ReactNode {
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const parts = root.current?.querySelectorAll('.ant-table-content, .ant-table-body') ?? [];
    for (const part of parts) {
      if (label === undefined) for (const name of SPOKEN) part.removeAttribute(name);
      else for (const [index, value] of ['0', 'region', label].entries()) part.setAttribute(SPOKEN[index] ?? '', value);
    }
  });
  return (
    <div ref={root}>
      <div ref={place}>{children}</div>
    </div>
  );
}
