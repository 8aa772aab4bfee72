import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Modal, Switch } from 'antd';
import { useEffect, type ReactNode } from 'react';
import type { SheetBounds } from '#kit/model/file-job.ts';
import { routePath } from '#kit/model/resource-routes.ts';
import { resourceKey, type AnyResource } from '#kit/model/resource.ts';
import { toastError } from '#ui/feedback.tsx';
import { download } from '#ui/http/http.ts';
import { kitServices } from '../services.ts';
import { FileChoice } from './file-choice.tsx';
import { ImportProgress } from './import-progress.tsx';
import {
  importOf,
  PARTLY_DONE,
  type ImportCounts,
  type ImportOutcome,
  type ImportRun,
  type StoppedImport,
} from './import-runs.ts';
import { SheetErrors } from './sheet-errors.tsx';
import { AnsweredDates, DateQuestion, ForeignHint, NotesQuestion, SheetNotes } from './sheet-questions.tsx';
import { storedFilePath } from '#ui/upload/stored-file.ts';
import './import-dialog.css';

/** What channels send; registers are kept in spreadsheets. */
const FILES_OF_CHANNELS = ['.csv', '.xls', '.xlsx'];

/** What the button of the upload says meanwhile. */
const BUSY = { idle: '', uploading: '上传中...', working: '导入中...' } as const;

export interface ImportDialogProps {
  of: AnyResource;
  /** Rows that its sheets may have, where that is less than any sheet may. */
  mostRows?: number;
  /** What a row of its sheets is, where it is not one record. */
  rowMeans?: string;
  /** Templates of files that come from elsewhere, beside its own. */
  templates?: ReactNode;
  onClose: () => void;
}

/**
 * 导入: take the template, choose a file, try it without writing, import it. Rows with errors come
 * back as a workbook that says at each row what is wrong. An import under way goes on while the
 * dialog is closed, or the page reloaded, and is found again when it is opened.
 */
export function ImportDialog({ of, mostRows, rowMeans, templates, onClose }: ImportDialogProps): ReactNode {
  const flow = importOf(of);
  const run = flow.use();
  useEffect(() => flow.watch(), [flow]);
  const isBusy = run.phase !== 'idle';
  const { data: bounds } = useQuery({
    queryKey: ['sheetBounds'],
    queryFn: () => kitServices.get().sheetBounds(),
    staleTime: Infinity,
  });
  const isTooLarge = bounds !== undefined && (run.file?.size ?? 0) > bounds.maxMb * 1024 * 1024;
  const isReady = run.file !== null && !isTooLarge && !isBusy;
  const template = (): void =>
    void download(routePath(of, 'importTemplate'), {}, `${of.title}导入模板.xls`).catch(toastError);
  return (
    <Modal
      open
      title={`导入${of.title}`}
      width={560}
      mask={{ closable: false }}
      onCancel={onClose}
      footer={<Buttons run={run} isReady={isReady} onStart={(isTrial) => void flow.start(isTrial)} onClose={onClose} />}
    >
      <ol className="wb-import">
        <li>
          <Button type="link" onClick={template}>
            下载模板
          </Button>
          {templates}
          按模板的列名填写，{rowMeans ?? '一行一条'}。
          <ForeignHint names={bounds?.foreign[resourceKey(of)]} />
        </li>
        <li>
          <FileChoice
            formats={of.kind === 'document' ? FILES_OF_CHANNELS : undefined}
            file={run.file ?? (run.job && { name: run.job.fileName })}
            limits={limitsOf(bounds, mostRows)}
            onChoose={flow.choose}
            isDisabled={isBusy}
          />
        </li>
        <li className="wb-import-check">
          <Switch aria-label="是否开启校验" checked={run.isStrict} disabled={isBusy} onChange={flow.setStrict} />
          <span>是否开启校验：{run.isStrict ? '有一行不合格就整表不导入' : '只导入合格的行'}</span>
        </li>
      </ol>
      {run.answers.dates && !run.question && (
        <AnsweredDates dates={run.answers.dates} isDisabled={isBusy} onChange={flow.confirmDates} />
      )}
      {isTooLarge && (
        <Alert type="warning" showIcon title={`${run.file?.name} 超过${bounds.maxMb}MB，请拆分后再导入`} />
      )}
      {isBusy && <ImportProgress run={run} onCancel={flow.cancel} />}
      {run.question?.about === 'dates' && (
        <DateQuestion message={run.question.message} onChoose={(dates) => void flow.answer({ dates })} />
      )}
      {run.question?.about === 'notes' && (
        <NotesQuestion notes={run.question.notes} onConfirm={() => void flow.answer({ hasReadNotes: true })} />
      )}
      {run.stopped && <StoppedNote stopped={run.stopped} />}
      {run.failure && (
        <Alert
          type="warning"
          showIcon
          title={run.failure}
          description={run.failureFile && <ErrorFile path={run.failureFile} />}
        />
      )}
      {run.outcome?.warning && <Alert type="warning" showIcon title={run.outcome.warning} />}
      {run.outcome && run.outcome.notes.length > 0 && (
        <Alert type="info" showIcon title={<SheetNotes notes={run.outcome.notes} />} />
      )}
      {run.outcome && <OutcomeNote outcome={run.outcome} />}
    </Modal>
  );
}

