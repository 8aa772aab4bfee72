import { Alert, Button, Drawer, Input, Radio, Select, Switch } from 'antd';
import { useState, type ReactNode } from 'react';
import { NumberField, openFrom, toastError, type WholeNumber } from '#kit/web/index.ts';
import { isBridgeAddress, type BridgePrinter } from '../../model/print-bridge.ts';
import { stationCodesRoute } from '../../model/station-routes.ts';
import { bridgePrinters, discoverBridge } from './bridge-client.ts';
import { hasSerial, type Scale } from './station-scale.ts';
import { changeSettings, useStationSettings, type StationSettings } from './station-settings.ts';

const RATES = [1200, 2400, 4800, 9600, 19_200, 38_400, 115_200];

/** How this table works: kept in this browser, for whoever stands here. */
export function StationSettingsDrawer({
  isOpen,
  scale,
  onClose,
  onClosed,
}: {
  isOpen: boolean;
  scale: Scale;
  onClose: () => void;
  onClosed: () => void;
}): ReactNode {
  const settings = useStationSettings();
  return (
    <Drawer
      title="打包台设置"
      open={isOpen}
      size={440}
      // The next scan belongs to the station: a space in it would press the button that opened this.
      focusable={{ focusTriggerAfterClose: false }}
      afterOpenChange={(isShown) => {
        if (!isShown) onClosed();
      }}
      onClose={onClose}
      destroyOnHidden
    >
      <p className="ps-weak">只保存在这台设备上。</p>
      <WeighSettings settings={settings} scale={scale} />
      <PrintSettings settings={settings} />
      <h3>其他</h3>
      <Choice
        label="面单打印后自动发货"
        isOn={settings.isShipping}
        onChange={(isShipping) => changeSettings({ isShipping })}
      />
      <Choice label="声音" isOn={settings.hasSound} onChange={(hasSound) => changeSettings({ hasSound })} />
      <Button onClick={() => void openFrom(stationCodesRoute).catch(toastError)}>打印控制码</Button>
    </Drawer>
  );
}

function Choice({
  label,
  isOn,
  onChange,
}: {
  label: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}): ReactNode {
  return (
    <label className="ps-choice">
      <Switch checked={isOn} onChange={onChange} aria-label={label} />
      {label}
    </label>
  );
}

function WeighSettings({ settings, scale }: { settings: StationSettings; scale: Scale }): ReactNode {
  return (
    <>
      <h3>称重</h3>
      <Choice
        label="每箱称重（否则按箱规）"
        isOn={settings.isWeighed}
        onChange={(isWeighed) => changeSettings({ isWeighed })}
      />
      {settings.isWeighed && (
        <>
          <Tolerance value={settings.tolerance} />
          <label className="ps-field">
            秤的波特率
            <Select
              aria-label="秤的波特率"
              value={settings.baudRate}
              options={RATES.map((value) => ({ value, label: String(value) }))}
              onChange={(baudRate) => changeSettings({ baudRate })}
            />
          </label>
          {hasSerial() ? (
            <Button disabled={scale.isOpen} onClick={() => void scale.connect().catch(toastError)}>
              {scale.isOpen ? '秤已连接' : '连接秤'}
            </Button>
          ) : (
            <Alert type="info" showIcon title="这个浏览器不能连接串口秤，请直接输入重量。" />
          )}
        </>
      )}
    </>
  );
}

/** What is typed stands until it is a percentage; only then it is kept. */
function Tolerance({ value }: { value: number }): ReactNode {
  const [typed, setTyped] = useState<WholeNumber>(value);
  return (
    <label className="ps-field">
      与箱规相差超过多少要确认
      <NumberField
        title="与箱规相差"
        percent
        min={0}
        max={100}
        value={typed}
        onChange={(next) => {
          setTyped(next);
          if (typeof next === 'number') changeSettings({ tolerance: next });
        }}
      />
    </label>
  );
}

function PrintSettings({ settings }: { settings: StationSettings }): ReactNode {
  return (
    <>
      <h3>打印</h3>
      <Choice
        label="面单到了自动打印"
        isOn={settings.isPrinting}
        onChange={(isPrinting) => changeSettings({ isPrinting })}
      />
      <Radio.Group
        aria-label="打印方式"
        value={settings.printBy}
        options={[
          { value: 'dialog', label: '浏览器打印窗口' },
          { value: 'bridge', label: '本机打印桥' },
        ]}
        onChange={({ target }) => changeSettings({ printBy: target.value as 'dialog' | 'bridge' })}
      />
      {settings.printBy === 'bridge' && <BridgeSettings settings={settings} />}
    </>
  );
}

function BridgeSettings({ settings }: { settings: StationSettings }): ReactNode {
  const [printers, setPrinters] = useState<BridgePrinter[]>([]);
  const [address, setAddress] = useState(settings.bridge);
  const [outcome, setOutcome] = useState<{ type: 'success' | 'error'; words: string } | null>(null);
  const isAddress = isBridgeAddress(address);
  const tryIt = async (): Promise<void> => {
    try {
      const found = await bridgePrinters({ address, token: settings.token });
      setPrinters(found);
      setOutcome({ type: 'success', words: `找到 ${found.length} 台打印机` });
    } catch (error) {
      const isThere = await discoverBridge({ address, token: settings.token });
      const words = error instanceof Error ? error.message : '没有连上';
      setOutcome({
        type: 'error',
        words: isThere ? words : '没有找到打印桥，请检查地址和允许名单',
      });
    }
  };
  return (
    <>
      <label className="ps-field">
        打印桥地址
        <Input
          aria-label="打印桥地址"
          value={address}
          status={isAddress ? '' : 'error'}
          onChange={({ target }) => {
            setAddress(target.value);
            if (isBridgeAddress(target.value)) changeSettings({ bridge: target.value });
          }}
        />
      </label>
      {!isAddress && <p className="ps-bad">只能是本机：http://127.0.0.1:端口</p>}
      <label className="ps-field">
        口令
        <Input.Password
          aria-label="口令"
          value={settings.token}
          autoComplete="off"
          onChange={({ target }) => changeSettings({ token: target.value })}
        />
      </label>
      <Button disabled={!isAddress} onClick={() => void tryIt()}>
        测试打印桥
      </Button>
      {outcome && <Alert type={outcome.type} showIcon title={outcome.words} />}
      <label className="ps-field">
        打印机
        <Select
          aria-label="打印机"
          value={settings.printer}
          options={[
            { value: '', label: '默认打印机' },
            ...printers.map(({ id, name, status }) => ({
              value: id,
              label: status === 'gone' ? `${name}（不在线）` : name,
            })),
          ]}
          onChange={(printer) => changeSettings({ printer })}
        />
      </label>
    </>
  );
}
