import type { Page } from '@playwright/test'
import {
  dateInDays,
  expect,
  expectAccessible,
  findDemoAccount,
  formatDutchDate,
  logInByApi,
  readProductUrl,
  test,
} from './support/test.ts'

const DAY_MS = 86_400_000
const today = dateInDays(0)
const sinceMonday = (new Date(today).getUTCDay() + 6) % 7
/** The Monday of last week: each day of that week is in the past, so it can have hours. */
const monday = dateInDays(-sinceMonday - 7)
const dayAt = (days: number) => new Date(Date.parse(monday) + days * DAY_MS).toISOString().slice(0, 10)
const named = (date: string) =>
  formatDutchDate(date, { weekday: 'short', day: 'numeric', month: 'short' }).replace('.', '')
/** Number that distinguishes this run's records from those of an earlier run on the same data. */
const run = process.pid

const cell = (page: Page, kind: string, days: number) =>
  page.getByRole('textbox', { name: new RegExp(`^${kind}, ${named(dayAt(days))}`) })

async function openWeek(page: Page, query = ''): Promise<void> {
  await page.goto(`${readProductUrl()}/costs?week=${monday}${query}`)
  await expect(page.getByRole('grid')).toBeVisible()
  await expect(page.getByRole('table', { name: /^Uren van/ })).toBeVisible()
}

/** Empties the week of demo hours. */
async function emptyWeek(page: Page): Promise<void> {
  for (const kind of ['Algemeen', 'Sales', 'Administratie', 'Training']) {
    for (let day = 0; day < 7; day++) {
      const input = cell(page, kind, day)
      if ((await input.inputValue()) === '') continue
      await input.focus()
      await page.keyboard.press('Delete')
    }
  }
  await expect(page.getByRole('row', { name: /^Totaal uren/ })).toContainText('–')
  await expect(page.getByText('Opslaan…')).toHaveCount(0)
}

test('an agent enters a week by keyboard, pastes a block and corrects a wrong cell', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await logInByApi(page, 'agent2@partnerview.example', { path: '/' })
  await page.getByRole('link', { name: 'Uren', exact: true }).first().click()
  await expect(page.getByRole('grid')).toBeVisible()
  await openWeek(page)
  await emptyWeek(page)

  await cell(page, 'Algemeen', 0).focus()
  await page.keyboard.type('1')
  await page.keyboard.press('Enter')
  await page.keyboard.type('7:30')
  await page.keyboard.press('Tab')
  await expect(cell(page, 'Sales', 1)).toBeFocused()
  await page.keyboard.type('25')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.type('6,5')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Maximaal 24 uur per dag')).toBeVisible()
  await expect(page.getByText('25 telt niet mee')).toBeVisible()
  await expect(page.getByText(/Opgeslagen om \d\d:\d\d/)).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  await page.getByRole('button', { name: 'Verder bewerken' }).click()
  await cell(page, 'Sales', 1).click()
  await page.keyboard.type('5,5')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Maximaal 24 uur per dag')).toHaveCount(0)

  await page.evaluate(() => navigator.clipboard.writeText('1,0\t0,5\n0,25\t\n'))
  await cell(page, 'Administratie', 0).focus()
  await page.keyboard.press('ControlOrMeta+v')
  await expect(page.getByText('4 cellen geplakt', { exact: true })).toBeVisible()
  await expect(cell(page, 'Training', 0)).toHaveValue('0,25')
  await expect(page.getByText('Opslaan…')).toHaveCount(0)

  await page.reload()
  await expect(cell(page, 'Sales', 0)).toHaveValue('7,5')
  await expect(cell(page, 'Sales', 1)).toHaveValue('5,5')
  await expect(cell(page, 'Administratie', 1)).toHaveValue('0,5')
  // The hours entered above: 1 + 7,5 + 5,5 + 6,5 + 1 + 0,5 + 0,25.
  await expect(page.getByRole('row', { name: /^Totaal uren/ })).toContainText('22,25')
  await expect(page.getByText('Kosten')).toHaveCount(0)

  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByLabel('Sales', { exact: true })).toHaveValue('7,5')
  await expectAccessible(page)
})

