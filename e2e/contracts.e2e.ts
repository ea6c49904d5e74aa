import { expect, expectAccessible, login, test, url, workbench } from './support/test.ts'

const sheet = [
  'Sale ID;Klantnaam;Adres;Huisnummer;Postcode;Plaats;Leverancier;Tekendatum;Looptijd;Geldig tot',
  'E-1;Camping De Duinroos;Duinweg;1;2211 AB;Noordwijk;Eneco;01-12-2023;3 jaar;01-12-2026',
  'E-2;Garage Kuiper;Maasweg;2;6041 AC;Roermond;Engie;01-01-2024;3 jaar;31-02-2027',
].join('\r\n')

test('a spreadsheet dropped in the bucket stands on the board with its urgency and its row errors', async ({
  page,
}) => {
  await login(page, 'admin1@partnerview.example')
  await workbench('/buckets/uploads/contracts/e2e.csv', { method: 'PUT', body: sheet })
  await expect(async () => {
    await page.goto(`${url()}/expiring-contracts?q=duinroos`)
    // Two answers: the import may begin between them.
    await expect(page.getByText('Camping De Duinroos').first()).toBeVisible({ timeout: 5_000 })
    await expect(page.getByText('e2e.csv').first()).toBeVisible({ timeout: 5_000 })
  }).toPass({ timeout: 60_000 })
  await expectAccessible(page)
  await page.getByText('Camping De Duinroos').first().click()
  await expect(page.getByRole('dialog')).toContainText('Noordwijk')
  await expectAccessible(page)
})

test('a spreadsheet uploaded in the dialog tells what it did, also a large one that goes straight to the bucket', async ({
  page,
}) => {
  await login(page, 'admin2@partnerview.example')
  await page.goto(`${url()}/expiring-contracts?q=groothandel`)
  await page
    .getByRole('button', { name: /uploaden/i })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  const file = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
  await dialog.locator('input[type=file]').setInputFiles(file('brief.csv', '%PDF-1.7'))
  await dialog.getByRole('button', { name: /Uploaden|Importeren/ }).click()
  await expect(page.getByText('Upload mislukt').first()).toBeVisible()
  await dialog
    .locator('input[type=file]')
    .setInputFiles(file('goed.csv', sheet.replaceAll('E-', 'F-').replace('Duinroos', 'Zeeduin')))
  await dialog.getByRole('button', { name: /Uploaden|Importeren/ }).click()
  await expect(page.getByRole('dialog')).toContainText('31-02-2027')
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Nog een bestand' }).click()
  const [header = ''] = sheet.split('\r\n')
  const wide = Array.from({ length: 5 }, (_, index) => `G-${index};${'x'.repeat(900_000)}`)
  const large = [header, 'G-9;Groothandel Zuid;Kade;1;2211 AB;Noordwijk;Eneco;01-12-2023;3 jaar;01-12-2026', ...wide]
  await dialog.locator('input[type=file]').setInputFiles(file('groot.csv', large.join('\r\n')))
  await dialog.getByRole('button', { name: 'Uploaden' }).click()
  await expect(page.getByText('Upload voltooid').first()).toBeVisible({ timeout: 60_000 })
  await page.getByRole('button', { name: 'Klaar' }).click()
  await expect(page.getByText('Groothandel Zuid').first()).toBeVisible()
})

test('other roles are told that the board is not for them', async ({ page }) => {
  await login(page, 'caller2@partnerview.example')
  await page.goto(`${url()}/expiring-contracts`)
  await expect(page.getByText('Toegang geweigerd')).toBeVisible()
})
