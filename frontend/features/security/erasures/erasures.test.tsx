// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createPersonWithTwoFactor, PASSWORD } from '../../../../proofs/logins.ts'
import { type Person, startWorld, type World } from '../../../../testing/world.ts'
import { connectBrowser, logIn, openApp } from '../../../testing/browser.tsx'

let world: World
let admin: Person
let codes: string[]
beforeAll(async () => {
  world = await startWorld()
  await world.team(1)
  const made = await createPersonWithTwoFactor(world, { role: 'admin' })
  admin = { ...made.person, twoFactorEnabled: true, sessionEpoch: made.person.sessionEpoch + 1 }
  codes = made.codes
})
afterAll(() => world.stop())
connectBrowser(() => world)

test('an admin finds a customer, plans the erasure after password and code, and withdraws it', async () => {
  const as = await world.session(admin)
  const body = { customerName: 'Wim Wisser', customerPhone: '06 12121212' }
  for (const customerName of ['Wim Wisser', 'W. Wisser']) {
    await world.call('POST', '/api/leads', { as, body: { ...body, customerName } })
  }
  await logIn(world, admin)
  const revealed: (string | null)[] = []
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    revealed.push(this.textContent)
  })
  const { user } = openApp('/security?tab=persoonsgegevens')
  expect(await screen.findByText('Nog niets gewist')).toBeTruthy()
  expect(revealed, 'the chosen tab, the last of a phone').toContain('Persoonsgegevens')
  await user.type(screen.getByLabelText(/^Klant/), 'geen nummer')
  await user.click(screen.getByRole('button', { name: 'Gegevens zoeken' }))
  expect(screen.getByText('Vul een telefoonnummer, e-mailadres, of postcode en huisnummer in')).toBeTruthy()
  await user.clear(screen.getByLabelText(/^Klant/))
  await user.type(screen.getByLabelText(/^Klant/), '0031 6 12121212')
  await user.click(screen.getByRole('button', { name: 'Gegevens zoeken' }))
  expect(await screen.findByText('2 gegevens gevonden')).toBeTruthy()
  await user.click(screen.getByLabelText(/W\. Wisser/))
  await user.click(screen.getByRole('button', { name: '1 wissen…' }))
  const dialog = within(await screen.findByRole('dialog', { name: '1 gegeven van Wim Wisser wissen?' }))
  await user.type(dialog.getByLabelText('Wachtwoord'), PASSWORD)
  await user.type(dialog.getByLabelText('2FA code'), codes.shift() ?? '')
  await user.click(dialog.getByRole('button', { name: '1 gegeven wissen' }))
  expect(await screen.findByText('Gepland')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Wissen van Wim Wisser intrekken' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Wissen van Wim Wisser intrekken?' }))
  await user.click(question.getByRole('button', { name: 'Intrekken' }))
  expect(await screen.findByText('Ingetrokken')).toBeTruthy()
  expect((await world.call('GET', '/api/leads', { as })).body).toHaveLength(2)

  await user.click(screen.getByRole('button', { name: 'Bewaartermijnen' }))
  await user.type(await screen.findByLabelText(/^Leads/), 'drie')
  const form = within(screen.getByRole('dialog', { name: 'Bewaartermijnen' }))
  await user.click(form.getByRole('button', { name: 'Opslaan' }))
  expect(await form.findByText('Vul een getal in, zoals 12')).toBeTruthy()
  await user.clear(form.getByLabelText(/^Leads/))
  await user.type(form.getByLabelText(/^Leads/), '3')
  await user.click(form.getByRole('button', { name: 'Opslaan' }))
  expect(await form.findByText('Vul een heel aantal maanden in, van 12 tot en met 120')).toBeTruthy()
  await user.type(form.getByLabelText(/^Leads/), '6')
  await user.click(form.getByRole('button', { name: 'Opslaan' }))
  expect(await screen.findByText('Bewaartermijnen opgeslagen')).toBeTruthy()
  const settings = await world.call('GET', '/api/erasures/settings', { as })
  expect(settings.body).toEqual({
    version: 1,
    leadMonths: 36,
    appointmentMonths: null,
    saleMonths: null,
    userMonths: null,
  })
})
