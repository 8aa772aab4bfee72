import type { ReactNode } from 'react';

/** A filter one click away: what it asks for is in force while it is pressed. */
export function QuickChip({
  isOn,
  count,
  most,
  title,
  onClick,
  children,
}: {
  isOn: boolean;
  /** How many rows it would find. */
  count?: number | undefined;
  /** It was not counted further. */
  most?: number | undefined;
  title?: string | undefined;
  onClick: () => void;
  children: ReactNode;
}): ReactNode {
  return (
    <button type="button" className="wb-quick-chip" aria-pressed={isOn} title={title} onClick={onClick}>
      {children}
      {count !== undefined && (
        <span className="wb-quick-count">{most !== undefined && count > most ? `${most}+` : count}</span>
      )}
    </button>
  );
}

/** Chips that ask about the same thing, which is their name. */
export function QuickGroup({ title, children }: { title: string; children: ReactNode }): ReactNode {
  return (
    <div className="wb-quick-group" role="group" aria-label={title} title={title}>
      {children}
    </div>
  );
}
