import { Alert, Button, Modal, Progress, Switch } from 'antd';
import { useEffect, type ReactNode } from 'react';
import type { AnyResource } from '#kit/model/resource.ts';
import { tell } from '../feedback.tsx';
import { download } from '../http.ts';
import { FileChoice } from './file-choice.tsx';
import { importOf, PARTLY_DONE, type ImportOutcome, type ImportRun } from './import-runs.ts';
import { storedFilePath } from './stored-file.ts';
import './import-dialog.css';

export interface ImportDialogProps {
  of: AnyResource;
  onClose: () => void;
}

/**
 * 导入: take the template, choose a file, try it without writing, import it. Rows with errors come
 * back as a workbook that says at each row what is wrong. An import under way goes on while the
 * dialog is closed and is found again when it is opened.
 */
export function ImportDialog({ of, onClose }: ImportDialogProps): ReactNode {
  const flow = importOf(of);
  const run = flow.use();
  useEffect(() => flow.watch(), [flow]);
  const isBusy = run.phase !== 'idle';
  const isDone = run.outcome !== null && !run.outcome.isTrial;
  const template = (): void =>
    void download(`${flow.base}/importTemplate`, {}, `${of.title}导入模板.xls`).catch(tell);
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
          <Button disabled={!run.file || isBusy} onClick={() => void flow.start(true)}>
            试导入（不写入）
          </Button>
          <Button
            type="primary"
            disabled={!run.file || isDone}
            loading={isBusy}
            onClick={() => void flow.start(false)}
          >
            {isBusy ? '上传中...' : '开始上传'}
          </Button>
        </>
      }
    >
      <ol className="wb-import">
        <li>
          <Button type="link" onClick={template}>
            下载模板
          </Button>
          按模板的列名填写，一行一条。
        </li>
        <li>
          <FileChoice file={run.file} onChoose={flow.choose} isDisabled={isBusy} />
        </li>
        <li className="wb-import-check">
          <Switch
            aria-label="是否开启校验"
            checked={run.isStrict}
            disabled={isBusy}
            onChange={flow.setStrict}
          />
          <span>是否开启校验：{run.isStrict ? '有一行不合格就整表不导入' : '只导入合格的行'}</span>
        </li>
      </ol>
      {isBusy && <ProgressNote run={run} onCancel={flow.cancel} />}
      {run.failure && <Alert type="warning" showIcon title={run.failure} />}
      {run.outcome && <OutcomeNote outcome={run.outcome} />}
    </Modal>
  );
}

/** How far the file is; from then on the server works, which cannot be called back. */
function ProgressNote({ run, onCancel }: { run: ImportRun; onCancel: () => void }): ReactNode {
  const isWorking = run.phase === 'working';
  return (
    <div className="wb-import-progress" role="status">
      <Progress percent={run.percent} status="active" aria-label="上传进度" />
      {isWorking ? (
        <span>文件已上传，正在处理。可以关闭窗口，完成后会提示。</span>
      ) : (
        <Button size="small" onClick={onCancel}>
          取消上传
        </Button>
      )}
    </div>
  );
}

function OutcomeNote({
  outcome: { isTrial, message, result },
}: {
  outcome: ImportOutcome;
}): ReactNode {
  if (!result)
    return (
      <Alert
        type="success"
        showIcon
        title={isTrial ? `试导入通过，尚未写入。${message}` : message}
      />
    );
  const { totalCount, successCount, errorCount, msg, fileUrl, fileName } = result;
  const counts =
    msg ?? `总上传行数：${totalCount}，已导入行数：${successCount}，错误行数：${errorCount}`;
  return (
    <Alert
      type="warning"
      showIcon
      title={titleOf(isTrial, successCount)}
      description={
        <>
          <p className="wb-import-counts">
            {isTrial
              ? `共 ${totalCount} 行，${successCount} 行可以导入，${errorCount} 行有错误`
              : counts}
          </p>
          {fileUrl && (
            <Button
              type="link"
              className="wb-import-file"
              onClick={() =>
                void download(storedFilePath(fileUrl), {}, fileName ?? '错误数据.xls').catch(tell)
              }
            >
              下载错误数据：{fileName ?? '错误数据.xls'}
            </Button>
          )}
        </>
      }
    />
  );
}

/** Where one row of a strict import was wrong, none was written. */
function titleOf(isTrial: boolean, successCount: number): string {
  if (isTrial) return '试导入完成，有错误数据，尚未写入';
  return successCount > 0 ? PARTLY_DONE : '有错误数据，未导入';
}
