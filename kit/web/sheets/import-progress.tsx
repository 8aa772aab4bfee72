import { Alert, Button, Progress } from 'antd';
import type { ReactNode } from 'react';
import { jobPercent, jobRows, type FileJob } from '#kit/model/file-job.ts';
import type { ImportRun } from './import-runs.ts';

const PHASES: Partial<Record<FileJob['status'], string>> = {
  queued: '排队中，前面的导入完成后开始',
  parsing: '正在解析',
  checking: '正在校验',
  writing: '正在写入',
};

/** How far the file is, then how far the server is with its rows; either can be called back. */
export function ImportProgress({
  run: { phase, percent, job },
  onCancel,
}: {
  run: ImportRun;
  onCancel: () => void;
}): ReactNode {
  if (!job)
    return (
      <div className="wb-import-progress">
        <Progress percent={percent} status="active" aria-label="上传进度" />
        {phase === 'working' ? (
          <span role="status">文件已上传，正在处理。可以关闭窗口，完成后会提示。</span>
        ) : (
          <Button size="small" onClick={onCancel}>
            取消上传
          </Button>
        )}
      </div>
    );
  return (
    <div className="wb-import-progress">
      {job.warning && <Alert type="warning" showIcon title={job.warning} />}
      <Progress percent={jobPercent(job)} status="active" aria-label="导入进度" />
      <p>
        <b role="status">{job.isCancelling ? '正在取消…' : PHASES[job.status]}</b>
        <span>{jobRows(job)}</span>
      </p>
      <p className="wb-import-hint">可以关闭窗口，完成后会提示；也可在“基础资料 → 导入导出”中查看。</p>
      <Button size="small" disabled={job.isCancelling} onClick={onCancel}>
        取消导入
      </Button>
    </div>
  );
}
