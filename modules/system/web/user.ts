import type { Row } from '#kit/web/index.ts';

/** A person as the list answers it. */
export type User = Row & {
  username: string;
  realname: string;
  status: number;
  hasSecondFactor: boolean;
};
