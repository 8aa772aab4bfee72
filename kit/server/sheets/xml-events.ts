import { SaxesParser } from 'saxes';
import { SheetError } from './sheet-error.ts';

export type XmlAttributes = Record<string, string | undefined>;

export type XmlHandlers = {
  /** Element names come without their namespace prefix, attribute names as they stand. */
  open(name: string, attributes: XmlAttributes): void;
  close(name: string): void;
  text?(text: string): void;
};

export type XmlParser = {
  write(text: string): void;
  close(): void;
};

const MAX_DEPTH = 64;
const MAX_SILENCE = 1024 * 1024;

/**
 * A streaming XML parser for parts of a workbook. No document type, hence no entities beyond the
 * five built in; bounded depth; at most 1 MB without an event, since the parser holds an
 * unfinished text or tag in memory. Throws SheetError.
 */
export function openXmlParser(handlers: XmlHandlers): XmlParser {
  const parser = new SaxesParser({ position: false });
  let depth = 0;
  let silence = 0;
  parser.on('doctype', () => {
    throw new SheetError('unsafe', '文件包含外部实体声明，出于安全考虑已拒绝');
  });
  parser.on('opentag', (tag) => {
    silence = 0;
    depth += 1;
    if (depth > MAX_DEPTH) throw new SheetError('unsafe', '文件结构异常，出于安全考虑已拒绝');
    handlers.open(localName(tag.name), tag.attributes as XmlAttributes);
  });
  parser.on('closetag', (tag) => {
    silence = 0;
    depth -= 1;
    handlers.close(localName(tag.name));
  });
  const { text } = handlers;
  if (text) {
    parser.on('text', text);
    parser.on('cdata', text);
  }
  return {
    write(chunk) {
      silence += chunk.length;
      if (silence > MAX_SILENCE + chunk.length) {
        throw new SheetError('cell_too_long', '单元格内容超过 32767 个字符');
      }
      guard(() => parser.write(chunk));
    },
    close() {
      guard(() => parser.close());
    },
  };
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
    if (error instanceof TypeError) throw unreadable(error);
    throw error;
  }
}

function guard(step: () => void): void {
  try {
    step();
  } catch (error) {
    throw error instanceof SheetError ? error : unreadable(error);
  }
}

function unreadable(cause: unknown): SheetError {
  return new SheetError('unreadable', '文件已损坏，无法读取', cause);
}

function localName(name: string): string {
  const colon = name.indexOf(':');
  return colon === -1 ? name : name.slice(colon + 1);
}
