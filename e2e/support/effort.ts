import type { Page } from '@playwright/test'

/** Numbers of clicks, of filled fields, and of keys that type no text into a field, such as Tab. */
export interface Effort {
  clicks: number
  keys: number
  fields: number
}

/**
 * Counts clicks, keys and filled fields on a page from now on; the returned numbers rise while the page is used. A
 * choice in a native list is two clicks; keys typed into a field count as that field.
 */
export async function measureEffort(page: Page): Promise<Effort> {
  const effort: Effort = { clicks: 0, keys: 0, fields: 0 }
  await page.exposeFunction('countEffort', (kind: keyof Effort, times: number) => {
    effort[kind] += times
  })
  const listen = () => {
    const count = (kind: string, times = 1) =>
      (window as unknown as { countEffort(kind: string, times: number): void }).countEffort(kind, times)
    let filled: EventTarget | null = null
    // Counts on the document, which only successful clicks reach. When another element came under the pointer,
    // Playwright stops the click at the window and clicks again; the stopped click must not count.
    document.addEventListener('pointerdown', () => count('clicks'), true)
    addEventListener('focusin', () => (filled = null), true)
    addEventListener(
      'keydown',
      ({ key, ctrlKey, metaKey, target }) => {
        const isTyped =
          key.length === 1 && !ctrlKey && !metaKey && target instanceof Element && target.matches('input, textarea')
        if (!isTyped && !['Control', 'Meta', 'Shift', 'Alt'].includes(key)) count('keys')
      },
      true,
    )
    addEventListener(
      'input',
      ({ target }) => {
        const isText =
          target instanceof HTMLTextAreaElement ||
          (target instanceof HTMLInputElement && !['checkbox', 'radio'].includes(target.type))
        if (isText && target !== filled) count('fields')
        if (target instanceof HTMLSelectElement) count('clicks', 2)
        filled = target
      },
      true,
    )
  }
  await page.addInitScript(listen)
  await page.evaluate(listen)
  return effort
}
