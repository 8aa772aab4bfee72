import type { SignInWays } from '#kit/model/sign-in-ways.ts';
import type { Brand } from '../../brand.ts';

/** What a page that needs no session is given; it stands inside the user layout. */
export interface PublicPageProps {
  brand: Brand;
  ways: SignInWays;
}
