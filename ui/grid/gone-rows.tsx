import { Button } from 'antd';
import type { ReactNode } from 'react';
import type { GoneRow } from './grid-comings.ts';
import type { GridSession } from './grid-session.ts';

/** More at a time would be read by nobody; the others follow when these are settled. */
const MOST_SHOWN = 50;
/** Texts that tell which row it is. */
const MOST_TEXTS = 3;

/** Rows that are stored no longer though something was typed into them: each stays or goes. */
export function GoneRows({
  session,
  rows,
  mayKeep,
  onChosen,
}: {
  session: GridSession;
  rows: readonly GoneRow[];
  /** Whether this user may add rows. */
  mayKeep: boolean;
  onChosen: () => void;
}): ReactNode {
  const choose = (of: readonly GoneRow[], keeps: boolean): void => {
    const ids = new Set(of.map(({ row }) => row.id));
    session.chooseGone(ids, keeps);
    onChosen();
  };
  return (
    <>
      <p>
        {rows.length} 行已被他人删除，您录入的内容保留在表格中。
        {mayKeep ? '请选择作为新行保留，或放弃。' : '您没有新增的权限，请记下需要的内容后放弃。'}
      </p>
      <ul className="wb-grid-gone">
        {rows.slice(0, MOST_SHOWN).map((gone) => {
          const name = placeOf(gone);
          return (
            <li key={gone.row.id}>
              <span>
                {name}：<bdi>{textsOf(session, gone)}</bdi>
              </span>
              {mayKeep && (
                <Button
                  size="small"
                  aria-label={`${name}：作为新行保留`}
                  data-conflict={gone.row.id}
                  onClick={() => choose([gone], true)}
                >
                  作为新行保留
                </Button>
              )}
              <Button
                size="small"
                aria-label={`${name}：放弃`}
                data-conflict={gone.row.id}
                onClick={() => choose([gone], false)}
              >
                放弃
              </Button>
            </li>
          );
        })}
      </ul>
      {rows.length > MOST_SHOWN && <p>其余 {rows.length - MOST_SHOWN} 行在处理完以上各行后显示</p>}
      {rows.length > 1 && (
        <div className="wb-conflicts-all">
          {mayKeep && (
            <Button size="small" onClick={() => choose(rows, true)}>
              全部作为新行保留
            </Button>
          )}
          <Button size="small" onClick={() => choose(rows, false)}>
            全部放弃
          </Button>
        </div>
      )}
    </>
  );
}

const placeOf = ({ place }: GoneRow): string => (place < 0 ? '收起的行' : `第 ${place + 1} 行`);

const textsOf = ({ live, plainTextOf }: GridSession, { row }: GoneRow): string =>
  live.columns
    .map((column) => plainTextOf(column, row))
    .filter((text) => text !== '')
    .slice(0, MOST_TEXTS)
    .join('，');
