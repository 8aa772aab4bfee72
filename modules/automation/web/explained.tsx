import { CheckCircleFilled, CloseCircleFilled } from '@ant-design/icons';
import type { ReactNode } from 'react';
import type { Explained } from '../model/judge-rules.ts';

/** Why a rule holds or not, question by question. */
export function ExplainedTree({ why }: { why: Explained }): ReactNode {
  return (
    <ul className="au-why">
      <ExplainedItem why={why} />
    </ul>
  );
}

function ExplainedItem({ why }: { why: Explained }): ReactNode {
  const { isMet, text, actual, parts } = why;
  return (
    <li className={isMet ? 'au-met' : 'au-unmet'}>
      <span className="au-why-line">
        {isMet ? (
          <CheckCircleFilled role="img" aria-label="符合" />
        ) : (
          <CloseCircleFilled role="img" aria-label="不符合" />
        )}
        <span>
          {text}
          {actual !== undefined && <small className="au-actual">实际：{actual}</small>}
        </span>
      </span>
      {parts && parts.length > 0 && (
        <ul>
          {parts.map((part, index) => (
            <ExplainedItem key={index} why={part} />
          ))}
        </ul>
      )}
    </li>
  );
}
