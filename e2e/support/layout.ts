import type { Page } from '@playwright/test'

/**
 * Finds what a page does not show whole: values and bars of 0 px, values that are cut off or broken over two lines, and
 * texts over each other. A value is a number, an amount, a date or a time. Returns a text for each, with its place. Waits
 * for two frames first, as a screen follows a new width of its window only then.
 */
export async function findLayoutFaults(page: Page): Promise<string[]> {
  await page.evaluate(
    () => new Promise<unknown>((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  )
  return page.evaluate(inPage)
}

function inPage(): string[] {
  type Box = Pick<DOMRect, 'left' | 'top' | 'right' | 'bottom'>
  const faults = new Set<string>()
  const VALUE = /€\s?[\d.]+,\d\d|\d\d-\d\d-\d{4}|\d+ [a-z]{3} \d{4}|\d\d:\d\d|[\d.]+,\d+%?|\d+%?/g
  const WHOLE = /^(?:€\s?-?[\d.]+,\d\d|\d\d-\d\d-\d{4}|-?[\d.,]+%?|\d\d:\d\d)$/
  /** Tells whether an element is clipped to nothing, so that only a screen reader has it. */
  const isForReaders = (element: Element): boolean =>
    getComputedStyle(element).clipPath === 'inset(50%)' ||
    (element.parentElement !== null && isForReaders(element.parentElement))
  const isHidden = (element: Element) =>
    !element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) ||
    element.closest('.pv-hidden, .pv-skeleton, [inert], option, textarea, title, desc, style, script') !== null ||
    isForReaders(element)
  const placeOf = (element: Element) => {
    const named = element.closest('[class]')
    return `${named?.tagName.toLowerCase()}.${named?.getAttribute('class') ?? ''}`
  }
  const isFloating = (element: Element) => {
    for (let around: Element | null = element; around; around = around.parentElement) {
      if (['fixed', 'sticky', 'absolute'].includes(getComputedStyle(around).position)) return true
    }
    return false
  }

  for (const bar of document.querySelectorAll('[role=progressbar], [role=meter], main svg[role=img]')) {
    const { width, height } = bar.getBoundingClientRect()
    if (!isHidden(bar) && (width < 1 || height < 1)) faults.add(`0 px: ${placeOf(bar)}`)
  }

  /**
   * Returns the part of a box that is not clipped; null where an ancestor is scrolled away from it. An ancestor that
   * scrolls clips only what is `now` in sight, as the user can scroll.
   */
  function shownPart(element: Element, box: DOMRect, now: boolean): Box | null {
    let { left, top, right, bottom } = box
    for (let around: Element | null = element; around && around !== document.body; around = around.parentElement) {
      const { overflowX, overflowY, position } = getComputedStyle(around)
      const edge = around.getBoundingClientRect()
      if (overflowX === 'auto' || overflowX === 'scroll' || overflowY === 'auto' || overflowY === 'scroll') {
        const isOutside = left >= edge.right || right <= edge.left || bottom > edge.bottom || top < edge.top
        if (isOutside || !now) return isOutside ? null : { left, top, right, bottom }
      }
      if (overflowX !== 'visible') [left, right] = [Math.max(left, edge.left), Math.min(right, edge.right)]
      if (overflowY !== 'visible') [top, bottom] = [Math.max(top, edge.top), Math.min(bottom, edge.bottom)]
      if (position === 'fixed') break
    }
    return { left, top, right, bottom }
  }

  interface Placed {
    readonly text: string
    readonly element: Element
    readonly box: Box
  }
  const placed: Placed[] = []
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const element = node.parentElement
    const text = node.textContent ?? ''
    if (!element || text.trim() === '' || isHidden(element)) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    const said = `'${text.trim().slice(0, 40)}' in ${placeOf(element)}`
    if (![...range.getClientRects()].some(({ width, height }) => width > 0 && height > 0)) faults.add(`0 px: ${said}`)
    for (const { 0: value, index } of text.matchAll(VALUE)) {
      range.setStart(node, index)
      range.setEnd(node, index + value.length)
      const tops = new Set(
        [...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => Math.round(top)),
      )
      if (tops.size > 1) faults.add(`broken: ${value} of ${said}`)
    }
    range.selectNodeContents(node)
    const whole = range.getBoundingClientRect()
    const part = shownPart(element, whole, false)
    if (part && WHOLE.test(text.trim())) {
      const isCut = part.right - part.left < whole.width - 2 || part.bottom - part.top < whole.height * 0.7
      if (isCut) faults.add(`cut: ${said}`)
    }
    if (isFloating(element)) continue
    for (const line of range.getClientRects()) {
      const box = shownPart(element, line, true)
      if (box && box.right - box.left > 1) placed.push({ text: said, element, box })
    }
  }

  placed.sort((one, other) => one.box.top - other.box.top)
  for (const [index, one] of placed.entries()) {
    for (const other of placed.slice(index + 1)) {
      if (other.box.top > one.box.bottom) break
      if (one.element === other.element) continue
      const width = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left)
      const height = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top)
      if (width > 2 && height > 4) faults.add(`over each other: ${one.text} and ${other.text}`)
    }
  }
  return [...faults]
}
