import { Button, Space } from 'antd';
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { dict } from '#kit/model/dict.ts';
import { EDITING_CELL } from '#kit/model/editing-cell.ts';
import { choice, money, quantity, text, textarea } from '#kit/model/field.ts';
import { ConflictChoices, type ConflictSide } from '../conflicts/conflict-choices.tsx';
import type { GalleryPart } from '../gallery-part.ts';
import { apiBase } from '../http/http.ts';
import { Grid } from '#kit/web/lazy-widgets.tsx';
import { currentSession } from '#kit/web/session/session-store.ts';
import { createDataSocket, type DataSocket } from '#console/socket/data-socket.ts';
import { realTimers } from '../timers.ts';
import { dialTo, socketUrl } from '#console/socket/line.ts';
import type { GridChanges, GridColumn, GridRow } from './grid-column.ts';
import type { GridHandle } from './grid-props.ts';

const level = dict('gallery_live_level', { low: '低', middle: '中', high: '高' });
const COLUMNS: readonly GridColumn[] = [
  { key: 'code', field: text('编码', { required: true }), width: 130, rules: [{ unique: true }] },
  { key: 'name', field: text('品名') },
  { key: 'level', field: choice('级别', level), width: 100 },
  { key: 'count', field: quantity('数量'), statistics: ['sum'] },
  { key: 'amount', field: money('金额', 'currency'), statistics: ['sum'] },
  { key: 'remark', field: textarea('备注') },
];
const words = ['不锈钢保温杯', '折叠收纳箱', '儿童雨衣', '厨房置物架', '无线鼠标'];
const rowsOf = (count: number): readonly GridRow[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `live${index + 1}`,
    version: 1,
    code: `LV${String(index + 1).padStart(4, '0')}`,
    name: `${words[index % words.length]} ${index + 1}`,
    level: ['low', 'middle', 'high'][index % 3],
    count: (index * 7) % 100,
    amount: ((index * 1379) / 100 + 1).toFixed(2),
    currency: 'USD',
    remark: index % 2 === 0 ? null : '轻拿轻放',
  }));

/** The page whose socket the gallery joins: some page that whoever looks at this may edit. */
const PAGE = 'base:shipMethod';
const KEY = 'gallery';

/** A second window of the same person, over a socket of its own: what it says passes through the server. */
function useColleague(): { say: (type: string, data: unknown) => void; isThere: boolean } {
  const socket = useRef<DataSocket | null>(null);
  const [isThere, setThere] = useState(false);
  useEffect(() => {
    const session = currentSession();
    if (!session) return;
    const url = socketUrl(apiBase(), 'vxeSocket', session.user.id, PAGE);
    const dial = dialTo(url, session.token);
    const mine = createDataSocket({
      dial: (events) =>
        dial({
          ...events,
          opened() {
            events.opened();
            setThere(true);
          },
        }),
      timers: realTimers,
      onMessage: () => undefined,
    });
    socket.current = mine;
    mine.start();
    return () => mine.stop();
  }, []);
  return { isThere, say: (type, data) => socket.current?.send(type, data) };
}

/** What the server would answer: every changed row with its next version. */
const stored =
  (rows: readonly GridRow[]) =>
  async ({ changed }: GridChanges): Promise<readonly GridRow[]> =>
    rows.map((row) => {
      const mine = changed.find(({ id }) => id === row.id);
      return mine ? { ...mine, version: Number(mine['version']) + 1 } : row;
    });

function Together(): ReactNode {
  const rows = useMemo(() => rowsOf(6), []);
  const handle = useRef<GridHandle>(null);
  const { say, isThere } = useColleague();
  const [turn, setTurn] = useState(2);
  const tell = (change: Record<string, unknown>): void => {
    const { currency: _, ...row } = rows[0] as GridRow;
    say('update_vxe_table', {
      socketKey: KEY,
      args: [{ ...row, ...change, version: turn }, 'colleague'],
    });
    setTurn(turn + 1);
  };
  const wave = (cell: { id: string; key: string } | null): void =>
    say('common_send_date', { key: EDITING_CELL, args: { socketKey: KEY, cell } });
  const flood = (): void => {
    for (let n = 0; n < 1000; n += 1)
      handle.current?.applyRemote({
        ...(rows[n % rows.length] as GridRow),
        count: n,
        version: 1000 + n,
      });
  };
  return (
    <>
      <Space wrap style={{ marginBottom: 8 }}>
        <Button disabled={!isThere} onClick={() => tell({ name: `同事改的名称 ${turn}`, count: 99 })}>
          同事改了这一行
        </Button>
        <Button disabled={!isThere} onClick={() => wave({ id: 'live2', key: 'name' })}>
          同事正在编辑
        </Button>
        <Button disabled={!isThere} onClick={() => wave(null)}>
          同事离开了单元格
        </Button>
        <Button onClick={flood}>涌来一千条</Button>
      </Space>
      <Grid
        title="同改货品"
        rows={rows}
        columns={COLUMNS}
        handle={handle}
        rowNumber
        toolbar
        toolbarConfig={{ btns: ['save'] }}
        socketReload
        socketPage={PAGE}
        socketKey={KEY}
        reloadEffect
        onSave={async (changes) => stored(handle.current?.getAll().tableData as GridRow[])(changes)}
      />
    </>
  );
}

/** The server refuses the first save: a colleague was faster. */
function Refused(): ReactNode {
  const rows = useMemo(() => rowsOf(3), []);
  const isRefused = useRef(false);
  const [message, setMessage] = useState('');
  return (
    <>
      <Grid
        title="保存冲突"
        rows={rows}
        columns={COLUMNS}
        rowNumber
        toolbar
        toolbarConfig={{ btns: ['save'] }}
        onSave={async (changes) => {
          setMessage(JSON.stringify(changes.changed));
          if (isRefused.current) return stored(rows)(changes);
          isRefused.current = true;
          const theirs = { name: '同事先存的名称', remark: '同事的备注', version: 2 };
          return { conflicts: [{ ...(rows[0] as GridRow), ...theirs }] };
        }}
      />
      <output style={{ overflowWrap: 'anywhere' }}>{message}</output>
    </>
  );
}

const HARD = [
  { name: 'a', title: '名称', mine: '我的', theirs: '对方的', base: '' },
  { name: 'b', title: '备注', mine: '长'.repeat(10_000), theirs: '\u202eابجد\u202c👩‍👩‍👧‍👦', base: 'ok' },
  { name: 'c', title: '\u202e反向标题', mine: '', theirs: '<b>粗</b>', base: 'x\ny' },
];

function Choices(): ReactNode {
  const [chosen, setChosen] = useState<Readonly<Record<string, ConflictSide>>>({});
  return (
    <ConflictChoices
      conflicts={HARD}
      chosen={chosen}
      onChoose={(names, side) => setChosen({ ...chosen, ...Object.fromEntries(names.map((name) => [name, side])) })}
    />
  );
}

export const gallery: GalleryPart = {
  title: '可编辑表格：多人同改',
  states: [
    {
      title: '多人同改',
      hint: '在另一个窗口打开本页，或用按钮代替同事；两边都改过的单元格按 Alt+Enter 选择。',
      Show: Together,
    },
    { title: '保存冲突', hint: '改第一行的品名并保存：对方先存了一步。', Show: Refused },
    { title: '逐项选择', Show: Choices },
  ],
};
