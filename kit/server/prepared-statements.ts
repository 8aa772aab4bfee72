import type { Statement } from './sql.ts';

/** A session with more of them is replaced: it keeps the plan of each until it ends. */
const MOST_PREPARED = 400;
/** Composed texts that are remembered, the latest of them. */
const WATCHED = 1000;

/**
 * Decides which statements a session prepares under a name. Texts that stand in the code as a whole
 * always are: there are only so many. What is composed for a question (a list with its filters) is
 * prepared once it comes again, for there is no end to the questions that can be asked; and a
 * session that holds too many all the same is not used further.
 */
export class PreparedStatements {
  private readonly watched = new Set<string>();
  private readonly held = new WeakMap<object, Set<string>>();

  /** The name under which this session prepares it; undefined: planned for this one time. */
  nameFor(session: object, { name, isComposed }: Statement): string | undefined {
    if (isComposed && !this.comesAgain(name)) return undefined;
    const names = this.held.get(session) ?? new Set();
    this.held.set(session, names.add(name));
    return name;
  }

  /** Whether the session should end rather than be used for the next transaction. */
  isFull(session: object): boolean {
    return (this.held.get(session)?.size ?? 0) > MOST_PREPARED;
  }

  private comesAgain(name: string): boolean {
    const isKnown = this.watched.delete(name);
    this.watched.add(name); // the latest stands last
    if (this.watched.size > WATCHED)
      for (const oldest of this.watched) {
        this.watched.delete(oldest);
        break;
      }
    return isKnown;
  }
}
