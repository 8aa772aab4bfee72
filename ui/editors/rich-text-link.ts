import { Mark } from '@tiptap/core';
import { Plugin } from '@tiptap/pm/state';
import { isRichTextLink } from '#kit/model/rich-text.ts';

/** A link to where rich text may lead; an address pasted over selected text links that text. */
export const RichTextLink = Mark.create({
  name: 'link',
  // What is typed behind a link is no part of it.
  inclusive: false,
  addAttributes: () => ({ href: { default: null }, title: { default: null } }),
  parseHTML: () => [
    {
      tag: 'a[href]',
      getAttrs: (element) => (isRichTextLink(element.getAttribute('href') ?? '') ? null : false),
    },
  ],
  // Where a link opens is decided where it is read.
  renderHTML: ({ HTMLAttributes }) => ['a', HTMLAttributes, 0],
  addProseMirrorPlugins() {
    const { editor, type } = this;
    return [
      new Plugin({
        props: {
          handlePaste(view, event) {
            const href = event.clipboardData?.getData('text/plain').trim() ?? '';
            if (view.state.selection.empty || !isRichTextLink(href) || href.startsWith('/')) return false;
            return editor.commands.setMark(type, { href });
          },
        },
      }),
    ];
  },
});
