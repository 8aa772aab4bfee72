import sanitizeHtml from 'sanitize-html';
import { isRichTextPicture, allowedAttributes, RICH_TEXT_ATTRIBUTES, RICH_TEXT_TAGS } from '../model/rich-text.ts';

/** What a browser reads as text of its own kind: it goes with all it holds. */
const DROPPED_WHOLE = [
  'script',
  'style',
  'textarea',
  'option',
  'noscript',
  'noembed',
  'noframes',
  'iframe',
  'xmp',
  'plaintext',
  'title',
  'template',
  'svg',
  'math',
  'object',
];
/** Deeper tags are left out, their text stays. */
const DEEPEST = 40;

const OPTIONS: sanitizeHtml.IOptions = {
  allowedTags: [...RICH_TEXT_TAGS],
  allowedAttributes: { '*': [...RICH_TEXT_ATTRIBUTES] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowedSchemesByTag: { img: ['data'] },
  allowProtocolRelative: false,
  // The styles that stay were judged with the other attributes.
  parseStyleAttributes: false,
  nonTextTags: DROPPED_WHOLE,
  nestingLimit: DEEPEST,
  transformTags: {
    '*': (tagName, attribs) => ({ tagName, attribs: allowedAttributes(tagName, attribs) }),
  },
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !isRichTextPicture(attribs['src'] ?? ''),
};

/**
 * Rich text with nothing in it that runs, loads from elsewhere or changes the page around it.
 * Done on writing, and again on reading: rules may have become stricter since.
 */
export const cleanRichText = (html: string): string => sanitizeHtml(html, OPTIONS);
