import { expect, expectAccessible, logInByApi, test } from './support/test.ts'

/** Returns the cents of a shown amount: `€ -1.234,50`. */
const centsOf = (text: string): number => Number(text.replaceAll(/[^\d-]/g, ''))

test('an admin opens the report, filters it, opens the rows of a number, which add up to it, and prints it', async ({
  page,
}) => {
  await logInByApi(page, 'admin1@partnerview.example', { path: '/reports' })
  await expect(page.getByRole('rowheader', { name: 'Totaal' })).toBeVisible()
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

  await page.keyboard.press('Escape')
  await page.emulateMedia({ media: 'print' })
  await page.locator('body').evaluate((body) => body.style.setProperty('width', '717px'))
  await expect(page.getByRole('table', { name: 'Teams' })).toBeVisible()
  const room = await page.getByRole('region', { name: 'Teams' }).boundingBox()
  const table = await page.getByRole('table', { name: 'Teams' }).boundingBox()
  expect(table?.width).toBeLessThanOrEqual(room?.width ?? 0)
  await expect(page.getByRole('link', { name: 'Naar de inhoud' })).toBeHidden()
})
