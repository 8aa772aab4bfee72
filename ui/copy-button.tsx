import { CopyOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { copyText } from './copy-text.ts';
import { toast } from './feedback.tsx';

/** Copies a text; `what` it is stands in its name and in what it says afterwards. */
export function CopyButton({ text, what }: { text: string; what: string }): ReactNode {
  const copy = async (): Promise<void> => {
    if (await copyText(text)) toast.done(`${what}已复制`);
    else toast.warn('浏览器不允许复制，请手工选择');
  };
  return (
    <Button
      type="text"
      size="small"
      icon={<CopyOutlined />}
      aria-label={`复制${what}`}
      title={`复制${what}`}
      onClick={() => void copy()}
    />
  );
}
