import { expect, expectAccessible, logInByApi, test } from './support/test.ts'

test('an admin sees what a file of leads would do, discards one file and imports the next', async ({ page }) => {
  const mark = crypto.randomUUID().slice(0, 8)
  const csv = (name: string) =>
    Buffer.from(
      [
        'Klantnaam;E-mail;Leverancier;Einddatum',
        `${name};${mark}@example.nl;Engie;31-12-2027`,
        `Fout ${mark};;;ooit`,
      ].join('\r\n'),
    )
  await logInByApi(page, 'admin1@partnerview.example', { path: '/leads' })
  const send = async (name: string) => {
    await page.getByRole('button', { name: 'Importeren' }).click()
    const dialog = page.getByRole('dialog', { name: 'Leads importeren' })
    const file = { name: `${name}.csv`, mimeType: 'text/csv', buffer: csv(name) }
    await dialog.getByLabel('Bestand').setInputFiles(file)
    await dialog.getByRole('button', { name: 'Uploaden' }).click()
    const shown = page.getByRole('dialog', { name: 'Import controleren' })
    await expect(shown.getByRole('region', { name: 'Voorbeeld' })).toContainText(name)
    return shown
  }

  const first = await send(`Weg ${mark}`)
  await expect(first).toContainText("'ooit' is geen geldige datum")
  await expectAccessible(page)
  await first.getByRole('button', { name: 'Weggooien' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Weggooien' }).click()
  await expect(first).toBeHidden()

  const second = await send(`Nieuw ${mark}`)
  await second.getByRole('button', { name: '1 rij importeren' }).click()
  const stored = page.getByRole('dialog', { name: 'Upload voltooid' })
  await expect(stored).toContainText('Geweigerd')
  await expectAccessible(page)
  await stored.getByRole('button', { name: 'Klaar' }).click()

  await page.getByRole('searchbox', { name: 'Zoek een klant' }).fill(mark)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('row', { name: new RegExp(`Nieuw ${mark}`) })).toBeVisible()
  await expect(page.getByText(`Weg ${mark}`)).toBeHidden()
})
