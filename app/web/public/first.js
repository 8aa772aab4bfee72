// Runs before anything is drawn, also in browsers that cannot run the console: words every browser
// knows, and no build step.
// What is asked for here is what sets the versions that index.html and the README name.
(function () {
  // The theme that the person has chosen (console/settings): a dark page never begins white.
  function theme() {
    const scheme = chosen();
    const isDark = scheme === 'dark' || (scheme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
    document.documentElement.setAttribute('data-theme', isDark ? 'dark' : 'light');
    // The frame that a system draws around the page.
    document.querySelector('meta[name="theme-color"]').setAttribute('content', isDark ? '#1a2027' : '#ffffff');
  }
  function chosen() {
    try {
      return JSON.parse(window.localStorage.getItem('waybill.settings') || '{}').scheme;
    } catch (refused) {
      // A browser may not say what it keeps: as on a first visit.
      return refused && 'light';
    }
  }
  function isKnown() {
    return (
      'noModule' in document.createElement('script') &&
      typeof AbortSignal === 'function' &&
      typeof AbortSignal.any === 'function' &&
      typeof Promise.withResolvers === 'function' &&
      typeof Array.prototype.toSorted === 'function' &&
      window.CSS &&
      CSS.supports('selector(:has(a))') &&
      CSS.supports('container-type: inline-size')
    );
  }
  if (isKnown()) return theme();
  document.documentElement.className += ' old-browser';
  document.getElementById('old-browser').removeAttribute('hidden');
})();
