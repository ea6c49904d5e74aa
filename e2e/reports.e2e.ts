import type { Page } from '@playwright/test'
import { expect, expectAccessible, logInByApi, readProductUrl, test } from './support/test.ts'

/** Returns the cents of a shown amount: `€ -1.234,50`. */
const centsOf = (text: string): number => Number(text.replaceAll(/[^\d-]/g, ''))

/** Opens the report of last month, and waits for it. */
async function openReport(page: Page): Promise<void> {
  await page.goto(`${readProductUrl()}/reports`)
  await expect(page.getByRole('rowheader', { name: 'Totaal' })).toBeVisible()
}

test('an admin opens the report, filters it, and opens the rows of a number, which add up to it', async ({ page }) => {
  await logInByApi(page, 'admin1@partnerview.example')
  await openReport(page)
  await expect(page.locator('.pv-chart-frame svg.pv-chart-plot').first()).toBeVisible()
  await expectAccessible(page)

  const commissions = page.getByRole('button', { name: /, Commissies / }).first()
  const amount = centsOf((await commissions.textContent()) ?? '')
  await commissions.click()
  const dialog = page.getByRole('dialog', { name: 'Commissies' })
  await expect(dialog.getByRole('row').nth(1)).toBeVisible()
  const lines = await dialog.locator('tbody tr td:last-child').allTextContents()
  expect(lines.map(centsOf).reduce((sum, one) => sum + one, 0)).toBe(amount)
  expect(centsOf((await dialog.locator('tfoot td').textContent()) ?? '')).toBe(amount)
  await expectAccessible(page)
  await page.keyboard.press('Escape')

  await page.getByRole('combobox', { name: 'Team', exact: true }).selectOption({ label: 'Roermond Maas' })
  await expect(page.getByRole('rowheader')).toHaveText([/^Roermond Maas/, 'Totaal'])
  const sales = page.getByRole('link', { name: /^Roermond Maas, Sales / })
  const count = Number(await sales.textContent())
  await sales.click()
  await expect(page.getByText(new RegExp(`^${count} sales?`))).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('combobox', { name: 'Team', exact: true })).toHaveValue('1')

  await page.getByRole('button', { name: 'Exporteren' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'PDF' }).click()
  expect((await download).suggestedFilename()).toMatch(/^rapport-.*\.pdf$/)
})

test('the report fits on paper', async ({ page }) => {
  await logInByApi(page, 'admin1@partnerview.example')
  await openReport(page)
  await page.emulateMedia({ media: 'print' })
  await page.locator('body').evaluate((body) => body.style.setProperty('width', '717px'))
  await expect(page.getByRole('table', { name: 'Teams' })).toBeVisible()
  const room = await page.locator('.report-rows').boundingBox()
  const table = await page.getByRole('table', { name: 'Teams' }).boundingBox()
  expect(table?.width).toBeLessThanOrEqual(room?.width ?? 0)
  await expect(page.getByRole('link', { name: 'Naar de inhoud' })).toBeHidden()
})

test('a team leader sees only their own team in the report', async ({ page }) => {
  await logInByApi(page, 'teamleader1@partnerview.example')
  await openReport(page)
  await expect(page.getByRole('rowheader')).toHaveText([/^Roermond Maas/, 'Totaal'])
  await expect(page.getByRole('combobox', { name: 'Kantoor' })).toHaveCount(0)
  await page.goto(`${readProductUrl()}/reports?teamId=2`)
  await expect(page.getByText(/^Geen cijfers in /)).toBeVisible()
})

test('an agent sees earnings by month, reads them by keyboard, and opens their table with T', async ({ page }) => {
  await logInByApi(page, 'agent2@partnerview.example', { path: '/' })
  const chart = page.getByRole('slider', { name: 'Maand in Mijn commissies per maand' })
  await expect(chart.locator('svg.pv-chart-plot')).toBeVisible()
  await chart.focus()
  const last = await chart.getAttribute('aria-valuetext')
  await page.keyboard.press('ArrowLeft')
  expect(await chart.getAttribute('aria-valuetext')).not.toBe(last)
  await page.keyboard.press('t')
  await expect(page.getByRole('table', { name: 'Mijn commissies per maand' }).getByRole('row')).toHaveCount(13)
  await expectAccessible(page)
})

test('on a phone the report is cards, and nothing scrolls sideways', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 780 })
  await logInByApi(page, 'admin1@partnerview.example', { path: '/reports' })
  await expect(page.locator('.report-card').first()).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  await expectAccessible(page)
})
