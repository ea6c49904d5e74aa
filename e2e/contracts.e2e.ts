import exceljs from 'exceljs'
import { callWorkbench, expect, expectAccessible, logInByApi, readProductUrl, test, visit } from './support/test.ts'

const sheet = [
  'Sale ID;Klantnaam;Adres;Huisnummer;Postcode;Plaats;Leverancier;Tekendatum;Looptijd;Geldig tot',
  'E-1;Camping Proefduin;Duinweg;1;2211 AB;Noordwijk;Eneco;01-12-2023;3 jaar;01-12-2026',
  'E-2;Garage Kuiper;Maasweg;2;6041 AC;Roermond;Engie;01-01-2024;3 jaar;31-02-2027',
].join('\r\n')

test('a spreadsheet dropped in the bucket is on the board; wrong rows of uploads are corrected, and one is undone', async ({
  page,
}) => {
  await logInByApi(page, 'admin1@partnerview.example')
  await callWorkbench('/buckets/uploads/contracts/e2e.csv', { method: 'PUT', body: sheet })
  // The customer may be on screen twice, so the first match is taken.
  const customer = page.getByText('Camping Proefduin').first()
  await expect(async () => {
    await page.goto(`${readProductUrl()}/expiring-contracts?q=proefduin`)
    // A reload before the list has arrived would only start its requests again.
    await expect(customer.or(page.getByText('Geen contracten gevonden')).first()).toBeVisible()
    expect(await customer.isVisible()).toBe(true)
  }).toPass({ timeout: 120_000 })
  await page.getByRole('button', { name: 'Meer', exact: true }).click()
  await page.getByRole('dialog', { name: 'Meer' }).getByRole('button', { name: 'Recente uploads' }).click()
  await expect(page.getByText('e2e.csv').first()).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Sluiten' }).last().click()
  await customer.click()
  await expect(page.getByRole('dialog')).toContainText('Noordwijk')
  await expectAccessible(page)
  await page.keyboard.press('Escape')

  await page.getByRole('checkbox', { name: 'Selecteer alle rijen' }).check()
  await page.getByRole('button', { name: 'Toewijzen' }).click()
  const question = page.getByRole('alertdialog', { name: '1 contract toewijzen' })
  await question.getByText('Verdelen over een team').click()
  await question.getByRole('combobox', { name: /^Team/ }).click()
  await page.getByRole('option').first().click()
  await expect(question.getByText(/^1 contract: 1 van niemand → /)).toBeVisible()
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Verdelen', exact: true }).click()
  const run = page.getByRole('region', { name: 'Verwerking' })
  await expect(run.getByText('1 gewijzigd')).toBeVisible()
  await expectAccessible(page)

  await visit(page, '/expiring-contracts?q=Dakdekker')
  const open = () => page.getByRole('button', { name: 'Uploaden' }).first().click()
  const send = async (name: string, bytes: string | Buffer) => {
    const dialog = page.getByRole('dialog')
    const buffer = Buffer.from(bytes)
    await dialog.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer })
    await dialog.getByRole('button', { name: 'Uploaden' }).click()
  }
  await open()
  await send('portaal.csv', 'Wie;Wanneer\r\nDakdekker Nok;12/31/2027')
  await page.getByRole('button', { name: 'Kolommen aanwijzen' }).click()
  const preview = page.getByRole('dialog', { name: 'Import controleren' })
  await preview.getByLabel('Rij met kolomkoppen').selectOption({ label: 'Rij 1: Wie, Wanneer' })
  await preview.getByLabel('Betekenis van Wie').selectOption({ label: 'Klantnaam' })
  await preview.getByLabel('Betekenis van Wanneer').selectOption({ label: 'Geldig tot' })
  await preview.getByLabel('Datums').selectOption({ label: 'Maand eerst (12/31/2027)' })
  await preview.getByRole('button', { name: 'Voorbeeld maken' }).click()
  await expectAccessible(page)
  await preview.getByRole('button', { name: '1 rij importeren' }).click()
  const done = page.getByRole('dialog', { name: 'Upload voltooid' })
  await done.getByRole('button', { name: 'Klaar' }).click()
  await expect(page.getByText('Dakdekker Nok').first()).toBeVisible()

  await open()
  await send('portaal-2.csv', 'Wie;Wanneer\r\nDakdekker Pan;06/30/2028\r\nDakdekker Riet;02/31/2028')
  await expect(done).toContainText('02/31/2028')
  await expectAccessible(page)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Foute rijen downloaden' }).click(),
  ])
  const workbook = new exceljs.Workbook()
  await workbook.xlsx.readFile(await download.path())
  const wrong = workbook.worksheets[0]?.getCell('B2')
  expect(wrong?.text).toBe('02/31/2028')
  if (wrong) wrong.value = '03/31/2028'
  await page.getByRole('button', { name: 'Nog een bestand' }).click()
  await send('verbeterd.xlsx', Buffer.from(await workbook.xlsx.writeBuffer()))
  await expect(done).toContainText('verbeterd.xlsx')
  await page.getByRole('button', { name: 'Nog een bestand' }).click()

  // A file above 4 MB goes to the bucket by a form that the browser posts there.
  const wide = Array.from({ length: 5 }, (_, index) => `G-${index};${'x'.repeat(900_000)}`)
  await send('groot.csv', ['Wie;Wanneer', 'Dakdekker Zuid;06/30/2028', ...wide].join('\r\n'))
  await expect(done).toContainText('groot.csv', { timeout: 60_000 })
  await page.getByRole('button', { name: 'Klaar' }).click()
  for (const name of ['Dakdekker Riet', 'Dakdekker Zuid']) await expect(page.getByText(name).first()).toBeVisible()

  await page.getByRole('button', { name: 'Meer', exact: true }).click()
  await page.getByRole('dialog', { name: 'Meer' }).getByRole('button', { name: 'Recente uploads' }).click()
  await page
    .getByRole('button', { name: /portaal\.csv/ })
    .first()
    .click()
  const details = page.getByRole('dialog', { name: 'portaal.csv' })
  await details.getByRole('button', { name: 'Terugdraaien' }).click()
  await expectAccessible(page)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Terugdraaien' }).click()
  await expect(details).toContainText('1 verwijderd, 0 hersteld, 0 gebleven.', { timeout: 60_000 })
  await expectAccessible(page)
  await details.getByRole('button', { name: 'Sluiten' }).first().click()
  await expect(page.getByText('Dakdekker Nok')).toHaveCount(0)
  await expect(page.getByText('Dakdekker Pan').first()).toBeVisible()
})

