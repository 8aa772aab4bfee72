/** One thing that waits for somebody, and the list that shows it. */
export interface TodoItem {
  key: string;
  title: string;
  count: number;
  /** The earliest moment at which one of them is too late. */
  deadline: Date | null;
  /** Page of the console and the filter it opens with. */
  path: string;
  query: Record<string, string>;
}
