import { SheetError } from './sheet-error.ts';
import { attributesOf, contentText, isName, withLines } from './xml-markup.ts';
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

type XmlParser = {
  write(text: string): void;
  close(): void;
};

export type OpenXmlParser = (handlers: XmlHandlers) => XmlParser;

const MAX_DEPTH = 64;
const MAX_UNFINISHED = 1024 * 1024;
// eslint-disable-next-line no-control-regex
const ILLEGAL = /[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/;
const SPACE = /^[ \t\r\n]*$/;
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
  let hasBegun = false;

  const text = (raw: string): void => {
    if (opened.length === 0) {
      if (!SPACE.test(raw)) throw damaged();
      return;
    }
    // Judged also where nobody wants to hear it.
    const content = contentText(raw);
    handlers.text?.(content);
  };
  const open = (name: string, attributes: XmlAttributes, isEmpty: boolean): void => {
    if (opened.length === 0 && hasRoot) throw damaged();
    hasRoot = true;
    if (opened.length >= MAX_DEPTH) throw new SheetError('unsafe', '文件结构异常，出于安全考虑已拒绝');
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
      if (name === undefined || !xml.startsWith(name, at + 2)) throw damaged();
      if (!SPACE.test(xml.slice(at + 2 + name.length, end))) throw damaged();
      handlers.close(localName(name));
      return end + 1;
    }
    if (kind === EXCLAMATION) return declaration(xml, at, opened.length > 0 ? handlers.text : null);
    if (kind === QUESTION) return instruction(xml, at, hasBegun);
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
        if (tag > at) {
          text(xml.slice(at, tag));
          hasBegun = true;
        }
        const short = opened.length > 0 && shortcut ? shortcut(xml, tag) : -1;
        const next = short === -1 ? markup(xml, tag) : short;
        at = tag;
        if (next === -1) break;
        at = next;
        hasBegun = true;
      }
      rest = xml.slice(at);
      if (rest.length > MAX_UNFINISHED) throw new SheetError('cell_too_long', '单元格内容超过 32767 个字符');
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

const DECLARATION =
  /^xml[ \t\r\n]+version[ \t\r\n]*=[ \t\r\n]*(["'])1\.\d+\1(?:[ \t\r\n]+encoding[ \t\r\n]*=[ \t\r\n]*(["'])[A-Za-z][\w.-]*\2)?(?:[ \t\r\n]+standalone[ \t\r\n]*=[ \t\r\n]*(["'])(?:yes|no)\3)?[ \t\r\n]*$/;

/** Passes the declaration at the head of a document, and what is meant for other programs. */
function instruction(xml: string, at: number, hasBegun: boolean): number {
  const end = behind(xml, '?>', at + 2);
  if (end === -1) return -1;
  const content = xml.slice(at + 2, end - 2);
  const [target = ''] = content.split(/[ \t\r\n?]/, 1);
  const isDeclaration = target.toLowerCase() === 'xml';
  if (isDeclaration ? hasBegun || !DECLARATION.test(content) : !isName(target)) throw damaged();
  return end;
}

/** Where a comment ends: at the first two hyphens in it. */
function commentEnd(xml: string, from: number): number {
  const end = behind(xml, '--', from);
  if (end === -1 || end === xml.length) return -1;
  if (xml[end] !== '>') throw damaged();
  return end + 1;
}

const [COMMENT, CDATA, DOCTYPE] = ['<!--', '<![CDATA[', '<!DOCTYPE'];

/** Passes a comment, hands out a CDATA section; any other declaration is refused. */
function declaration(xml: string, at: number, text: ((text: string) => void) | null | undefined): number {
  if (xml.startsWith(COMMENT, at)) return commentEnd(xml, at + COMMENT.length);
  if (xml.startsWith(CDATA, at)) {
    const end = behind(xml, ']]>', at + CDATA.length);
    if (end === -1) return -1;
    if (text === null) throw damaged();
    text?.(withLines(xml.slice(at + CDATA.length, end - 3)));
    return end;
  }
  if (xml.startsWith(DOCTYPE, at)) throw new SheetError('unsafe', '文件包含外部实体声明，出于安全考虑已拒绝');
  const begun = xml.slice(at, at + CDATA.length);
  if ([COMMENT, CDATA, DOCTYPE].some((mark) => mark.startsWith(begun))) return -1;
  throw damaged();
}

/** Feeds a whole part to a parser, decoding it as strict UTF-8. */
export async function parseXml(
  bytes: AsyncIterable<Buffer>,
  handlers: XmlHandlers,
  openParser: OpenXmlParser,
): Promise<void> {
  const parser = openParser(handlers);
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

const damaged = (cause?: unknown): SheetError => new SheetError('unreadable', '文件已损坏，无法读取', cause);

function localName(name: string): string {
  const colon = name.indexOf(':');
  return colon === -1 ? name : name.slice(colon + 1);
}
