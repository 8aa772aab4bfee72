import { CameraOutlined } from '@ant-design/icons';
import { Alert, Button, Input } from 'antd';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { ScanCamera } from './lazy-scan-camera.tsx';
import { useScanner, type IsScan } from './use-scanner.ts';
import './scan.css';

/** What came of a scan, in words. */
export interface ScanSaid {
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
  said: ScanSaid | null;
  isBusy?: boolean;
  onNumber: (number: string) => void;
  /** Which of what is read into another input is a scan all the same. */
  isScan?: IsScan;
}

/**
 * Takes what a scanner, the camera or a person reads off the goods, one after the other. It needs no
 * focus: a scanner is heard anywhere on the page. A wrong scan stays in sight until the next one.
 */
export function ScanBox(props: ScanBoxProps): ReactNode {
  const { label, placeholder, said, isBusy = false, onNumber, isScan } = props;
  const place = useRef<HTMLDivElement>(null);
  const [text, setText] = useState('');
  const [isFilming, setFilming] = useState(false);
  const scan = (number: string): void => {
    setText('');
    if (number.trim() !== '') onNumber(number);
  };
  useScanner(scan, { isScan, place });
  useEffect(() => {
    if (said?.tone === 'failed') place.current?.scrollIntoView({ block: 'nearest' });
  }, [said]);
  return (
    <div ref={place} className="wb-scan-box">
      <div className="wb-scan-line">
        <Input.Search
          size="large"
          aria-label={label}
          placeholder={placeholder}
          enterButton="查找"
          enterKeyHint="search"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={120}
          value={text}
          loading={isBusy}
          onChange={(event) => setText(event.target.value)}
          onSearch={(value, _event, info) => info?.source !== 'clear' && scan(value)}
        />
        <Button
          size="large"
          aria-label={isFilming ? '关闭摄像头' : '打开摄像头'}
          icon={<CameraOutlined aria-hidden />}
          onClick={() => setFilming(!isFilming)}
        />
      </div>
      {isFilming && <ScanCamera onNumber={scan} onClose={() => setFilming(false)} />}
      <div className="wb-scan-said" role={said?.tone === 'failed' ? 'alert' : 'status'}>
        {said && (
          <Alert
            showIcon
            role="presentation"
            type={said.tone === 'failed' ? 'error' : 'success'}
            title={<span title={said.read}>{said.title}</span>}
            description={said.description}
          />
        )}
      </div>
    </div>
  );
}
