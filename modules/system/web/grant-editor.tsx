import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Checkbox, Input, Skeleton, Space, Tree } from 'antd';
import { useMemo, useState, type Key, type ReactNode } from 'react';
import { confirmAction, BlankState, queryClient, toast, toastError, useIsMobile } from '#kit/web/index.ts';
import type { GrantNode } from '../model/routes/roles.ts';
import { GrantDiff } from './grant-diff.tsx';
import { grantChange, keysOf, matching, shownChecks } from './grant-tree.ts';
import { RoleRules, type RulesOf } from './role-rules.tsx';
import './system.css';

/** What is granted rights: a role, a department role, the frame of a department, a plan. */
export interface GrantOf {
  name: string;
  /** Of what is cached of it. */
  key: readonly string[];
  /** What may be granted. */
  tree(signal: AbortSignal): Promise<readonly GrantNode[]>;
  held(signal: AbortSignal): Promise<string[]>;
  save(body: { permissionIds: string; lastpermissionIds: string }): Promise<unknown>;
  /** Data rules of its pages; absent: it has none. */
  rules?: RulesOf;
  /** Said where nothing may be granted at all. */
  emptyText?: string;
}

/** Room that head, tools and buttons around the tree take of a window: only rows in the rest are drawn. */
const AROUND = { drawer: 230, page: 320 };

interface GrantEditorProps {
  of: GrantOf;
  mayGrant: boolean;
  onDirty?: (isDirty: boolean) => void;
  onSaved?: () => void;
  /** Absent: it stands on a page and takes back what was not saved. */
  onCancel?: () => void;
}

/**
 * Menus and their buttons as a tree to be granted. Saved is the difference to what was read, so that
 * rights this user cannot see stay as they are.
 */
export function GrantEditor(props: GrantEditorProps): ReactNode {
  const { of } = props;
  const tree = useQuery({
    queryKey: ['system:grantTree', ...of.key],
    queryFn: ({ signal }) => of.tree(signal),
    staleTime: 0,
  });
  const heldKey = ['system:grants', ...of.key];
  const held = useQuery({
    queryKey: heldKey,
    queryFn: ({ signal }) => of.held(signal),
    gcTime: 0,
    staleTime: Infinity,
  });
  const error = tree.error ?? held.error;
  if (error)
    return (
      <Alert
        type="error"
        showIcon
        title={error.message}
        action={
          <Button
            onClick={() => {
              void tree.refetch();
              void held.refetch();
            }}
          >
            重试
          </Button>
        }
      />
    );
  if (!tree.data || !held.data) return <Skeleton active />;
  if (tree.data.length === 0 && of.emptyText) return <BlankState title={of.emptyText} />;
  return (
    <Grants
      {...props}
      key={`${of.key.join()} ${held.dataUpdatedAt}`}
      nodes={tree.data}
      held={held.data}
      onSaved={() => {
        void queryClient.invalidateQueries({ queryKey: heldKey });
        props.onSaved?.();
      }}
    />
  );
}

