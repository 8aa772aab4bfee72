import { Input, Modal } from 'antd';
import { useState, type ReactNode } from 'react';
import { toast } from '#ui/feedback.tsx';
import type { GridColumn } from '#ui/grid/grid-column.ts';
import { unknownText } from '#ui/grid-data/headings.ts';
import { useGuardedClose } from '#ui/page/use-guarded-close.ts';
import { pastedLines } from './draft-columns.ts';

const COUNTS = ['', '一', '两', '三'];

/** Lines pasted as a text, for whoever has no key to paste with. */
export function PasteDialog({
  word,
  columns,
  typed,
  example,
  onPaste,
  onClose,
}: {
  /** What lines are called. */
  word: string;
  /** What may be copied, by those who may see it. */
  columns: readonly { key: string; title: string }[];
  /** All that are in sight: a line of headings may name any of them. */
  typed: readonly GridColumn[];
  example: readonly string[];
  onPaste: (texts: readonly Record<string, string>[]) => void;
  onClose: () => void;
}): ReactNode {
  const [text, setText] = useState('');
  const { setDirty, close } = useGuardedClose(onClose);
  const titles = columns.map(({ title }) => title).join('、');
  const request = `${titles} ${COUNTS[columns.length] ?? ''}列`;
  const paste = (): void => {
    const { lines, unknown } = pastedLines(text, columns, typed);
    if (lines.length === 0) return toast.warn(`没有可用的行：请复制 ${request}`);
    onPaste(lines);
    if (unknown.length > 0) toast.warn(`部分内容未粘贴：${unknownText(unknown)}`);
    onClose();
  };
  return (
    <Modal
      open
      title={`从Excel粘贴${word}`}
      okText={`加入${word}`}
      cancelText="取消"
      okButtonProps={{ disabled: text.trim() === '' }}
      mask={{ closable: false }}
      onCancel={close}
      onOk={paste}
    >
      <p>在表格中复制 {request}，粘贴到下面。带标题行时按标题对应，列序不限。</p>
      <Input.TextArea
        autoFocus
        aria-label={`粘贴的${word}`}
        rows={10}
        value={text}
        placeholder={example.slice(0, columns.length).join('\t')}
        onChange={({ target }) => {
          setText(target.value);
          setDirty(target.value.trim() !== '');
        }}
      />
    </Modal>
  );
}
