import { Button } from 'antd';
import type { ReactNode } from 'react';
import { BIG_EXPORT } from '#kit/model/file-job.ts';
import type { Path } from '#kit/model/route.ts';
import { toast, speak, toastError } from '#ui/feedback.tsx';
import { call, download, type Query } from '#ui/http/http.ts';
import { storedFilePath } from '#ui/upload/stored-file.ts';
import { untilOver } from './watch-job.ts';

const WHERE = '“基础资料 → 导入导出”';
const DOWNLOAD_MS = 15 * 60_000;

/**
 * How many rows leave: at once, or in the background, which is what many rows are offered first.
 * @param total as a person reads it
 */
export function chooseWay(rows: number, total: string): Promise<'now' | 'background' | null> {
  const isBig = rows >= BIG_EXPORT;
  return new Promise((resolve) => {
    speak(({ modal }) => {
      const choose = (way: 'now' | 'background'): void => {
        shown.destroy();
        resolve(way);
      };
      const now = (
        <Button type={isBig ? 'default' : 'primary'} onClick={() => choose('now')}>
          直接下载
        </Button>
      );
      const background = (
        <Button type={isBig ? 'primary' : 'default'} onClick={() => choose('background')}>
          后台导出
        </Button>
      );
      const shown = modal.confirm({
        title: `导出 ${total} 条`,
        content: explanation(isBig),
        onCancel: () => resolve(null),
        footer: (_buttons, { CancelBtn }) => (
          <>
            <CancelBtn />
            {isBig ? now : background}
            {isBig ? background : now}
          </>
        ),
      });
    });
  });
}

const explanation = (isBig: boolean): ReactNode => (
  <>
    {isBig && <p>行数较多，直接下载需要等待，建议后台导出。</p>}
    <p>文件格式为 .xlsx。后台导出完成后会提示，文件在{WHERE}保留 7 天。</p>
  </>
);

/** Has a list written in the background and says so; says it again when the file is there. */
export async function exportInBackground(path: Path, title: string, query: Query, act = '导出'): Promise<void> {
  const background = { ...query, background: 1 };
  const { result } = await call<{ jobId: string }>('GET', path, { query: background });
  toast.notice(`${act}${title}`, `已开始后台${act}，完成后会提示；可在${WHERE}查看进度`);
  void untilOver(result.jobId).then((job) => {
    if (!job || job.status === 'cancelled') return;
    const message = job.message ?? '';
    if (job.status !== 'done' || !job.resultFile) return toast.refused(`${act}${title}`, message);
    return offerFile(`${act}${title}`, message, job.resultFile, job.fileName);
  }, toastError);
}

function offerFile(title: string, message: string, path: string, name: string): void {
  speak(({ notification }) => {
    const fetch = (): void => void download(storedFilePath(path), {}, name, { timeout: DOWNLOAD_MS }).catch(toastError);
    notification.success({
      title,
      description: `${message}，可在${WHERE}下载`,
      actions: (
        <Button type="primary" size="small" onClick={fetch}>
          下载文件
        </Button>
      ),
      duration: 15,
    });
  });
}
