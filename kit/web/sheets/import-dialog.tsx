import { Alert, Button, Modal } from 'antd';
import { useState, type ReactNode } from 'react';
import type { AnyResource } from '#kit/model/resource.ts';
import type { Envelope } from '../api-error.ts';
import { useActionKeys } from '../action-key.ts';
import { tell } from '../feedback.tsx';
import { download, upload } from '../http.ts';
import { refreshResource } from '../query-client.ts';
import { FileChoice } from './file-choice.tsx';
import { storedFilePath } from './stored-file.ts';
import './import-dialog.css';

/** Answer of an import whose rows were not all good (code 201). */
export interface ImportResult {
  totalCount: number;
  successCount: number;
  errorCount: number;
  msg?: string;
  fileUrl?: string;
  fileName?: string;
}

export interface ImportDialogProps {
  of: AnyResource;
  onClose: () => void;
}

type Outcome = { isTrial: boolean; message: string; result: ImportResult | null };

const PARTLY = 201;

/**
 * 导入: take the template, choose a file, try it without writing, import it. Rows with errors come
 * back as a workbook that says at each row what is wrong.
 */
export function ImportDialog({ of, onClose }: ImportDialogProps): ReactNode {
  const [file, setFile] = useState<File | null>(null);
  const flow = useImport(of, file);
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
          <Button disabled={!file || flow.isBusy} onClick={() => void flow.run(true)}>
            试导入（不写入）
          </Button>
          <Button
            type="primary"
            disabled={!file || flow.isDone}
            loading={flow.isBusy}
            onClick={() => void flow.run(false)}
          >
            {flow.isBusy ? '上传中...' : '开始上传'}
          </Button>
        </>
      }
    >
      <ol className="wb-import">
        <li>
          <Button type="link" onClick={() => void flow.template()}>
            下载模板
          </Button>
          按模板的列名填写，一行一条。
        </li>
        <li>
          <FileChoice
            file={file}
            onChoose={(chosen) => {
              setFile(chosen);
              flow.reset();
            }}
          />
        </li>
      </ol>
      {flow.failure && <Alert type="warning" showIcon title={flow.failure} />}
      {flow.outcome && <OutcomeNote outcome={flow.outcome} />}
    </Modal>
  );
}

function useImport(of: AnyResource, file: File | null) {
  const [isBusy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const keys = useActionKeys();
  const base = `/${of.module}/${of.name}`;
  return {
    isBusy,
    outcome,
    failure,
    /** The chosen file is in: it is not offered a second time. */
    isDone: outcome !== null && !outcome.isTrial,
    reset() {
      setOutcome(null);
      setFailure(null);
    },
    template: () => download(`${base}/importTemplate`, {}, `${of.title}导入模板.xls`).catch(tell),
    async run(isTrial: boolean) {
      if (!file) return;
      setBusy(true);
      setOutcome(null);
      setFailure(null);
      const about = [isTrial, file.name, file.size, file.lastModified];
      try {
        const answer = await upload<ImportResult | null>(`${base}/importExcel`, file, {
          query: { dryRun: isTrial ? 1 : undefined },
          ...(isTrial ? {} : { key: keys.keyFor(about) }),
        });
        if (!isTrial) keys.settle(null);
        setOutcome(readOutcome(answer, isTrial));
        if (!isTrial) void refreshResource(of);
      } catch (error) {
        if (!isTrial) keys.settle(error);
        setFailure(`${file.name} ${error instanceof Error ? error.message : '未知错误'}`);
      } finally {
        setBusy(false);
      }
    },
  };
}

const readOutcome = (
  { code, message, result }: Envelope<ImportResult | null>,
  isTrial: boolean,
): Outcome => ({ isTrial, message, result: code === PARTLY ? result : null });

function OutcomeNote({ outcome: { isTrial, message, result } }: { outcome: Outcome }): ReactNode {
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
      title={isTrial ? '试导入完成，有错误数据，尚未写入' : '导入成功,但是有错误数据!'}
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
