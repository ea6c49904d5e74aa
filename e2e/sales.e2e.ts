import { expect, expectAccessible, inDays, login, test, url } from './support/test.ts'

const run = process.pid
const customer = `Kwekerij Eind-tot-Eind ${run}`
const salesDockId = `SD-E2E-${run}`

test('an agent registers the sale of an appointment, an admin approves it, and the team leader takes it on', async ({
  page,
  browser,
}) => {
  await login(page, 'agent1@partnerview.example')
  await page.goto(`${url()}/appointments?nieuw=1`)
  const form = page.getByRole('dialog')
  await form.getByLabel('Klantnaam').fill(customer)
  await form.getByLabel('Telefoonnummer').fill('0475 777888')
  await form.getByLabel('Datum').fill(inDays(36).split('-').reverse().join('-'))
  await form.getByLabel('Tijd').fill('10:45')
  await form.getByRole('button', { name: 'Opslaan' }).click()
  await expect(page.getByText('Afspraak aangemaakt', { exact: true })).toBeVisible()

  await page.goto(`${url()}/appointments?q=${encodeURIComponent(customer)}`)
  await page.getByRole('button', { name: `Status van ${customer}: Gepland. Wijzigen` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sale', exact: true }).click()
  await page.getByRole('button', { name: 'Sale registreren' }).first().click()

  const dialog = page.getByRole('dialog', { name: 'Sale registreren' })
  await expect(dialog.getByLabel('Klantnaam')).toHaveValue(customer)
  await expectAccessible(page)
  await dialog.getByLabel('Postcode').fill('6041 EL')
  await dialog.getByLabel('Huisnummer').fill('12')
  await dialog.getByRole('textbox', { name: 'Adres', exact: true }).fill('Markt')
  await dialog.getByLabel('Plaats').fill('Roermond')
  await dialog.getByRole('button', { name: 'Volgende' }).click()
  await dialog.getByLabel('Leverancier').selectOption({ label: 'Eneco' })
  await dialog.getByLabel('Looptijd').selectOption({ label: '3 jaar' })
  await dialog.getByRole('button', { name: 'Volgende' }).click()
  await dialog.getByLabel('IBAN').fill('NL91 ABNA 0417 1643 00')
  await dialog.getByLabel('Rekeninghouder').fill('K. Wekerij')
  await dialog.getByLabel('SalesDock ID').fill(salesDockId)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Sale registreren' }).click()
  await expect(page.getByText('Sale geregistreerd', { exact: true })).toBeVisible()

  await page.goto(`${url()}/transactions?q=${salesDockId}`)
  await expect(page.getByText(customer).first()).toBeVisible()
  await expectAccessible(page)
  await page.getByText(customer).first().click()
  await expect(page.getByText(`SalesDock ID ${salesDockId}`).first()).toBeVisible()
  const address = page.url()
  await expect(page.getByText('•• ••43 00').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'IBAN tonen' })).toHaveCount(0)
  await expectAccessible(page)

  const admin = await browser.newPage()
  await login(admin, 'admin1@partnerview.example')
  await admin.goto(address)
  await admin.getByRole('button', { name: 'IBAN tonen' }).click()
  await expect(admin.getByText('NL91 ABNA 0417 1643 00').first()).toBeVisible()
  await admin.getByRole('button', { name: 'Goedkeuren' }).click()
  await expect(admin.getByText('Status bijgewerkt', { exact: true })).toBeVisible()
  await admin.close()

  const leader = await browser.newPage()
  await login(leader, 'teamleader1@partnerview.example')
  await leader.goto(address)
  for (const name of ['Naar In Afwachting', 'Naar Klaar', 'Uitbetalen']) {
    await leader.getByRole('button', { name }).click()
    await expect(leader.getByRole('button', { name })).toHaveCount(0)
  }
  await expect(leader.getByRole('button', { name: 'Bewerken' })).toHaveCount(0)
  await leader.goto(`${url()}/team-vergoedingen?search=${encodeURIComponent(customer)}`)
  await expect(leader.getByText(customer).first()).toBeVisible()
  await expectAccessible(leader)
  await leader.close()

  await page.reload()
  await expect(page.getByText('Uitbetaald').first()).toBeVisible()
  await page.goto(`${url()}/appointments?q=${encodeURIComponent(customer)}`)
  await expect(page.getByText(customer).first()).toBeVisible()
  await expect(page.getByText('Sale nog registreren')).toHaveCount(0)
})
