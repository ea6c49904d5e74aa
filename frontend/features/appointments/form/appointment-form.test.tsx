// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Person, startWorld, type World } from '../../../../testing/world.ts'
import { connectBrowser, failRequests, logIn, openApp, sent } from '../../../testing/browser.tsx'

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

test('a possible mistake is shown at its field and confirmed once, never refused', async () => {
  const { user, dialog, type, press } = await open(agent)
  await type('Klantnaam', 'Bakkerij Jansen')
  await type('Telefoonnummer', '061234')
  await type('Datum', '20-11-2026')
  await type('Tijd', '10:00')
  expect(within(dialog).getByText('Deze datum is al geweest.')).toBeTruthy()
  expect(within(dialog).getByText('6 cijfers: een telefoonnummer heeft er 10.')).toBeTruthy()
  await press('Opslaan')
  const question = await screen.findByRole('alertdialog', { name: 'Klopt dit?' })
  expect(
    within(question)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['6 cijfers: een telefoonnummer heeft er 10.', 'Deze datum is al geweest. Toch opslaan?'])
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

test('an unchanged doubtful value needs no new confirmation', async () => {
  const body = { customerName: 'Oud', customerPhone: '1', appointmentDate: '2026-11-02', appointmentTime: '10:00' }
  const { body: past } = await world.call('POST', '/api/appointments', { as: await world.session(agent), body })
  const { type, press } = await open(agent, `afspraak=${past.id}&bewerken=1`)
  await type('Notities', 'Terugbellen')
  await press('Bijwerken')
  expect(await screen.findByText('Afspraak bijgewerkt')).toBeTruthy()
})

test('a team leader chooses among people who can get an appointment; required fields are marked', async () => {
  const { user, dialog } = await open(leader)
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

test('a date can be typed as it is spoken', async () => {
  const { user, dialog, type } = await open(agent)
  const date = () => within(dialog).getByLabelText<HTMLInputElement>('Datum')
  const cases = [
    ['morgen', '22-11-2026'],
    ['overmorgen', '23-11-2026'],
    ['ma', '23-11-2026'],
    ['Vrijdag', '27-11-2026'],
    ['23-11', '23-11-2026'],
    ['3/1', '03-01-2027'],
    ['+3', '24-11-2026'],
  ] as const
  for (const [text, expected] of cases) {
    await type('Datum', text)
    await user.tab()
    expect(date().value, text).toBe(expected)
  }
  await type('Datum', 'binnenkort')
  await user.tab()
  expect(within(dialog).getByText(/^Vul een bestaande datum in/)).toBeTruthy()
})

test('the details show the history in Dutch on request', async () => {
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
  expect(list?.textContent).toContain('Datum en tijd: 02-12-2026 10:00 → 02-12-2026 11:30')
  expect(list?.textContent).toContain('Aangemaakt')
})

const bookFor = async (by: Person, body: object) =>
  (await world.call('POST', '/api/appointments', { as: await world.session(by), body })).body

test('a busy agent is reported, with free agents and the next free times', async () => {
  const lotte = await world.person({ role: 'agent', teamId: 1, firstName: 'Lotte', lastName: 'Bakker' })
  const form = { customerName: 'Bezet', customerPhone: '0475123456', appointmentDate: '2026-12-08' }
  await bookFor(leader, { ...form, appointmentTime: '14:00', agentId: agent.id })
  await bookFor(leader, { ...form, appointmentTime: '16:30', agentId: lotte.id })
  const { user, dialog } = await open(leader, `nieuw=1&datum=2026-12-08&tijd=14:00&agent=${agent.id}`)
  expect(await within(dialog).findByText('Sem heeft om 14:00 al Bezet. Vrij: 15:00, 16:00, 17:00.')).toBeTruthy()
  const free = await within(dialog).findByRole('group', { name: 'Vrij om 14:00' })
  await within(free).findByRole('button', { name: 'Lotte Bakker' })
  const times = within(dialog).getByRole('group', { name: 'Eerstvolgende vrije tijden' })
  expect(
    within(times)
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(['15:00', '16:00', '17:00'])
  await user.click(within(times).getByRole('button', { name: '15:00' }))
  expect(within(dialog).getByLabelText<HTMLInputElement>('Tijd').value).toBe('15:00')
  await waitFor(() => expect(within(dialog).queryByText(/heeft om 14:00 al/)).toBeNull())

  await user.click(await within(dialog).findByText('Vrije tijden van Sem Postma op di 8 dec'))
  const quarters = within(within(dialog).getByRole('group', { name: /^Vrije tijden van Sem/ }))
  expect(quarters.getByRole<HTMLInputElement>('radio', { name: '14:45' }).disabled).toBe(true)
  expect(quarters.getByRole<HTMLInputElement>('radio', { name: '15:00' }).checked).toBe(true)
  await user.click(quarters.getByRole('radio', { name: '10:15' }))
  expect(within(dialog).getByLabelText<HTMLInputElement>('Tijd').value).toBe('10:15')
})

test('with a postcode, the free times nearest to another appointment are marked', async () => {
  const form = { customerName: 'Bezet', customerPhone: '0475123456', appointmentDate: '2026-12-09', agentId: agent.id }
  await bookFor(leader, { ...form, appointmentTime: '10:00', postalCode: '6041 EL' })
  await bookFor(leader, { ...form, appointmentTime: '12:00', postalCode: '6211 AA' })
  await bookFor(leader, { ...form, appointmentTime: '14:00', postalCode: '6211 AA' })
  const { user, dialog, type } = await open(leader, `nieuw=1&datum=2026-12-09&agent=${agent.id}`)
  const fold = await within(dialog).findByText('Vrije tijden van Sem Postma op wo 9 dec')
  await user.click(fold)
  expect(within(dialog).getByRole('radio', { name: '09:00' })).toBeTruthy()
  expect(fold.textContent).not.toContain('hemelsbreed')
  expect(within(dialog).queryByText(/km$/)).toBeNull()

  await type('Postcode', '6001ab')
  const summary = await within(dialog).findByText(/^\s*· 20 km hemelsbreed van een afspraak$/)
  await user.click(summary)
  const marked = within(dialog)
    .getAllByText('20 km')
    .map((mark) => mark.parentElement?.textContent)
  expect(marked).toEqual(['09:0020 km', '11:0020 km'])
  expect(within(dialog).getByRole('radio', { name: '13:00, 45 km hemelsbreed' })).toBeTruthy()
})

test('without a chosen agent, each quarter shows the number of free agents, who are offered by name', async () => {
  const { user, dialog } = await open(
    await world.person({ role: 'caller', teamId: 1, firstName: 'Cas', lastName: 'Beller' }),
    'nieuw=1&datum=2026-12-08',
  )
  await user.click(await within(dialog).findByText('Vrije tijden op di 8 dec'))
  await user.click(await within(dialog).findByRole('radio', { name: /^14:15, 2 vrij/ }))
  const free = await within(dialog).findByRole('group', { name: 'Vrij om 14:15' })
  await user.click(within(free).getByRole('button', { name: 'Lotte Bakker' }))
  expect(within(dialog).getByRole('combobox', { name: 'Toewijzen aan agent' }).textContent).toContain('Lotte Bakker')
})

test('with a postcode, free agents whose appointments are nearest to the customer are offered first', async () => {
  const near = await world.person({ role: 'agent', teamId: 1, firstName: 'Nina', lastName: 'Nabij' })
  const far = await world.person({ role: 'agent', teamId: 1, firstName: 'Vera', lastName: 'Ver' })
  const form = { customerName: 'Klant', customerPhone: '0475123456', appointmentDate: '2026-12-10' }
  await bookFor(leader, { ...form, appointmentTime: '10:00', postalCode: '6211 AA', agentId: far.id })
  await bookFor(leader, { ...form, appointmentTime: '16:00', postalCode: '6041 EL', agentId: near.id })
  const caller = await world.person({ role: 'caller', teamId: 1, firstName: 'Bo', lastName: 'Beller' })
  const { user, dialog, type } = await open(caller, 'nieuw=1&datum=2026-12-10&tijd=13:00')
  const plain = await within(dialog).findByRole('group', { name: 'Vrij om 13:00' })
  expect(plain.textContent).not.toContain('km')

  await type('Postcode', '6001ab')
  const free = await within(dialog).findByRole('group', { name: 'Vrij om 13:00 (hemelsbreed van een afspraak)' })
  const [first, second, third] = within(free).getAllByRole('button')
  expect([first?.textContent, second?.textContent]).toEqual(['Nina Nabij · 20 km', 'Vera Ver · 45 km'])
  expect(third?.textContent).not.toContain('km')
  if (first) await user.click(first)
  expect(within(dialog).getByRole('combobox', { name: 'Toewijzen aan agent' }).textContent).toContain('Nina Nabij')
})

test('eight fields are visible, the others are folded with a summary', async () => {
  const { user, dialog } = await open(leader)
  const isSeen = (label: Element) => label.closest('details:not([open])') === null
  const seen = [...dialog.querySelectorAll('.pv-label')].filter(isSeen).map(({ textContent }) => textContent)
  expect(seen).toEqual([
    ...['Klantnaam', 'Telefoonnummer', 'E-mailadres', 'Postcode', 'Huisnummer'],
    ...['Datum', 'Tijd', 'Toewijzen aan agent'],
  ])
  await user.click(within(dialog).getByText('Meer gegevens'))
  await user.type(within(dialog).getByLabelText('Bedrijfsnaam'), 'Bakkerij Jansen')
  await user.type(within(dialog).getByLabelText('Plaats'), 'Weert')
  expect(within(dialog).getByText('Bakkerij Jansen · Weert')).toBeTruthy()
})

test('Ctrl Enter saves from any field', async () => {
  const { user, type } = await open(agent)
  await type('Klantnaam', 'Snel Opgeslagen')
  await type('Datum', '10-12-2026')
  await type('Tijd', '10:00')
  await type('Telefoonnummer', '0475 654321')
  await user.keyboard('{Control>}{Enter}{/Control}')
  expect(await screen.findByText('Afspraak aangemaakt')).toBeTruthy()
})

test('the form lists other records of the customer outside the Tab order; Alt K goes to them', async () => {
  const form = { customerPhone: '0475 777888', appointmentDate: '2026-12-11', appointmentTime: '10:00' }
  const self = await bookFor(agent, { ...form, customerName: 'Dezelfde' })
  await bookFor(agent, { ...form, customerName: 'Eerder', appointmentTime: '12:00' })
  const { user, dialog } = await open(agent, `afspraak=${self.id}&bewerken=1`)
  const link = await within(dialog).findByRole('link', { name: 'Eerder' })
  expect(within(dialog).queryByRole('link', { name: 'Dezelfde' })).toBeNull()
  within(dialog).getByLabelText('Huisnummer').focus()
  await user.tab()
  expect(document.activeElement).toBe(within(dialog).getByLabelText('Datum'))
  await user.keyboard('{Alt>}k{/Alt}')
  expect(document.activeElement).toBe(link)
})

test('Alt O takes over the newest of what is known of the customer, except what is typed; a toast undoes it', async () => {
  const old = { customerName: 'Oude Lead', customerPhone: '0475 888999', city: 'Weert' }
  await world.call('POST', '/api/leads', { as: await world.session(agent), body: old })
  vi.setSystemTime(Date.now() + 60_000)
  const form = { customerPhone: '0475 888999', appointmentDate: '2026-12-11', appointmentTime: '15:00' }
  await bookFor(agent, { ...form, customerName: 'Al Bekend', city: 'Echt', customerEmail: 'bekend@klant.example' })
  const { user, dialog, type } = await open(agent)
  await type('E-mailadres', 'nieuw@klant.example')
  await type('Telefoonnummer', '0475 888999')
  await within(dialog).findByRole('button', { name: /^Overnemen/ })
  // AltGr O types ó.
  await user.keyboard('{Control>}{Alt>}o{/Alt}{/Control}')
  expect(within(dialog).getByLabelText<HTMLInputElement>('Klantnaam').value).toBe('')
  const online = failRequests(/customers/)
  await user.keyboard('{Alt>}o{/Alt}')
  expect(await screen.findByText('De gegevens konden niet worden opgehaald.')).toBeTruthy()
  online()
  await user.keyboard('{Alt>}o{/Alt}')
  const shown = (label: string) => within(dialog).getByLabelText<HTMLInputElement>(label).value
  await waitFor(() => expect(shown('Klantnaam')).toBe('Al Bekend'))
  expect(shown('E-mailadres')).toBe('nieuw@klant.example')
  await user.click(screen.getByRole('button', { name: 'Ongedaan maken', hidden: true }))
  expect([shown('Klantnaam'), shown('Telefoonnummer')]).toEqual(['', '0475 888999'])
})

test('a filled form starts at the first empty field', async () => {
  const { dialog } = await open(agent, 'nieuw=1&datum=2026-12-08')
  expect(document.activeElement).toBe(within(dialog).getByLabelText('Klantnaam'))
  const as = await world.session(agent)
  const body = { customerName: 'Warme Lead', customerPhone: '0475 112233', customerEmail: 'lead@klant.example' }
  const lead = (await world.call('POST', '/api/leads', { as, body })).body
  await logIn(world, agent)
  openApp(`/leads?nieuw=1&voor-lead=${lead.id}`)
  const planned = (await screen.findAllByRole('dialog', { name: 'Nieuwe afspraak' })).at(-1)
  await waitFor(() => expect(document.activeElement).toBe(within(planned as HTMLElement).getByLabelText('Postcode')))
})

test('a number that may not be called is confirmed with the other doubts, and requires a reason', async () => {
  const lead = { customerName: 'Gesloten', customerPhone: '06 20203030', doNotCall: true, doNotCallSource: 'Per mail' }
  await world.call('POST', '/api/leads', { as: await world.session(leader), body: lead })
  const { user, type, press } = await open(agent)
  await type('Klantnaam', 'Toch Gebeld')
  await type('Telefoonnummer', '06 20203030')
  await type('Datum', '20-11-2026')
  await type('Tijd', '10:00')
  await press('Opslaan')
  const question = await screen.findByRole('alertdialog', { name: 'Klopt dit?' })
  expect(
    within(question)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['Dit nummer wil niet gebeld worden (sinds 21-11-2026).', 'Deze datum is al geweest. Toch opslaan?'])
  const save = within(question).getByRole<HTMLButtonElement>('button', { name: 'Toch opslaan' })
  expect(save.disabled).toBe(true)
  await user.type(within(question).getByLabelText('Waarom boek je toch?'), 'Belde ons zelf')
  await user.click(save)
  expect(await screen.findByText('Afspraak aangemaakt')).toBeTruthy()
  expect(JSON.parse(String(saves().at(-1)?.body))).toMatchObject({ doNotCallReason: 'Belde ons zelf' })
})
