import { SettingOutlined, LogoutOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { HelpButton, useScanner, usePage } from '#kit/web/index.ts';
import { CONTROL_CODES, type ControlCode } from '../../model/station-codes.ts';
import { StationDesk } from './station-desk-view.tsx';
import { StationSettingsDrawer } from './station-settings-drawer.tsx';
import { useStationSettings } from './station-settings.ts';
import { StationStrip } from './station-strip.tsx';
import { useStation, type Station } from './use-station.ts';
import { useWaiting } from './use-waiting.ts';
import './station.css';

const PLACEHOLDER = '扫 PO、发货单、箱号、SKU、条码';

/** 打包台 in full screen: a packer stands at it all day, with scanner and keyboard alone. */
export function PackingStation(): ReactNode {
  const page = usePage();
  const settings = useStationSettings();
  const waiting = useWaiting(settings);
  const station = useStation(settings, waiting);
  const [isSetting, setSetting] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  useFullScreen();
  // A scan is taken out of what is half typed.
  useScanner(station.read, { isScan: (_number, at) => at === input.current });
  useStationKeys(station, input, isSetting);
  const leave = (): void => page.open('/orders/shipment');
  return (
    <div className="ps-station" data-tone={toneOf(station)}>
      <header className="ps-head">
        <h1>打包台</h1>
        <ScanLine input={input} onText={station.read} />
        <StationState station={station} isWeighed={settings.isWeighed} />
        <span className="ps-tools">
          <HelpButton />
          <Button
            size="large"
            icon={<SettingOutlined aria-hidden />}
            aria-label="设置"
            onClick={() => setSetting(true)}
          />
          <Button size="large" icon={<LogoutOutlined aria-hidden />} onClick={leave}>
            返回
          </Button>
        </span>
      </header>
      <StationDesk station={station} onKey={station.read} />
      <StationStrip waiting={waiting} />
      <footer className="ps-keys" aria-label="控制码">
        {(Object.keys(CONTROL_CODES) as ControlCode[]).map((code) => (
          <button key={code} type="button" tabIndex={-1} onClick={() => station.read(code)}>
            {CONTROL_CODES[code].title} <kbd>{CONTROL_CODES[code].key}</kbd>
          </button>
        ))}
      </footer>
      <StationSettingsDrawer
        isOpen={isSetting}
        scale={station.scale}
        onClose={() => setSetting(false)}
        onClosed={() => input.current?.focus({ preventScroll: true })}
      />
    </div>
  );
}

const toneOf = ({ desk }: Station): string => (desk.stop ? 'stop' : desk.asking ? 'ask' : 'calm');

/** The shell around the page is out of the way while it is looked at. */
function useFullScreen(): void {
  useLayoutEffect(() => {
    document.documentElement.dataset['bare'] = 'yes';
    return () => void delete document.documentElement.dataset['bare'];
  }, []);
}

/** The one input: whatever is scanned or typed ends with Enter, and Enter alone confirms. */
function ScanLine({
  input,
  onText,
}: {
  input: RefObject<HTMLInputElement | null>;
  onText: (text: string) => void;
}): ReactNode {
  useEffect(() => input.current?.focus({ preventScroll: true }), [input]);
  return (
    <input
      ref={input}
      className="ps-scan"
      aria-label="扫码"
      placeholder={PLACEHOLDER}
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      enterKeyHint="done"
      maxLength={120}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
        event.preventDefault();
        const text = event.currentTarget.value;
        event.currentTarget.value = '';
        onText(text);
      }}
    />
  );
}

const KEYS: Readonly<Record<string, ControlCode>> = {
  F2: 'WB-SEAL',
  F4: 'WB-NEXT',
  F8: 'WB-REPRINT',
};

/** Keys that do as the control codes do; whatever else is typed goes into the input. */
function useStationKeys(station: Station, input: RefObject<HTMLInputElement | null>, isSetting: boolean): void {
  const page = usePage();
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (isSetting || isOverPage(event) || !page.isActive()) return;
    const code = KEYS[event.key] ?? (isUndo(event) && !input.current?.value ? 'WB-UNDO' : null);
    if (code) {
      event.preventDefault();
      station.read(code);
    } else if (event.key === 'Escape') leaveOrCancel(event);
    else if (document.activeElement === document.body) toInput(event);
  });
  const leaveOrCancel = (event: KeyboardEvent): void => {
    const { stop, asking, choices } = station.desk;
    if (event.defaultPrevented || stop) return;
    if (asking || choices.length > 0) return station.read('WB-UNDO');
    if (input.current?.value) input.current.value = '';
    else page.open('/orders/shipment');
  };
  const toInput = (event: KeyboardEvent): void => {
    input.current?.focus({ preventScroll: true });
    if (event.key !== 'Enter') return;
    event.preventDefault();
    station.read('');
  };
  useEffect(() => {
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
}

/** A dialog or drawer over the page keeps its keys to itself. */
const isOverPage = ({ target }: KeyboardEvent): boolean =>
  target instanceof Element && target.closest('[role="dialog"]') !== null;

const isUndo = ({ key, ctrlKey, metaKey }: KeyboardEvent): boolean => (ctrlKey || metaKey) && key.toLowerCase() === 'z';

/** Whether scans are stored, and what the scale says. */
function StationState({
  station: { steps, scale, left },
  isWeighed,
}: {
  station: Station;
  isWeighed: boolean;
}): ReactNode {
  return (
    <span className="ps-state" role="status">
      {steps.waiting > 0 && (
        <span className={steps.isStuck ? 'ps-stuck' : 'ps-weak'}>
          {steps.isStuck ? `没有网络，${steps.waiting} 个扫描待保存` : '保存中'}
        </span>
      )}
      {isWeighed && <span className="ps-weak">{scale.isOpen ? readingText(scale.reading) : '秤未连接'}</span>}
      {left !== null && <span className="ps-weak">待打 {left} 单</span>}
    </span>
  );
}

function readingText(reading: Station['scale']['reading']): string {
  if (reading === null) return '秤已连接';
  if (reading === 'over') return '超量程';
  return `${(reading.grams / 453.59237).toFixed(2)} lb${reading.isStable ? '' : ' …'}`;
}
