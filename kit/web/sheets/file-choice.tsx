import { Button, Space } from 'antd';
import { useRef, type ReactNode } from 'react';

const SHEETS = ['.xls', '.xlsx'];

/** Chooses one spreadsheet to import and names the chosen one. */
export function FileChoice({
  file,
  limits,
  onChoose,
  isDisabled = false,
  formats = SHEETS,
}: {
  /** The chosen one, or the name of one that was chosen before. */
  file: { name: string } | null;
  /** What the server takes, in words. */
  limits: string;
  onChoose: (file: File | null) => void;
  isDisabled?: boolean;
  /** Endings of the files that are offered; .csv is read like the others where channels send it. */
  formats?: readonly string[] | undefined;
}): ReactNode {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={formats.join(',')}
        hidden
        aria-label="选择导入文件"
        onChange={(event) => {
          onChoose(event.target.files?.[0] ?? null);
          // The same file, corrected, can be chosen again.
          event.target.value = '';
        }}
      />
      <Space wrap>
        <Button disabled={isDisabled} onClick={() => input.current?.click()}>
          选择导入文件
        </Button>
        <span>{file ? file.name : `支持 ${formats.join('、')}${limits && `，${limits}`}`}</span>
      </Space>
    </>
  );
}
