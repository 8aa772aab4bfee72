import { expect, test } from 'vitest';
import { SheetError } from './sheet-error.ts';
import { openXmlParser } from './xml-events.ts';

/** What a parser tells of a text that comes in pieces. */
function events(...pieces: string[]): string[] {
  const seen: string[] = [];
  let last = '';
  const parser = openXmlParser({
    open: (name, attributes) => seen.push(`<${name} ${JSON.stringify(attributes)}`),
    close: (name) => seen.push(`/${name}`),
    text: (text) => {
      // A CDATA section stands beside the text around it.
      if (seen.at(-1) === `"${last}`) seen.pop();
      else last = '';
      seen.push(`"${(last += text)}`);
    },
  });
  for (const piece of pieces) parser.write(piece);
  parser.close();
  return seen;
}

const WHOLE =
  `<?xml version="1.0"?>\r\n<!-- <a> & --><x:a xmlns:x='u' b="1 &lt; 2 > 0 &quot;&apos;" c = "&#20013;&#x1F600;">` +
  `一\r\n二&amp;三<![CDATA[<&]]x]]> <b/><x:c d=""/ ></x:a >\n`.replace('/ >', '/>');

test('tags, attributes, texts, entities and CDATA are reported, wherever the text is cut', () => {
  const reported = events(WHOLE);
  expect(reported).toEqual([
    `<a ${JSON.stringify({ 'xmlns:x': 'u', b: `1 < 2 > 0 "'`, c: '中😀' })}`,
    '"一\n二&三<&]]x ',
    '<b {}',
    '/b',
    '<c {"d":""}',
    '/c',
    '/a',
  ]);
  for (let cut = 1; cut < WHOLE.length; cut += 1)
    expect(events(WHOLE.slice(0, cut), WHOLE.slice(cut))).toEqual(reported);
  expect(events(...WHOLE)).toEqual(reported);
});

test('what is spelt oddly and allowed is read as it is meant', () => {
  expect(events('<a.中-1 b="1\t2\r\n3&#10;4">&#0000000065;<![CDATA[1\r\n2]]>&#x00000042;</a.中-1\t>')).toEqual([
    `<a.中-1 ${JSON.stringify({ b: '1 2 3\n4' })}`,
    '"A1\n2B',
    '/a.中-1',
  ]);
});

test.each([
  '',
  'a',
  '<a>',
  '<a></b>',
  '</a>',
  '<a/><b/>',
  '<a/>x',
  '<a b></a>',
  '<a b=1></a>',
  '<a b="1"c="2"></a>',
  '<a b="1" b="2"></a>',
  '<a b="<"></a>',
  '<a <b/>></a>',
  '< a></a>',
  '<a/ >',
  '<a>&nbsp;</a>',
  '<a>& </a>',
  '<a>&#0;</a>',
  '<a>&#xD800;</a>',
  '<a>&#x110000;</a>',
  '<a>\u0001</a>',
  '<!ELEMENT a><a/>',
  '<a><![cdata[x]]></a>',
  '<![CDATA[x]]><a/>',
  '<a><!-- </a>',
  '<a><!-- b -- c --></a>',
  '<a>]]></a>',
  '<a$/>',
  '<1a/>',
  '<a -b="1"/>',
  '\u00a0<a/>',
  '<a></a\u00a0>',
  ' <?xml version="1.0"?><a/>',
  '<?xml version="2.0"?><a/>',
  '<a><?XML x?></a>',
  '<a __proto__="1" __proto__="1"/>',
])('%j is damage', (xml) => {
  expect(() => events(xml)).toThrow(expect.objectContaining({ code: 'unreadable' }));
  expect(() => events(...xml)).toThrow(SheetError);
});
