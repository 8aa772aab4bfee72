import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Modal, Table } from 'antd';
import { useState, type ReactNode } from 'react';
import type { SheetBounds } from '#kit/model/file-job.ts';
import { download, FileChoice, get, say, storedFilePath, tell, upload } from '#kit/web/index.ts';
import { MAX_LINES } from '../model/adjustment-limits.ts';
import type { SheetLine } from './adjustment-lines.ts';

/** What the server read of a sheet: the good rows, and the first of the others. */
interface SheetReading {
  totalCount: number;
  errorCount: number;
  errors: { row: number; title: string; message: string }[];
  ignoredTitles: string[];
  fileUrl?: string;
  fileName?: string;
  lines: SheetLine[];
}

const BASE = '/inventory/stockAdjustment';

/**
 * Lines of a draft from a spreadsheet: the good rows join those of the form, the others are named.
 * Nothing is stored before the form is.
 */
export function ImportLines({
  onLines,
  onClose,
}: {
  onLines: (lines: readonly SheetLine[]) => void;
  onClose: () => void;
}): ReactNode {
  const [file, setFile] = useState<File | null>(null);
  const [reading, setReading] = useState<SheetReading | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const { data: bounds } = useQuery({
    queryKey: ['sheetBounds'],
    queryFn: () => get<SheetBounds>('/sys/fileJob/limits'),
    staleTime: Infinity,
  });
  const isTooLarge = bounds !== undefined && (file?.size ?? 0) > bounds.maxMb * 1024 * 1024;
  const choose = (chosen: File | null): void => {
    setFile(chosen);
    setReading(null);
    setFailure(null);
  };
  const read = async (): Promise<void> => {
    if (!file) return;
    setBusy(true);
    setFailure(null);
    try {
      const query = { dryRun: 1 };
      const { result } = await upload<SheetReading>(`${BASE}/importLines`, file, { query });
      if (result.lines.length > 0) onLines(result.lines);
      setReading(result);
      if (result.errorCount > 0) return;
      say.done(`已加入 ${result.lines.length} 行明细`);
      onClose();
    } catch (error) {
      setFailure(`${file.name} ${error instanceof Error ? error.message : '未知错误'}`);
    } finally {
      setBusy(false);
    }
  };
  const template = (): Promise<void> =>
    download(`${BASE}/lineTemplate`, {}, '调整明细导入模板.xls').catch(tell);
  return (
    <Modal
      open
      title="从表格导入明细"
      width={560}
      mask={{ closable: false }}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>关闭</Button>
          <Button
            type="primary"
            disabled={!file || isTooLarge || reading !== null}
            loading={isBusy}
            onClick={() => void read()}
          >
            加入明细
          </Button>
        </>
      }
    >
      <ol className="iv-import">
        <li>
          <Button type="link" onClick={() => void template()}>
            下载模板
          </Button>
          一行一个SKU，减少库存填负数。
        </li>
        <li>
          <FileChoice
            file={file}
            limits={
              bounds ? `不超过 ${bounds.maxMb}MB、${MAX_LINES.toLocaleString('en-US')} 行` : ''
            }
            onChoose={choose}
          />
        </li>
      </ol>
      {isTooLarge && (
        <Alert
          type="warning"
          showIcon
          title={`${file?.name} 超过${bounds.maxMb}MB，请拆分后再导入`}
        />
      )}
      {failure && <Alert type="warning" showIcon title={failure} />}
      {reading && <ReadingNote reading={reading} />}
    </Modal>
  );
}

function ReadingNote({ reading }: { reading: SheetReading }): ReactNode {
  const { totalCount, errorCount, errors, ignoredTitles, lines, fileUrl, fileName } = reading;
  return (
    <>
      <Alert
        type="warning"
        showIcon
        title={`共 ${totalCount} 行，${lines.length} 行已加入明细，${errorCount} 行有误未加入`}
        description={
          ignoredTitles.length > 0 ? `未识别的列：${ignoredTitles.join('、')}` : undefined
        }
      />
      <Table
        className="iv-import-errors"
        size="small"
        rowKey={(error) => `${error.row} ${error.title} ${error.message}`}
        dataSource={errors}
        pagination={false}
        scroll={{ y: 240 }}
        columns={[
          { dataIndex: 'row', title: '行号', width: 64 },
          { dataIndex: 'title', title: '列', width: 96 },
          { dataIndex: 'message', title: '错误' },
        ]}
      />
      {fileUrl && (
        <Button
          type="link"
          className="iv-import-file"
          onClick={() => void download(storedFilePath(fileUrl), {}, fileName).catch(tell)}
        >
          下载错误数据，改好后再导入
        </Button>
      )}
    </>
  );
}
