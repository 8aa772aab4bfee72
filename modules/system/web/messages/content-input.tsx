import { Form, Input } from 'antd';
import type { ReactNode } from 'react';
import { RichTextEdit, type EditProps } from '#kit/web/index.ts';

const RICH = '2';

/** What a message says: text as it is typed, or rich text, as its `format` is one or the other. */
export function ContentInput(props: EditProps): ReactNode {
  const format: unknown = Form.useWatch('format');
  if (format === RICH) return <RichTextEdit {...props} />;
  const { field, value, onChange, id, disabled } = props;
  return (
    <Input.TextArea
      {...(id ? { id } : {})}
      aria-label={field.title}
      rows={6}
      showCount
      {...(field.max ? { maxLength: field.max } : {})}
      disabled={disabled ?? false}
      value={typeof value === 'string' ? value : ''}
      onChange={({ target }) => onChange?.(target.value)}
    />
  );
}
