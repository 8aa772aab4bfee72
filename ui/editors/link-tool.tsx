import { LinkOutlined } from '@ant-design/icons';
import type { Editor } from '@tiptap/react';
import { Button, Input } from 'antd';
import { useId, useState, type ReactNode } from 'react';
import { isRichTextLink } from '#kit/model/rich-text.ts';
import { PopTool } from './pop-tool.tsx';

/** Sets, changes and removes the link of the selected text. */
export function LinkTool({ editor, href }: { editor: Editor; href: string | null }): ReactNode {
  const set = (next: string | null): void => {
    const chain = editor.chain().focus().extendMarkRange('link');
    const isBare = editor.state.selection.empty && !href;
    if (next === null) chain.unsetMark('link').run();
    else if (isBare) chain.insertContent(linkedText(next)).run();
    else chain.setMark('link', { href: next }).run();
  };
  return (
    <PopTool label="链接" className="wb-link-form" icon={<LinkOutlined aria-hidden />} isOn={href !== null}>
      {(close) => (
        <LinkForm
          href={href}
          onSet={(next) => {
            set(next);
            close();
          }}
        />
      )}
    </PopTool>
  );
}

/** Nothing is selected: the address is its own text. */
const linkedText = (href: string) => ({
  type: 'text',
  text: href.replace(/^mailto:/i, ''),
  marks: [{ type: 'link', attrs: { href } }],
});

/** What people type, as an address: `www.a.cn` and `a@b.cn` lack their beginning. */
function addressOf(typed: string): string {
  const text = typed.trim();
  if (/^www\./i.test(text)) return `https://${text}`;
  return /^[^\s:/@]+@[^\s:/@]+$/.test(text) ? `mailto:${text}` : text;
}

function LinkForm({ href, onSet }: { href: string | null; onSet: (href: string | null) => void }): ReactNode {
  const [typed, setTyped] = useState(href ?? '');
  const [hasFault, setFault] = useState(false);
  const faultId = useId();
  const submit = (): void => {
    const address = addressOf(typed);
    if (isRichTextLink(address)) onSet(address);
    else setFault(true);
  };
  return (
    <>
      <Input
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- opened by the user, closed by Escape
        autoFocus
        aria-label="链接地址"
        placeholder="https://、邮箱地址或以 / 开头的站内路径"
        maxLength={2000}
        value={typed}
        {...(hasFault ? { status: 'error' as const } : {})}
        aria-invalid={hasFault}
        aria-describedby={hasFault ? faultId : undefined}
        onChange={(event) => {
          setTyped(event.target.value);
          setFault(false);
        }}
        onPressEnter={(event) => {
          // It may stand in a form.
          event.preventDefault();
          submit();
        }}
      />
      {hasFault && (
        <div id={faultId} role="alert" className="wb-link-fault">
          请输入 http(s) 地址、邮箱地址或以 / 开头的站内路径
        </div>
      )}
      <Button type="primary" size="small" onClick={submit}>
        确定
      </Button>
      {href !== null && (
        <Button size="small" onClick={() => onSet(null)}>
          取消链接
        </Button>
      )}
    </>
  );
}
