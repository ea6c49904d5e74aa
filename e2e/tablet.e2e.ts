import type { Page } from '@playwright/test'
import { findCutFocusRings } from './support/focus-rings.ts'
import { expect, expectAccessible, logInByApi, test, visit } from './support/test.ts'

test.use({ hasTouch: true })

const WIDTHS = [768, 1024, 1099]

/** Opens a path at each width of a tablet, and checks its screen. */
async function atEachWidth(page: Page, path: string, check: (width: number) => Promise<void>): Promise<void> {
  for (const width of WIDTHS) {
    await test.step(`${path} at ${width}`, async () => {
      await page.setViewportSize({ width, height: 1000 })
      await visit(page, path)
      await check(width)
      // Elements that were focused have been scrolled into view, and a tab that was focused has been opened.
      await page.evaluate(() => {
        for (const element of document.querySelectorAll('*')) element.scrollTo(0, 0)
      })
    })
  }
}

test('a tablet shows actions, the weekend and focus rings whole, without scrolling sideways', async ({ page }) => {
  await logInByApi(page, 'admin1@partnerview.example', { path: '/' })
  const expectFits = (selector: string) =>
    expect
      .poll(() => page.locator(selector).evaluate((element) => element.scrollWidth <= element.clientWidth), selector)
      .toBe(true)
  const expectButtonsFit = () =>
    expect
      .poll(() =>
        page
          .locator('tbody td:last-child:has(button)')
          .evaluateAll((cells) => cells.every(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)),
      )
      .toBe(true)
  const whole = { ratio: 1 }

  await atEachWidth(page, '/appointments', async (width) => {
    // In portrait the columns of contact and agent are still shown; the buttons of a row move to its details.
    for (const name of ['Contact', 'Agent']) {
      await expect(page.getByRole('columnheader', { name })).toBeInViewport(whole)
    }
    if (width > 768) {
      const edit = page.getByRole('button', { name: /^Afspraak met .* bewerken$/ })
      await expect(edit.first()).toBeInViewport(whole)
    }
    await expectFits('.pv-list-scroller')
    await expectButtonsFit()
    expect(await findCutFocusRings(page)).toEqual([])
  })
  await atEachWidth(page, '/users', async () => {
    await expect(page.getByRole('button', { name: /bewerken$/ }).first()).toBeInViewport(whole)
    await expectFits('.pv-list-scroller')
    expect(await findCutFocusRings(page)).toEqual([])
  })
  await atEachWidth(page, '/leads', async () => {
    await expect(page.getByRole('row').getByText('URGENT').first()).toBeInViewport(whole)
    await expect(page.getByRole('columnheader', { name: 'Eigenaar' })).toBeInViewport(whole)
    await expectFits('.pv-list-scroller')
    await expectButtonsFit()
  })
  await atEachWidth(page, '/security', async () => {
    await expect(page.getByText('2FA bij elke login')).toBeVisible()
    expect(await findCutFocusRings(page)).toEqual([])
  })
  await atEachWidth(page, '/commissies-admin', async () => {
    const next = page.getByRole('row').getByRole('button', { name: /: Naar / })
    await expect(next.first()).toBeInViewport(whole)
    await expect(page.getByRole('complementary', { name: 'Zijbalk' })).toHaveJSProperty('clientWidth', 64)
  })
  await atEachWidth(page, '/self-billing?status=alle', async () => {
    await expect(page.getByRole('button', { name: /^Meer acties: YDS-/ }).first()).toBeInViewport(whole)
    await expect(page.getByRole('columnheader', { name: 'Bedrag' })).toBeInViewport(whole)
    await expectFits('.pv-list-scroller')
  })
  for (const view of ['week', 'month']) {
    await atEachWidth(page, `/calendar?view=${view}`, async () => {
      await expect(page.getByRole('columnheader').last()).toBeInViewport(whole)
      await expect(page.getByText('Afspraken laden...')).toHaveCount(0)
      await expectFits('main div:has(> table)')
      await expectFits('html')
      expect(await findCutFocusRings(page)).toEqual([])
    })
  }
  await expectAccessible(page)
})
