import type { ReactNode } from 'react';
import type { Fields } from '#kit/model/field.ts';
import type { AnyResource } from '#kit/model/resource.ts';
import { isBlank } from '#ui/cells/faces.ts';
import type { DetailSlots } from './detail-slots.ts';
import { AuditLine, FieldList } from './field-list.tsx';
import type { DetailRow } from './use-row.ts';
import './detail.css';

/**
 * Facts of a row in groups and who wrote it when; a group of which nothing is known is left out. One group
 * has its title above it, several have theirs beside them.
 */
export function FactGroups({
  of,
  row,
  groups = [],
  isNews = (shown, key) => !isBlank(shown[key]),
  facts = {},
}: Pick<DetailSlots, 'groups' | 'isNews' | 'facts'> & { of: AnyResource; row: DetailRow }): ReactNode {
  const shown = groups
    .filter(({ isOf }) => isOf?.(row) ?? true)
    .map((group) => ({ ...group, keys: group.keys.filter((key) => key in row && isNews(row, key)) }))
    .filter(({ keys }) => keys.length > 0);
  return (
    <section className="wb-detail-part">
      {shown.map(({ title, keys, columns = 3 }) => (
        <div key={title} className={groups.length > 1 ? 'wb-fact-group' : ''}>
          <h2>{title}</h2>
          <FieldList
            fields={of.fields as Fields}
            keys={keys}
            row={row}
            columns={columns}
            facts={Object.fromEntries(keys.flatMap((key) => (facts[key] ? [[key, facts[key](row)]] : [])))}
          />
        </div>
      ))}
      <AuditLine row={row} />
    </section>
  );
}
