// Runs in browsers that cannot run the console: words every browser knows, and no build step.
// What is asked for here is what sets the versions that index.html and the README name.
(function () {
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
  if (isKnown()) return;
  document.documentElement.className += ' old-browser';
  document.getElementById('old-browser').removeAttribute('hidden');
})();
