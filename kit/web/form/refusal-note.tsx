import { Alert } from 'antd';
import type { ReactNode } from 'react';
import './form.css';

/** What a refusal said that belongs to no field, above the form; nothing while there is nothing. */
export function RefusalNote({ texts }: { texts: readonly string[] }): ReactNode {
  if (texts.length === 0) return null;
  return <Alert type="error" showIcon className="wb-form-note" title={texts.join('；')} />;
}
