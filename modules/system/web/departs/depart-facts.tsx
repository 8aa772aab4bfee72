import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { fetchRoute, keyOf } from '#kit/web/index.ts';
import { departStatuses, orgCategories } from '../../model/dictionaries.ts';
import { peopleCalls, type Colleague } from '../../model/routes/people.ts';
import { user } from '../../model/user.ts';
import type { Depart } from '../use-departs.ts';

/** 基本信息 of a department, with who leads it and who belongs to it. */
export function DepartFacts({
  depart,
  children,
}: {
  depart: Depart;
  /** What may be done with it. */
  children?: ReactNode;
}): ReactNode {
  const people = useQuery({
    queryKey: keyOf(user, 'of', depart.id),
    queryFn: ({ signal }) => fetchRoute(peopleCalls.ofDepart, { query: { id: depart.id }, signal }),
  });
  const ids = String(depart['directorUserIds'] ?? '');
  const directors = useQuery({
    queryKey: keyOf(user, 'directors', ids),
    queryFn: ({ signal }) => fetchRoute(peopleCalls.named, { query: { id: ids }, signal }),
    enabled: ids !== '',
  });
  const facts: [string, unknown][] = [
    ['编码', depart.orgCode],
    ['类型', orgCategories.items[depart.orgCategory as '1']],
    ['状态', departStatuses.items[depart.status as '1']],
    ['负责人', ids === '' ? '' : (directors.error?.message ?? namesOf(directors.data) ?? COMING)],
    ['缩写', depart['departNameAbbr']],
    ['电话', depart['mobile']],
    ['传真', depart['fax']],
    ['地址', depart['address']],
    ['备注', depart['memo']],
    ['成员', people.error?.message ?? namesOf(people.data) ?? COMING],
  ];
  const shown = facts.filter(([name, value]) => Boolean(value) || SHOWN_IF_EMPTY.includes(name));
  return (
    <section aria-label="部门详情">
      <h2>{depart.departName}</h2>
      {children}
      <dl className="sy-depart-facts">
        {shown.map(([name, value]) => (
          <div key={name} style={{ display: 'contents' }}>
            <dt>{name}</dt>
            <dd>{value ? String(value) : '—'}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const COMING = '加载中…';

/** That nobody is there is worth saying. */
const SHOWN_IF_EMPTY = ['负责人', '成员'];

const namesOf = (people: readonly Colleague[] | undefined): string | undefined =>
  people?.map((one) => one.realname || one.username).join('、');
