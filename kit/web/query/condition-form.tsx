import { Alert, Button, Select } from 'antd';
import type { ReactNode } from 'react';
import type { MatchType, QueryFields } from '#kit/model/advanced-query.ts';
import { ConditionRow } from './condition-row.tsx';
import type { DraftRow, QueryDraft } from './query-draft.ts';

const MATCH_TYPES: { value: MatchType; label: string }[] = [
  { value: 'and', label: 'AND（所有条件都要求匹配）' },
  { value: 'or', label: 'OR（条件中的任意一个匹配）' },
];

/** Id under which the inputs of a row begin. */
export const rowId = (id: string, row: DraftRow): string => `${id}-${row.id}`;

/** How conditions match, the conditions, and one more. */
export function ConditionForm({
  id,
  draft,
  fields,
  onRun,
}: {
  id: string;
  draft: QueryDraft;
  fields: QueryFields;
  onRun: () => void;
}): ReactNode {
  return (
    <form
      id={id}
      onSubmit={(event) => {
        event.preventDefault();
        onRun();
      }}
    >
      <p className="wb-query-match">
        <label htmlFor={`${id}-match`}>条件匹配方式</label>
        <Select id={`${id}-match`} value={draft.matchType} options={MATCH_TYPES} onChange={draft.setMatchType} />
      </p>
      <DroppedNote dropped={draft.dropped} />
      <ol id={`${id}-rows`}>
        {draft.rows.map((row, index) => (
          <ConditionRow
            key={row.id}
            id={rowId(id, row)}
            number={index + 1}
            fields={fields}
            row={row}
            fault={draft.faultOf(row)}
            isFresh={row.id === draft.fresh}
            onChange={(next) => draft.setRow({ ...next, id: row.id })}
            onRemove={() => draft.remove(row.id)}
          />
        ))}
      </ol>
      <Button type="dashed" disabled={draft.isFull} onClick={draft.add}>
        {draft.isFull ? `最多${draft.rows.length}个条件` : '新增条件'}
      </Button>
    </form>
  );
}

/** What was saved, or stands in the address, and cannot be asked any more. */
function DroppedNote({ dropped }: { dropped: readonly string[] }): ReactNode {
  if (dropped.length === 0) return null;
  return (
    <Alert
      type="warning"
      showIcon
      className="wb-query-dropped"
      title={`有 ${dropped.length} 个条件无法识别，已忽略：${dropped.join('、')}`}
    />
  );
}
