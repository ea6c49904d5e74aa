// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, expect, test } from 'vitest'
import { fillFields, press } from '../../testing/actions.ts'
import { breakNetwork, connectBrowser, readSentBodies, sent } from '../../testing/browser.tsx'
import { getField } from '../../testing/queries.ts'
import { chooseTemporaryPassword, nieuw, startUsers } from '../../testing/users.ts'

const { world, admin, leader, somebody, openNew, openEdit, stored, change } = await startUsers()
afterAll(() => world.stop())
connectBrowser(() => world)

const right = (dialog: HTMLElement, name: string) =>
  within(dialog).getByRole<HTMLInputElement>('checkbox', { name: new RegExp(`^${name}`) })
const rightsIn = (dialog: HTMLElement) => within(dialog).queryAllByRole('checkbox').length
const optionsOf = (dialog: HTMLElement, label: string) =>
  within(getField(dialog, label))
    .getAllByRole('option')
    .map((option) => option.textContent)

test('an admin creates an agent with the ticked rights', async () => {
  const { user, dialog } = await openNew(admin)
  expect(document.activeElement).toBe(getField(dialog, 'Voornaam'))
  await screen.findByRole('option', { name: 'Team Duin' })
  expect(optionsOf(dialog, 'Rol')).toEqual(['Beheerder', 'Teamleider', 'Agent', 'Beller'])
  expect(optionsOf(dialog, 'Team')).toEqual(['Geen team', 'Team Duin', 'Team Maas'])
  expect(rightsIn(dialog)).toBe(4)
  expect(right(dialog, 'Afspraken en kalender').checked).toBe(true)
  expect(right(dialog, 'Leads').checked).toBe(true)
  expect(right(dialog, 'Sales dashboard').checked).toBe(false)
  expect(right(dialog, 'Persoonsgegevens').checked).toBe(false)
  await fillFields(user, dialog, { ...nieuw, 'E-mail': 'Noor@Example.nl' })
  expect(within(dialog).getByText("Zonder team ziet Noor niets van collega's.")).toBeTruthy()
  await user.selectOptions(getField(dialog, 'Team'), 'Team Duin')
  expect(within(dialog).queryByText(/^Zonder team ziet/)).toBeNull()
  await user.click(right(dialog, 'Leads'))
  await user.click(right(dialog, 'Sales dashboard'))
  await user.click(within(dialog).getByRole('radio', { name: 'Zzp' }))
  expect(within(dialog).getByText(/Licentiekosten €\s19,99 per maand/)).toBeTruthy()
  await press(user, dialog, 'Aanmaken')

  expect(await screen.findByText('Lokale gebruiker aangemaakt')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await screen.findByText('Noor Nieuw')).toBeTruthy()
  expect(readSentBodies('POST')[0]).toMatchObject({
    email: 'noor@example.nl',
    role: 'agent',
    teamId: 2,
    employmentType: 'zzp',
    hasCalendarAccess: true,
    hasLeadsAccess: false,
    hasSalesAccess: true,
    hasPersonalDataAccess: false,
  })
  expect(readSentBodies('POST')[0]).not.toHaveProperty('licenseFeeStatus')
})

test('every error is under its field, and the first wrong field gets focus', async () => {
  const { user, dialog } = await openNew(admin)
  await chooseTemporaryPassword(user, dialog)
  await fillFields(user, dialog, { 'E-mail': 'geen adres', 'Tijdelijk wachtwoord': 'kort' })
  await press(user, dialog, 'Aanmaken')
  for (const text of [
    'Voornaam is verplicht',
    'Achternaam is verplicht',
    'Ongeldig e-mailadres',
    'Wachtwoord moet minimaal 6 karakters zijn',
    'Telefoonnummer is verplicht voor agenten en teamleiders',
  ]) {
    expect(await within(dialog).findByText(text, { selector: '.pv-field-error' })).toBeTruthy()
  }
  expect(document.activeElement).toBe(getField(dialog, 'Voornaam'))
  expect(readSentBodies('POST')).toEqual([])
})

