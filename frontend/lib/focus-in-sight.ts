/**
 * Scrolls a link or button that gets keyboard focus wholly into view, with its focus ring. Browsers leave a button at
 * the edge of a strip half out of sight.
 */
addEventListener('focusin', ({ target }) => {
  if (!(target instanceof HTMLElement) || !target.matches('a:focus-visible, button:focus-visible')) return
  target.scrollIntoView({ block: 'nearest', inline: 'nearest' })
})
