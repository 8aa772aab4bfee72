import { Alert, Button, Modal, Space } from 'antd';
import { useState, type ReactNode } from 'react';
import type { ImportResult } from '#kit/model/file-job.ts';
import {
  downloadFrom,
  download,
  FileChoice,
  refreshResource,
  SheetErrors,
  SheetNotes,
  storedFilePath,
  toastError,
  uploadTo,
} from '#kit/web/index.ts';
import { dict } from '../model/dict.ts';
import { dictAdminCalls } from '../model/routes/dict-admin.ts';

/** 导入: dictionaries and their items out of one sheet; rows with errors come back as a workbook. */
export function DictImport({ onClose }: { onClose: () => void }): ReactNode {
  const [file, setFile] = useState<File | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [done, setDone] = useState<{ message: string; result: ImportResult } | null>(null);
  const send = async (): Promise<void> => {
    if (!file) return;
    setBusy(true);
    try {
      const { message, result } = await uploadTo(dictAdminCalls.importAll, file);
      setDone({ message, result: result as ImportResult });
      void refreshResource(dict);
    } catch (error) {
      toastError(error);
    } finally {
      setBusy(false);
    }
  };
  const template = (): void => void downloadFrom(dictAdminCalls.template, '数据字典导入模板.xls').catch(toastError);
  return (
    <Modal
      open
      title="导入数据字典"
      okText="开始导入"
      okButtonProps={{ disabled: !file || done !== null, loading: isBusy }}
      cancelText="关闭"
      onOk={() => void send()}
      onCancel={onClose}
    >
      <Space orientation="vertical" size="middle">
        <span>
          一行一个字典项：已有的按编码和数据值修改，没有的新增，不删除任何字典项。
          <Button type="link" onClick={template}>
            下载模板
          </Button>
        </span>
        <FileChoice
          file={file}
          limits="最多 20,000 行"
          isDisabled={isBusy}
          onChoose={(next) => {
            setFile(next);
            setDone(null);
          }}
        />
        {done && <Outcome {...done} />}
      </Space>
    </Modal>
  );
}

function Outcome({ message, result }: { message: string; result: ImportResult }): ReactNode {
  const { errors, errorCount, notes, fileUrl, fileName } = result;
  return (
    <Alert
      type={errorCount > 0 ? 'warning' : 'success'}
      title={message}
      description={
        <>
          {result.msg}
          {notes.length > 0 && <SheetNotes notes={notes} />}
          <SheetErrors errors={errors} rows={errorCount} />
          {fileUrl && (
            <Button
              type="link"
              onClick={() => void download(storedFilePath(fileUrl), {}, fileName ?? '').catch(toastError)}
            >
              下载错误数据
            </Button>
          )}
        </>
      }
    />
  );
}