test('a caller needs no phone and has no choice of rights; an admin has all rights', async () => {
  const { user, dialog } = await openNew(admin)
  await user.click(right(dialog, 'Persoonsgegevens'))
  await user.selectOptions(getField(dialog, 'Rol'), 'Beheerder')
  expect(rightsIn(dialog)).toBe(0)
  expect(within(dialog).getByText('Een beheerder heeft altijd alle rechten.')).toBeTruthy()
  await user.selectOptions(getField(dialog, 'Rol'), 'Beller')
  expect(rightsIn(dialog)).toBe(0)
  const { Telefoonnummer: _, ...rest } = nieuw
  for (const [label, value] of Object.entries({ ...rest, 'E-mail': 'bel@example.nl' })) {
    await user.type(within(dialog).getByLabelText(label), value)
  }
  await press(user, dialog, 'Aanmaken')
  expect(await screen.findByText('Lokale gebruiker aangemaakt')).toBeTruthy()
  expect(readSentBodies('POST')[0]).toMatchObject({ role: 'caller', teamId: null, hasPersonalDataAccess: false })
})

test('a team leader can create an agent or caller, in the own team, with own rights only', async () => {
  const { user, dialog } = await openNew(leader)
  expect(optionsOf(dialog, 'Rol')).toEqual(['Agent', 'Beller'])
  expect(optionsOf(dialog, 'Team')).toEqual(['Team Maas'])
  const leads = right(dialog, 'Leads')
  expect([leads.checked, leads.disabled]).toEqual([false, true])
  expect(leads.getAttribute('aria-describedby')).toBeTruthy()
  expect(within(dialog).getByText(/Dit recht heb je zelf niet/)).toBeTruthy()
  await fillFields(user, dialog, { ...nieuw, Voornaam: 'Tim', 'E-mail': 'tim@example.nl' })
  await press(user, dialog, 'Aanmaken')
  expect(await screen.findByText('Lokale gebruiker aangemaakt')).toBeTruthy()
  expect(readSentBodies('POST')[0]).toMatchObject({ teamId: 1, hasLeadsAccess: false, hasCalendarAccess: true })
})

test('an e-mail address in use is reported at its field, and the input stays', async () => {
  await somebody('Bas', 'Bezet', { email: 'bezet@example.nl' })
  const { user, dialog } = await openNew(admin)
  await fillFields(user, dialog, { ...nieuw, 'E-mail': 'bezet@example.nl' })
  await press(user, dialog, 'Aanmaken')
  await waitFor(() => expect(getField(dialog, 'E-mail').getAttribute('aria-invalid')).toBe('true'))
  expect(document.activeElement).toBe(getField(dialog, 'E-mail'))
  expect(getField(dialog, 'Voornaam').value).toBe('Noor')
})

test('a failed creation shows an error, keeps the input, and closing asks first', async () => {
  const { user, dialog } = await openNew(admin)
  const mend = breakNetwork(/create-local/)
  await fillFields(user, dialog, { ...nieuw, 'E-mail': 'later@example.nl' })
  await press(user, dialog, 'Aanmaken')
  expect(await screen.findByText('Fout')).toBeTruthy()
  expect(getField(dialog, 'E-mail').value).toBe('later@example.nl')
  mend()
  await press(user, dialog, 'Annuleren')
  await press(user, await screen.findByRole('alertdialog', { name: 'Wijzigingen weggooien?' }), 'Verder bewerken')
  await press(user, dialog, 'Aanmaken')
  expect(await screen.findByText('Lokale gebruiker aangemaakt')).toBeTruthy()
})

