import { Button, Dropdown, Skeleton, Tabs } from 'antd';
import { useEffect, useState, type ReactNode } from 'react';
import {
  confirmAction,
  HelpButton,
  MoveButtons,
  Neighbours,
  RowFault,
  StateTag,
  usePage,
  usePageTitle,
  usePermission,
  useRow,
  useUnsavedWork,
} from '#kit/web/index.ts';
import { rule, ruleLifecycle, type Trigger } from '../model/rule.ts';
import { subjectOf, SUBJECTS } from '../model/subject.ts';
import { TEMPLATES } from '../model/templates.ts';
import { BackTestPanel } from './back-test-panel.tsx';
import { RuleForm } from './rule-form.tsx';
import { contentOf, draftOfRule, newRule, useRuleSaving, type RuleDraft, type WireRule } from './rule-draft.ts';
import { RuleRuns } from './rule-runs.tsx';
import { RuleSide } from './rule-side.tsx';
import { VersionPanel } from './version-panel.tsx';
import './rules.css';
import '#kit/web/detail/detail.css';

/** A name that nobody typed. */
const isTemplateName = (name: string): boolean => TEMPLATES.some((one) => one.name === name);

/** 新增规则: from nothing, or from what others begin with. */
export function RuleNew(): ReactNode {
  const { close, open, query } = usePage();
  const chosen = TEMPLATES.find(({ name }) => name === query['template']);
  const [draft, setDraft] = useState<RuleDraft>(() => newRule(chosen));
  const [isTouched, setTouched] = useState(false);
  const [saved, setSaved] = useState<string | null>(null);
  useUnsavedWork(isTouched);
  const saving = useRuleSaving();
  const save = async (): Promise<void> => {
    const id = await saving.save(draft, null);
    if (!id) return;
    setTouched(false);
    setSaved(id);
  };
  // Left once nothing is unsaved any more, so that nobody is asked about it.
  useEffect(() => {
    if (saved === null) return;
    close();
    open(`/rules/${saved}`);
  }, [saved, open, close]);
  const take = async (key: string): Promise<void> => {
    const template = TEMPLATES[Number(key)];
    if (!template) return;
    const hasParts = draft.conditions.of.length > 0 || draft.actions.length > 0;
    const isSure =
      !hasParts ||
      (await confirmAction({
        title: `改用模板“${template.name}”？`,
        content: '触发、条件和动作换成模板的，已填的不保留；编码、名称、优先级、适用店铺和说明不变。',
        okText: '改用模板',
      }));
    if (!isSure) return;
    const { name, trigger, conditions, actions, stopOnMatch } = newRule(template);
    const next = {
      ...draft,
      trigger,
      conditions,
      actions,
      stopOnMatch,
      name: draft.name.trim() === '' || isTemplateName(draft.name) ? name : draft.name,
    };
    saving.changed(draft, next);
    setDraft(next);
  };
  return (
    <article className="wb-detail">
      <header className="wb-detail-head">
        <h1 className="wb-detail-name">新增规则</h1>
        <HelpButton />
        <span className="au-head-acts">
          <Dropdown
            menu={{
              items: TEMPLATES.map(({ name, hint }, index) => ({
                key: String(index),
                label: (
                  <span className="au-template">
                    {name}
                    <small>{hint}</small>
                  </span>
                ),
              })),
              onClick: ({ key }) => void take(key),
            }}
          >
            <Button>用模板</Button>
          </Dropdown>
          <Button type="primary" loading={saving.isBusy} onClick={() => void save()}>
            保存
          </Button>
        </span>
      </header>
      <div className="au-columns">
        <RuleForm
          draft={draft}
          faults={saving.faults}
          isReadOnly={false}
          onChange={(next) => {
            saving.changed(draft, next);
            setDraft(next);
            setTouched(true);
          }}
        />
        <RuleSide content={contentOf(draft)} />
      </div>
    </article>
  );
}

/** A rule: what it says, held against the past, what it did, and what it said before. */
export function RuleDetail(): ReactNode {
  const { params } = usePage();
  const id = params['id'] ?? '';
  const { data, error, refetch } = useRow(rule, id);
  usePageTitle(data ? `规则 ${data.name}` : undefined);
  if (error && !data) return <RowFault of={rule} error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton active className="wb-page-wait" />;
  return <RuleBody stored={data as WireRule} />;
}

