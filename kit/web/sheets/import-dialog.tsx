import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Modal, Switch } from 'antd';
import { useEffect, type ReactNode } from 'react';
import type { SheetBounds } from '#kit/model/file-job.ts';
import { routePath } from '#kit/model/resource-routes.ts';
import type { AnyResource } from '#kit/model/resource.ts';
import { tell } from '#ui/feedback.tsx';
import { download } from '#ui/http/http.ts';
import { kitServices } from '../services.ts';
import { FileChoice } from './file-choice.tsx';
import { ImportProgress } from './import-progress.tsx';
import { importOf, PARTLY_DONE, type ImportOutcome, type StoppedImport } from './import-runs.ts';
import { DateQuestion, NotesQuestion, SheetNotes } from './sheet-questions.tsx';
import { storedFilePath } from '#ui/upload/stored-file.ts';
import './import-dialog.css';

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
  const isDone = run.outcome !== null && !run.outcome.isTrial;
  const { data: bounds } = useQuery({
    queryKey: ['sheetBounds'],
    queryFn: () => kitServices.get().sheetBounds(),
    staleTime: Infinity,
  });
  const isTooLarge = bounds !== undefined && (run.file?.size ?? 0) > bounds.maxMb * 1024 * 1024;
  const isReady = run.file !== null && !isTooLarge && !isBusy;
  const template = (): void =>
    void download(routePath(of, 'importTemplate'), {}, `${of.title}导入模板.xls`).catch(tell);
  return (
    <Modal
      open
      title={`导入${of.title}`}
      width={560}
      mask={{ closable: false }}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>关闭</Button>
          <Button disabled={!isReady} onClick={() => void flow.start(true)}>
            试导入（不写入）
          </Button>
          <Button type="primary" disabled={!isReady || isDone} loading={isBusy} onClick={() => void flow.start(false)}>
            {isBusy ? BUSY[run.phase] : '开始上传'}
          </Button>
        </>
      }
    >
      <ol className="wb-import">
        <li>
          <Button type="link" onClick={template}>
            下载模板
          </Button>
          {templates}
          按模板的列名填写，{rowMeans ?? '一行一条'}。
        </li>
        <li>
          <FileChoice
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
      onClick={() => void download(storedFilePath(path), {}, name).catch(tell)}
    >
      下载错误数据：{name}
    </Button>
  );
}

function OutcomeNote({ outcome: { isTrial, message, result } }: { outcome: ImportOutcome }): ReactNode {
  if (!result) return <Alert type="success" showIcon title={isTrial ? `试导入通过，尚未写入。${message}` : message} />;
  const { totalCount, successCount, errorCount, msg, fileUrl, fileName } = result;
  const counts = msg ?? `总上传行数：${totalCount}，已导入行数：${successCount}，错误行数：${errorCount}`;
  return (
    <Alert
      type="warning"
      showIcon
      title={titleOf(isTrial, successCount)}
      description={
        <>
          <p className="wb-import-counts">
            {isTrial ? `共 ${totalCount} 行，${successCount} 行可以导入，${errorCount} 行有错误` : counts}
          </p>
          {fileUrl && <ErrorFile path={fileUrl} {...(fileName ? { name: fileName } : {})} />}
        </>
      }
    />
  );
}

/** Not known yet = not said. */
const limitsOf = (bounds: SheetBounds | undefined, most?: number): string =>
  bounds ? `不超过 ${bounds.maxMb}MB、${(most ?? bounds.maxRows).toLocaleString('en-US')} 行` : '';

/** Where one row of a strict import was wrong, none was written. */
function titleOf(isTrial: boolean, successCount: number): string {
  if (isTrial) return '试导入完成，有错误数据，尚未写入';
  return successCount > 0 ? PARTLY_DONE : '有错误数据，未导入';
}
