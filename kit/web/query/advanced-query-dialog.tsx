import { Button, Modal } from 'antd';
import { useId, type ReactNode } from 'react';
import { requiredText } from '#kit/model/form-rules.ts';
import { SUPER_QUERY_WIDTH } from '#kit/model/limits.ts';
import type { AnyResource } from '#kit/model/resource.ts';
import { toast } from '#ui/feedback.tsx';
import { PromptDialog } from '#ui/modal/prompt-dialog.tsx';
import type { AdvancedFilter } from './advanced-filter.ts';
import { ConditionForm, rowId } from './condition-form.tsx';
import { useQueryDraft, type QueryDraft } from './query-draft.ts';
import { useQueryFields } from './query-fields.ts';
import { SavedQueryList } from './saved-query-list.tsx';
import { useQuerySaving } from './use-query-saving.ts';
import { useSavedQueries } from './use-saved-queries.ts';
import './query.css';

const LONGEST_NAME = 50;
const NAMED = [requiredText('保存名称不能为空')];

export interface AdvancedQueryDialogProps {
  of: AnyResource;
  /** Keys that may be asked about; all by default. */
  fields?: readonly string[] | undefined;
  isOpen: boolean;
  /** The query in force. */
  active: AdvancedFilter;
  /** Runs a query; an empty one clears what is in force. */
  onRun: (filter: AdvancedFilter) => void;
  onClose: () => void;
}

/** An address and the headers of a call take no more, in encoded characters. */
const LONGEST_QUERY = 10_000;

/** 高级查询构造器: conditions on the left, saved queries on the right. Enter runs it. */
export function AdvancedQueryDialog(props: AdvancedQueryDialogProps): ReactNode {
  const { of, isOpen, active, onRun, onClose } = props;
  const id = useId();
  const fields = useQueryFields(of, props.fields);
  const draft = useQueryDraft(fields, active);
  const saved = useSavedQueries(of, isOpen);
  const saving = useQuerySaving(draft, saved);
  const run = (): void => {
    if (!isReady(draft, id, '不能查询空条件')) return;
    onRun(draft.filter());
    onClose();
  };
  const reset = (): void => {
    draft.reset();
    saving.forget();
    if (active.superQueryParams) onRun({});
  };
  return (
    <>
      <Modal
        open={isOpen}
        title="高级查询构造器"
        width={SUPER_QUERY_WIDTH}
        mask={{ closable: false }}
        onCancel={onClose}
        afterOpenChange={(shown) => {
          if (shown) document.getElementById(`${id}-rows`)?.querySelector('input')?.focus();
        }}
        footer={
          <>
            <Button onClick={onClose}>关闭</Button>
            <Button onClick={reset}>重置</Button>
            <Button
              onClick={() => {
                if (isReady(draft, id, '空条件不能保存')) saving.startNaming();
              }}
            >
              保存查询
            </Button>
            <Button type="primary" htmlType="submit" form={id}>
              查询
            </Button>
          </>
        }
      >
        <div className="wb-query">
          <ConditionForm id={id} draft={draft} fields={fields} onRun={run} />
          <SavedQueryList
            saved={saved}
            current={saving.current}
            onLoad={saving.load}
            onRemove={(query) => void saving.remove(query)}
          />
        </div>
      </Modal>
      {saving.isNaming && (
        <PromptDialog
          title="保存查询"
          label="保存名称"
          initial={saving.current ?? ''}
          rules={NAMED}
          maxLength={LONGEST_NAME}
          okText="保存"
          onOk={saving.save}
          onClose={saving.endNaming}
        />
      )}
    </>
  );
}

/** Whether it can be run or saved; else says why, and leads to the row that is wrong. */
function isReady(draft: QueryDraft, id: string, whenEmpty: string): boolean {
  const wrong = draft.judge();
  if (draft.conditions.length === 0) toast.warn(whenEmpty);
  if (wrong) {
    const part = wrong.field === null ? 'field' : 'value';
    document.getElementById(`${rowId(id, wrong)}-${part}`)?.focus();
  }
  if (wrong || draft.conditions.length === 0) return false;
  const isLong = encodeURIComponent(draft.filter().superQueryParams ?? '').length > LONGEST_QUERY;
  if (isLong) toast.warn('查询条件过长，请减少条件或查询值');
  return !isLong;
}
