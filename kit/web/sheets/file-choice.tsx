import { Button, Space } from 'antd';
import { useRef, type ReactNode } from 'react';

/** Chooses one spreadsheet to import and names the chosen one. */
export function FileChoice({
  file,
  limits,
  onChoose,
  isDisabled = false,
}: {
  /** The chosen one, or the name of one that was chosen before. */
  file: { name: string } | null;
  /** What the server takes, in words. */
  limits: string;
  onChoose: (file: File | null) => void;
  isDisabled?: boolean;
}): ReactNode {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".xls,.xlsx"
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
        <span>{file ? file.name : `支持 .xls、.xlsx${limits && `，${limits}`}`}</span>
      </Space>
    </>
  );
}
