import { Button, Form, Input, Segmented } from 'antd';
import { useState, type ComponentType, type ReactNode } from 'react';
import { namedRule, requiredChoice, requiredText } from '#kit/model/form-rules.ts';
import { FILE_NAME_CHARACTERS, NOT_CUT, PICKER_CHARACTERS } from '#kit/model/limits.ts';
import { antdRules } from '#kit/web/form/antd-rules.ts';
import { codeRule } from '#kit/web/form/code-check.ts';
import type { GalleryPart, GalleryState } from '../gallery-part.ts';
import { parseClipboard } from '../grid-data/clipboard.ts';
import { StrengthHint } from '#console/session/sign-in/strength-hint.tsx';
import { Ellipsis } from './ellipsis.tsx';
import { GroupedNumber } from './grouped-number.tsx';
import { DateRangeInput, TimeRangeInput } from './range-inputs.tsx';
import type { SearchMode } from './search-mode.ts';
import { SearchText } from './search-text.tsx';
import { SlideVerify } from './slide-verify.tsx';
import { TagsInput } from './tags-input.tsx';
import { YesNoSwitch } from './yes-no-switch.tsx';

interface Held<V> {
  value: V;
  onChange: (value: V) => void;
  'aria-label': string;
}

/** A widget that holds a value, with the value beside it. */
const state = <V,>(title: string, start: V, Widget: ComponentType<Held<V>>, hint?: string): GalleryState => ({
  title,
  ...(hint ? { hint } : {}),
  Show: function HeldState(): ReactNode {
    const [value, setValue] = useState(start);
    return (
      <div style={{ maxWidth: 360 }}>
        <Widget value={value} onChange={setValue} aria-label={title} />
        <output>{JSON.stringify(value)}</output>
      </div>
    );
  },
});

const MODES: SearchMode[] = ['like', 'ne', 'ge', 'le', 'eq'];

function SearchModes(): ReactNode {
  const [mode, setMode] = useState<SearchMode>('like');
  const [value, setValue] = useState('');
  const [searched, setSearched] = useState('');
  return (
    <div style={{ maxWidth: 360 }}>
      <Segmented aria-label="方式" options={MODES} value={mode} onChange={setMode} />
      <SearchText aria-label="编码" mode={mode} value={value} onChange={setValue} onSearch={setSearched} />
      <output>{JSON.stringify({ value, searched })}</output>
    </div>
  );
}

const LONG = '东莞市长安镇振安西路工业园三号仓库二楼北侧第十七号货架下层（请勿倒置，轻拿轻放）';

function Texts(): ReactNode {
  return (
    <ul>
      <li>
        <Ellipsis text="短文本" />
      </li>
      <li>
        <Ellipsis text={LONG} />
      </li>
      <li>
        <Ellipsis text="装箱清单-20261121.xlsx" characters={FILE_NAME_CHARACTERS} />
      </li>
      <li>
        <Ellipsis text={LONG} characters={PICKER_CHARACTERS} />
      </li>
      <li>
        <Ellipsis text={LONG} characters={NOT_CUT} />
      </li>
    </ul>
  );
}

function Slider(): ReactNode {
  const [count, setCount] = useState(0);
  const [round, setRound] = useState(0);
  return (
    <>
      <SlideVerify key={round} onSuccess={() => setCount((before) => before + 1)} />
      <output>验证 {count} 次</output> <Button onClick={() => setRound(round + 1)}>重新验证</Button>
    </>
  );
}

function PastedTable(): ReactNode {
  const [cells, setCells] = useState<string[][]>([]);
  return (
    <>
      <Input.TextArea
        aria-label="粘贴处"
        value=""
        placeholder="把表格粘贴到这里"
        onPaste={(event) => {
          event.preventDefault();
          const { clipboardData: from } = event;
          setCells(parseClipboard({ text: from.getData('text'), html: from.getData('text/html') }));
        }}
      />
      <output>{JSON.stringify(cells)}</output>
    </>
  );
}

function RuledForm(): ReactNode {
  const [form] = Form.useForm();
  return (
    <Form form={form} layout="vertical" style={{ maxWidth: 360 }} onFinish={() => undefined}>
      <Form.Item
        name="mobile"
        label="手机号"
        required
        validateFirst
        rules={antdRules(requiredText('请输入手机号'), namedRule('mobile'))}
      >
        <Input />
      </Form.Item>
      <Form.Item name="name" label="称呼" required rules={antdRules(requiredText('请输入称呼', { min: 2, max: 4 }))}>
        <Input />
      </Form.Item>
      <Form.Item name="isOpen" label="启用" required rules={antdRules(requiredChoice('请选择启用'))}>
        <YesNoSwitch isQuery />
      </Form.Item>
      <Form.Item name="code" label="编码" validateTrigger={['onBlur', 'onChange']} rules={[codeRule('common')]}>
        <Input />
      </Form.Item>
      <Button htmlType="submit">提交</Button>
    </Form>
  );
}

function Password(): ReactNode {
  const [password, setPassword] = useState('');
  return (
    <div style={{ maxWidth: 360 }}>
      <Input.Password
        aria-label="密码"
        autoComplete="new-password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <StrengthHint password={password} />
    </div>
  );
}

type Flag = 'Y' | 'N' | null;
type Range = [string | null, string | null] | null;

export const gallery: GalleryPart = {
  title: '小组件',
  states: [
    { title: '搜索输入', hint: '按回车搜索；切换方式保留文字', Show: SearchModes },
    state<string>('搜索输入，禁用', '*SKU-1001*', (props) => <SearchText {...props} disabled />),
    state<string>('标签，空白', '', TagsInput, '每两个字一个分号'),
    state<string>('标签，已填', '加急;易碎;大件', TagsInput),
    state<string>('标签，禁用', '加急;易碎', (props) => <TagsInput {...props} disabled />),
    { title: '省略', Show: Texts },
    state<Flag>('开关，空值', null, YesNoSwitch),
    state<Flag>('开关，已开', 'Y', YesNoSwitch),
    state<Flag>('开关，禁用', 'Y', (props) => <YesNoSwitch {...props} disabled />),
    state<number | null>('开关，自定值', 1, (props) => <YesNoSwitch<number> {...props} values={[1, 0]} />),
    state<Flag>('开关，查询', null, (props) => <YesNoSwitch {...props} isQuery />),
    { title: '滑块验证', hint: '也可用方向键和 End', Show: Slider },
    { title: '滑块验证，禁用', Show: () => <SlideVerify disabled /> },
    state<Range>('日期范围', null, (props) => <DateRangeInput {...props} />),
    state<Range>('日期范围，一端可空', ['2026-11-01', null], (props) => <DateRangeInput {...props} canBeOpen />),
    state<Range>('日期时间范围', ['2026-11-01 08:00:00', '2026-11-21 18:30:00'], (props) => (
      <DateRangeInput {...props} hasTime />
    )),
    state<Range>('时间范围', ['08:00:00', '18:30:00'], (props) => <TimeRangeInput {...props} />),
    state<Range>('时间范围，禁用', null, (props) => <TimeRangeInput {...props} disabled />),
    state<string | null>('千分位数字', '1234567.5', (props) => <GroupedNumber {...props} suffix="USD" />),
    state<string | null>('千分位数字，禁用', '-20000', (props) => <GroupedNumber {...props} disabled />),
    { title: '密码强度', Show: Password },
    { title: '表单规则', Show: RuledForm },
    { title: '粘贴表格', Show: PastedTable },
  ],
};
