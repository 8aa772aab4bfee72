import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Modal } from 'antd';
import { useState, type ReactNode } from 'react';
import type { DateOrder } from '#kit/model/date-text.ts';
import { DAYS_IN_DOUBT, SHEET_PARTS } from '#kit/model/file-job.ts';
import { resourceKey } from '#kit/model/resource.ts';
import type { DraftShape } from '#kit/model/draft-shape.ts';
import { routePath } from '#kit/model/resource-routes.ts';
import { toast, toastError } from '#ui/feedback.tsx';
import { download, upload } from '#ui/http/http.ts';
import { kitServices } from '../services.ts';
import { ApiError } from '#ui/http/api-error.ts';
import { FileChoice } from '../sheets/file-choice.tsx';
import { SheetErrors } from '../sheets/sheet-errors.tsx';
import { AnsweredDates, DateQuestion, ForeignHint, PartQuestion, SheetNotes } from '../sheets/sheet-questions.tsx';
import { storedFilePath } from '#ui/upload/stored-file.ts';

/** What the server read of a sheet: the good rows, and the first of the others. */
interface SheetReading {
  totalCount: number;
  errorCount: number;
  errors: { row: number; title: string; message: string }[];
  /** What of the sheet was not read, or otherwise than it looks. */
  notes: string[];
  fileUrl?: string;
  fileName?: string;
  lines: Record<string, unknown>[];
}

/** A file has rows of several places. */
interface PartsAsked {
  message: string;
  parts: { name: string; shown: string }[];
}

/**
 * Lines of a draft from a spreadsheet: the good rows join those of the form, the others are named.
 * Nothing is stored before the form is.
 */
export function ImportLines({
  shape,
  note,
  currency,
  onLines,
  onClose,
}: {
  shape: DraftShape;
  note?: string | undefined;
  /** What the form says that its prices are in, if anything. */
  currency?: unknown;
  onLines: (lines: readonly Record<string, unknown>[]) => void;
  onClose: () => void;
}): ReactNode {
  const { resource, lines, word, columns, line } = shape;
  const [file, setFile] = useState<File | null>(null);
  const [reading, setReading] = useState<SheetReading | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [doubt, setDoubt] = useState<string | null>(null);
  const [dates, setDates] = useState<DateOrder | null>(null);
  const [parts, setParts] = useState<PartsAsked | null>(null);
  const [isBusy, setBusy] = useState(false);
  const { data: bounds } = useQuery({
    queryKey: ['sheetBounds'],
    queryFn: () => kitServices.get().sheetBounds(),
    staleTime: Infinity,
  });
  const isTooLarge = bounds !== undefined && (file?.size ?? 0) > bounds.maxMb * 1024 * 1024;
  const choose = (chosen: File | null): void => {
    setFile(chosen);
    setReading(null);
    setFailure(null);
    setDoubt(null);
    setDates(null);
    setParts(null);
  };
  const read = async (order?: DateOrder, part?: string): Promise<void> => {
    if (!file) return;
    setBusy(true);
    setFailure(null);
    setDoubt(null);
    setParts(null);
    try {
      const named = typeof currency === 'string' && currency !== '' ? { currency } : {};
      const query = {
        dryRun: 1,
        ...named,
        ...(order ? { dates: order } : {}),
        ...(part === undefined ? {} : { part }),
      };
      const { result } = await upload<SheetReading>(routePath(resource, 'importLines'), file, {
        query,
      });
      if (result.lines.length > 0) onLines(result.lines);
      setReading(result);
      if (result.errorCount > 0 || result.notes.length > 0) return;
      toast.done(`已加入 ${result.lines.length} 行${word}`);
      onClose();
    } catch (error) {
      if (error instanceof ApiError && error.errors.some(({ code }) => code === DAYS_IN_DOUBT)) setDoubt(error.message);
      else if (error instanceof ApiError && error.errors.some(({ code }) => code === SHEET_PARTS))
        setParts({
          message: error.message,
          parts: error.errors.map(({ field, message }) => ({ name: field, shown: message })),
        });
      else setFailure(`${file.name} ${error instanceof Error ? error.message : '未知错误'}`);
    } finally {
      setBusy(false);
    }
  };
  const answer = (order: DateOrder): void => {
    setDates(order);
    void read(order);
  };
  const template = (): Promise<void> =>
    download(routePath(resource, 'lineTemplate'), {}, `${lines.title}导入模板.xls`).catch(toastError);
  return (
    <Modal
      open
      title={`从表格导入${word}`}
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
            onClick={() => void read(dates ?? undefined)}
          >
            加入{word}
          </Button>
        </>
      }
    >
      <ol className="wb-draft-import">
        <li>
          <Button type="link" onClick={() => void template()}>
            下载模板
          </Button>
          一行一个{line[columns[0] ?? '']?.title}
          {note && `，${note}`}。
          <ForeignHint names={bounds?.foreign[resourceKey(resource)]} />
        </li>
        <li>
          <FileChoice
            file={file}
            limits={bounds ? `不超过 ${bounds.maxMb}MB、${lines.most.toLocaleString('en-US')} 行` : ''}
            onChoose={choose}
          />
        </li>
      </ol>
      {isTooLarge && <Alert type="warning" showIcon title={`${file?.name} 超过${bounds.maxMb}MB，请拆分后再导入`} />}
      {failure && <Alert type="warning" showIcon title={failure} />}
      {doubt && <DateQuestion message={doubt} onChoose={answer} />}
      {parts && <PartQuestion {...parts} onChoose={(name) => void read(dates ?? undefined, name)} />}
      {dates && <AnsweredDates dates={dates} isDisabled={isBusy || reading !== null} onChange={() => choose(file)} />}
      {reading && <ReadingNote reading={reading} word={word} />}
    </Modal>
  );
}

function ReadingNote({ reading, word }: { reading: SheetReading; word: string }): ReactNode {
  const { totalCount, errorCount, errors, notes, lines, fileUrl, fileName } = reading;
  return (
    <>
      <Alert
        type="warning"
        showIcon
        title={`共 ${totalCount} 行，${lines.length} 行已加入${word}${errorCount > 0 ? `，${errorCount} 行有误未加入` : ''}`}
        description={notes.length > 0 ? <SheetNotes notes={notes} /> : undefined}
      />
      <SheetErrors errors={errors} rows={errorCount} />
      {fileUrl && (
        <Button
          type="link"
          className="wb-draft-import-file"
          onClick={() => void download(storedFilePath(fileUrl), {}, fileName).catch(toastError)}
        >
          下载错误数据，改好后再导入
        </Button>
      )}
    </>
  );
}