test('editing starts with the stored values, shows all eight rights and sends the version', async () => {
  const person = await somebody('Eva', 'Edit', { hasTransactionsAccess: false })
  const { user, dialog } = await openEdit(admin, 'Eva Edit')
  expect(within(dialog).getByText(person.email)).toBeTruthy()
  expect(getField(dialog, 'Telefoonnummer').value).toBe('06 12345678')
  expect(rightsIn(dialog)).toBe(8)
  expect(right(dialog, 'Transacties').checked).toBe(false)
  expect(within(dialog).queryByText(/overal uitgelogd/)).toBeNull()
  await fillFields(user, dialog, { Achternaam: 'Editeur' })
  expect(within(dialog).queryByText(/overal uitgelogd/)).toBeNull()
  await user.click(right(dialog, 'Transacties'))
  expect(within(dialog).getByText(/Eva Edit overal uitgelogd/)).toBeTruthy()
  await press(user, dialog, 'Opslaan')
  expect(await screen.findByText('Gebruiker bijgewerkt')).toBeTruthy()
  expect(sent.find(({ method }) => method === 'PUT')?.headers['if-match']).toBe('"1"')
  expect(readSentBodies('PUT')[0]).not.toHaveProperty('email')
  expect(readSentBodies('PUT')[0]).not.toHaveProperty('licenseFeeStatus')
  expect(await stored(person.id)).toMatchObject({ lastName: 'Editeur', hasTransactionsAccess: true, version: 2 })
  expect(await screen.findByText('Eva Editeur')).toBeTruthy()
})

test('an edit without a name or, for an agent, without a phone is refused at the field', async () => {
  await somebody('Frits', 'Fout')
  const { user, dialog } = await openEdit(admin, 'Frits Fout')
  await fillFields(user, dialog, { Voornaam: '', Telefoonnummer: '' })
  await press(user, dialog, 'Opslaan')
  expect(await within(dialog).findByText('Voornaam is verplicht')).toBeTruthy()
  expect(within(dialog).getByText('Telefoonnummer is verplicht voor agenten en teamleiders')).toBeTruthy()
  expect(readSentBodies('PUT')).toEqual([])
})

test('an admin edits the licence of a zzp’er', async () => {
  const person = await somebody('Zita', 'Zzp', { role: 'caller' })
  const first = await openEdit(admin, 'Zita Zzp')
  expect(within(first.dialog).queryByText(/Licentiekosten/)).toBeNull()
  await first.user.click(within(first.dialog).getByRole('radio', { name: 'Zzp' }))
  expect(within(first.dialog).getByText(/Licentiekosten €\s19,99 per maand/)).toBeTruthy()
  await first.user.selectOptions(getField(first.dialog, 'Status licentiekosten'), 'Te laat')
  await fillFields(first.user, first.dialog, { 'Laatste betaling': '1-10-2026' })
  await press(first.user, first.dialog, 'Opslaan')
  expect(await screen.findByText('Gebruiker bijgewerkt')).toBeTruthy()
  expect(await stored(person.id)).toMatchObject({
    employmentType: 'zzp',
    licenseFeeStatus: 'overdue',
    lastLicensePayment: '2026-10-01',
  })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a team leader can make an agent a caller, but not promote a caller', async () => {
  await somebody('Ab', 'Agent', { role: 'agent' })
  await somebody('Cas', 'Caller', { role: 'caller' })
  const { user, dialog } = await openEdit(leader, 'Ab Agent')
  expect(optionsOf(dialog, 'Rol')).toEqual(['Agent', 'Beller'])
  await press(user, dialog, 'Annuleren')
  await user.click(screen.getByRole('button', { name: 'Cas Caller bewerken' }))
  const other = await screen.findByRole('dialog', { name: 'Gebruiker bewerken' })
  expect(optionsOf(other, 'Rol')).toEqual(['Beller'])
  expect(getField(other, 'Rol').disabled).toBe(true)
  expect(within(other).getByText('Alleen een beheerder kan een hogere rol geven.')).toBeTruthy()
  await fillFields(user, other, { Voornaam: 'Caspar' })
  await press(user, other, 'Opslaan')
  expect(await screen.findByText('Gebruiker bijgewerkt')).toBeTruthy()
})

test('removing the role of an admin warns that the API keys end', async () => {
  await somebody('Bea', 'Beheer', { role: 'admin' })
  const { user, dialog } = await openEdit(admin, 'Bea Beheer')
  expect(dialog.textContent).not.toContain('API keys')
  await user.selectOptions(getField(dialog, 'Rol'), 'Teamleider')
  expect(dialog.textContent).toContain('API keys van deze beheerder werken daarna niet meer.')
  expect(dialog.textContent).toContain('wordt Bea Beheer overal uitgelogd.')
})

