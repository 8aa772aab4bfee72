import MDEditor from '@uiw/react-md-editor/nohighlight';
import { getCommands, getExtraCommands } from '@uiw/react-md-editor/commands-cn';
import { cloneElement, type ComponentProps, type ReactElement, type ReactNode } from 'react';
import { isRichTextLink, isRichTextPicture, isWebAddress } from '#kit/model/rich-text.ts';
import { useColorScheme } from '../color-scheme.ts';
import { useIsMobile } from '../use-is-mobile.ts';
import type { EditorProps } from './editor-props.ts';
import './editors.css';

/** 300 px high by default, never below 200; `readOnly` shows the text as it will be read. */
export type MarkdownEditorProps = EditorProps;

const LEAST_HEIGHT = 200;

/** Writes Markdown beside what it will look like. HTML in it is shown as text. */
export function MarkdownEditor(props: MarkdownEditorProps): ReactNode {
  const { value, onChange, height = 300, disabled = false, readOnly = false } = props;
  const isMobile = useIsMobile();
  const scheme = useColorScheme((now) => now.scheme);
  return (
    <MDEditor
      className={`wb-markdown${disabled ? ' wb-editor-off' : ''}`}
      data-color-mode={scheme}
      value={value ?? ''}
      onChange={(next) => onChange?.(next ?? '')}
      height={Math.max(height, LEAST_HEIGHT)}
      minHeight={LEAST_HEIGHT}
      visibleDragbar={!disabled && !readOnly}
      preview={readOnly ? 'preview' : isMobile || disabled ? 'edit' : 'live'}
      hideToolbar={disabled || readOnly}
      commands={getCommands()}
      extraCommands={getExtraCommands()}
      commandsFilter={namedByButton}
      // Tab goes on to the next input of a form: nobody is caught here.
      defaultTabEnable
      previewOptions={PREVIEW}
      textareaProps={{
        id: props.id,
        disabled,
        placeholder: props.placeholder,
        'aria-label': props['aria-label'],
        'aria-required': props['aria-required'],
        'aria-invalid': props['aria-invalid'],
        'aria-describedby': props['aria-describedby'],
      }}
    />
  );
}

type Filter = NonNullable<ComponentProps<typeof MDEditor>['commandsFilter']>;

/** The picture of a tool says nothing: its button has the name. */
const namedByButton: Filter = (command) =>
  command.icon ? { ...command, icon: cloneElement(command.icon as ReactElement<object>, SILENT) } : command;

const SILENT = { role: undefined, 'aria-hidden': true };

/** What Markdown can say; no element of another kind is made of it. */
const ELEMENTS = [
  'p',
  'br',
  'hr',
  'blockquote',
  'pre',
  'code',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'strong',
  'em',
  'del',
  'ul',
  'ol',
  'li',
  'input',
  'a',
  'img',
  'table',
  'thead',
  'tbody',
  'tr',
  'th',
  'td',
];

type PreviewOptions = NonNullable<ComponentProps<typeof MDEditor>['previewOptions']>;

const PREVIEW: PreviewOptions = {
  allowedElements: ELEMENTS,
  // They would read HTML and attributes out of the text.
  pluginsFilter: (kind, plugins) => (kind === 'rehype' ? [] : plugins),
  urlTransform: (url, _name, { tagName }) =>
    (tagName === 'img' ? isRichTextPicture(url) : isRichTextLink(url)) ? url : '',
  components: {
    a: ({ href, children }) => {
      if (!href) return <span>{children}</span>;
      const away = isWebAddress(href) ? { target: '_blank', rel: 'noopener noreferrer' } : {};
      return (
        <a href={href} {...away}>
          {children}
        </a>
      );
    },
    img: ({ src, alt }) => (src ? <img src={src} alt={alt ?? ''} /> : <span>{alt}</span>),
  },
};
