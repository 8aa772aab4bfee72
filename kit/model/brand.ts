/** Names, texts and links of the platform, settings of the installation (design §5). */
export interface Brand {
  /** Full name, in the header, the sign-in page and behind every page title. */
  platform: string;
  /** Short name, on phones and in the collapsed side menu. */
  short: string;
  tagline: string;
  welcome: string;
  copyright: string;
  /** Filing number; empty = not shown. */
  filing: string;
  /** Address of the logo picture; empty = none. */
  logo: string;
  /** Links of the footer; empty = not shown. */
  helpUrl: string;
  privacyUrl: string;
  termsUrl: string;
}

/** What an installation is called that has named itself nothing else. */
export const BUILT_IN_NAMES = { platform: '供应链管理平台', short: '供应链' } as const;
