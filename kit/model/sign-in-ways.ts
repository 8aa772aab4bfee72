/** How people may sign in to this installation; stands in the entry page, before any call. */
export interface SignInWays {
  /** `/user/sso` is the sign-in page that people are sent to. */
  ssoDefault: boolean;
  /** Codes by text message are offered: sign-in by phone, registration, forgotten passwords. */
  phone: boolean;
  /** Codes by mail are offered: registration, forgotten passwords. */
  mail: boolean;
  /** Somebody without an invitation may open a trial tenant of their own. */
  trial: boolean;
  /** Other systems that vouch for a person, as buttons of the sign-in page. */
  providers: readonly SignInProvider[];
}

export interface SignInProvider {
  /** Stands in its addresses. */
  key: string;
  /** What its button says. */
  title: string;
  kind: 'oidc' | 'cas';
}

/** Name and password only. */
export const PASSWORD_ONLY: SignInWays = {
  ssoDefault: false,
  phone: false,
  mail: false,
  trial: false,
  providers: [],
};
