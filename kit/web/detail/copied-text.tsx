import type { ReactNode } from 'react';
import { CopyButton } from '#ui/copy-button.tsx';

/** A number that people are asked for, with its button to copy it. Several break between two, never within one. */
export const CopiedText = ({ text, what }: { text: string; what: string }): ReactNode => (
  <>
    {text.replaceAll(',', ', ')}
    <CopyButton text={text} what={what} />
  </>
);
