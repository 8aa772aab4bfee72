import { expect, type Locator, type Page } from '@playwright/test';
import { cleanRichText } from '#kit/server/rich-text.ts';
import { HOSTILE } from '#tests/hostile-html.ts';
import { noSeriousFault } from '../accessibility.ts';
import { complaints, inFront } from '../console-steps.ts';
import { covers } from '../covers.ts';
import { test, useConsole } from '../fixtures.ts';
import { bring } from '../paste.ts';
import { consoleUrl, openPart, openWindow } from './gallery-page.ts';

useConsole();

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

let page: Page;

test.beforeAll(async ({ browser }) => {
  page = await openWindow(browser, { hasTabs: true });
});

test.afterEach(() => page.unrouteAll());
test.afterAll(() => page.context().close());

const WORD =
  "<html><head><style>p.MsoNormal {mso-style-name:x}</style><!--[if gte mso 9]><xml><o:x>Normal</o:x></xml><![endif]--></head><body lang=ZH-CN><!--StartFragment--><xml><w:View>Print</w:View></xml><p class=MsoNormal align=center style='mso-margin-top-alt:auto;text-align:center'><b><span style='font-size:16.0pt;mso-fareast-font-family:宋体;color:#C00000'>放假通知<o:p></o:p></span></b></p>" +
  "<p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>1.<span>&nbsp;</span></span><![endif]>先盘点</p>" +
  "<p class=MsoListParagraph style='mso-list:l0 level2 lfo1'><span style='mso-list:Ignore'>a)</span>大件</p>" +
  "<p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>2.</span>后发货</p>" +
  '<table class=MsoTableGrid border=1><tr><td width=100 style="mso-x:y"><p class=MsoNormal>仓库</p></td><td colspan=2><p>东莞</p></td></tr></table>' +
  '<p><img src="file:///C:/a.png" v:shapes="x"><span style="text-decoration:underline;font-weight:700">急</span></p><!--EndFragment--></body></html>';

const ALLOWED =
  '<h2 style="text-align:right;position:fixed">二<em>级</em></h2><ol start="3"><li>一</li></ol>' +
  '<p align="center" class="x">a<span style="color:#C00;font-size:9px">红</span><sub>2</sub></p>' +
  '<table><tbody><tr><th colspan="2" onclick="x()">头</th></tr><tr><td>甲</td></tr></tbody></table>' +
  '<a href="https://example.com/a?b=1&amp;c=2" target="_top" title="例">外</a>' +
  '<a href="/orders/pending">内</a><a href="mailto:kefu@example.com">信</a>' +
  `<img src="data:image/png;base64,${PIXEL}" alt="图" width="20">`;

