import { useMemo, type MouseEvent, type ReactNode } from 'react';
import { isPagePath } from '#kit/model/rich-text.ts';
import { cleanRichText } from './clean-rich-text.ts';
import './rich-text.css';

export interface RichTextProps {
  html: string;
  /** A link into the console was followed. */
  onOpen: (path: string) => void;
}

/** Rich text to be read, cleaned in the browser too; links into the console stay in its tabs. */
export function RichText({ html, onOpen }: RichTextProps): ReactNode {
  const cleaned = useMemo(() => ({ __html: cleanRichText(html) }), [html]);
  const follow = (event: MouseEvent): void => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    const href = link?.getAttribute('href') ?? '';
    if (!isPagePath(href)) return;
    event.preventDefault();
    onOpen(href);
  };
  return (
    // The links inside bring the keyboard; this only hears what they do.
    // eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <div className="wb-rich-text" onClick={follow} dangerouslySetInnerHTML={cleaned} />
  );
}