interface ButtonProps {
  run: ImportRun;
  isReady: boolean;
  onStart: (isTrial: boolean) => void;
  onClose: () => void;
}

/** One of them is what comes next: import, try again where nothing can be imported, or close. */
function Buttons({ run: { phase, outcome, question }, isReady, onStart, onClose }: ButtonProps): ReactNode {
  const isBusy = phase !== 'idle';
  const close = (isNext: boolean): ReactNode => (
    <Button type={isNext ? 'primary' : 'default'} onClick={onClose}>
      关闭
    </Button>
  );
  // What goes on with it stands beside the question.
  if (question) return close(false);
  if (outcome && !outcome.isTrial) return close(true);
  const good = outcome ? goodRows(outcome) : null;
  const trial = (isNext: boolean): ReactNode => (
    <Button type={isNext ? 'primary' : 'default'} disabled={!isReady} onClick={() => onStart(true)}>
      {isNext ? '再次试导入' : '试导入（不写入）'}
    </Button>
  );
  if (good === 0)
    return (
      <>
        {close(false)}
        {trial(true)}
      </>
    );
  return (
    <>
      {close(false)}
      {good === null && trial(false)}
      <Button type="primary" disabled={!isReady} loading={isBusy} onClick={() => onStart(false)}>
        {isBusy ? BUSY[phase] : `开始上传${good === null ? '' : `（${number(good)} 行）`}`}
      </Button>
    </>
  );
}

/** Rows that an import would take after its trial. */
function goodRows({ counts, result, isStrict }: ImportOutcome): number {
  if (isStrict && result) return 0;
  return counts.created + counts.updated + counts.unchanged;
}

/** What was written before somebody stopped the import stays; what was refused can be fetched. */
function StoppedNote({ stopped }: { stopped: StoppedImport }): ReactNode {
  const { message, errorFile } = stopped;
  return <Alert type="warning" showIcon title={message} description={errorFile && <ErrorFile path={errorFile} />} />;
}

function ErrorFile({ path, name = '错误数据.xlsx' }: { path: string; name?: string }): ReactNode {
  return (
    <Button
      type="link"
      className="wb-import-file"
      onClick={() => void download(storedFilePath(path), {}, name).catch(toastError)}
    >
      下载错误数据：{name}
    </Button>
  );
}

function OutcomeNote({ outcome: { isTrial, message, counts, result } }: { outcome: ImportOutcome }): ReactNode {
  if (!result)
    return (
      <Alert
        type="success"
        showIcon
        title={isTrial ? `试导入通过，尚未写入。${message}` : message}
        description={<p className="wb-import-counts">{countsText(counts)}</p>}
      />
    );
  const { successCount, msg, errors, fileUrl, fileName } = result;
  // All or nothing, and it was nothing: what would have become of the other rows is not what happened.
  const isUndone = !isTrial && successCount === 0;
  return (
    <Alert
      type="warning"
      showIcon
      title={titleOf(isTrial, successCount)}
      description={
        <>
          {!isTrial && <p className="wb-import-counts">{msg}</p>}
          {!isUndone && <p className="wb-import-counts">{countsText(counts)}</p>}
          <SheetErrors errors={errors} rows={counts.failed} />
          {fileUrl && <ErrorFile path={fileUrl} {...(fileName ? { name: fileName } : {})} />}
        </>
      }
    />
  );
}

const countsText = ({ created, updated, unchanged, failed }: ImportCounts): string =>
  [`新增 ${number(created)}`, `更新 ${number(updated)}`, `未变 ${number(unchanged)}`, `错误 ${number(failed)}`].join(
    ' · ',
  );

const number = (n: number): string => n.toLocaleString('en-US');

/** Not known yet = not said. */
const limitsOf = (bounds: SheetBounds | undefined, most?: number): string =>
  bounds ? `不超过 ${bounds.maxMb}MB、${number(most ?? bounds.maxRows)} 行` : '';

/** Where one row of a strict import was wrong, none was written. */
function titleOf(isTrial: boolean, successCount: number): string {
  if (isTrial) return '试导入完成，有错误数据，尚未写入';
  return successCount > 0 ? PARTLY_DONE : '有错误数据，未导入';
}
