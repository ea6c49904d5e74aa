import { findCutFocusRings } from './support/focus-rings.ts'
import { expect, expectAccessible, logInByApi, readProductUrl, test } from './support/test.ts'

test.use({ hasTouch: true })

test('a tablet shows actions, the weekend and focus rings whole, without scrolling sideways', async ({ page }) => {
  await logInByApi(page, 'admin1@partnerview.example')
  const fitsWidth = (selector: string) =>
    page.locator(selector).evaluate((element) => element.scrollWidth <= element.clientWidth)
  const buttonsFitWidth = () =>
    page
      .locator('tbody td:last-child:has(button)')
      .evaluateAll((cells) => cells.every(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth))
  for (const width of [768, 1024, 1099]) {
    await page.setViewportSize({ width, height: 1000 })
    await page.goto(`${readProductUrl()}/appointments`)
    // In portrait the columns of contact and agent are still shown; the buttons of a row move to its details.
    for (const name of ['Contact', 'Agent']) {
      await expect(page.getByRole('columnheader', { name })).toBeInViewport({ ratio: 1 })
    }
    if (width > 768) {
      const edit = page.getByRole('button', { name: /^Afspraak met .* bewerken$/ })
      await expect(edit.first()).toBeInViewport({ ratio: 1 })
    }
    expect([await fitsWidth('.pv-list-scroller'), await buttonsFitWidth()]).toEqual([true, true])
    expect(await findCutFocusRings(page), `appointments at ${width}`).toEqual([])
    await page.goto(`${readProductUrl()}/users`)
    await expect(page.getByRole('button', { name: /bewerken$/ }).first()).toBeInViewport({ ratio: 1 })
    expect(await fitsWidth('.pv-list-scroller')).toBe(true)
    expect(await findCutFocusRings(page), `users at ${width}`).toEqual([])
    await page.goto(`${readProductUrl()}/leads`)
    await expect(page.getByRole('row').getByText('URGENT').first()).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('columnheader', { name: 'Eigenaar' })).toBeInViewport({ ratio: 1 })
    expect(await fitsWidth('.pv-list-scroller')).toBe(true)
    expect(await buttonsFitWidth()).toBe(true)
    await page.goto(`${readProductUrl()}/security`)
    await expect(page.getByText('2FA bij elke login')).toBeVisible()
    expect(await findCutFocusRings(page), `security at ${width}`).toEqual([])
    await page.goto(`${readProductUrl()}/commissies-admin`)
    await expect(
      page
        .getByRole('row')
        .getByRole('button', { name: /: Naar / })
        .first(),
    ).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('complementary', { name: 'Zijbalk' })).toHaveJSProperty('clientWidth', 64)
    await page.goto(`${readProductUrl()}/self-billing?status=alle`)
    await expect(page.getByRole('button', { name: /^Meer acties: YDS-/ }).first()).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('columnheader', { name: 'Bedrag' })).toBeInViewport({ ratio: 1 })
    expect(await fitsWidth('.pv-list-scroller')).toBe(true)
    for (const view of ['week', 'month']) {
      await page.goto(`${readProductUrl()}/calendar?view=${view}`)
      await expect(page.getByRole('columnheader').last()).toBeInViewport({ ratio: 1 })
      await expect(page.getByText('Afspraken laden...')).toHaveCount(0)
      expect(await fitsWidth('.cal-scroller')).toBe(true)
      expect(await findCutFocusRings(page), `${view} at ${width}`).toEqual([])
    }
    expect(await fitsWidth('html')).toBe(true)
  }
  await expectAccessible(page)
})

test('the rows of a week and of a month have equal heights, however full a row is', async ({ page }) => {
  await logInByApi(page, 'admin1@partnerview.example')
  for (const [view, width] of [
    ['week', 768],
    ['week', 1440],
    ['month', 1024],
  ] as const) {
    await page.setViewportSize({ width, height: 1000 })
    await page.goto(`${readProductUrl()}/calendar?view=${view}`)
    await expect(page.getByRole('table').getByRole('link').first()).toBeVisible()
    const heights = await page
      .locator('tbody tr')
      .evaluateAll((rows) => rows.map((row) => Math.round(row.getBoundingClientRect().height)))
    expect(Math.max(...heights) - Math.min(...heights), `${view} at ${width}: ${heights}`).toBeLessThanOrEqual(1)
  }
})

test('a phone shows six rows of a list, and a toast covers no title or buttons of a sheet', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await logInByApi(page, 'admin1@partnerview.example')
  for (const path of ['/appointments', '/leads', '/expiring-contracts']) {
    await page.goto(`${readProductUrl()}${path}`)
    const rows = page.locator('.pv-list [data-row]')
    await expect(rows.nth(5)).toBeVisible()
    const end = (await page.locator('.pv-list-footer').boundingBox())?.y
    const sixth = await rows.nth(5).boundingBox()
    expect((sixth?.y ?? 0) + (sixth?.height ?? 0), `sixth row of ${path}`).toBeLessThanOrEqual(end ?? 0)
  }
  await page.goto(`${readProductUrl()}/leads`)
  await page.locator('.pv-list [data-row] .pv-card-open').first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Niet opgenomen' }).click()
  const toast = page.locator('.pv-toast')
  await expect(toast).toBeVisible()
  const sheet = page.getByRole('dialog')
  await expect(sheet.getByRole('button', { name: 'Niet opgenomen' })).toBeVisible()
  const shown = await toast.boundingBox()
  for (const part of [sheet.locator('.pv-dialog-header'), sheet.locator('.pv-dialog-footer')]) {
    const box = await part.boundingBox()
    const isApart = !shown || !box || shown.y + shown.height <= box.y || box.y + box.height <= shown.y
    expect(isApart, JSON.stringify({ shown, box })).toBe(true)
  }
  await expectAccessible(page)
})
