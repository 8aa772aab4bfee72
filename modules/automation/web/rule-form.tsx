import { Input, Select, Switch } from 'antd';
import { useId, type ReactNode } from 'react';
import { CronInput, GroupedNumber, useDictOptions } from '#kit/web/index.ts';
import { ruleTrigger, type Trigger } from '../model/rule.ts';
import { subjectOf, type SubjectKind } from '../model/subject.ts';
import { ActionRows } from './action-rows.tsx';
import { ConditionGroup } from './condition-tree.tsx';
import { RowsSelect } from './fact-value.tsx';
import type { RuleDraft } from './rule-draft.ts';

interface FormProps {
  draft: RuleDraft;
  faults: Readonly<Record<string, readonly string[]>>;
  isReadOnly: boolean;
  /** Why it cannot be changed. */
  lock?: string | null;
  onChange: (draft: RuleDraft) => void;
}

/** What a rule says: when, of what, and what then. */
export function RuleForm({ draft, faults, isReadOnly, lock, onChange }: FormProps): ReactNode {
  const subject = subjectOf(draft.trigger);
  return (
    <div className="au-form">
      {lock && <p className="au-lock">{lock}。</p>}
      <section className="wb-detail-part">
        <h2>何时</h2>
        <Basics draft={draft} faults={faults} isReadOnly={isReadOnly} onChange={onChange} />
      </section>
      <section className="wb-detail-part">
        <h2>如果</h2>
        {ABOUT[subject] && <p className="au-weak">{ABOUT[subject]}</p>}
        <ConditionGroup
          subject={subject}
          group={draft.conditions}
          depth={1}
          place=""
          isReadOnly={isReadOnly}
          onChange={(conditions) => onChange({ ...draft, conditions })}
        />
        <Faults texts={faults['conditions']} />
      </section>
      <section className="wb-detail-part">
        <h2>就</h2>
        <ActionRows
          subject={subject}
          actions={draft.actions}
          isReadOnly={isReadOnly}
          onChange={(actions) => onChange({ ...draft, actions })}
        />
        <Faults texts={faults['actions']} />
        <label className="au-switch">
          <Switch
            disabled={isReadOnly}
            checked={draft.stopOnMatch}
            onChange={(stopOnMatch) => onChange({ ...draft, stopOnMatch })}
          />
          命中后不再执行后面的规则
        </label>
      </section>
      <Faults texts={faults['']} />
    </div>
  );
}

/** What else there is to know about what is asked. */
const ABOUT: Partial<Record<SubjectKind, string>> = {
  return:
    '订单、商品和库存的条件看退货单的订单，商品为订单全部未取消的商品。非本单退回没有订单，这些条件按空判断，打标签等动作不执行。',
  part: '订单、商品和库存的条件看补发单的订单，商品为订单全部未取消的商品。没有订单的申请，这些条件按空判断，打标签等动作不执行。',
  feed: '每次失败的推送只判断一次，重试不算；已熔断、等放行的不算失败。',
  remittance: '每张回款单只在第一次匹配时判断一次，退回修改再匹配不算；金额按回款单币种比较，多币种请加“回款币种”。',
};

const Faults = ({ texts = [] }: { texts?: readonly string[] | undefined }): ReactNode =>
  texts.map((text) => (
    <p key={text} className="au-refused" role="alert">
      {text}
    </p>
  ));

function Basics({ draft, faults, isReadOnly, onChange }: Omit<FormProps, 'lock'>): ReactNode {
  const triggers = useDictOptions(ruleTrigger);
  const set = (values: Partial<RuleDraft>): void => onChange({ ...draft, ...values });
  return (
    <div className="au-basics">
      <Labelled title="编码" isRequired texts={faults['code']}>
        {(id) => (
          <Input
            id={id}
            disabled={isReadOnly}
            value={draft.code}
            maxLength={32}
            placeholder="如 R-WEST"
            onChange={(event) => set({ code: event.target.value })}
          />
        )}
      </Labelled>
      <Labelled title="名称" isRequired texts={faults['name']}>
        {(id) => (
          <Input
            id={id}
            disabled={isReadOnly}
            value={draft.name}
            maxLength={40}
            placeholder="显示在订单流转和轨迹里"
            onChange={(event) => set({ name: event.target.value })}
          />
        )}
      </Labelled>
      <Labelled title="触发" isRequired texts={faults['trigger']}>
        {(id) => (
          <Select<Trigger>
            id={id}
            disabled={isReadOnly}
            value={draft.trigger}
            options={[...triggers] as { value: Trigger; label: string }[]}
            onChange={(trigger) => set({ trigger })}
          />
        )}
      </Labelled>
      {draft.trigger === 'schedule' && (
        <Labelled title="执行时间" isRequired texts={faults['cron']}>
          {(id) => (
            <CronInput
              id={id}
              disabled={isReadOnly}
              value={draft.cron}
              hideSecond
              hideYear
              onChange={(cron) => set({ cron })}
            />
          )}
        </Labelled>
      )}
      <Labelled title="优先级" isRequired texts={faults['priority']} hint="大的先执行">
        {(id) => (
          <GroupedNumber
            id={id}
            disabled={isReadOnly}
            value={draft.priority === null ? null : String(draft.priority)}
            onChange={(next) => set({ priority: next === null ? null : Number(next) })}
          />
        )}
      </Labelled>
      <Labelled title="适用店铺" texts={faults['shopIds']}>
        {() => (
          <RowsSelect
            to="base:channelAccount"
            label="适用店铺"
            isSeveral
            isReadOnly={isReadOnly}
            ids={draft.shopIds}
            placeholder="不选为全部店铺"
            onChange={(shopIds) => set({ shopIds })}
          />
        )}
      </Labelled>
      <Labelled title="说明" texts={faults['note']}>
        {(id) => (
          <Input
            id={id}
            disabled={isReadOnly}
            value={draft.note}
            maxLength={500}
            placeholder="为什么有这条规则"
            onChange={(event) => set({ note: event.target.value })}
          />
        )}
      </Labelled>
    </div>
  );
}

interface LabelledProps {
  title: string;
  isRequired?: boolean;
  hint?: string;
  texts?: readonly string[] | undefined;
  children: (id: string) => ReactNode;
}

function Labelled({ title, isRequired, hint, texts, children }: LabelledProps): ReactNode {
  const id = useId();
  return (
    <div className="au-field">
      <label htmlFor={id}>
        {isRequired && <span className="au-required">*</span>}
        {title}
        {hint && <small className="au-weak">（{hint}）</small>}
      </label>
      {children(id)}
      <Faults texts={texts} />
    </div>
  );
}
