// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startWorld, type World } from '../../../testing/world.ts'
import { connectBrowser, logIn, openApp, sent } from '../../testing/browser.tsx'

let world: World
let leader: Person
let agent: Person

beforeAll(async () => {
  world = await startWorld()
  await world.team(1, 'Team Maas')
  leader = await world.person({ role: 'teamleader', teamId: 1, firstName: 'Leo', lastName: 'Leider' })
  agent = await world.person({ role: 'agent', teamId: 1, firstName: 'Sem', lastName: 'Postma' })
  await world.person({ role: 'caller', teamId: 1, firstName: 'Bella', lastName: 'Beller' })
})
afterAll(() => world.stop())
connectBrowser(() => world)

async function open(person: Person, query = 'nieuw=1') {
  await logIn(world, person)
  const { user } = openApp(`/appointments?${query}`)
  const dialog = await screen.findByRole('dialog', { name: /^(Nieuwe afspraak|Afspraak bewerken)$/ })
  const type = async (label: string, text: string) => {
    const field = await within(dialog).findByLabelText(label)
    await user.clear(field)
    await user.type(field, text)
  }
  return { user, dialog, type, press: (name: string) => user.click(screen.getByRole('button', { name })) }
}

const saves = () => sent.filter(({ method, path }) => method !== 'GET' && path.startsWith('/api/appointments'))

test('what is probably a mistake is said at its field and asked about once, never refused', async () => {
  const { user, dialog, type, press } = await open(agent)
  await type('Klantnaam', 'Bakkerij Jansen')
  await type('Telefoonnummer', '061234')
  await type('Datum', '20-11-2026')
  await type('Tijd', '10:00')
  expect(within(dialog).getByText('Dit moment is al voorbij.')).toBeTruthy()
  expect(within(dialog).getByText(/^Dit lijkt geen telefoonnummer/)).toBeTruthy()
  await press('Opslaan')
  const question = await screen.findByRole('alertdialog', { name: 'Klopt dit?' })
  expect(within(question).getAllByRole('listitem')).toHaveLength(2)
  await press('Terug')
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(saves()).toEqual([])

  await type('Datum', '22-11-2027')
  await user.tab()
  expect(within(dialog).getByText('Deze datum is meer dan een jaar vooruit.')).toBeTruthy()
  await press('Opslaan')
  await screen.findByRole('alertdialog', { name: 'Klopt dit?' })
  await press('Toch opslaan')
  expect(await screen.findByText('Afspraak aangemaakt')).toBeTruthy()
  expect(saves()).toHaveLength(1)
})

test('what stood there before is not asked about again', async () => {
  const body = { customerName: 'Oud', customerPhone: '1', appointmentDate: '2026-11-02', appointmentTime: '10:00' }
  const { body: past } = await world.call('POST', '/api/appointments', { as: await world.session(agent), body })
  const { type, press } = await open(agent, `afspraak=${past.id}&bewerken=1`)
  await type('Notities', 'Terugbellen')
  await press('Bijwerken')
  expect(await screen.findByText('Afspraak bijgewerkt')).toBeTruthy()
})

test('a team leader chooses among those who can get an appointment; what must be filled in is marked', async () => {
  const { user, dialog } = await open(leader)
  expect(within(dialog).getByText('Velden met een * zijn verplicht.')).toBeTruthy()
  const marked = [...dialog.querySelectorAll('.pv-label-required')].map(({ textContent }) => textContent)
  expect(marked).toEqual(['Klantnaam', 'Telefoonnummer', 'Datum', 'Tijd', 'Toewijzen aan agent'])
  const labels = [...dialog.querySelectorAll('.pv-label')].map(({ textContent }) => textContent)
  expect(labels.indexOf('Postcode')).toBeLessThan(labels.indexOf('Adres'))
  await user.click(within(dialog).getByRole('combobox', { name: 'Toewijzen aan agent' }))
  const panel = await screen.findByRole('dialog', { name: 'Zoek een agent' })
  const names = (await within(panel).findAllByRole('option')).map(({ textContent }) =>
    textContent?.replace(/^[A-Z]{2}/, ''),
  )
  expect(names).toEqual(['Leo LeiderTeamleider', 'Sem PostmaAgent'])
})

test('a date is typed as one says it', async () => {
  const { user, dialog, type } = await open(agent)
  const date = () => within(dialog).getByLabelText<HTMLInputElement>('Datum')
  const said = [
    ['morgen', '22-11-2026'],
    ['overmorgen', '23-11-2026'],
    ['ma', '23-11-2026'],
    ['Vrijdag', '27-11-2026'],
    ['23-11', '23-11-2026'],
    ['3/1', '03-01-2027'],
    ['+3', '24-11-2026'],
  ] as const
  for (const [text, meant] of said) {
    await type('Datum', text)
    await user.tab()
    expect(date().value, text).toBe(meant)
  }
  await type('Datum', 'binnenkort')
  await user.tab()
  expect(within(dialog).getByText(/^Vul een bestaande datum in/)).toBeTruthy()
})

test('the details tell what was changed, by whom and in Dutch, once one asks', async () => {
  const body = {
    customerName: 'Met Verleden',
    customerPhone: '0475123456',
    appointmentDate: '2026-12-02',
    appointmentTime: '10:00',
  }
  const { body: booked } = await world.call('POST', '/api/appointments', { as: await world.session(agent), body })
  const change = { status: 'no-sale', appointmentTime: '11:30' }
  await world.call('PATCH', `/api/appointments/${booked.id}`, { as: await world.session(leader), body: change })
  await logIn(world, agent)
  const { user } = openApp(`/appointments?afspraak=${booked.id}`)
  const dialog = await screen.findByRole('dialog', { name: 'Afspraak Details' })
  await user.click(await within(dialog).findByText('Geschiedenis'))
  const list = (await within(dialog).findByText('Status: Gepland → No Sale')).closest('ol')
  expect(list?.textContent).toContain('Leo Leider')
  expect(list?.textContent).toContain('Datum en tijd: 2 dec 2026 10:00 → 2 dec 2026 11:30')
  expect(list?.textContent).toContain('Aangemaakt')
})