function Grants({
  of,
  nodes,
  held,
  mayGrant,
  onDirty,
  onSaved,
  onCancel,
}: GrantEditorProps & {
  nodes: readonly GrantNode[];
  held: readonly string[];
}): ReactNode {
  const [checked, setChecked] = useState<readonly string[]>(held);
  const [word, setWord] = useState('');
  const [isLinked, setLinked] = useState(true);
  const [isBusy, setBusy] = useState(false);
  const [ruled, setRuled] = useState<GrantNode | null>(null);
  const [open, setOpen] = useState<readonly Key[]>(() => nodes.map(({ key }) => key));
  const found = useMemo(() => matching(nodes, word.trim()), [nodes, word]);
  // On a phone the tools take a second line, as on a page.
  const isDrawer = useIsMobile() ? false : onCancel !== undefined;
  const granted = useMemo(() => new Set(held), [held]);
  const change = grantChange(held, checked);
  const isChanged = change.given.length + change.taken.length > 0;
  const choose = (next: readonly string[]): void => {
    const { given, taken } = grantChange(held, next);
    setChecked([...new Set(next)]);
    onDirty?.(given.length + taken.length > 0);
  };
  const save = async (): Promise<void> => {
    const isAgreed = await confirmAction({
      title: `保存“${of.name}”的权限？`,
      content: <GrantDiff nodes={nodes} {...change} />,
      okText: '保存',
      danger: change.taken.length > 0,
    });
    if (!isAgreed) return;
    setBusy(true);
    try {
      await of.save({ permissionIds: checked.join(','), lastpermissionIds: held.join(',') });
      toast.done('保存成功');
      onSaved?.();
    } catch (error) {
      toastError(error);
      setBusy(false);
    }
  };
  return (
    <>
      <Space wrap className="sy-grant-tools">
        <Input
          allowClear
          aria-label="查找权限"
          placeholder="查找权限"
          value={word}
          onChange={({ target }) => setWord(target.value)}
        />
        <Button size="small" onClick={() => setOpen(keysOf(nodes))}>
          全部展开
        </Button>
        <Button size="small" onClick={() => setOpen([])}>
          全部收起
        </Button>
        {mayGrant && (
          <>
            <Button size="small" onClick={() => choose([...checked, ...keysOf(found)])}>
              全选
            </Button>
            <Button size="small" onClick={() => choose(without(checked, keysOf(found)))}>
              全不选
            </Button>
            <Checkbox checked={isLinked} onChange={({ target }) => setLinked(target.checked)}>
              父子联动
            </Checkbox>
          </>
        )}
      </Space>
      <Tree
        checkable
        checkStrictly
        selectable={false}
        height={Math.max(320, window.innerHeight - AROUND[isDrawer ? 'drawer' : 'page'])}
        itemHeight={28}
        disabled={!mayGrant}
        treeData={found as never}
        titleRender={(node) => (
          <GrantTitle
            node={node as unknown as GrantNode}
            {...(of.rules && mayGrant && granted.has((node as unknown as GrantNode).key) ? { onRules: setRuled } : {})}
          />
        )}
        {...(word.trim() === ''
          ? { expandedKeys: [...open], onExpand: (keys) => setOpen(keys) }
          : { expandedKeys: keysOf(found) })}
        checkedKeys={shownChecks(nodes, checked)}
        onCheck={(_, { checked: isOn, node }) => {
          // A group stands for all below it; a button needs the page it stands on.
          const clicked = node as unknown as GrantNode;
          const below = isLinked ? keysOf([clicked]) : [clicked.key];
          const above = isOn && isLinked ? parentsOf(nodes, clicked.key) : [];
          const rest = without(checked, [...below, ...above]);
          choose(isOn ? [...rest, ...below, ...above] : rest);
        }}
      />
      {ruled && of.rules && <RoleRules of={of.rules} page={ruled} onClose={() => setRuled(null)} />}
      {mayGrant && (
        <Space className="wb-form-actions">
          <Button type="primary" disabled={!isChanged} loading={isBusy} onClick={() => void save()}>
            保存
          </Button>
          {onCancel ? (
            <Button onClick={onCancel}>取消</Button>
          ) : (
            <Button disabled={!isChanged} onClick={() => choose(held)}>
              恢复
            </Button>
          )}
          <span role="status">
            {isChanged ? `新授予 ${change.given.length} 项，收回 ${change.taken.length} 项` : '没有修改'}
          </span>
        </Space>
      )}
    </>
  );
}

const without = (keys: readonly string[], less: readonly string[]): string[] => {
  const left = new Set(less);
  return keys.filter((key) => !left.has(key));
};
/** A page that is granted and has data rules lets them be chosen. */
function GrantTitle({ node, onRules }: { node: GrantNode; onRules?: (node: GrantNode) => void }): ReactNode {
  return (
    <>
      {node.title}
      {node.ruleFlag === 1 && onRules && (
        <Button
          size="small"
          type="link"
          aria-label={`${node.title} 的数据规则`}
          onClick={(event) => {
            event.stopPropagation();
            onRules(node);
          }}
        >
          数据规则
        </Button>
      )}
    </>
  );
}

/** Keys on the way to a node, without it. */
function parentsOf(nodes: readonly GrantNode[], key: string): string[] {
  for (const node of nodes) {
    if (node.key === key) return [];
    const children = node.children ?? [];
    if (keysOf(children).includes(key)) return [node.key, ...parentsOf(children, key)];
  }
  return [];
}
