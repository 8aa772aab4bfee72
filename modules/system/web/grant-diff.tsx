import type { ReactNode } from 'react';
import type { GrantNode } from '../model/routes/roles.ts';
import { namesOf } from './grant-tree.ts';
import './system.css';

/** Rights by name, in the order of the tree. */
export function GrantNames({
  title,
  nodes,
  keys,
}: {
  title: string;
  nodes: readonly GrantNode[];
  keys: readonly string[];
}): ReactNode {
  return (
    <section aria-label={title}>
      <strong>
        {title}（{keys.length}）
      </strong>
      <ul className="sy-grant-diff">
        {namesOf(nodes, keys).map(({ key, name }) => (
          <li key={key}>{name}</li>
        ))}
      </ul>
    </section>
  );
}

/** What is given and what is taken, said before it is saved. */
export function GrantDiff({
  nodes,
  given,
  taken,
}: {
  nodes: readonly GrantNode[];
  given: readonly string[];
  taken: readonly string[];
}): ReactNode {
  return (
    <>
      {given.length > 0 && <GrantNames title="新授予" nodes={nodes} keys={given} />}
      {taken.length > 0 && (
        <>
          <GrantNames title="收回" nodes={nodes} keys={taken} />
          <p>拥有该角色的用户立即失去这些权限。</p>
        </>
      )}
    </>
  );
}
