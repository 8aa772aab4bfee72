import { Tooltip } from 'antd';
import type { ReactNode } from 'react';
import { ELLIPSIS_CHARACTERS } from '#kit/model/limits.ts';
import { cutText } from './cut-text.ts';

/** A text cut after some characters; the whole of it at the pointer, a tap, or a screen reader. */
export function Ellipsis({
  text,
  characters = ELLIPSIS_CHARACTERS,
}: {
  text: string;
  /** -1: nothing is cut. */
  characters?: number;
}): ReactNode {
  const cut = cutText(text, characters);
  if (cut === text) return <span>{text}</span>;
  return (
    <Tooltip title={text} trigger={['hover', 'click']}>
      <span>
        <span aria-hidden="true">{cut}</span>
        <span className="wb-unseen">{text}</span>
      </span>
    </Tooltip>
  );
}