test('a contract becomes a sale: noted, assigned, sold with its data, and the board links to the sale', async ({
  page,
}) => {
  test.slow()
  const name = `Kaasmakerij Eind ${process.pid}`
  const rows = [
    'Sale ID;Klantnaam;Telefoon;Adres;Huisnummer;Postcode;Plaats;Leverancier;Zakelijk;Verbruik stroom;Geldig tot',
    `W-${process.pid};${name};0475 112233;Kade;7;5911 AB;Venlo;Eneco;ja;2400;01-02-2027`,
  ]
  const board = `/expiring-contracts?q=${encodeURIComponent(name)}`
  await logInByApi(page, 'admin2@partnerview.example', { path: board })
  await page.getByRole('button', { name: 'Uploaden' }).first().click()
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'werk.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\r\n')) })
  await page.getByRole('dialog').getByRole('button', { name: 'Uploaden' }).click()
  await page.getByRole('button', { name: '1 rij importeren' }).click()
  await page.getByRole('button', { name: 'Klaar' }).click()

  const details = page.getByRole('dialog', { name: 'Contract Details' })
  await page.getByText(name).first().click()
  // Until all is read, the buttons below it may move.
  await expect(details.getByText(/^Alle kolommen/)).toBeVisible()
  await expect(details.locator('.pv-skeleton')).toHaveCount(0)
  await details.getByRole('button', { name: 'Status wijzigen' }).click()
  const status = page.getByRole('dialog', { name: 'Status wijzigen' })
  await status.getByLabel('Notities').fill('Wil overstappen')
  await expectAccessible(page)
  await status.getByRole('button', { name: 'Opslaan' }).click()
  await expect(page.getByText('Contract bijgewerkt', { exact: true })).toBeVisible()

  await page.getByText(name).first().click()
  await expect(details).toContainText('Wil overstappen')
  await details.getByRole('button', { name: 'Maak lead' }).click()
  await page.getByRole('combobox', { name: /^Agent/ }).click()
  await page.getByRole('option', { name: /Lucas Hendriks/ }).click()
  await page.getByRole('button', { name: 'Toewijzen' }).click()
  await expect(page.getByText('Contract toegewezen', { exact: true })).toBeVisible()

  await page.getByText(name).first().click()
  await expect(details).toContainText('Lucas Hendriks')
  await details.getByRole('button', { name: 'Sale registreren' }).click()
  const sale = page.getByRole('dialog', { name: 'Sale registreren' })
  await expect(sale.getByLabel('Klantnaam')).toHaveValue(name)
  await expect(sale.getByRole('radio', { name: 'Zakelijk' })).toBeChecked()
  await sale.getByRole('button', { name: 'Volgende' }).click()
  await expect(sale.getByLabel('Stroomverbruik')).toHaveValue(/2.?400/)
  await sale.getByLabel('Leverancier').selectOption({ label: 'Greenchoice' })
  await sale.getByText('3 jaar', { exact: true }).click()
  await sale.getByRole('button', { name: 'Volgende' }).click()
  await sale.getByLabel('IBAN').fill('NL91 ABNA 0417 1643 00')
  await sale.getByLabel('Rekeninghouder').fill('K. Maker')
  await sale.getByLabel('SalesDock ID').fill(`SD-W-${process.pid}`)
  await sale.getByRole('button', { name: 'Sale registreren' }).click()
  await expect(page.getByText('Sale geregistreerd', { exact: true })).toBeVisible()

  await visit(page, `${board}&status=getekend`)
  await page.getByText(name).first().click()
  await expect(details).toContainText('Geconverteerd')
  await details.getByRole('link', { name: 'Bekijken' }).last().click()
  await expect(page.getByText(`SD-W-${process.pid}`).first()).toBeVisible()
})
