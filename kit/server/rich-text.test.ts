import { expect, test } from 'vitest';
import { cpuMs } from '#tests/harness/cpu-time.ts';
import { HOSTILE } from '#tests/hostile-html.ts';
import { covers } from '#tests/spec/covers.ts';
import { cleanRichText } from './rich-text.ts';

/** Tags as a browser would find them: what stands escaped is text. */
const tagsOf = (html: string): string[] => html.match(/<[^>]*>/g) ?? [];
const HARMLESS_TAG = /^<\/?(?:p|a|table|tr|td|tbody|br)(?: (?:title|rel|target)="[^"<>]*")*\s*\/?>$/;

test.each(HOSTILE)('nothing is left that runs, loads or leads away: %s', (html) => {
  const cleaned = cleanRichText(html);
  expect(tagsOf(cleaned).filter((tag) => !HARMLESS_TAG.test(tag))).toEqual([]);
  expect(cleaned).not.toMatch(/javascript:|vbscript:|evil\.example|@import/i);
  expect(cleanRichText(cleaned)).toBe(cleaned);
});

test('formatting, lists, tables, links and pictures of the text itself stay', () => {
  covers('§2.13 editors');
  const picture = `data:image/png;base64,${'iVBORw0KGgo='.repeat(3).replaceAll('=', 'A')}`;
  const html = [
    '<h2>放假<em>通知</em></h2>',
    '<ul><li>一</li><li><strong>二</strong></li></ul>',
    '<table><tbody><tr><td colspan="2">甲 &amp; 乙 &lt; 丙</td></tr></tbody></table>',
    '<a href="/orders/pending?tab=1">站内</a>',
    `<img src="${picture}" alt="图" width="20" />`,
    '<img src="/logo.png" />',
  ].join('');
  expect(cleanRichText(html)).toBe(html);
});

test('a link to another site opens apart and tells it nothing', () => {
  expect(cleanRichText('<a href="https://example.com/a?b=1" target="_top">x</a>')).toBe(
    '<a href="https://example.com/a?b=1" target="_blank" rel="noopener noreferrer">x</a>',
  );
});

test('deep nesting is cut down and costs no time', async () => {
  const deep = '<div>'.repeat(20_000);
  let cleaned = '';
  expect(await cpuMs(() => (cleaned = cleanRichText(`${deep}x`)))).toBeLessThan(2000);
  expect(tagsOf(cleaned).length).toBeLessThan(100);
  expect(cleaned).toContain('x');
});

test('alignment and colour stay, every other style goes', () => {
  const html =
    '<p style="text-align: center">居<span style="color: #c00000">中</span></p>' +
    '<h2 style="text-align: right">右</h2>';
  expect(cleanRichText(html)).toBe(html);
  expect(
    cleanRichText(
      '<p style="position:fixed;top:0;TEXT-ALIGN:Center;background:url(//evil.example)">x</p>' +
        '<span style="color:expression(alert(1))">a</span><span style="color: transparent">b</span>' +
        '<b style="color:red">c</b>',
    ),
  ).toBe('<p style="text-align: Center">x</p><span>a</span><span>b</span><b>c</b>');
});

test('a mail address is a link to that address and adds nobody', () => {
  expect(cleanRichText('<a href="mailto:kefu@example.com">x</a>')).toBe('<a href="mailto:kefu@example.com">x</a>');
  expect(cleanRichText('<a href="mailto:a@example.com?bcc=b@evil.example">x</a>')).toBe('<a>x</a>');
});
