import { expect, test } from 'vitest';
import { casUser } from './cas-answer.ts';

const NS = 'xmlns:cas="http://www.yale.edu/tp/cas"';
const answer = (inside: string): string => `<cas:serviceResponse ${NS}>${inside}</cas:serviceResponse>`;
const success = (inside: string): string => answer(`<cas:authenticationSuccess>${inside}</cas:authenticationSuccess>`);
const read = (xml: string): string | null => casUser(Buffer.from(xml));

test('the user of a success is read, with attributes of protocol 3 beside them', () => {
  expect(read(success('<cas:user>cangku</cas:user>'))).toBe('cangku');
  expect(
    read(
      `<?xml version="1.0"?>\n${success(
        '<cas:user> 仓库&amp;A </cas:user><cas:attributes><cas:user>admin</cas:user></cas:attributes>',
      )}`,
    ),
  ).toBe('仓库&A');
  expect(
    read(
      '<serviceResponse xmlns="http://www.yale.edu/tp/cas"><authenticationSuccess>' +
        '<user><![CDATA[caiwu]]></user></authenticationSuccess></serviceResponse>',
    ),
  ).toBe('caiwu');
});

test.each([
  ['a failure', answer('<cas:authenticationFailure code="X">admin</cas:authenticationFailure>')],
  [
    'a failure beside a success',
    answer(
      '<cas:authenticationSuccess><cas:user>a</cas:user></cas:authenticationSuccess>' +
        '<cas:authenticationFailure code="X"/>',
    ),
  ],
  ['two users', success('<cas:user>cangku</cas:user><cas:user>admin</cas:user>')],
  ['two successes', answer('<cas:authenticationSuccess><cas:user>a</cas:user></cas:authenticationSuccess>'.repeat(2))],
  ['no user', success('')],
  ['an empty user', success('<cas:user> </cas:user>')],
  ['an element within the user', success('<cas:user>ad<b/>min</cas:user>')],
  ['a comment within the user', success('<cas:user>admin<!-- x -->.evil</cas:user>')],
  ['a user elsewhere', answer('<cas:user>admin</cas:user>')],
  ['another namespace', success('<cas:user>admin</cas:user>').replace('http://www.yale.edu/tp/cas', 'urn:other')],
  ['an entity of its own', `<!DOCTYPE r [<!ENTITY me "admin">]>${success('<cas:user>&me;</cas:user>')}`],
  [
    'an outside entity',
    `<!DOCTYPE r [<!ENTITY me SYSTEM "file:///etc/passwd">]>${success('<cas:user>&me;</cas:user>')}`,
  ],
  ['an empty document type', `<!DOCTYPE r>${success('<cas:user>admin</cas:user>')}`],
  ['an unknown entity', success('<cas:user>&me;</cas:user>')],
  ['a processing instruction', `<?x y?>${success('<cas:user>admin</cas:user>')}`],
  ['text after the end', `${success('<cas:user>admin</cas:user>')}x`],
  ['an open end', success('<cas:user>admin</cas:user>').slice(0, -5)],
  ['a page', '<!doctype html><html><body>login</body></html>'],
  ['depth', success('<cas:x>'.repeat(50))],
  ['a name without end', success(`<cas:user>${'a'.repeat(101)}</cas:user>`)],
  ['nothing', ''],
])('%s names nobody', (_, xml) => {
  expect(read(xml)).toBeNull();
});

test('bytes that are no UTF-8 name nobody', () => {
  const xml = Buffer.from(success('<cas:user>a?</cas:user>'));
  xml[xml.indexOf('?')] = 0xff;
  expect(casUser(xml)).toBeNull();
});
