import { SaxesParser } from 'saxes';
import { SheetError } from '#platform/sheets/sheet-error.ts';
import type { OpenXmlParser } from '#platform/sheets/xml-events.ts';

const MAX_DEPTH = 64;

/** What our own parser of XML promises, by a library: the judge of what a document says. */
export const openSaxes: OpenXmlParser = (handlers) => {
  const parser = new SaxesParser({
    xmlns: false,
    forceXMLVersion: true,
    defaultXMLVersion: '1.0',
    position: false,
  });
  let depth = 0;
  parser.on('error', (error) => {
    throw new SheetError('unreadable', 'no XML', error);
  });
  parser.on('doctype', () => {
    throw new SheetError('unsafe', 'a document type');
  });
  parser.on('opentag', ({ name, attributes }) => {
    depth += 1;
    if (depth > MAX_DEPTH) throw new SheetError('unsafe', 'too deep');
    handlers.open(localName(name), attributes);
  });
  parser.on('closetag', ({ name }) => {
    depth -= 1;
    handlers.close(localName(name));
  });
  const text = (given: string): void => {
    if (depth > 0) handlers.text?.(given);
  };
  parser.on('text', text);
  parser.on('cdata', text);
  return {
    write: (chunk) => void parser.write(chunk),
    close: () => void parser.close(),
  };
};

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);
