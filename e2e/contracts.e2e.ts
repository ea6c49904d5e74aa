import exceljs from 'exceljs'
import { callWorkbench, expect, expectAccessible, logInByApi, readProductUrl, test } from './support/test.ts'

const sheet = [
  'Sale ID;Klantnaam;Adres;Huisnummer;Postcode;Plaats;Leverancier;Tekendatum;Looptijd;Geldig tot',
  'E-1;Camping Proefduin;Duinweg;1;2211 AB;Noordwijk;Eneco;01-12-2023;3 jaar;01-12-2026',
  'E-2;Garage Kuiper;Maasweg;2;6041 AC;Roermond;Engie;01-01-2024;3 jaar;31-02-2027',
].join('\r\n')

test('a spreadsheet dropped in the bucket appears on the board and among the recent uploads', async ({ page }) => {
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
  await page.getByRole('button', { name: 'Recente uploads' }).click()
  await expect(page.getByText('e2e.csv').first()).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Sluiten' }).last().click()
  await customer.click()
  await expect(page.getByRole('dialog')).toContainText('Noordwijk')
  await expectAccessible(page)
})

test('a spreadsheet uploaded in the dialog shows its result, also a large one posted to the bucket', async ({
  page,
}) => {
  await logInByApi(page, 'admin2@partnerview.example', { path: '/expiring-contracts?q=groothandel' })
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
    .setInputFiles(file('goed.csv', sheet.replaceAll('E-', 'F-').replace('Proefduin', 'Zeeduin')))
  await dialog.getByRole('button', { name: /Uploaden|Importeren/ }).click()
  const preview = page.getByRole('dialog', { name: 'Import controleren' })
  await expect(preview).toContainText('31-02-2027')
  await expectAccessible(page)
  await preview.getByRole('button', { name: '1 rij importeren' }).click()
  await expect(page.getByRole('dialog', { name: 'Upload voltooid' })).toContainText('31-02-2027')
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Klaar' }).click()
  await page
    .getByRole('button', { name: /uploaden/i })
    .first()
    .click()
  const [header = ''] = sheet.split('\r\n')
  const wide = Array.from({ length: 5 }, (_, index) => `G-${index};${'x'.repeat(900_000)}`)
  const large = [header, 'G-9;Groothandel Zuid;Kade;1;2211 AB;Noordwijk;Eneco;01-12-2023;3 jaar;01-12-2026', ...wide]
  await dialog.locator('input[type=file]').setInputFiles(file('groot.csv', large.join('\r\n')))
  await dialog.getByRole('button', { name: 'Uploaden' }).click()
  await expect(page.getByText('Upload voltooid').first()).toBeVisible({ timeout: 60_000 })
  await page.getByRole('button', { name: 'Klaar' }).click()
  await expect(page.getByText('Groothandel Zuid').first()).toBeVisible()
})

test('columns are mapped once and remembered, wrong rows are corrected and uploaded again, and an upload is undone', async ({
  page,
}) => {
  await logInByApi(page, 'admin2@partnerview.example', { path: '/expiring-contracts?q=Dakdekker' })
  const open = () => page.getByRole('button', { name: 'Uploaden' }).first().click()
  const send = async (name: string, bytes: Buffer) => {
    const dialog = page.getByRole('dialog')
    await dialog.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: bytes })
    await dialog.getByRole('button', { name: 'Uploaden' }).click()
  }
  await open()
  await send('portaal.csv', Buffer.from('Wie;Wanneer\r\nDakdekker Nok;12/31/2027'))
  await page.getByRole('button', { name: 'Kolommen aanwijzen' }).click()
  const mapping = page.getByRole('dialog', { name: 'Import controleren' })
  await mapping.getByLabel('Rij met kolomkoppen').selectOption({ label: 'Rij 1: Wie, Wanneer' })
  await mapping.getByLabel('Betekenis van Wie').selectOption({ label: 'Klantnaam' })
  await mapping.getByLabel('Betekenis van Wanneer').selectOption({ label: 'Geldig tot' })
  await mapping.getByLabel('Datums').selectOption({ label: 'Maand eerst (12/31/2027)' })
  await mapping.getByRole('button', { name: 'Voorbeeld maken' }).click()
  await expectAccessible(page)
  await mapping.getByRole('button', { name: '1 rij importeren' }).click()
  await page.getByRole('dialog', { name: 'Upload voltooid' }).getByRole('button', { name: 'Klaar' }).click()
  await expect(page.getByText('Dakdekker Nok').first()).toBeVisible()

  await open()
  await send('portaal-2.csv', Buffer.from('Wie;Wanneer\r\nDakdekker Pan;06/30/2028\r\nDakdekker Riet;02/31/2028'))
  await expect(page.getByRole('dialog')).toContainText('02/31/2028')
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
  await expect(page.getByRole('dialog', { name: 'Upload voltooid' })).toContainText('verbeterd.xlsx')
  await page.getByRole('button', { name: 'Klaar' }).click()
  await expect(page.getByText('Dakdekker Riet').first()).toBeVisible()

  await page.getByRole('button', { name: 'Recente uploads' }).click()
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

