import { expect, test } from 'vitest';
import { countryCode } from './country.ts';
import { writtenForms } from './written-form.ts';

test.each([
  ['us', 'US'],
  ['USA', 'US'],
  ['U.S.A.', 'US'],
  ['United States', 'US'],
  ['united  states of america', 'US'],
  ['美国', 'US'],
  ['ＵＳ', 'US'],
  ['UK', 'GB'],
  ['United Kingdom', 'GB'],
  ['英国', 'GB'],
  ['DEU', 'DE'],
  ['Germany', 'DE'],
  ['德国', 'DE'],
  ['加拿大', 'CA'],
  ['South Korea', 'KR'],
  ['香港', 'HK'],
  ['pr', 'PR'],
  ['Serbia', 'RS'],
])('%s is %s', (text, code) => {
  expect(countryCode(text)).toBe(code);
});

test('what is no country is none, and is said so with what to write', () => {
  for (const text of ['', 'Edison', '08817', '美国仓', 'QQQ', 'XX', 'zz', 'EU', 'DD', 'XXX'])
    expect(countryCode(text)).toBeNull();
  expect(writtenForms.country(' 美国 ')).toEqual({ text: 'US' });
  expect(writtenForms.country('')).toEqual({ text: '' });
  expect(writtenForms.country('XX')).toEqual({ fault: '“XX”不是国家，请写两位代码，如 US' });
  expect(writtenForms.country('Edison')).toEqual({ fault: '“Edison”不是国家，请写两位代码，如 US' });
});
