/** Whom the two servers vouch for from now on. */
export interface Vouched {
  subject: string | null;
  casUser: string;
}

/** Where the console is, and the password of its people. */
export interface SignOnServed {
  consoleUrl: string;
  password: string;
}
