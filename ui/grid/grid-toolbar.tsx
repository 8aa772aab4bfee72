import {
  DeleteOutlined,
  DownOutlined,
  OrderedListOutlined,
  PlusOutlined,
  RedoOutlined,
  SaveOutlined,
  SettingOutlined,
  UndoOutlined,
  UpOutlined,
} from '@ant-design/icons';
import { Button, Popover } from 'antd';
import { useState, type ReactNode } from 'react';
import { GRID_TOOLBAR_BUTTONS } from '#kit/model/limits.ts';
import { fetched } from '../fetched.tsx';
import { ColumnChoice, type ColumnChoiceProps } from './column-choice.tsx';
import { REMOVE_RULES, type GridWork } from './grid-work.ts';
import type { AddSettingsProps } from './add-settings.tsx';
import type { AddSettings } from './grid-memory.ts';
import type { ToolbarButton, ToolbarConfig } from './grid-props.ts';
import type { GridSession } from './grid-session.ts';
import { useGridState } from './use-grid-state.ts';

const AddSettingsForm = fetched<AddSettingsProps>(() =>
  import('./add-settings.tsx').then((module) => module.AddSettingsForm),
);
const TREE_BUTTONS: readonly ToolbarButton[] = ['add', 'addChild', 'remove', 'clearSelection'];
/** Codes of permission rules that take a button away (spec §6): its own name where none are given. */
const RULED: Partial<Record<ToolbarButton, readonly string[]>> = {
  add: ['add'],
  addChild: ['add'],
  save: ['save'],
  remove: REMOVE_RULES,
};

export interface GridToolbarProps extends ColumnChoiceProps {
  session: GridSession;
  work: GridWork;
  config: ToolbarConfig;
  /** What the permission rules take away, without their prefix. */
  lacking: readonly string[];
  isTree: boolean;
  isReadOnly: boolean;
  prefix: ReactNode;
  suffix: ReactNode;
  add: AddSettings;
  onAddSettings: (settings: AddSettings) => void;
  isFolded: boolean;
  onFold: () => void;
}

export function GridToolbar(props: GridToolbarProps): ReactNode {
  const { session, work, config, lacking, isFolded, onFold } = props;
  const { btns = props.isTree ? TREE_BUTTONS : GRID_TOOLBAR_BUTTONS, slots = ['prefix', 'suffix'] } = config;
  const chosen = useGridState(session, () => session.store.selected.size);
  const hasRows = useGridState(session, () => session.store.rows.length > 0);
  const may = (button: ToolbarButton): boolean =>
    btns.includes(button) && !(RULED[button] ?? [button]).some((code) => lacking.includes(code));
  const edits = !props.isReadOnly;
  return (
    <div className="wb-grid-toolbar" role="toolbar" aria-label={`${work.title}操作`}>
      {slots.includes('prefix') && props.prefix}
      {edits && may('add') && (
        <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={work.addByButton}>
          新增
        </Button>
      )}
      {edits && may('addChild') && (
        <Button onClick={work.addChildByButton} disabled={!hasRows}>
          新增下级
        </Button>
      )}
      {edits && may('save') && <SaveButton session={session} work={work} />}
      {edits && may('remove') && chosen > 0 && (
        <Button danger icon={<DeleteOutlined aria-hidden />} onClick={() => void work.askToRemove()}>
          删除
        </Button>
      )}
      {may('clearSelection') && chosen > 0 && (
        <>
          <Button onClick={() => work.choose([])}>清空选择</Button>
          <span className="wb-grid-count">
            已选 <strong>{chosen}</strong> 项
          </span>
        </>
      )}
      {slots.includes('suffix') && props.suffix}
      <span className="wb-grid-tools">
        {edits && <TravelButtons session={session} />}
        {edits && may('add') && <AddSettingsButton {...props} />}
        <Popover trigger="click" placement="bottomRight" title="列设置" content={<ColumnChoice {...props} />}>
          <Button type="text" icon={<SettingOutlined />} aria-label="列设置" title="列设置" />
        </Popover>
        {may('collapse') && (
          <Button
            type="text"
            icon={isFolded ? <DownOutlined aria-hidden /> : <UpOutlined aria-hidden />}
            aria-expanded={!isFolded}
            onClick={onFold}
          >
            {isFolded ? '展开' : '收起'}
          </Button>
        )}
      </span>
    </div>
  );
}

function SaveButton({ session, work }: { session: GridSession; work: GridWork }): ReactNode {
  const isBusy = useGridState(session, () => work.isSaving);
  return (
    <Button icon={<SaveOutlined aria-hidden />} loading={isBusy} onClick={() => void work.save()}>
      保存
    </Button>
  );
}

function TravelButtons({ session }: { session: GridSession }): ReactNode {
  const canUndo = useGridState(session, () => session.store.canUndo);
  const canRedo = useGridState(session, () => session.store.canRedo);
  return (
    <>
      <Button
        type="text"
        icon={<UndoOutlined />}
        aria-label="撤销"
        title="撤销 (Ctrl+Z)"
        disabled={!canUndo}
        onClick={() => session.undo()}
      />
      <Button
        type="text"
        icon={<RedoOutlined />}
        aria-label="重做"
        title="重做 (Ctrl+Y)"
        disabled={!canRedo}
        onClick={() => session.redo()}
      />
    </>
  );
}

function AddSettingsButton(props: GridToolbarProps): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      title="新增设置"
      open={isOpen}
      onOpenChange={setOpen}
      destroyOnHidden
      content={<AddSettingsForm {...props} onClose={() => setOpen(false)} />}
    >
      <Button type="text" icon={<OrderedListOutlined />} aria-label="新增设置" title="新增设置" />
    </Popover>
  );
}
