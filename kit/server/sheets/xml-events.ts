import { SheetError } from './sheet-error.ts';
import { attributesOf, plainText } from './xml-markup.ts';
import type { XmlAttributes } from './xml-markup.ts';

export type { XmlAttributes } from './xml-markup.ts';

export type XmlHandlers = {
  /** Element names come without their namespace prefix, attribute names as they stand. */
  open(name: string, attributes: XmlAttributes): void;
  close(name: string): void;
  text?(text: string): void;
  /**
   * Asked before each tag: may take in whole elements that begin there by itself.
   * @returns where they end; -1 to have them read tag by tag
   */
  shortcut?(xml: string, at: number): number;
};

export type XmlParser = {
  write(text: string): void;
  close(): void;
};

const MAX_DEPTH = 64;
const MAX_UNFINISHED = 1024 * 1024;
// eslint-disable-next-line no-control-regex
const ILLEGAL = /[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/;
const SPACE = /^\s*$/;
const [SLASH, QUESTION, EXCLAMATION] = [0x2f, 0x3f, 0x21];

/**
 * A streaming XML parser for parts of a workbook: what such parts are made of and no more. No
 * document type, hence no entities beyond the five
 * built in; bounded depth; at most 1 MB between two events, since an unfinished text or tag is held
 * in memory. Tags that do not match, odd attributes and unknown entities are damage. Throws
 * SheetError.
 */
export function openXmlParser(handlers: XmlHandlers): XmlParser {
  const { shortcut } = handlers;
  const opened: string[] = [];
  let rest = '';
  let hasRoot = false;

  const text = (raw: string): void => {
    if (opened.length > 0) handlers.text?.(plainText(raw));
    else if (!SPACE.test(raw)) throw damaged();
  };
  const open = (name: string, attributes: XmlAttributes, isEmpty: boolean): void => {
    if (opened.length === 0 && hasRoot) throw damaged();
    hasRoot = true;
    if (opened.length >= MAX_DEPTH)
      throw new SheetError('unsafe', '文件结构异常，出于安全考虑已拒绝');
    handlers.open(localName(name), attributes);
    if (isEmpty) handlers.close(localName(name));
    else opened.push(name);
  };

  /** Takes in the markup that begins at `at`. @returns where it ends, -1 while it is unfinished */
  const markup = (xml: string, at: number): number => {
    const kind = xml.charCodeAt(at + 1);
    if (kind === SLASH) {
      const end = xml.indexOf('>', at + 2);
      if (end === -1) return -1;
      const name = opened.pop();
      if (name === undefined || xml.slice(at + 2, end).trimEnd() !== name) throw damaged();
      handlers.close(localName(name));
      return end + 1;
    }
    if (kind === EXCLAMATION) return declaration(xml, at, opened.length > 0 ? handlers.text : null);
    if (kind === QUESTION) return behind(xml, '?>', at + 2);
    const tag = attributesOf(xml, at + 1);
    if (tag === null) return -1;
    open(tag.name, tag.attributes, tag.isEmpty);
    return tag.end;
  };

  return {
    write(chunk) {
      if (ILLEGAL.test(chunk)) throw damaged();
      const xml = rest === '' ? chunk : rest + chunk;
      let at = 0;
      for (;;) {
        const tag = xml.indexOf('<', at);
        if (tag === -1) break;
        if (tag > at) text(xml.slice(at, tag));
        const short = opened.length > 0 && shortcut ? shortcut(xml, tag) : -1;
        const next = short === -1 ? markup(xml, tag) : short;
        at = tag;
        if (next === -1) break;
        at = next;
      }
      rest = xml.slice(at);
      if (rest.length > MAX_UNFINISHED)
        throw new SheetError('cell_too_long', '单元格内容超过 32767 个字符');
    },
    close() {
      if (opened.length > 0 || !hasRoot || !SPACE.test(rest)) throw damaged();
    },
  };
}

/** Position behind a mark; -1 while it has not come. */
function behind(xml: string, mark: string, from: number): number {
  const at = xml.indexOf(mark, from);
  return at === -1 ? -1 : at + mark.length;
}

const [COMMENT, CDATA, DOCTYPE] = ['<!--', '<![CDATA[', '<!DOCTYPE'];

/** Passes a comment, hands out a CDATA section; any other declaration is refused. */
function declaration(
  xml: string,
  at: number,
  text: ((text: string) => void) | null | undefined,
): number {
  if (xml.startsWith(COMMENT, at)) return behind(xml, '-->', at + COMMENT.length);
  if (xml.startsWith(CDATA, at)) {
    const end = behind(xml, ']]>', at + CDATA.length);
    if (end === -1) return -1;
    if (text === null) throw damaged();
    text?.(xml.slice(at + CDATA.length, end - 3));
    return end;
  }
  if (xml.startsWith(DOCTYPE, at))
    throw new SheetError('unsafe', '文件包含外部实体声明，出于安全考虑已拒绝');
  const begun = xml.slice(at, at + CDATA.length);
  if ([COMMENT, CDATA, DOCTYPE].some((mark) => mark.startsWith(begun))) return -1;
  throw damaged();
}

/** Feeds a whole part to a parser, decoding it as strict UTF-8. */
export async function parseXml(bytes: AsyncIterable<Buffer>, handlers: XmlHandlers): Promise<void> {
  const parser = openXmlParser(handlers);
  for await (const text of utf8Chunks(bytes)) parser.write(text);
  parser.close();
}

export async function* utf8Chunks(bytes: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const chunk of bytes) yield decoder.decode(chunk, { stream: true });
    yield decoder.decode();
  } catch (error) {
    if (error instanceof TypeError) throw damaged(error);
    throw error;
  }
}

const damaged = (cause?: unknown): SheetError =>
  new SheetError('unreadable', '文件已损坏，无法读取', cause);

function localName(name: string): string {
  const colon = name.indexOf(':');
  return colon === -1 ? name : name.slice(colon + 1);
}
