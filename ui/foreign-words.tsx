import { Fragment, type ReactNode } from 'react';
import { foreignParts } from '#kit/model/foreign-words.ts';
import './foreign-words.css';

/** What another system said, in Chinese; its own words folded behind it. */
export function ForeignWords({ text }: { text: string }): ReactNode {
  return foreignParts(text).map((part, index) =>
    index % 2 === 0 ? (
      <Fragment key={index}>{part}</Fragment>
    ) : (
      <details key={index} className="wb-original">
        <summary>原文</summary>
        <span lang="en">{part}</span>
      </details>
    ),
  );
}
