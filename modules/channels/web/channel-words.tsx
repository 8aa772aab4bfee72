import { Fragment, type ReactNode } from 'react';

const ORIGINAL = /（原文：([^）]*)）/;

/** A refusal of a channel in Chinese, its own words folded behind it. */
export function ChannelWords({ text }: { text: string }): ReactNode {
  // Every second part is an original.
  const parts = text.split(ORIGINAL);
  return parts.map((part, index) =>
    index % 2 === 0 ? (
      <Fragment key={index}>{part}</Fragment>
    ) : (
      <details key={index} className="ch-original">
        <summary>原文</summary>
        <span lang="en">{part}</span>
      </details>
    ),
  );
}
