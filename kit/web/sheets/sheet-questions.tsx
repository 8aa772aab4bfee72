import { Alert, Button, Space } from 'antd';
import type { ReactNode } from 'react';
import type { DateOrder } from '#kit/model/date-text.ts';

/** What there is to know of a sheet, one by one. */
export function SheetNotes({ notes }: { notes: readonly string[] }): ReactNode {
  return (
    <ul className="wb-sheet-notes">
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  );
}

/** Asks once for the order of days that may be read two ways. */
export function DateQuestion({
  message,
  onChoose,
}: {
  message: string;
  onChoose: (order: DateOrder) => void;
}): ReactNode {
  return (
    <Alert
      type="warning"
      showIcon
      title={message}
      description={
        <Space wrap>
          <Button size="small" onClick={() => onChoose('mdy')}>
            月/日/年（美国）
          </Button>
          <Button size="small" onClick={() => onChoose('dmy')}>
            日/月/年（英国、欧洲）
          </Button>
        </Space>
      }
    />
  );
}

/** Names what of a sheet will not be imported before anything is written. */
export function NotesQuestion({ notes, onConfirm }: { notes: readonly string[]; onConfirm: () => void }): ReactNode {
  return (
    <Alert
      type="warning"
      showIcon
      title="有需要确认的内容，尚未写入"
      description={
        <>
          <SheetNotes notes={notes} />
          <Button size="small" type="primary" onClick={onConfirm}>
            确认并继续导入
          </Button>
        </>
      }
    />
  );
}