test('an admin enters hours for a colleague, adds a rate and a fixed cost, imports and exports', async ({ page }) => {
  const { firstName, lastName } = await findDemoAccount('caller2@partnerview.example')
  const name = `${firstName} ${lastName}`
  await logInByApi(page, 'admin1@partnerview.example')
  await openWeek(page)
  await page.getByRole('combobox', { name: 'Medewerker' }).click()
  await page.keyboard.type(name)
  await page.getByRole('option', { name }).click()
  await expect(page.getByRole('combobox', { name: 'Medewerker' })).toContainText(name)
  await expect(page.getByRole('grid')).toBeVisible()
  await emptyWeek(page)
  await cell(page, 'Sales', 0).focus()
  await page.keyboard.type('4')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('row', { name: /^Kosten/ })).toBeVisible()
  await expect(page.getByText(/Opgeslagen om/)).toBeVisible()
  await expectAccessible(page)

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Exporteren' }).click()
  await page.getByRole('button', { name: /Excel/ }).click()
  expect((await download).suggestedFilename()).toMatch(/^uren-\d{4}-\d\d-\d\d\.xlsx$/)

  await page.getByRole('button', { name: 'Importeren' }).click()
  const csv = `Medewerker;Datum;Soort werk;Uren\n${name};${dayAt(1)};Sales;3,5\n${name};${dayAt(2)};Sales;30\n`
  await page.getByLabel('Bestand').setInputFiles({ name: 'uren.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
  const preview = page.getByRole('dialog', { name: 'Import controleren' })
  await expect(preview.getByRole('region', { name: 'Voorbeeld' })).toContainText('Soort werk')
  await expect(preview.getByRole('table', { name: 'Geweigerde rijen' })).toContainText('Maximaal 24 uur per dag')
  await expectAccessible(page)
  await preview.getByRole('button', { name: '1 rij importeren' }).click()
  const result = page.getByRole('dialog', { name: 'Import klaar' })
  await expect(result.getByRole('table', { name: 'Geweigerde rijen' })).toContainText('Maximaal 24 uur per dag')
  await expectAccessible(page)
  await result.getByRole('button', { name: 'Klaar' }).click()
  await expect(cell(page, 'Sales', 1)).toHaveValue('3,5')

  await page.getByRole('tab', { name: 'Tarieven' }).click()
  await page.getByRole('searchbox', { name: 'Zoek medewerker' }).fill(name)
  await page.getByRole('row').filter({ hasText: name }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Tarief toevoegen' }).click()
  const rate = page.getByRole('dialog', { name: 'Tarief toevoegen' })
  await rate.getByLabel('Uurloon').fill('21,75')
  await rate.getByLabel('Vanaf').fill('01-01-2040')
  await expectAccessible(page)
  await rate.getByRole('button', { name: 'Opslaan' }).click()
  const history = page.getByRole('dialog', { name: `Tarieven van ${name}` })
  await expect(history).toContainText('Vanaf 01-01-2040')
  await expectAccessible(page)
  await history.getByRole('button', { name: 'Sluiten' }).last().click()

  await page.getByRole('tab', { name: /^Categorieën/ }).click()
  await page.getByRole('button', { name: 'Categorie toevoegen' }).click()
  await page.getByRole('dialog').getByLabel('Naam').fill(`Wagenpark ${run}`)
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page.getByRole('row').filter({ hasText: `Wagenpark ${run}` })).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('tab', { name: /^Vaste kosten/ }).click()
  await page.getByRole('button', { name: 'Vaste kosten toevoegen' }).click()
  const cost = page.getByRole('dialog', { name: 'Vaste kosten toevoegen' })
  await cost.getByLabel('Categorie').selectOption(`Wagenpark ${run}`)
  await cost.getByLabel('Bedrag per maand').fill('415')
  await cost.getByLabel('Omschrijving').fill(`Lease ${run}`)
  await cost.getByLabel('Vanaf').fill(formatDutchDate(today, { day: '2-digit', month: '2-digit', year: 'numeric' }))
  await expect(cost.getByText(/415,00 =/)).toBeVisible()
  await expectAccessible(page)
  await cost.getByRole('button', { name: 'Opslaan' }).click()
  await expect(page.getByRole('row').filter({ hasText: `Lease ${run}` })).toContainText('415,00')
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByRole('listitem').filter({ hasText: `Lease ${run}` })).toBeVisible()
  await expectAccessible(page)
})
