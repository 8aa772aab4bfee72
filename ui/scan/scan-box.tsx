import { CameraOutlined } from '@ant-design/icons';
import { Alert, Button } from 'antd';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { ScanCamera } from './lazy-scan-camera.tsx';
import { ScanInput, useScans, type OnNumber } from './scan-input.tsx';
import type { IsScan } from './use-scanner.ts';
import type { TurnsOfPage } from './use-turns.ts';
import './scan.css';

/** What came of a scan, in words. */
export interface ScanMessage {
  tone: 'done' | 'failed';
  title: string;
  description?: string;
  /** What was read, where the words have only a part of it. */
  read?: string;
}

interface ScanBoxProps {
  label: string;
  /** What may be scanned here. */
  placeholder: string;
  message: ScanMessage | null;
  onNumber: OnNumber;
  /** The turns of a page whose buttons must not overtake its scans. */
  turns?: TurnsOfPage;
  /** Which of what is read into another input is a scan all the same. */
  isScan?: IsScan;
}

/**
 * Takes what a scanner, the camera or a person reads off the goods, one after the other. It needs no
 * focus: a scanner is heard anywhere on the page. A wrong scan stays in sight until the next one.
 */
export function ScanBox(props: ScanBoxProps): ReactNode {
  const { label, placeholder, message, onNumber, isScan } = props;
  const place = useRef<HTMLDivElement>(null);
  const scans = useScans(onNumber, props.turns);
  const [isFilming, setFilming] = useState(false);
  useEffect(() => {
    if (message?.tone === 'failed') place.current?.scrollIntoView({ block: 'nearest' });
  }, [message]);
  return (
    <div ref={place} className="wb-scan-box">
      <div className="wb-scan-line">
        <ScanInput {...{ label, placeholder, scans, isScan, place }} />
        <Button
          size="large"
          aria-label={isFilming ? '关闭摄像头' : '打开摄像头'}
          icon={<CameraOutlined aria-hidden />}
          onClick={() => setFilming(!isFilming)}
        />
      </div>
      {isFilming && <ScanCamera onNumber={scans.scan} onClose={() => setFilming(false)} />}
      <div className="wb-scan-said" role={message?.tone === 'failed' ? 'alert' : 'status'}>
        {message && (
          <Alert
            showIcon
            role="presentation"
            type={message.tone === 'failed' ? 'error' : 'success'}
            title={<span title={message.read}>{message.title}</span>}
            description={message.description}
          />
        )}
      </div>
    </div>
  );
}
