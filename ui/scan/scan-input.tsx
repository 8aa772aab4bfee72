import { Input, type InputRef } from 'antd';
import { useEffect, useRef, useState, type ReactNode, type Ref, type RefObject } from 'react';
import { useScanner, type IsScan } from './use-scanner.ts';
import { useTurns, type TurnsOfPage } from './use-turns.ts';
import './scan.css';

/** Carries out what was read; what is read meanwhile waits until it has answered. */
export type OnNumber = (number: string) => void | Promise<unknown>;

export interface Scans {
  turns: TurnsOfPage;
  scan: (number: string) => void;
}

/**
 * Numbers one after the other, from scanner, camera or keyboard: those that are read while one is being
 * carried out wait in their order.
 * @param shared the turns of a page whose buttons must not overtake its scans
 */
export function useScans(onNumber: OnNumber, shared?: TurnsOfPage): Scans {
  const own = useTurns();
  const turns = shared ?? own;
  // One that waited is carried out by the page as it has become meanwhile.
  const latest = useRef(onNumber);
  useEffect(() => {
    latest.current = onNumber;
  });
  return {
    turns,
    scan: (number) => {
      if (number.trim() !== '') void turns.take(() => latest.current(number));
    },
  };
}

interface ScanInputProps {
  ref?: Ref<InputRef>;
  label: string;
  placeholder: string;
  scans: Scans;
  isScan?: IsScan | undefined;
  /** Where it is heard for. */
  place: RefObject<HTMLElement | null>;
}

/**
 * The line that numbers are read or typed into. It takes the next one at any time; a scan is taken out
 * of what is half typed, which stays, and says how many wait.
 */
export function ScanInput(props: ScanInputProps): ReactNode {
  const { ref, label, placeholder, scans, isScan, place } = props;
  const [text, setText] = useState('');
  const line = useRef<HTMLDivElement>(null);
  useScanner(scans.scan, {
    place,
    isScan: (number, input) => line.current?.contains(input) === true || isScan?.(number, input) === true,
  });
  const { waiting } = scans.turns;
  return (
    <div ref={line} className="wb-scan-input">
      <Input.Search
        ref={ref ?? null}
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
        suffix={
          <span className="wb-scan-waiting" aria-live="polite">
            {waiting > 0 && (waiting > 1 ? `处理中，还有 ${waiting - 1} 个` : '处理中')}
          </span>
        }
        onChange={(event) => setText(event.target.value)}
        onSearch={(value, _event, info) => {
          if (info?.source === 'clear') return;
          setText('');
          scans.scan(value);
        }}
      />
    </div>
  );
}
