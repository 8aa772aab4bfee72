import type { ReactNode } from 'react';
import { detailPath, grouped, SourceLink } from '#kit/web/index.ts';
import { journalEntry } from '#modules/ledger/model/entry.ts';
import type { ShownEntry } from '../model/document-entries.ts';
import './finance.css';

/** 凭证: what a document led to in the books, entry by entry. */
export function EntryList({ entries }: { entries: readonly ShownEntry[] }): ReactNode {
  if (entries.length === 0) return null;
  return (
    <section className="wb-detail-part">
      <h2>
        凭证<span className="wb-part-count">{entries.length}</span>
      </h2>
      {entries.map(({ id, entryNo, day, memo, currency, postings }) => (
        <div key={id} className="fi-entry">
          <p>
            <SourceLink title="看凭证" permission="ledger:journalEntry:list" path={detailPath(journalEntry, id)}>
              {entryNo}
            </SourceLink>{' '}
            <span className="fi-weak">{[day, memo].filter(Boolean).join(' · ')}</span>
          </p>
          <ul>
            {postings.map(({ debit, credit, amount }, at) => (
              <li key={at}>
                <span>借 {debit}</span>
                <span>贷 {credit}</span>
                <strong>
                  {grouped(amount)} {currency}
                </strong>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}
