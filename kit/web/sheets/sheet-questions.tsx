import { Alert, Button, Space } from 'antd';
import type { ReactNode } from 'react';
import type { DateOrder } from '#kit/model/date-text.ts';
import './import-dialog.css';

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

const ORDERS: Record<DateOrder, string> = { mdy: '月/日/年（美国）', dmy: '日/月/年（英国、欧洲）' };

/** The order of days that somebody answered, which may be answered otherwise. */
export function AnsweredDates({
  dates,
  isDisabled = false,
  onChange,
}: {
  dates: DateOrder;
  isDisabled?: boolean;
  onChange: () => void;
}): ReactNode {
  return (
    <p className="wb-sheet-dates">
      日期按 {ORDERS[dates]} 读取
      <Button type="link" size="small" disabled={isDisabled} onClick={onChange}>
        重新选择
      </Button>
    </p>
  );
}

/** Asks once for the order of days that may be read two ways. */
export const DateQuestion = ({
  message,
  onChoose,
}: {
  message: string;
  onChoose: (order: DateOrder) => void;
}): ReactNode => (
  <OneOf
    message={message}
    choices={(['mdy', 'dmy'] as const).map((name) => ({ name, shown: ORDERS[name] }))}
    onChoose={onChoose}
  />
);

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

/** Which exports of other programs may be dropped as they are. */
export function ForeignHint({ names = [] }: { names?: readonly string[] | undefined }): ReactNode {
  return names.length > 0 && <>也可以直接选择{names.join('、')}的文件，按其列名识别。</>;
}

/** Asks which of the places of a file is meant: one import takes one. */
export const PartQuestion = ({
  message,
  parts,
  onChoose,
}: {
  message: string;
  /** What each is called, and how it is shown. */
  parts: readonly { name: string; shown: string }[];
  onChoose: (name: string) => void;
}): ReactNode => <OneOf message={message} choices={parts} onChoose={onChoose} />;

/** A question about a file, with a button for each answer. */
function OneOf<N extends string>({
  message,
  choices,
  onChoose,
}: {
  message: string;
  choices: readonly { name: N; shown: string }[];
  onChoose: (name: N) => void;
}): ReactNode {
  return (
    <Alert
      type="warning"
      showIcon
      title={message}
      description={
        <Space wrap>
          {choices.map(({ name, shown }) => (
            <Button key={name} size="small" onClick={() => onChoose(name)}>
              {shown}
            </Button>
          ))}
        </Space>
      }
    />
  );
}