test('rich text is written by pointer and by keyboard, and is still there after other tabs', async () => {
  covers('§2.13 editors');
  const heard = complaints(page);
  const state = await openPart(page, 'editors');
  const part = state('富文本，空白');
  const box = part.getByRole('textbox', { name: '正文' });
  const html = part.getByLabel('正文的 HTML');
  const tool = (name: string): Locator => part.getByRole('button', { name, exact: true });

  await box.click();
  await page.keyboard.type('盘点');
  await page.keyboard.press('Control+a');
  await tool('加粗').click();
  await expect(tool('加粗')).toHaveAttribute('aria-pressed', 'true');
  await tool('文字颜色').click();
  await page.getByRole('dialog', { name: '文字颜色' }).getByRole('button', { name: '红色' }).click();
  await tool('居中').click();
  await expect(html).toHaveText(
    '<p style="text-align: center"><span style="color: rgb(192, 22, 29)"><strong>盘点</strong></span></p>',
  );
  await tool('清除格式').click();
  await expect(html).not.toContainText('strong');
  await part.getByLabel('段落格式').selectOption('标题 2');
  await expect(html).toHaveText(/^<h2.*盘点<\/h2>$/);

  // Arrows walk through the tools; Escape goes back to the text.
  await box.press('Alt+F10');
  await expect(part.getByLabel('段落格式')).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(tool('加粗')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(html).toContainText('<strong>盘点</strong>');
  await page.keyboard.press('End');
  await expect(tool('全屏')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(box).toBeFocused();

  await tool('链接').click();
  const link = page.getByRole('dialog', { name: '链接' });
  await link.getByLabel('链接地址').fill('javascript:alert(1)');
  await link.getByRole('button', { name: '确定' }).click();
  await expect(link.getByRole('alert')).toHaveText('请输入 http(s) 地址、邮箱地址或以 / 开头的站内路径');
  await link.getByLabel('链接地址').fill('kefu@example.com');
  await page.keyboard.press('Enter');
  await expect(html).toContainText('<a href="mailto:kefu@example.com">');

  // A list keeps Tab for itself; Escape gives it back.
  await box.press('Control+End');
  await page.keyboard.press('Enter');
  await tool('有序列表').click();
  await page.keyboard.insertText('一🧾\u200f二');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.insertText('三');
  // Whether the bold of the line above goes on depends on how soon the list is chosen.
  await expect(html).toContainText(
    /<ol><li><p>(<strong>)?一🧾\u200f二(<\/strong>)?<\/p><ol><li><p>(<strong>)?三(<\/strong>)?<\/p><\/li><\/ol><\/li><\/ol>/,
  );
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  await expect(box).not.toBeFocused();
  const written = await html.textContent();

  await tool('全屏').click();
  await noSeriousFault(page);
  await page.keyboard.press('Escape');
  await expect(tool('全屏')).toHaveAttribute('aria-pressed', 'false');
  const tabs = page.getByRole('navigation', { name: '已打开的页面' });
  await tabs.getByRole('button', { name: '首页', exact: true }).click();
  await inFront(page, '首页').waitFor();
  await tabs.getByRole('button', { name: '组件库', exact: true }).click();
  await expect(html).toHaveText(written ?? '');
  await box.press('Control+Home');
  await page.keyboard.insertText('新');
  await expect(html).toContainText('新');
  await expect(html).toContainText('三');

  await bring(box, 'paste', { text: '盘点🧾\u202bאבג'.repeat(1_500) });
  await expect(part.getByText(/^1\d{4} 字$/)).toBeVisible();
  const readOnly = state('富文本，只读');
  await expect(readOnly.getByRole('textbox')).toHaveAttribute('aria-readonly', 'true');
  await expect(readOnly.getByRole('toolbar')).toHaveCount(0);
  await expect(state('富文本，禁用').getByRole('textbox')).toHaveAttribute('contenteditable', 'false');
  expect(heard).toEqual([]);
});

test('an office is tidied, hostile text comes to nothing, and both cleaners agree', async () => {
  const heard = complaints(page);
  const wrong: string[] = [];
  page.on('dialog', (dialog) => {
    wrong.push(dialog.message());
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(consoleUrl()) && !request.url().startsWith('data:')) wrong.push(request.url());
  });
  const state = await openPart(page, 'editors');
  const written = state('富文本，空白');
  const box = written.getByRole('textbox', { name: '正文' });
  const html = written.getByLabel('正文的 HTML');
  await box.click();
  await bring(box, 'paste', { html: WORD, text: '放假通知' });
  await expect(html).toHaveText(
    '<p style="text-align: center"><span style="color: rgb(192, 0, 0)"><strong>放假通知</strong></span></p>' +
      '<ol><li><p>先盘点</p><ol><li><p>大件</p></li></ol></li><li><p>后发货</p></li></ol>' +
      '<table><tbody><tr><td><p>仓库</p></td>' +
      '<td colspan="2"><p>东莞</p></td></tr></tbody></table>' +
      '<p><strong><u>急</u></strong></p>',
  );
  await expect(page.getByText('有 1 张图片不在本系统中')).toBeVisible();

  const outside = state('富文本，外部赋值');
  const read = outside.getByLabel('阅读');
  const cleanedHere = async (text: string): Promise<string> => {
    await outside.getByLabel('外部 HTML').fill(text);
    await outside.getByRole('button', { name: '写入' }).click();
    await expect(outside.getByLabel('外部赋值的 HTML')).toHaveText(text, { useInnerText: false });
    return read.locator('.wb-rich-text').innerHTML();
  };
  for (const hostile of HOSTILE) {
    const here = await cleanedHere(hostile);
    const editor = outside.getByRole('textbox', { name: '外部赋值的正文' });
    await box.press('Control+a');
    await bring(box, 'paste', { html: hostile, text: 'x' });
    const all = [here, await editor.innerHTML(), (await html.textContent()) ?? ''];
    expect(await strangers(page, all), hostile).toEqual([]);
    // The server finds nothing left to take away from what the browser let pass.
    expect(await readAgain(page, cleanRichText(here)), hostile).toBe(here);
  }
  // What is allowed both let pass alike.
  expect(await cleanedHere(ALLOWED)).toBe(await readAgain(page, cleanRichText(ALLOWED)));
  expect(wrong).toEqual([]);
  expect(heard).toEqual([]);
});

/** As a browser writes what it has read. */
const readAgain = (page: Page, html: string): Promise<string> =>
  page.evaluate((text) => {
    const { body } = new DOMParser().parseFromString(text, 'text/html');
    return body.innerHTML;
  }, html);

/** Elements and attributes in a text that nobody should meet there. */
const strangers = (page: Page, texts: readonly string[]): Promise<string[]> =>
  page.evaluate((joined) => {
    const { body } = new DOMParser().parseFromString(joined, 'text/html');
    const TAGS = /^(?:a|b|br|div|p|span|strong|table|tbody|tr|td|col|colgroup)$/;
    const ATTRIBUTES = /^(?:title|colspan|rowspan|class|style|contenteditable)$/;
    return [...body.querySelectorAll('*')].flatMap((node) => {
      const names = [...node.attributes].map(({ name }) => name);
      const isOurs = /ProseMirror|tableWrapper/.test(node.className);
      return [
        ...(TAGS.test(node.localName) || isOurs ? [] : [node.localName]),
        ...names.filter((name) => !ATTRIBUTES.test(name)),
        ...(/evil|expression|fixed/.test(node.getAttribute('style') ?? '') ? ['style'] : []),
        ...(/wb-main|wb-header/.test(node.className) ? ['class'] : []),
      ];
    });
  }, texts.join('<br>'));

test('pictures come by choice, paste and drop, and say why not', async () => {
  const state = await openPart(page, 'editors');
  const part = state('富文本，空白');
  const box = part.getByRole('textbox', { name: '正文' });
  const html = part.getByLabel('正文的 HTML');
  const bodies: string[] = [];
  /** What the server says after the first picture, which it stores in earnest. */
  const answers = ['local', null, 'jeditor/b.png'];
  await page.route('**/sys/common/upload', async (route) => {
    bodies.push(route.request().postDataBuffer()?.toString('latin1') ?? '');
    if (bodies.length === 1) return route.continue();
    const message = answers.shift();
    await route.fulfill({
      json: message
        ? { success: true, code: 0, message, result: null }
        : { success: false, code: 500, message: '磁盘已满', result: null },
    });
  });
  await page.route('**/sys/common/static/jeditor/b.png', (route) =>
    route.fulfill({ contentType: 'image/png', body: Buffer.from(PIXEL, 'base64') }),
  );
  const picture = { name: '盘点.png', type: 'image/png', base64: PIXEL };

  await box.click();
  await page.keyboard.insertText('前后');
  await expect(html).toHaveText('<p>前后</p>');
  await page.keyboard.press('ArrowLeft');
  // The editor hears of a moved caret a little later; of what was written there it knows the place.
  await page.keyboard.insertText('中');
  await expect(html).toHaveText('<p>前中后</p>');
  await part.getByLabel('选择图片').setInputFiles({
    name: picture.name,
    mimeType: picture.type,
    buffer: Buffer.from(PIXEL, 'base64'),
  });
  await expect(html).toHaveText(/^<p>前中<img src="\/api\/sys\/common\/static\/jeditor\/[^"]+" alt="盘点">后<\/p>$/);
  const shown = box.getByRole('img', { name: '盘点' });
  await expect.poll(() => shown.evaluate((picture) => (picture as HTMLImageElement).naturalWidth)).toBe(1);
  expect(bodies[0]).toMatch(/name="biz"\r\n\r\njeditor\r\n/);
  expect(bodies[0]).toMatch(/name="jeditor"\r\n\r\n1\r\n/);

  await box.press('Control+End');
  await page.keyboard.insertText('末');
  await expect(html).toHaveText(/后末<\/p>$/);
  await bring(box, 'paste', { files: [picture] });
  await expect(html).toContainText(`<img src="data:image/png;base64,${PIXEL}" alt="盘点"></p>`);
  await bring(box, 'paste', { files: [picture] });
  await expect(page.getByText('“盘点.png”上传失败：磁盘已满')).toBeVisible();
  await bring(box, 'paste', { files: [{ ...picture, name: 'a.svg', type: 'image/svg+xml' }] });
  await expect(page.getByText('“a.svg”：只能插入 PNG、JPG、GIF、WebP 图片')).toBeVisible();
  await bring(box, 'drop', { files: [picture] });
  await expect(box.locator('img[alt]:not(.ProseMirror-separator)')).toHaveCount(3);
  await expect(box).not.toContainText('正在上传');
  expect(bodies).toHaveLength(4);
});
