import { Extension, type Extensions } from '@tiptap/core';
import { Blockquote } from '@tiptap/extension-blockquote';
import { Bold } from '@tiptap/extension-bold';
import { Code } from '@tiptap/extension-code';
import { CodeBlock } from '@tiptap/extension-code-block';
import { Document } from '@tiptap/extension-document';
import { HardBreak } from '@tiptap/extension-hard-break';
import { Heading } from '@tiptap/extension-heading';
import { HorizontalRule } from '@tiptap/extension-horizontal-rule';
import Image from '@tiptap/extension-image';
import { Italic } from '@tiptap/extension-italic';
import { BulletList, ListItem, ListKeymap, OrderedList } from '@tiptap/extension-list';
import { Paragraph } from '@tiptap/extension-paragraph';
import { Strike } from '@tiptap/extension-strike';
import { Text } from '@tiptap/extension-text';
import { TableKit } from '@tiptap/extension-table';
import TextAlign from '@tiptap/extension-text-align';
import { Color, TextStyle } from '@tiptap/extension-text-style';
import { Underline } from '@tiptap/extension-underline';
import { Gapcursor } from '@tiptap/extensions/gap-cursor';
import { TrailingNode } from '@tiptap/extensions/trailing-node';
import { UndoRedo } from '@tiptap/extensions/undo-redo';
import { Plugin } from '@tiptap/pm/state';
import { pictureMarks } from './picture-marks.ts';
import { RichTextLink } from './rich-text-link.ts';

/**
 * Lists and tables keep the Tab key for themselves. After Escape it leaves the editor, so that
 * nobody is caught in it; a second Escape goes to whatever is around.
 */
const TabLeaves = Extension.create({
  name: 'tabLeaves',
  priority: 1000,
  addProseMirrorPlugins() {
    let isLeaving = false;
    return [
      new Plugin({
        props: {
          handleDOMEvents: {
            keydown(_view, event) {
              if (event.key === 'Escape' && !isLeaving && !event.isComposing) {
                isLeaving = true;
                event.stopPropagation();
                return true;
              }
              const isPassed = isLeaving && (event.key === 'Tab' || event.key === 'Escape');
              if (event.key !== 'Shift') isLeaving = false;
              // The browser does what it does with the key; the editor does nothing.
              return isPassed;
            },
            blur() {
              isLeaving = false;
              return false;
            },
          },
        },
      }),
    ];
  },
});

/** What can be written: no more than the rule of rich text keeps. */
export const richTextExtensions: Extensions = [
  // One by one: the starter kit brings a link with a list of all domains of the world.
  Document,
  Paragraph,
  Text,
  HardBreak,
  HorizontalRule,
  Blockquote,
  CodeBlock,
  BulletList,
  OrderedList,
  ListItem,
  ListKeymap,
  Bold,
  Italic,
  Underline,
  Strike,
  Code,
  RichTextLink,
  UndoRedo,
  Gapcursor,
  TrailingNode,
  Heading.configure({ levels: [1, 2, 3, 4] }),
  TextStyle,
  Color,
  TextAlign.configure({ types: ['heading', 'paragraph'] }),
  // In a line of text: it stands where it is put and goes with the alignment of its paragraph.
  Image.configure({ inline: true, allowBase64: true }),
  TableKit.configure({ table: { resizable: false } }),
  pictureMarks,
  TabLeaves,
];
