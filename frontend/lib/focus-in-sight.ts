/**
 * What takes focus by keyboard is scrolled wholly into view, with its ring: of a button that is half past the edge of a
 * strip, browsers leave the other half out of sight.
 */
addEventListener('focusin', ({ target }) => {
  if (!(target instanceof HTMLElement) || !target.matches('a:focus-visible, button:focus-visible')) return
  target.scrollIntoView({ block: 'nearest', inline: 'nearest' })
})
