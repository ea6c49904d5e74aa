import type { Page } from '@playwright/test'

/**
 * Finds the focusable elements of a page whose focus ring is cut off by the window or an ancestor, or covers the
 * element's own text. Returns a text for each, with the cause.
 */
export const findCutFocusRings = (page: Page): Promise<string[]> => page.evaluate(inPage)

function inPage(): string[] {
  const cut = new Set<string>()
  const called = (element: Element) => `${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''}`
  const focusable = 'a[href], button:not(:disabled), input:not(:disabled), textarea, [tabindex="0"]'
  for (const element of document.querySelectorAll<HTMLElement>(focusable)) {
    // A visually hidden input shows its ring around its label.
    if (!element.checkVisibility() || element.classList.contains('pv-hidden')) continue
    element.focus({ focusVisible: true } as FocusOptions)
    const { outlineStyle, outlineWidth, outlineOffset } = getComputedStyle(element)
    if (document.activeElement !== element || outlineStyle === 'none') continue
    const reach = Number.parseFloat(outlineWidth) + Number.parseFloat(outlineOffset) - 0.5
    const { left, top, right, bottom } = element.getBoundingClientRect()
    const ring = { left: left - reach, top: top - reach, right: right + reach, bottom: bottom + reach }
    if (ring.left < 0 || ring.top < 0 || ring.right > innerWidth || ring.bottom > innerHeight) {
      cut.add(`${called(element)} by the window`)
    }
    const inside = left - Number.parseFloat(outlineOffset) - 0.5
    for (const text of element.childNodes) {
      if (text.nodeType !== Node.TEXT_NODE) continue
      const words = document.createRange()
      words.selectNodeContents(text)
      const first = words.getBoundingClientRect()
      if (first.width > 0 && first.left < inside) cut.add(`${called(element)} cuts its text`)
    }
    for (let around = element.parentElement; around && around !== document.body; around = around.parentElement) {
      const { overflowX, overflowY, position } = getComputedStyle(around)
      const box = around.getBoundingClientRect()
      const inner = { left: box.left + around.clientLeft, top: box.top + around.clientTop }
      const beside = ring.left < inner.left || ring.right > inner.left + around.clientWidth
      const over = ring.top < inner.top || ring.bottom > inner.top + around.clientHeight
      if ((overflowX !== 'visible' && beside) || (overflowY !== 'visible' && over)) {
        cut.add(`${called(element)} by ${called(around)}`)
      }
      if (position === 'fixed') break
    }
  }
  return [...cut]
}
