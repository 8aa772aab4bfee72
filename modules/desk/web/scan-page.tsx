import { CameraOutlined, RightOutlined } from '@ant-design/icons';
import { Alert, Button, type InputRef } from 'antd';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { fetchRoute, cue, detailPath, ScanCamera, ScanInput, usePage, useScans, shortNumber } from '#kit/web/index.ts';
import { scanRoute, type Scanned } from '../model/routes.ts';
import './scan.css';

type Outcome =
  | { kind: 'none'; number: string }
  | { kind: 'opened'; number: string }
  | { kind: 'many'; number: string; rows: Scanned[]; isMore: boolean }
  | { kind: 'failed'; number: string; message: string };

/** 扫码: a number read by scanner, camera or keyboard opens what it names; then the next one. */
export function ScanPage(): ReactNode {
  const input = useRef<InputRef>(null);
  const [isFilming, setFilming] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const { outcome, find, openRow } = useFind(() => setFilming(false));
  const scans = useScans(find);
  // Each time the page comes to the front it is ready for a scanner that types.
  useEffect(() => input.current?.focus({ preventScroll: true }), []);
  return (
    <div ref={place} className="dk-scan">
      <h1>扫码</h1>
      <ScanInput ref={input} label="号码" placeholder="PO、发货单、箱号、运单号、SKU、条码" {...{ scans, place }} />
      {isFilming ? (
        <ScanCamera onNumber={scans.scan} onClose={() => setFilming(false)} />
      ) : (
        <Button size="large" block icon={<CameraOutlined aria-hidden />} onClick={() => setFilming(true)}>
          打开摄像头
        </Button>
      )}
      <div role="status">
        {outcome ? (
          <Answer outcome={outcome} onOpen={openRow} onRetry={() => scans.scan(outcome.number)} />
        ) : (
          <p className="dk-weak">扫描枪可直接扫，不必先点输入框。</p>
        )}
      </div>
    </div>
  );
}

/** @param onFound something is opened: the camera is let go */
function useFind(onFound: () => void) {
  const page = usePage();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const openRow = ({ module, resource, id }: Scanned): void => {
    onFound();
    page.open(detailPath({ module, name: resource }, id));
  };
  const find = async (number: string): Promise<void> => {
    const show = (next: Outcome): void => {
      cue(next.kind === 'none' || next.kind === 'failed' ? 'failed' : 'done');
      setOutcome(next);
    };
    try {
      const { rows, isMore } = await fetchRoute(scanRoute, { query: { number } });
      const [row] = rows;
      if (!row) return show({ kind: 'none', number });
      if (rows.length > 1) return show({ kind: 'many', number, rows, isMore });
      show({ kind: 'opened', number });
      openRow(row);
    } catch (error) {
      show({
        kind: 'failed',
        number,
        message: error instanceof Error ? error.message : '查找失败',
      });
    }
  };
  return { outcome, find, openRow };
}

function Answer({
  outcome,
  onOpen,
  onRetry,
}: {
  outcome: Outcome;
  onOpen: (row: Scanned) => void;
  onRetry: () => void;
}): ReactNode {
  if (outcome.kind === 'opened')
    return (
      <p className="dk-weak" title={outcome.number}>
        已打开 {shortNumber(outcome.number)}，可继续扫下一个。
      </p>
    );
  if (outcome.kind === 'none')
    return (
      <Alert
        type="warning"
        showIcon
        title={<span title={outcome.number}>没有找到 {shortNumber(outcome.number)}</span>}
        description="没有这个号码，或不在您能查看的范围内。可继续扫下一个。"
      />
    );
  if (outcome.kind === 'failed')
    return (
      <Alert
        type="error"
        showIcon
        title={<span title={outcome.number}>{shortNumber(outcome.number)} 没有查成</span>}
        description={outcome.message}
        action={<Button onClick={onRetry}>重试</Button>}
      />
    );
  return (
    <>
      <p>
        <span title={outcome.number}>{shortNumber(outcome.number)}</span> 对应{' '}
        {outcome.isMore ? '多' : outcome.rows.length} 条，请选择：
      </p>
      <ul className="dk-scan-rows" aria-label="扫到的记录">
        {outcome.rows.map((row) => (
          <li key={row.id}>
            <button type="button" onClick={() => onOpen(row)}>
              <span className="dk-weak">{row.kind}</span>
              <strong>{row.label}</strong>
              <RightOutlined aria-hidden />
            </button>
          </li>
        ))}
      </ul>
      {outcome.isMore && <p className="dk-weak">只列出前 {outcome.rows.length} 条，更多请到列表里查。</p>}
    </>
  );
}
