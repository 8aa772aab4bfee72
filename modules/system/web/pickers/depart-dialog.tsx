import { DownOutlined } from '@ant-design/icons';
import { Alert, Button, Dropdown, Input, Modal, Skeleton, Tree } from 'antd';
import { useState, type Key, type ReactNode } from 'react';
import { DEPART_DIALOG_WIDTH } from '#kit/model/limits.ts';
import { BlankState } from '#kit/web/index.ts';
import { departsIn, departsNamed, useDeparts, type Depart } from '../use-departs.ts';
import { allDepartIds, halfTicked, toggleDepart } from './depart-choice.ts';
import './pickers.css';

interface DepartDialogProps {
  /** What is chosen already, by `store`. */
  selected: readonly string[];
  /** Fields of a department that are stored, and shown. */
  store: string;
  text: string;
  multiple: boolean;
  /** px; 500 by default. */
  width?: number | undefined;
  /** Whether the first level is open at the start. */
  rootOpened: boolean;
  /** Offers the menu of tree operations, where several may be chosen. */
  treeOpera: boolean;
  onClose: () => void;
  onPick: (departs: { value: string; text: string }[]) => void;
}

const TREE_HEIGHT = 360;

/** 选择部门: a tree that can be searched. Confirming with nothing chosen empties the field. */
export function DepartDialog(props: DepartDialogProps): ReactNode {
  const { multiple, rootOpened, treeOpera, onClose } = props;
  const departs = useDeparts(props.store === 'id' && props.text === 'departName');
  const tree = departs.data ?? NONE;
  const [changed, setChosen] = useState<ReadonlySet<string> | null>(null);
  const chosen = changed ?? selectedIn(tree, props);
  const [isLinked, setLinked] = useState(false);
  const [expanded, setExpanded] = useState<readonly string[] | null>(null);
  const open = expanded ?? (rootOpened ? tree.map((one) => one.id) : []);
  const operate: Record<string, () => void> = {
    link: () => setLinked(true),
    unlink: () => setLinked(false),
    all: () => setChosen(new Set(allDepartIds(tree))),
    none: () => setChosen(new Set()),
    expand: () => setExpanded(allDepartIds(tree)),
    fold: () => setExpanded([]),
  };
  const choose = (id: string): void => {
    if (multiple) setChosen(toggleDepart(tree, chosen, id, isLinked));
    else setChosen(new Set(chosen.has(id) ? [] : [id]));
  };
  return (
    <Modal
      open
      title="选择部门"
      width={props.width ?? DEPART_DIALOG_WIDTH}
      mask={{ closable: false }}
      onCancel={onClose}
      footer={
        <div className="sy-depart-footer">
          {multiple && treeOpera && <TreeMenu isLinked={isLinked} operate={operate} />}
          <span className="sy-depart-count">已选{chosen.size}个</span>
          <Button onClick={onClose}>关闭</Button>
          <Button type="primary" disabled={!departs.data} onClick={() => props.onPick(pickedIn(tree, chosen, props))}>
            确定
          </Button>
        </div>
      }
    >
      {departs.error ? (
        <Alert
          type="error"
          showIcon
          title={departs.error.message}
          action={<Button onClick={() => void departs.refetch()}>重试</Button>}
        />
      ) : !departs.data ? (
        <Skeleton active />
      ) : (
        <DepartTree
          tree={tree}
          chosen={chosen}
          multiple={multiple}
          expanded={open}
          onExpand={setExpanded}
          onToggle={choose}
        />
      )}
    </Modal>
  );
}

const NONE: readonly Depart[] = [];

const selectedIn = (
  tree: readonly Depart[],
  { selected, store }: Pick<DepartDialogProps, 'selected' | 'store'>,
): ReadonlySet<string> => {
  const keys = new Set(selected);
  const found = departsIn(tree).filter((one) => keys.has(String(one[store])));
  return new Set(found.map(({ id }) => id));
};

const pickedIn = (
  tree: readonly Depart[],
  chosen: ReadonlySet<string>,
  { store, text }: Pick<DepartDialogProps, 'store' | 'text'>,
): { value: string; text: string }[] =>
  departsIn(tree)
    .filter(({ id }) => chosen.has(id))
    .map((one) => ({ value: String(one[store]), text: String(one[text] ?? one.departName) }));

function TreeMenu({
  isLinked,
  operate,
}: {
  isLinked: boolean;
  operate: Readonly<Record<string, () => void>>;
}): ReactNode {
  return (
    <Dropdown
      trigger={['click']}
      placement="topLeft"
      menu={{
        selectedKeys: [isLinked ? 'link' : 'unlink'],
        items: [
          { key: 'link', label: '父子关联' },
          { key: 'unlink', label: '取消关联' },
          { type: 'divider' },
          { key: 'all', label: '全部勾选' },
          { key: 'none', label: '取消全选' },
          { key: 'expand', label: '展开所有' },
          { key: 'fold', label: '合并所有' },
        ],
        onClick: ({ key }) => operate[key]?.(),
      }}
    >
      <Button icon={<DownOutlined aria-hidden />} iconPlacement="end">
        树操作
      </Button>
    </Dropdown>
  );
}

function DepartTree({
  tree,
  chosen,
  multiple,
  expanded,
  onExpand,
  onToggle,
}: {
  tree: readonly Depart[];
  chosen: ReadonlySet<string>;
  multiple: boolean;
  expanded: readonly string[];
  onExpand: (ids: readonly string[]) => void;
  onToggle: (id: string) => void;
}): ReactNode {
  const [word, setWord] = useState('');
  const typed = word.trim();
  const shown = departsNamed(tree, typed);
  // What was found is shown opened up; what was folded by hand comes back after the search.
  const open = typed === '' ? [...expanded] : allDepartIds(shown);
  const toggle = (key: Key): void => onToggle(String(key));
  return (
    <>
      <Input
        allowClear
        autoFocus
        aria-label="搜索部门"
        placeholder="输入部门名称搜索"
        value={word}
        onChange={({ target }) => setWord(target.value)}
      />
      {shown.length === 0 ? (
        <BlankState title={typed === '' ? '还没有部门' : '没有查询到任何数据'} />
      ) : (
        <Tree<Depart>
          className="sy-depart-choice"
          aria-label="部门"
          blockNode
          height={TREE_HEIGHT}
          treeData={shown}
          titleRender={(one) => <span title={one.departName}>{one.departName}</span>}
          expandedKeys={open}
          onExpand={(keys) => onExpand(keys.map(String))}
          checkable={multiple}
          checkStrictly
          checkedKeys={{ checked: [...chosen], halfChecked: halfTicked(tree, chosen) }}
          onCheck={(_, { node }) => toggle(node.id)}
          selectedKeys={multiple ? [] : [...chosen]}
          onSelect={(_, { node }) => toggle(node.id)}
        />
      )}
    </>
  );
}
