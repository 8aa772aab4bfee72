/**
 * What rich text may hold: text formatting, lists, tables, links and pictures. One rule for both
 * cleaners, that of the server (on writing and on reading) and that of the browser.
 */
export const RICH_TEXT_TAGS: readonly string[] = [
  'p',
  'div',
  'span',
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
  'b',
  'strong',
  'i',
  'em',
  'u',
  's',
  'del',
  'ins',
  'sub',
  'sup',
  'small',
  'mark',
  'ul',
  'ol',
  'li',
  'dl',
  'dt',
  'dd',
  'table',
  'caption',
  'thead',
  'tbody',
  'tfoot',
  'tr',
  'th',
  'td',
  'a',
  'img',
];

const WEB_ADDRESS = /^https?:\/\/[^\s/\\?#]+[^\s\\]*$/i;
/** An address and nothing behind it: no subject, no body, no further readers. */
const MAIL_ADDRESS = /^mailto:[^\s"<>?&@]+@[^\s"<>?&@]+$/i;
// One slash, then none and no backslash: both would name another host.
const PAGE_PATH = /^\/(?![/\\])[^\s\\]*$/;
const PICTURE = /^data:image\/(?:png|jpe?g|gif|webp);base64,[a-z0-9+/]+={0,2}$/i;

/** `https://…` or `http://…`. */
export const isWebAddress = (text: string): boolean => WEB_ADDRESS.test(text);

/** A path of this console: `/orders/pending?tab=1`. */
export const isPagePath = (text: string): boolean => PAGE_PATH.test(text);

/** http, https, a mail address, or a page of this console. */
export const isRichTextLink = (href: string): boolean =>
  isWebAddress(href) || MAIL_ADDRESS.test(href) || isPagePath(href);

/** Pictures come with the text or from this server: a foreign one would tell who reads when. */
export const isRichTextPicture = (src: string): boolean => PICTURE.test(src) || isPagePath(src);

const isCount = (text: string): boolean => /^\d{1,4}$/.test(text);
const isAnything = (): boolean => true;

type Judge = (value: string) => boolean;

/** Attributes by tag with what they may say; styles apart. No classes, names or handlers. */
const ATTRIBUTES: Readonly<Record<string, Readonly<Record<string, Judge>>>> = {
  a: { href: isRichTextLink, title: isAnything },
  img: { src: isRichTextPicture, alt: isAnything, width: isCount, height: isCount },
  th: { colspan: isCount, rowspan: isCount },
  td: { colspan: isCount, rowspan: isCount },
  ol: { start: isCount },
};

/** Every attribute that may stand somewhere. */
export const RICH_TEXT_ATTRIBUTES: readonly string[] = [
  ...new Set([...Object.values(ATTRIBUTES).flatMap(Object.keys), 'target', 'rel', 'style']),
];

const COLOUR = /^(?:#[0-9a-f]{3}|#[0-9a-f]{6}|rgb\((?:\s*\d{1,3}\s*,){2}\s*\d{1,3}\s*\)|[a-z]{3,20})$/i;
/** Words that hide a text or mean another place's colour. */
const NO_COLOUR = /^(?:transparent|inherit|initial|unset|revert|currentcolor|windowtext)$/i;

const STYLES: Readonly<Record<string, Judge>> = {
  'text-align': (value) => /^(?:left|center|right|justify)$/i.test(value),
  color: (value) => COLOUR.test(value) && !NO_COLOUR.test(value),
};
const ALIGNED = new Set(['p', 'div', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'th', 'td']);

const stylesOf = (tag: string): readonly string[] => {
  if (ALIGNED.has(tag)) return ['text-align'];
  return tag === 'span' ? ['color'] : [];
};

/** Alignment of blocks and colour of text; `''` when nothing is left. */
function allowedStyle(tag: string, style: string): string {
  const requested = stylesOf(tag);
  const stored = style.split(';').flatMap((declaration) => {
    const [name = '', ...rest] = declaration.split(':');
    const property = name.trim().toLowerCase();
    const value = rest.join(':').trim();
    return requested.includes(property) && STYLES[property]?.(value) ? [`${property}: ${value}`] : [];
  });
  return stored.join('; ');
}

/**
 * What stays of an element's attributes. A link to another site opens apart and tells it nothing.
 * @param tag in small letters
 */
export function allowedAttributes(tag: string, given: Readonly<Record<string, string>>): Record<string, string> {
  const rules = ATTRIBUTES[tag] ?? {};
  const stored = Object.fromEntries(Object.entries(given).filter(([name, value]) => rules[name]?.(value)));
  if (tag === 'a' && isWebAddress(stored['href'] ?? ''))
    Object.assign(stored, { target: '_blank', rel: 'noopener noreferrer' });
  const style = allowedStyle(tag, given['style'] ?? '');
  return style === '' ? stored : { ...stored, style };
}
