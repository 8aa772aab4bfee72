import { isRichTextPicture } from '#kit/model/rich-text.ts';
import { cleanRichText, quietened } from './clean-rich-text.ts';

/** Islands of an office file that hold no text of it. */
const ISLANDS = 'style, script, title, meta, link, xml';
const LIST_LINE = /mso-list:\s*l\d+\s+level(\d+)/i;
/** A number, letters or a Chinese numeral before a mark, perhaps bracketed; other signs are bullets. */
const NUMBERED = /^\p{Ps}?(?:\d+|[a-z]{1,5}|\p{Script=Han}{1,3})[\p{Po}\p{Pe}]/iu;

export interface Pasted {
  html: string;
  /** Pictures that could not come along: files of another machine, pictures of other sites. */
  lostPictures: number;
}

/**
 * What was copied in Word, Excel, WPS or a web page, as rich text: paragraphs that look like lists
 * become lists, looks given by style become marks, tables stay, all else of the office goes.
 * Parsed apart from the page: nothing of it runs or loads.
 */
export function cleanPaste(html: string): Pasted {
  const { body } = new DOMParser().parseFromString(quietened(html), 'text/html');
  for (const island of body.querySelectorAll(ISLANDS)) island.remove();
  makeLists(body);
  for (const element of body.querySelectorAll<HTMLElement>('[style], [align]')) translate(element);
  const foreign = [...body.querySelectorAll('img')].filter(
    (picture) => !isRichTextPicture(picture.getAttribute('src') ?? ''),
  );
  return { html: cleanRichText(body.innerHTML), lostPictures: foreign.length };
}

/** Runs of list paragraphs become lists, deeper levels lists within. */
function makeLists(body: HTMLElement): void {
  let open: { list: HTMLElement; level: number }[] = [];
  let last: Element | null = null;
  for (const line of body.querySelectorAll<HTMLElement>('p, h1, h2, h3, h4, h5, h6')) {
    const level = Number(LIST_LINE.exec(line.getAttribute('style') ?? '')?.[1] ?? 0);
    if (level === 0) continue;
    if (line.previousElementSibling !== last) open = [];
    const isNumbered = NUMBERED.test(takeSign(line));
    open = open.filter((one) => one.level <= level);
    let top = open.at(-1);
    if (!top || top.level < level) {
      const list = document.createElement(isNumbered ? 'ol' : 'ul');
      const parent = top?.list.lastElementChild;
      if (parent) parent.append(list);
      else line.before(list);
      top = { list, level };
      open.push(top);
    }
    const item = document.createElement('li');
    item.append(...line.childNodes);
    top.list.append(item);
    line.remove();
    last = open[0]?.list ?? null;
  }
}

/** Takes the bullet or number that Word wrote as text out of the line. */
function takeSign(line: HTMLElement): string {
  const signs = [...line.querySelectorAll('[style]')].filter((element) =>
    /mso-list:\s*ignore/i.test(element.getAttribute('style') ?? ''),
  );
  const sign = signs.map((element) => element.textContent).join('');
  for (const element of signs) element.remove();
  return sign.trim();
}

/** Looks that stand in styles or old attributes, as the elements that rich text keeps. */
function translate(element: HTMLElement): void {
  const { style } = element;
  const align = element.getAttribute('align');
  if (align && !style.textAlign) style.textAlign = align;
  const isBold = /^(?:bold|bolder|[6-9]00)$/.test(style.fontWeight);
  // Some pages wrap all they copy in a bold element that is not bold.
  if (/^(?:B|STRONG)$/.test(element.tagName) && style.fontWeight && !isBold)
    return element.replaceWith(...element.childNodes);
  if (element.tagName !== 'SPAN') return;
  const line = `${style.textDecoration} ${style.textDecorationLine}`;
  if (isBold) wrapContent(element, 'strong');
  if (style.fontStyle === 'italic') wrapContent(element, 'em');
  if (line.includes('underline')) wrapContent(element, 'u');
  if (line.includes('line-through')) wrapContent(element, 's');
}

function wrapContent(element: HTMLElement, tag: string): void {
  const wrapper = document.createElement(tag);
  wrapper.append(...element.childNodes);
  element.append(wrapper);
}
