import { Button, Divider, Drawer, Segmented, Switch } from 'antd';
import { useId, type ReactNode } from 'react';
import { copyText } from '#ui/copy-text.ts';
import { toast, speak } from '#ui/feedback.tsx';
import { canChange, DEFAULTS, type Settings } from './settings.ts';
import { resetSettings, setSettings, useSettings } from './settings-store.ts';
import { PRESETS, tonesOf } from './tones.ts';
import './setting-drawer.css';

export interface SettingDrawerProps {
  onClose: () => void;
}

/** 系统设置 (spec §2 dialog 1): how the console looks; every change shows at once and is kept. */
export function SettingDrawer({ onClose }: SettingDrawerProps): ReactNode {
  const settings = useSettings();
  return (
    <Drawer open placement="right" size={300} title="系统设置" onClose={onClose}>
      <div className="wb-settings">
        <Looks settings={settings} />
        <Divider />
        <Navigation settings={settings} />
        <Divider />
        <Others settings={settings} />
        <Divider />
        <Button block onClick={() => void copySettings(settings)}>
          复制设置
        </Button>
        <Button block onClick={() => changeTheme(DEFAULTS.primaryColor, resetSettings)}>
          恢复默认
        </Button>
        <p className="wb-settings-note">设置保存在当前浏览器中。</p>
      </div>
    </Drawer>
  );
}

function Looks({ settings }: { settings: Settings }): ReactNode {
  return (
    <>
      <Choice
        title="整体风格"
        options={{ light: '亮色菜单', dark: '暗色菜单' }}
        value={settings.navTheme}
        onChoose={(navTheme) => apply({ navTheme })}
      />
      <Choice
        title="界面主题"
        options={{ light: '亮色', dark: '暗色', system: '跟随系统' }}
        value={settings.scheme}
        onChoose={(scheme) => apply({ scheme })}
      />
      <Colors color={settings.primaryColor} />
    </>
  );
}

function Colors({ color }: { color: string }): ReactNode {
  const group = useId();
  return (
    <fieldset className="wb-settings-colors">
      <legend>主题色</legend>
      {PRESETS.map((preset) => (
        <label key={preset.color} title={preset.name} style={{ background: preset.color }}>
          <input
            type="radio"
            name={group}
            aria-label={preset.name}
            checked={preset.color.toLowerCase() === color.toLowerCase()}
            onChange={() => changeTheme(preset.color, () => setSettings({ primaryColor: preset.color }))}
          />
        </label>
      ))}
    </fieldset>
  );
}

function Navigation({ settings }: { settings: Settings }): ReactNode {
  const can = canChange(settings);
  return (
    <>
      <Choice
        title="导航模式"
        options={{ sidemenu: '侧边栏导航', topmenu: '顶部栏导航' }}
        value={settings.layout}
        onChoose={(layout) => apply({ layout })}
      />
      <Choice
        title="内容区域宽度"
        note="该设定仅顶部栏导航时有效"
        options={can.contentWidth ? { Fixed: '固定', Fluid: '流式' } : { Fixed: '固定' }}
        value={settings.contentWidth}
        onChoose={(contentWidth) => apply({ contentWidth })}
      />
      <Toggle title="固定 Header" isOn={settings.fixedHeader} onToggle={(fixedHeader) => apply({ fixedHeader })} />
      <Toggle
        title="下滑时隐藏 Header"
        note="固定 Header 时可配置"
        isOn={settings.autoHideHeader}
        isDisabled={!can.autoHideHeader}
        onToggle={(autoHideHeader) => apply({ autoHideHeader })}
      />
      <Toggle
        title="固定侧边菜单"
        note="侧边栏导航时可配置"
        isOn={settings.fixSiderbar}
        isDisabled={!can.fixSiderbar}
        onToggle={(fixSiderbar) => apply({ fixSiderbar })}
      />
    </>
  );
}

function Others({ settings }: { settings: Settings }): ReactNode {
  return (
    <>
      <Toggle title="色弱模式" isOn={settings.colorWeak} onToggle={(colorWeak) => apply({ colorWeak })} />
      <Toggle title="多页签模式" isOn={settings.multipage} onToggle={(multipage) => apply({ multipage })} />
    </>
  );
}

function Choice<T extends string>({
  title,
  note,
  options,
  value,
  onChoose,
}: {
  title: string;
  note?: string;
  options: Partial<Record<T, string>>;
  value: T;
  onChoose: (value: T) => void;
}): ReactNode {
  return (
    <div className="wb-settings-choice">
      <span>{title}</span>
      <Segmented<T>
        block
        aria-label={title}
        options={(Object.keys(options) as T[]).map((key) => ({ value: key, label: options[key] }))}
        value={value}
        onChange={onChoose}
      />
      {note && <small>{note}</small>}
    </div>
  );
}

function Toggle({
  title,
  note,
  isOn,
  isDisabled = false,
  onToggle,
}: {
  title: string;
  /** What it takes to change it. */
  note?: string;
  isOn: boolean;
  isDisabled?: boolean;
  onToggle: (isOn: boolean) => void;
}): ReactNode {
  const id = useId();
  return (
    <div className="wb-settings-toggle">
      <label htmlFor={id}>{title}</label>
      <Switch id={id} size="small" checked={isOn} disabled={isDisabled} onChange={onToggle} />
      {isDisabled && note && <small>{note}</small>}
    </div>
  );
}

const UNKEPT = '浏览器不允许保存设置，刷新后将恢复为原来的设置';

function apply(change: Partial<Settings>): void {
  if (!setSettings(change)) toast.warn(UNKEPT);
}

/** Long enough to be read. */
const COMPILING_SHOWN = 400;

/** Repaints in another colour, with a word while it happens and one when it fails (spec §8). */
function changeTheme(color: string, change: () => boolean): void {
  speak(({ message }) => {
    const done = message.loading('正在编译主题！', 0);
    // A moment later, so that the word stands before the work begins.
    setTimeout(() => {
      try {
        tonesOf(color);
        if (!change()) message.warning(UNKEPT);
      } catch {
        message.error('主题更新失败');
      }
      setTimeout(done, COMPILING_SHOWN);
    }, 50);
  });
}

async function copySettings(settings: Settings): Promise<void> {
  if (await copyText(JSON.stringify(settings, null, 2))) toast.done('复制成功');
  else toast.fail('复制失败：浏览器不允许访问剪贴板');
}
