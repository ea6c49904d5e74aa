import { expect, expectAccessible, inDays, login, test, url } from './support/test.ts'

/** Tells this run's lead from that of an earlier one on the same data. */
const run = process.pid
const customer = `Hoveniersbedrijf Terugbel ${run}`
const dutchDay = (days: number) => inDays(days).split('-').reverse().join('-')

test('a caller notes a lead, calls it back today from the dashboard and plans an appointment for an agent', async ({
  page,
}) => {
  await login(page, 'caller5@partnerview.example')
  await page.goto(`${url()}/leads`)
  await page.getByRole('button', { name: 'Lead Toevoegen' }).first().click()
  const form = page.getByRole('dialog', { name: 'Lead Toevoegen' })
  await form.getByLabel('Klantnaam').fill(customer)
  await form.getByRole('textbox', { name: 'Telefoonnummer' }).fill('0475 987654')
  await form.getByLabel('Plaats').fill('Weert')
  await form.getByLabel('Terugbellen op').fill(dutchDay(0))
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Opslaan' }).click()
  await expect(page.getByText('Lead aangemaakt', { exact: true })).toBeVisible()
  const today = page.getByRole('region', { name: 'Vandaag bellen' })
  await expect(today.getByRole('button', { name: new RegExp(customer) })).toBeVisible()

  await page.goto(`${url()}/dashboard`)
  const row = page.getByRole('listitem').filter({ hasText: customer })
  await expect(row.getByRole('link', { name: '0475 987654' })).toHaveAttribute('href', 'tel:0475987654')
  await expectAccessible(page)
  await row.getByRole('link', { name: new RegExp(customer) }).click()
  const lead = page.getByRole('dialog', { name: 'Lead Details' })
  await lead.getByLabel('Wat is er besproken?').fill('Wil dat er iemand langskomt')
  await lead.getByRole('button', { name: 'Gesprek noteren' }).click()
  await expect(lead.getByRole('listitem').filter({ hasText: 'Wil dat er iemand langskomt' })).toBeVisible()

  await lead.getByRole('button', { name: 'Plan afspraak' }).click()
  const booking = page.getByRole('dialog', { name: 'Nieuwe afspraak' })
  await expect(booking.getByLabel('Klantnaam')).toHaveValue(customer)
  await booking.getByLabel('Datum').fill(dutchDay(40))
  await booking.getByLabel('Tijd').fill('14:30')
  await booking.getByLabel('Toewijzen aan agent').click()
  await page.getByRole('listbox').getByRole('option').first().click()
  await booking.getByRole('button', { name: 'Opslaan' }).click()
  await expect(page.getByText('Afspraak aangemaakt', { exact: true })).toBeVisible()

  await expect(lead.getByRole('button', { name: `Status van ${customer}: Gecontacteerd. Wijzigen` })).toBeVisible()
  await lead.getByRole('link', { name: 'Afspraak bekijken' }).click()
  const appointment = page.getByRole('dialog', { name: 'Afspraak Details' })
  await expect(appointment.getByText(customer).first()).toBeVisible()
  await expect(appointment.getByText('14:30').first()).toBeVisible()

  await page.goto(`${url()}/dashboard`)
  await expect(page.getByText('Team Scorebord')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: customer })).toHaveCount(0)
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('combobox', { name: 'Snel zoeken' }).fill(customer)
  await page.getByRole('option', { name: /Gecontacteerd/ }).click()
  await expect(lead.getByText('Wil dat er iemand langskomt')).toBeVisible()
})
