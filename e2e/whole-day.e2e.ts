import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, logInByApi, test, visit } from './support/test.ts'

const CONTRACTS = 2_000
/** Contracts of legal persons, by their name. */
const COMPANIES = 120
/** Contracts of people who gave consent. */
const CONSENTS = 90

const numberOf = (index: number) => `06 5${String(1_000_000 + index)}`

const sheet = [
  'Klantnaam;Telefoon;Adres;Huisnummer;Postcode;Plaats;Leverancier;Geldig tot',
  ...Array.from({ length: CONTRACTS }, (_, index) => {
    const name = index < COMPANIES ? `Eerstedag ${index} B.V.` : `P. Eerstedag ${index}`
    return `${name};${numberOf(index)};Dagweg;${index + 1};6041 AC;Roermond;Eneco;01-06-2027`
  }),
].join('\r\n')

/** Reads how many contracts the page about calls counts in a part. */
async function readCount(page: Page, part: string): Promise<number> {
  const link = page.getByRole('link', { name: new RegExp(`^Contracten, ${part}: `) })
  return Number((await link.textContent())?.replaceAll('.', ''))
}

test('an office imports its contracts, and by evening knows whom it may call', async ({ page }) => {
  // A busy machine takes minutes for two thousand contracts.
  test.setTimeout(480_000)
  await logInByApi(page, 'admin1@partnerview.example', { path: '/bellen' })
  const before = { may: await readCount(page, 'mag gebeld worden'), none: await readCount(page, 'geen toestemming') }

  await visit(page, '/expiring-contracts')
  await page.getByRole('button', { name: 'Uploaden' }).first().click()
  const buffer = Buffer.from(sheet)
  await page.locator('input[type=file]').setInputFiles({ name: 'eerste-dag.csv', mimeType: 'text/csv', buffer })
  await page.getByRole('dialog').getByRole('button', { name: 'Uploaden' }).click()
  await page.getByRole('button', { name: '2.000 rijen importeren' }).click()
  const done = page.getByRole('dialog', { name: 'Upload voltooid' })
  await done.getByRole('button', { name: 'Klaar' }).click({ timeout: 240_000 })

  await visit(page, '/bellen')
  const none = page.getByRole('link', { name: /^Contracten, geen toestemming: / })
  const shown = (count: number) => new Intl.NumberFormat('nl-NL').format(count)
  await expect(none).toHaveText(shown(before.none + CONTRACTS))

  // Legal forms from the names, of all contracts at once.
  await visit(page, '/expiring-contracts?status=alle&call=none&q=Eerstedag')
  await page.getByRole('checkbox', { name: 'Selecteer alle rijen' }).check()
  await page.getByRole('button', { name: /^(Alle [\d.]+|Alles) selecteren$/ }).click()
  await page.getByRole('button', { name: 'Rechtsvorm' }).click()
  const forms = page.getByRole('dialog', { name: 'Rechtsvorm uit de naam' })
  await expect(forms).toContainText(`${COMPANIES} van 2.000`)
  await forms.getByRole('button', { name: `${COMPANIES} vastleggen` }).click()
  await expect(page.getByText(`Rechtsvorm vastgelegd: ${COMPANIES} nummers`).first()).toBeVisible({ timeout: 120_000 })

  // The consents of a list, from a file.
  await visit(page, '/bellen')
  await page.getByRole('button', { name: 'Toestemmingen vastleggen' }).click()
  const consents = page.getByRole('dialog', { name: 'Toestemmingen vastleggen' })
  const numbers = Array.from({ length: CONSENTS }, (_, index) => numberOf(COMPANIES + index)).join('\n')
  const file = { name: 'beurs.csv', mimeType: 'text/csv', buffer: Buffer.from(numbers) }
  await consents.locator('input[type=file]').setInputFiles(file)
  await consents.getByLabel('Hoe').selectOption({ label: 'Beurs' })
  await consents.getByRole('textbox', { name: 'Wanneer' }).fill('01-11-2026')
  await consents.getByLabel('Wat is afgesproken').fill('Ja, bel mij over energie')
  await consents.getByLabel('Bewijs').fill('beurs-12.pdf')
  await consents.getByRole('button', { name: 'Controleren' }).click()
  await expectAccessible(page)
  await consents.getByRole('button', { name: `${CONSENTS} vastleggen` }).click()
  await expect(page.getByText(`Toestemming vastgelegd: ${CONSENTS} nummers`).first()).toBeVisible({ timeout: 120_000 })

  const may = page.getByRole('link', { name: /^Contracten, mag gebeld worden: / })
  await expect(may).toHaveText(shown(before.may + COMPANIES + CONSENTS))
  await expect(none).toHaveText(shown(before.none + CONTRACTS - COMPANIES - CONSENTS))
  await expectAccessible(page)

  // The others get a letter.
  await page.getByRole('button', { name: 'Exporteren' }).last().click()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'CSV-bestand' }).click()
  const letters = await readFile(await (await download).path(), 'utf8')
  const addressed = letters.split('\n').filter((line) => line.includes('Eerstedag'))
  expect(addressed).toHaveLength(CONTRACTS - COMPANIES - CONSENTS)

  // The count leads to exactly these contracts.
  await may.click()
  const count = shown(before.may + COMPANIES + CONSENTS)
  await expect(page.getByText(`${count} contracten`, { exact: true })).toBeVisible()
})
