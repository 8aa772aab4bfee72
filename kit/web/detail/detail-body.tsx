import { Tabs } from 'antd';
import { useState, type ReactNode } from 'react';
import type { Fields } from '#kit/model/field.ts';
import type { AnyResource } from '#kit/model/resource.ts';
import { findLifecycle } from '../declarations.ts';
import { HistoryTimeline } from '../lifecycle/history-timeline.tsx';
import { ChildLines } from './child-lines.tsx';
import { DetailColumns } from './detail-columns.tsx';
import type { DetailSlots, DetailTab } from './detail-slots.ts';
import { FactGroups } from './fact-groups.tsx';
import { AuditLine, factKeys, FieldList } from './field-list.tsx';
import type { DetailRow } from './use-row.ts';

export interface DetailBodyProps extends DetailSlots {
  of: AnyResource;
  row: DetailRow;
  /** Something is typed in its child rows and not stored yet. */
  onDirty?: ((isDirty: boolean) => void) | undefined;
}

/** Everything below the head of a detail: what stands in its way, then its parts, in tabs where there are some. */
export function DetailBody(props: DetailBodyProps): ReactNode {
  const { row, above, tabs } = props;
  const [tab, setTab] = useState(OVERVIEW);
  return (
    <>
      {above?.(row, setTab)}
      {tabs ? (
        <Tabs size="small" activeKey={tab} onChange={setTab} items={[overview(props), ...tabs(row).map(itemOf)]} />
      ) : (
        <Overview {...props} />
      )}
    </>
  );
}

const OVERVIEW = 'overview';
const overview = (props: DetailBodyProps) => ({
  key: OVERVIEW,
  label: '概览',
  children: <Overview {...props} />,
});
const itemOf = ({ key, title, count = 0, content }: DetailTab) => ({
  key,
  label: count > 0 ? `${title} ${count}` : title,
  children: content,
});

function Overview(props: DetailBodyProps): ReactNode {
  const { row, next, aside } = props;
  if (!next && !aside) return <Parts {...props} />;
  const beside = (
    <>
      {next?.(row)}
      {aside?.(row)}
    </>
  );
  return (
    <DetailColumns aside={beside}>
      <Parts {...props} />
    </DetailColumns>
  );
}

function Parts(props: DetailBodyProps): ReactNode {
  const { of, row, lines, children, below, hasHistory = true } = props;
  const lifecycle = findLifecycle(of);
  return (
    <>
      {lines?.(row)}
      {props.groups ? <FactGroups {...props} /> : <AllFacts {...props} />}
      {children?.(row)}
      {!lines && <ChildLines of={of} row={row} onDirty={props.onDirty} />}
      {below?.(row)}
      {lifecycle && hasHistory && (
        <section className="wb-detail-part">
          <h2>流转记录</h2>
          <HistoryTimeline lifecycle={lifecycle} id={row.id} />
        </section>
      )}
    </>
  );
}

const AllFacts = ({ of, row, columns = 3, keys, facts = {} }: DetailBodyProps): ReactNode => (
  <section className="wb-detail-part">
    <FieldList
      fields={of.fields as Fields}
      keys={keys ?? factKeys(of, row)}
      row={row}
      columns={columns}
      facts={Object.fromEntries(Object.entries(facts).map(([key, show]) => [key, show(row)]))}
    />
    <AuditLine row={row} />
  </section>
);