test('a team leader cannot move people, nor change their licence or rights that the leader lacks', async () => {
  const person = await somebody('Joost', 'Vast')
  await change(person.id, { employmentType: 'zzp', licenseFeeStatus: 'paid', lastLicensePayment: '2026-11-01' })
  const { user, dialog } = await openEdit(leader, 'Joost Vast')
  expect(within(dialog).getByText('Betaald')).toBeTruthy()
  expect(within(dialog).getByText('Laatste betaling: 1 nov 2026')).toBeTruthy()
  expect(within(dialog).queryByLabelText('Status licentiekosten')).toBeNull()
  expect(getField(dialog, 'Team').disabled).toBe(true)
  expect([right(dialog, 'Leads').checked, right(dialog, 'Leads').disabled]).toEqual([true, true])
  await user.selectOptions(getField(dialog, 'Rol'), 'Beller')
  await press(user, dialog, 'Opslaan')
  expect(await screen.findByText('Gebruiker bijgewerkt')).toBeTruthy()
  expect(await stored(person.id)).toMatchObject({ role: 'caller', hasLeadsAccess: true, teamId: 1 })
})

test('nobody can change their own role', async () => {
  const { dialog } = await openEdit(admin, 'Anna Admin')
  expect(getField(dialog, 'Rol').disabled).toBe(true)
  expect(within(dialog).getByText('Een beheerder heeft altijd alle rechten.')).toBeTruthy()
})

test('a failed edit shows an error and keeps the input', async () => {
  await somebody('Gijs', 'Geduld')
  const { user, dialog } = await openEdit(admin, 'Gijs Geduld')
  const mend = breakNetwork(/api\/users/)
  await fillFields(user, dialog, { Achternaam: 'Getypt' })
  await press(user, dialog, 'Opslaan')
  expect(await screen.findByText('Fout bij bijwerken gebruiker')).toBeTruthy()
  expect(getField(dialog, 'Achternaam').value).toBe('Getypt')
  mend()
})

async function overtaken(firstName: string) {
  const person = await somebody(firstName, 'Strijd')
  const { user, dialog } = await openEdit(admin, `${firstName} Strijd`)
  await fillFields(user, dialog, { Achternaam: 'Van mij' })
  await change(person.id, { lastName: 'Van een ander', teamId: 2, hasLeadsAccess: false })
  await press(user, dialog, 'Opslaan')
  const notice = await within(dialog).findByRole('alert')
  expect(await within(notice).findByText('Achternaam: Van een ander')).toBeTruthy()
  expect(within(notice).getByText('Team: Team Duin')).toBeTruthy()
  expect(within(notice).getByText('Leads: uit')).toBeTruthy()
  expect(document.activeElement).toBe(notice)
  expect(getField(dialog, 'Achternaam').value).toBe('Van mij')
  return { person, user, dialog }
}

test('after a change by somebody else, the user can keep the own input without undoing that change', async () => {
  const { person, user, dialog } = await overtaken('Hans')
  await press(user, dialog, 'Mijn wijzigingen behouden')
  expect(getField(dialog, 'Achternaam').value).toBe('Van mij')
  await press(user, dialog, 'Opslaan')
  expect(await screen.findByText('Gebruiker bijgewerkt')).toBeTruthy()
  expect(await stored(person.id)).toMatchObject({ lastName: 'Van mij', teamId: 2, hasLeadsAccess: false })
})

test('after a change by somebody else, the user can take the newest values', async () => {
  const { user, dialog } = await overtaken('Ivo')
  await press(user, dialog, 'Nieuwste gegevens laden')
  expect(getField(dialog, 'Achternaam').value).toBe('Van een ander')
  expect(within(dialog).queryByRole('alert')).toBeNull()
})

test('a person deactivated meanwhile is gone, and the input stays', async () => {
  const person = await somebody('Kees', 'Kwijt')
  const { user, dialog } = await openEdit(leader, 'Kees Kwijt')
  await fillFields(user, dialog, { Achternaam: 'Getypt' })
  await world.call('DELETE', `/api/users/${person.id}`, { as: await world.session(admin) })
  await press(user, dialog, 'Opslaan')
  expect(await within(dialog).findByText(/De gebruiker is niet meer te vinden/)).toBeTruthy()
  expect(getField(dialog, 'Achternaam').value).toBe('Getypt')
})
