import MDEditor from '@uiw/react-md-editor/nohighlight';
import type { ComponentProps, ReactNode } from 'react';
import './markdown-text.css';

type Rendering = ComponentProps<typeof MDEditor.Markdown>;

/**
 * Markdown of our own as it is read, in the type of the house. HTML in it is shown as text; what
 * links and pictures lead to is up to the caller.
 */
export function MarkdownText({
  text,
  components,
}: {
  text: string;
  components: NonNullable<Rendering['components']>;
}): ReactNode {
  return (
    <MDEditor.Markdown
      className="wb-markdown-text"
      source={text}
      skipHtml
      disableCopy
      pluginsFilter={withoutHtml}
      urlTransform={(url) => url}
      components={components}
    />
  );
}

/** They would read HTML and attributes out of the text. */
const withoutHtml: NonNullable<Rendering['pluginsFilter']> = (kind, plugins) => (kind === 'rehype' ? [] : plugins);
