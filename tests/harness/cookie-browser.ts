interface Kept {
  value: string;
  path: string;
}

/** A browser as far as redirects and cookies go: cookies belong to a host and a path. */
export class CookieBrowser {
  readonly #cookies = new Map<string, Map<string, Kept>>();

  /** One request; redirects are answers. */
  async fetch(address: string, init: RequestInit = {}): Promise<Response> {
    const url = new URL(address);
    const response = await fetch(url, {
      ...init,
      redirect: 'manual',
      headers: { ...(init.headers as Record<string, string>), cookie: this.#cookiesFor(url) },
    });
    for (const line of response.headers.getSetCookie()) this.#keep(url, line);
    return response;
  }

  /** Follows redirects until one leads to an address that `isEnd` knows. @returns that address */
  async follow(address: string, isEnd: (url: URL) => boolean): Promise<URL> {
    let url = new URL(address);
    for (let step = 0; step < 12; step++) {
      const location = (await this.fetch(url.href)).headers.get('location');
      if (!location) throw new Error(`no redirect from ${url.href}`);
      url = new URL(location, url);
      if (isEnd(url)) return url;
    }
    throw new Error(`no end of redirects from ${address}`);
  }

  #cookiesFor(url: URL): string {
    const stored = [...(this.#cookies.get(url.host) ?? [])];
    return stored
      .filter(([, { path }]) => url.pathname.startsWith(path))
      .map(([name, { value }]) => `${name}=${value}`)
      .join('; ');
  }

  #keep(url: URL, line: string): void {
    const [pair = '', ...attributes] = line.split('; ');
    const [name = '', ...value] = pair.split('=');
    const path = attributes.find((one) => /^path=/i.test(one))?.slice(5) ?? '/';
    const ofHost = this.#cookies.get(url.host) ?? new Map<string, Kept>();
    this.#cookies.set(url.host, ofHost.set(name, { value: value.join('='), path }));
  }
}
