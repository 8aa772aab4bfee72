import { Button } from 'antd';
import type { ReactNode } from 'react';
import './conflicts.css';

/** One field that two people have changed to different values. */
interface FieldConflict {
  /** Unlike that of any other of the list. */
  name: string;
  title: string;
  /** Name of the other one, as far as it is known. */
  who?: string | undefined;
  mine: ReactNode;
  theirs: ReactNode;
  /** As it was before either changed it. */
  base: ReactNode;
}

export type ConflictSide = 'mine' | 'theirs';

interface ConflictChoicesProps {
  conflicts: readonly FieldConflict[];
  /** What was chosen so far, where the choice is not taken at once. */
  chosen?: Readonly<Record<string, ConflictSide>>;
  onChoose: (names: readonly string[], side: ConflictSide) => void;
}

/** More at a time would be read by nobody; the others follow when these are settled. */
const MOST_SHOWN = 50;
const MOST_UNSCROLLED = 40;

/**
 * What two people made of the same fields, side by side: each field is settled by itself, or all at
 * once. Nothing is chosen beforehand.
 */
export function ConflictChoices({ conflicts, chosen, onChoose }: ConflictChoicesProps): ReactNode {
  const names = conflicts.map(({ name }) => name);
  return (
    <div className="wb-conflicts">
      <ul>
        {conflicts.slice(0, MOST_SHOWN).map((conflict) => (
          <li key={conflict.name}>
            <Conflict
              conflict={conflict}
              chosen={chosen?.[conflict.name]}
              onChoose={(side) => onChoose([conflict.name], side)}
            />
          </li>
        ))}
      </ul>
      {conflicts.length > MOST_SHOWN && <p>其余 {conflicts.length - MOST_SHOWN} 处在处理完以上各处后显示</p>}
      {conflicts.length > 1 && (
        <div className="wb-conflicts-all">
          <Button size="small" onClick={() => onChoose(names, 'mine')}>
            全部保留我的
          </Button>
          <Button size="small" onClick={() => onChoose(names, 'theirs')}>
            全部采用对方
          </Button>
        </div>
      )}
    </div>
  );
}

function Conflict({
  conflict: { name, title, who, mine, theirs, base },
  chosen,
  onChoose,
}: {
  conflict: FieldConflict;
  chosen: ConflictSide | undefined;
  onChoose: (side: ConflictSide) => void;
}): ReactNode {
  const button = (side: ConflictSide, words: string): ReactNode => (
    <Button
      size="small"
      type={chosen === side ? 'primary' : 'default'}
      aria-label={`${title}：${words}`}
      {...(chosen === undefined ? {} : { 'aria-pressed': chosen === side })}
      data-conflict={name}
      onClick={() => onChoose(side)}
    >
      {words}
    </Button>
  );
  return (
    <>
      <strong>
        <bdi>{title}</bdi>
      </strong>
      <dl>
        <Value title="我的值" text={mine} />
        <Value
          title={
            <>
              <bdi>{who ?? '对方'}</bdi>的值
            </>
          }
          text={theirs}
        />
        <Value title="原值" text={base} />
      </dl>
      <span className="wb-conflict-buttons">
        {button('mine', '保留我的')}
        {button('theirs', '采用对方')}
      </span>
    </>
  );
}

/** Somebody's value: by itself, so that its writing direction turns nothing around it. */
const Value = ({ title, text }: { title: ReactNode; text: ReactNode }): ReactNode => (
  <div>
    <dt>{title}</dt>
    <dd {...(isScrolled(text) ? { tabIndex: 0 } : {})}>
      {text === '' ? <span className="wb-conflict-nothing">（空）</span> : <bdi>{text}</bdi>}
    </dd>
  </div>
);

/** Long texts, and those of many lines, are scrolled: the keyboard must be able to. */
const isScrolled = (text: ReactNode): boolean =>
  typeof text === 'string' && (text.length > MOST_UNSCROLLED || text.includes('\n'));
