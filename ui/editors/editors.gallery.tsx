import { Button, Input, Select } from 'antd';
import { useState, type ReactNode } from 'react';
import type { GalleryPart } from '../gallery-part.ts';
import { CodeEditor, MarkdownEditor, RichText, RichTextEditor } from '#kit/web/lazy-widgets.tsx';
import { CODE_MODES } from './code-modes.ts';

const WRITTEN =
  '<h2>九月盘点通知</h2><p>请各仓 <strong>9 月 30 日</strong> 前完成，' +
  '<span style="color: #c0161d">逾期停发</span>。</p>' +
  '<ul><li><p>先盘大件</p></li><li><p>再盘配件</p></li></ul>' +
  '<table><tbody><tr><th><p>仓库</p></th><th><p>负责人</p></th></tr>' +
  '<tr><td><p>东莞一号仓</p></td><td><p>王仓管</p></td></tr></tbody></table>';
const LONG = `<p>${'盘点时请核对库位、批次与外箱标签，差异当天登记。'.repeat(40)}</p>`.repeat(10);
const CODE = 'const sum = (a, b) => {\n  return a + b;\n};\n';
const MARKDOWN =
  '# 交接说明\n\n- 早班 **8:00** 到岗\n- 见[待处理](/orders/pending)\n\n| 班次 | 时间 |\n| --- | --- |\n| 早 | 8:00 |\n';

function Blank(): ReactNode {
  const [html, setHtml] = useState('');
  return (
    <>
      <RichTextEditor aria-label="正文" value={html} onChange={setHtml} showCount placeholder="请输入正文" />
      <output aria-label="正文的 HTML">{html}</output>
    </>
  );
}

/** What others put into the value is cleaned too. */
function FromOutside(): ReactNode {
  const [typed, setTyped] = useState('');
  const [html, setHtml] = useState(WRITTEN);
  return (
    <>
      <Input.TextArea aria-label="外部 HTML" value={typed} onChange={(event) => setTyped(event.target.value)} />
      <Button onClick={() => setHtml(typed)}>写入</Button>
      <RichTextEditor aria-label="外部赋值的正文" value={html} onChange={setHtml} />
      <output aria-label="外部赋值的 HTML">{html}</output>
      <section aria-label="阅读">
        <RichText html={html} onOpen={() => undefined} />
      </section>
    </>
  );
}

function Modes(): ReactNode {
  const [mode, setMode] = useState<string>('javascript');
  const [code, setCode] = useState(CODE);
  return (
    <>
      <Select
        aria-label="语言"
        value={mode}
        onChange={setMode}
        options={[...CODE_MODES, 'cobol'].map((value) => ({ value, label: value }))}
        style={{ width: 160 }}
      />
      <CodeEditor aria-label="代码" mode={mode} value={code} onChange={setCode} />
      <output aria-label="代码的值">{code}</output>
    </>
  );
}

function Marked(): ReactNode {
  const [markdown, setMarkdown] = useState(MARKDOWN);
  return (
    <>
      <MarkdownEditor aria-label="说明" value={markdown} onChange={setMarkdown} />
      <output aria-label="说明的值">{markdown}</output>
    </>
  );
}

export const gallery: GalleryPart = {
  title: '编辑器',
  states: [
    { title: '富文本，空白', hint: 'Alt+F10 到工具栏，Esc 后按 Tab 离开', Show: Blank },
    { title: '富文本，外部赋值', Show: FromOutside },
    {
      title: '富文本，长文本',
      Show: () => <RichTextEditor aria-label="长正文" value={LONG} height={160} showCount />,
    },
    {
      title: '富文本，只读',
      Show: () => <RichTextEditor aria-label="只读正文" value={WRITTEN} readOnly />,
    },
    {
      title: '富文本，禁用',
      Show: () => <RichTextEditor aria-label="禁用正文" value={WRITTEN} disabled height={120} />,
    },
    { title: '代码', hint: 'Tab 缩进，Esc 后按 Tab 离开', Show: Modes },
    {
      title: '代码，只读',
      Show: () => <CodeEditor aria-label="只读代码" mode="sql" value="select 1;" readOnly />,
    },
    {
      title: '代码，禁用',
      Show: () => <CodeEditor aria-label="禁用代码" mode="css" value="a { top: 0 }" disabled height={80} />,
    },
    { title: 'Markdown', Show: Marked },
    {
      title: 'Markdown，只读',
      Show: () => <MarkdownEditor aria-label="只读说明" value={MARKDOWN} readOnly />,
    },
    {
      title: 'Markdown，禁用',
      Show: () => <MarkdownEditor aria-label="禁用说明" value={MARKDOWN} disabled height={100} />,
    },
  ],
};
