import { useRef, type ReactNode } from 'react';
import type { EditProps } from '../cells/faces.ts';
import { StillUploading } from '../cells/still-uploading.ts';
import { RichTextEditor } from './rich-text-editor.tsx';

/** Rich text as the input of a field: not to be sent while pictures of it are on their way. */
export function RichTextEdit({ field, value, onChange, id, disabled }: EditProps): ReactNode {
  const html = value instanceof StillUploading ? (value.paths ?? '') : String(value ?? '');
  const isBusy = useRef(false);
  const notify = (next: string): void => onChange?.(isBusy.current ? new StillUploading(next) : next);
  return (
    <RichTextEditor
      {...(id ? { id } : {})}
      aria-label={field.title}
      value={html}
      disabled={disabled ?? false}
      showCount
      onChange={notify}
      onUploading={(isUploading) => {
        isBusy.current = isUploading;
        notify(html);
      }}
    />
  );
}
