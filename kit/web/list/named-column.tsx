import { isOnlyRead, type AnyResource } from '#kit/model/resource.ts';
import type { Row } from '#ui/cells/faces.ts';
import { labelOf } from '../audit-fields.ts';
import type { ListColumn } from './list-column.ts';

/**
 * The column that names the row opens it. A state is no name, and stays a tag: the first column
 * opens the row then.
 */
export function withName<R extends Row>(
  columns: readonly ListColumn<R>[],
  of: AnyResource,
  open: (row: R) => void,
): ListColumn<R>[] {
  const isState = of.label === 'status';
  const name = isState ? columns[0]?.key : of.label;
  return columns.map((column) =>
    column.key === name && !isOnlyRead(of)
      ? {
          ...column,
          render: (row: R) => (
            <button type="button" className="wb-row-name" onClick={() => open(row)}>
              {isState ? column.render(row) : labelOf(of, row)}
            </button>
          ),
        }
      : column,
  );
}
