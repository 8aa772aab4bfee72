import createPurifier from 'dompurify';
import { isRichTextPicture, allowedAttributes, RICH_TEXT_ATTRIBUTES, RICH_TEXT_TAGS } from '#kit/model/rich-text.ts';

// An instance of its own: hooks of one would reach every other user of the library.
const purifier = createPurifier(window);

purifier.addHook('afterSanitizeAttributes', (node) => {
  if (!(node instanceof Element)) return;
  const tag = node.tagName.toLowerCase();
  if (tag === 'img' && !isRichTextPicture(node.getAttribute('src') ?? '')) return node.remove();
  const given = Object.fromEntries([...node.attributes].map(({ name, value }) => [name, value]));
  const stored = allowedAttributes(tag, given);
  for (const name of Object.keys(given)) node.removeAttribute(name);
  for (const [name, value] of Object.entries(stored)) node.setAttribute(name, value);
});

/** A browser complains of every handler it parses, also where none runs, and of a foreign base. */
const HANDLERS = /(<[^<>]*?)\son\w+\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]+)/gi;
const BASES = /<base\b[^>]*>/gi;

/** A tag may carry several; what is left after so many rounds is only complained of. */
const ROUNDS = 20;

/** HTML that a browser parses without complaints; no protection, that is the cleaning's. */
export function quietened(html: string): string {
  let text = html.replace(BASES, '');
  for (let round = 0; round < ROUNDS; round += 1) {
    const next = text.replace(HANDLERS, '$1 ');
    if (next === text) break;
    text = next;
  }
  return text;
}

/** Rich text once more without what runs or loads, as this browser reads it. */
export const cleanRichText = (html: string): string =>
  purifier.sanitize(quietened(html), {
    ALLOWED_TAGS: [...RICH_TEXT_TAGS],
    ALLOWED_ATTR: [...RICH_TEXT_ATTRIBUTES],
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
  });
