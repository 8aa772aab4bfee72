import type { ReactNode } from 'react';
import './tone-tag.css';

const TONES: ReadonlySet<string> = new Set(['red', 'amber', 'green', 'blue', 'grey']);

/** A word in the tone that its tenant gave it; without one, as it stands. */
export function ToneTag({ tone, children }: { tone: string | null | undefined; children: ReactNode }): ReactNode {
  if (!tone || !TONES.has(tone)) return <>{children}</>;
  return <span className={`wb-tone wb-tone-${tone}`}>{children}</span>;
}