/** Why the rule cannot be changed right now, or null. */
const lockOf = (status: string, mayEdit: boolean): string | null =>
  !mayEdit ? '您没有编辑规则的权限' : status === 'active' ? '规则正在启用，停用后才能编辑' : null;

function RuleBody({ stored }: { stored: WireRule }): ReactNode {
  const mayEdit = usePermission('automation:rule:edit');
  // What somebody types into stays as it was opened, whatever others save meanwhile.
  const [opened, setOpened] = useState<{ draft: RuleDraft; row: WireRule } | null>(null);
  const [tab, setTab] = useState('rule');
  useUnsavedWork(opened !== null);
  const saving = useRuleSaving();
  const draft = opened?.draft ?? draftOfRule(stored);
  const lock = lockOf(stored.status, mayEdit);
  const save = async (): Promise<void> => {
    if (opened && (await saving.save(opened.draft, opened.row))) setOpened(null);
  };
  const isTested = stored.testedRevision === stored.revision;
  const kind = subjectOf(stored.trigger as Trigger);
  return (
    <article className="wb-detail">
      <header className="wb-detail-head">
        <h1 className="wb-detail-name">{stored.name}</h1>
        <StateTag lifecycle={ruleLifecycle} state={stored.status} />
        <span className="au-weak">
          第 {stored.revision} 版{isTested ? '，已回测' : '，还没有回测'}
        </span>
        <HelpButton />
        <span className="au-head-acts">
          {opened && (
            <>
              <Button onClick={() => setOpened(null)}>放弃修改</Button>
              <Button type="primary" loading={saving.isBusy} onClick={() => void save()}>
                保存
              </Button>
            </>
          )}
          {!opened && <RuleMoves stored={stored} isTested={isTested} onTest={() => setTab('test')} />}
        </span>
        <Neighbours of={rule} id={stored.id} />
      </header>
      {stored.status === 'faulted' && stored.fault && (
        <p className="au-fault" role="alert">
          异常停用：{stored.fault}
          。改好后保存、回测，再启用；
          {kind === 'order'
            ? '停用期间的订单可以在“待处理”选中后点“执行规则”补做。'
            : `停用期间的${SUBJECTS[kind].title}没有按这条规则处理，请人工查看。`}
        </p>
      )}
      <Tabs
        size="small"
        activeKey={tab}
        onChange={setTab}
        items={[
          {
            key: 'rule',
            label: '规则',
            children: (
              <div className="au-columns">
                <RuleForm
                  draft={draft}
                  faults={saving.faults}
                  isReadOnly={lock !== null}
                  lock={lock}
                  onChange={(next) => {
                    saving.changed(draft, next);
                    setOpened({ draft: next, row: opened?.row ?? stored });
                  }}
                />
                <RuleSide content={contentOf(draft)} />
              </div>
            ),
          },
          {
            key: 'test',
            label: '回测',
            children: <BackTestPanel stored={stored} isUnsaved={opened !== null} />,
          },
          { key: 'runs', label: '轨迹', children: <RuleRuns ruleId={stored.id} kind={kind} /> },
          { key: 'versions', label: '版本', children: <VersionPanel stored={stored} /> },
        ]}
      />
    </article>
  );
}

/** 启用 and the other moves; what waits for a test leads to it. */
function RuleMoves({
  stored,
  isTested,
  onTest,
}: {
  stored: WireRule;
  isTested: boolean;
  onTest: () => void;
}): ReactNode {
  const mayActivate = usePermission('automation:rule:activate');
  const waits = !isTested && stored.status !== 'active' && mayActivate;
  const moves = waits ? ['tryOut', 'pause'] : ['activate', 'tryOut', 'pause'];
  return (
    <>
      {waits && (
        <>
          <Button type="primary" disabled title={`第 ${stored.revision} 版还没有回测，先回测再启用`}>
            启用
          </Button>
          <Button type="primary" ghost onClick={onTest}>
            先回测
          </Button>
        </>
      )}
      <MoveButtons lifecycle={ruleLifecycle} row={stored} moves={moves} visible={3} />
    </>
  );
}