test('an import whose function is killed continues, and stores each row once', async ({ page }) => {
  await logInByApi(page, 'admin1@partnerview.example')
  const [header = ''] = sheet.split('\r\n')
  const rows = Array.from(
    { length: 1500 },
    (_, row) => `K-${row};Klant ${row};Kade;${row + 1};2211 AB;Noordwijk;Eneco;01-12-2023;3 jaar;01-12-2026`,
  )
  const faults = (order: object) =>
    callWorkbench<{ killed: number }>('/faults', { method: 'POST', body: JSON.stringify(order) })
  const upload = () =>
    page.evaluate(async () => {
      const headers = { sessionId: localStorage.getItem('sessionId') ?? '' }
      const uploads: { filename: string; state: string; stats: Record<string, number> }[] = await (
        await fetch('/api/contracts/uploads', { headers })
      ).json()
      return uploads.find(({ filename }) => filename === 'gedood.csv')
    })
  // Slows the table down, so that the running import can be seen.
  await faults({ dynamodb: { delayMs: 100 } })
  await callWorkbench('/buckets/uploads/contracts/gedood.csv', { method: 'PUT', body: [header, ...rows].join('\r\n') })
  await expect.poll(async () => (await upload())?.stats['created'], { timeout: 120_000 }).toBeGreaterThan(0)
  expect((await upload())?.state).toBe('wordt verwerkt')
  expect((await faults({ dynamodb: { delayMs: 100 }, kill: 'contract-import' })).killed).toBeGreaterThan(0)
  await faults({})
  // The next import must wait until the lock of the killed one has expired.
  const { now } = await callWorkbench<{ now: string }>('/clock')
  const later = new Date(Date.parse(now) + 61_000).toISOString()
  await callWorkbench('/clock', { method: 'POST', body: JSON.stringify({ now: later }) })
  await expect.poll(async () => (await upload())?.state, { timeout: 120_000 }).toBe('klaar')
  expect((await upload())?.stats).toMatchObject({ created: 1500, updated: 0, skipped: 0 })
})

test('a caller sees that they may not open the board', async ({ page }) => {
  await logInByApi(page, 'caller2@partnerview.example', { path: '/expiring-contracts' })
  await expect(page.getByText('Toegang geweigerd')).toBeVisible()
})

test('a contract becomes a sale: noted, assigned, sold with its data, and the board links to the sale', async ({
  page,
}) => {
  test.slow()
  await logInByApi(page, 'admin2@partnerview.example')
  const name = `Kaasmakerij Eind ${process.pid}`
  const rows = [
    'Sale ID;Klantnaam;Telefoon;Adres;Huisnummer;Postcode;Plaats;Leverancier;Zakelijk;Verbruik stroom;Geldig tot',
    `W-${process.pid};${name};0475 112233;Kade;7;5911 AB;Venlo;Eneco;ja;2400;01-02-2027`,
  ]
  const board = `${readProductUrl()}/expiring-contracts?q=${encodeURIComponent(name)}`
  await page.goto(board)
  await page.getByRole('button', { name: 'Uploaden' }).first().click()
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'werk.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\r\n')) })
  await page.getByRole('dialog').getByRole('button', { name: 'Uploaden' }).click()
  await page.getByRole('button', { name: '1 rij importeren' }).click()
  await page.getByRole('button', { name: 'Klaar' }).click()

  const details = page.getByRole('dialog', { name: 'Contract Details' })
  await page.getByText(name).first().click()
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

  await page.goto(`${board}&status=getekend`)
  await page.getByText(name).first().click()
  await expect(details).toContainText('Geconverteerd')
  await details.getByRole('link', { name: 'Bekijken' }).last().click()
  await expect(page.getByText(`SD-W-${process.pid}`).first()).toBeVisible()
})

test('contracts are dealt out over a team in a run that is undone as a whole', async ({ page }) => {
  await logInByApi(page, 'admin1@partnerview.example', { path: '/expiring-contracts?agentId=none&urgency=6' })
  const rows = page.getByRole('row', { name: /Binnen 6 maanden/ })
  await rows.nth(2).waitFor()
  for (const at of [0, 1, 2]) await rows.nth(at).getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Toewijzen' }).click()
  const question = page.getByRole('alertdialog', { name: '3 contracten toewijzen' })
  await question.getByText('Verdelen over een team').click()
  await question.getByRole('combobox', { name: /^Team/ }).click()
  await page.getByRole('option').first().click()
  await expect(question.getByText(/^3 contracten: 3 van niemand → /)).toBeVisible()
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Verdelen', exact: true }).click()
  const run = page.getByRole('region', { name: 'Verwerking' })
  await expect(run.getByText('3 gewijzigd')).toBeVisible()
  await run.getByRole('button', { name: 'Ongedaan maken' }).click()
  await expect(run.getByText('3 teruggezet')).toBeVisible()
  await expectAccessible(page)
})
