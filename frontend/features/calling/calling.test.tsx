// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { MOST_NUMBERS } from '../../../shared/api/parts/many-numbers.ts'
import { localDateOf, now } from '../../../shared/time.ts'
import { storeContract } from '../../../testing/contracts.ts'
import { type Person, startWorld, type World } from '../../../testing/world.ts'
import { openFilters } from '../../testing/actions.ts'
import { connectBrowser, logIn, openApp, readSentBodies } from '../../testing/browser.tsx'

let world: World
let admin: Person
beforeAll(async () => {
  world = await startWorld()
  admin = await world.person({ role: 'admin' })
})
afterAll(() => world.stop())
connectBrowser(() => world)

async function open(path: string) {
  await logIn(world, admin)
  return openApp(path)
}

test('an admin sees how many may be called, and once calls are blocked no door offers one without right', async () => {
  const as = await world.session(admin)
  const lead = { customerName: 'Piet Pietersen', customerPhone: '06 12345678 / 0475 123456' }
  const { body } = await world.call('POST', '/api/leads', { as, body: lead })
  await storeContract({ customerName: 'Bakker B.V.', customerPhone: '06 87654321 / 06 11112222' })
  for (let turn = 10; turn < 10 + MOST_NUMBERS; turn++) {
    await storeContract({ customerName: `Zaak ${turn} B.V.`, customerPhone: `06 876500${turn}` })
  }
  const { user, unmount } = await open('/leads')
  await user.click(await screen.findByRole('link', { name: 'Kies een dag' }))

  const none = await screen.findByRole('link', { name: 'Leads, geen toestemming: 1' })
  expect(none.getAttribute('href')).toBe('/leads?call=none')
  const state = screen.getByRole('link', { name: `Contracten, niets vastgelegd: ${MOST_NUMBERS + 1}` })
  expect(state.getAttribute('href')).toBe('/expiring-contracts?status=alle&callState=none')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Team' }), 'Zonder team')
  const ofTeam = screen.getByRole('link', { name: 'Leads, niets vastgelegd: 1' }).getAttribute('href')
  expect(ofTeam).toBe('/leads?callState=none&teamId=0')
  const contracts = screen.getByRole('link', { name: `Contracten, geen toestemming: ${MOST_NUMBERS + 1}` })
  expect(contracts.getAttribute('href')).toBe('/expiring-contracts?status=alle&call=none&teamId=0')
  await user.click(await screen.findByRole('radio', { name: 'Blokkeren' }))
  await user.click(screen.getByRole('button', { name: 'Opslaan' }))
  const dayText = localDateOf(now()).split('-').reverse().join('-')
  const question = await screen.findByRole('alertdialog', { name: `Blokkeren vanaf ${dayText}?` })
  await user.click(within(question).getByRole('button', { name: 'Annuleren' }))
  expect(readSentBodies('PUT')).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Opslaan' }))
  const again = await screen.findByRole('alertdialog')
  await user.click(within(again).getByRole('button', { name: 'Blokkeren' }))
  await screen.findByText('Bellen zonder toestemming wordt tegengehouden.')
  expect(screen.queryByRole('radio', { name: 'Uit' })).toBeNull()

  unmount()

  const second = await open(`/leads?lead=${body.id}`)
  const dialog = within(await screen.findByRole('dialog', { name: 'Lead Details' }))
  await dialog.findByText('Bellen mag niet.')
  expect(await dialog.findByRole('button', { name: 'Vastleggen' })).toBeTruthy()
  expect(document.querySelectorAll('a[href^="tel:"]')).toHaveLength(0)

  second.unmount()

  const expired = await open('/leads?callState=expired')
  await screen.findByText('Geen leads gevonden')
  const filters = within(await openFilters(expired.user))
  expect(filters.getByRole('option', { name: 'Verlopen', selected: true })).toBeTruthy()
  await expired.user.click(filters.getByRole('button', { name: 'Filters wissen' }))
  await expired.user.click(filters.getByRole('button', { name: 'Toon leads' }))
  await screen.findAllByText('Piet Pietersen')
  expired.unmount()

  const third = await open('/expiring-contracts?status=alle&call=none')
  await screen.findAllByText('Bakker B.V.')
  await third.user.click(await screen.findByRole('checkbox', { name: 'Selecteer alle rijen' }))
  await third.user.click(await screen.findByRole('button', { name: 'Rechtsvorm' }))
  const forms = within(await screen.findByRole('dialog', { name: 'Rechtsvorm uit de naam' }))
  const countMay = async () => {
    const { counts } = (await world.call('GET', '/api/contracts/counts?call=may', { as })).body
    return Object.values<number>(counts).reduce((sum, count) => sum + count)
  }
  // The second part fails: what the first set is said, and can be taken back.
  const online = globalThis.fetch
  let parts = 0
  vi.stubGlobal('fetch', (input: string, init?: RequestInit) => {
    if (String(input).endsWith('/legal-forms') && ++parts > 1) return Promise.resolve(new Response('', { status: 500 }))
    return online(input, init)
  })
  await third.user.click(await forms.findByRole('button', { name: `${MOST_NUMBERS + 1} vastleggen` }))
  await screen.findByText(`Rechtsvorm vastgelegd: ${MOST_NUMBERS} nummers`, { selector: '.pv-toast-title' })
  expect(screen.getByText('1 niet vastgelegd, probeer het opnieuw.')).toBeTruthy()
  expect(await countMay()).toBe(MOST_NUMBERS)
  vi.stubGlobal('fetch', online)
  await third.user.click(screen.getByRole('button', { name: 'Ongedaan maken' }))
  await screen.findByText('Rechtsvormen verwijderd')
  expect(await countMay()).toBe(0)
})

test('an admin pastes numbers with their consent, sees what is new, records it and takes it back', async () => {
  const { user } = await open('/bellen')
  await user.click(await screen.findByRole('button', { name: 'Toestemmingen vastleggen' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Toestemmingen vastleggen' }))
  await user.click(dialog.getByRole('button', { name: 'Controleren' }))
  await dialog.findByText('Vul in wanneer de toestemming is gegeven')
  await user.click(dialog.getByRole('textbox', { name: 'Nummers' }))
  await user.paste('06 12340001\n0612340001\nJan; 06 12340002\nonbekend')
  await user.type(dialog.getByRole('textbox', { name: 'Wanneer' }), '01-11-2026')
  await user.click(dialog.getByRole('button', { name: 'Controleren' }))
  const counts = (await dialog.findAllByRole('listitem')).map((item) => item.textContent)
  expect(counts).toEqual(['Nieuw2', 'Al vastgelegd0', 'Niet bellen0', 'Geen telefoonnummer1'])
  expect(dialog.getByText('Niet gelezen: onbekend')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: '2 vastleggen' }))
  await screen.findByText('Toestemming vastgelegd: 2 nummers', { selector: '.pv-toast-title' })
  const as = await world.session(admin)
  const stateOf = async () => (await world.call('GET', '/api/numbers/0612340002/may-call', { as })).body.state
  expect(await stateOf()).toBe('unproven')
  // What was withdrawn meanwhile stays withdrawn, which the user is told.
  const [{ id }] = (await world.call('GET', '/api/consents?number=0612340001', { as })).body.consents
  await world.call('POST', `/api/consents/${id}/withdraw`, { as, body: { how: 'Belde' } })
  await user.click(screen.getByRole('button', { name: 'Ongedaan maken' }))
  await screen.findByText('Toestemmingen verwijderd')
  expect(screen.getByText('1 bleef staan.')).toBeTruthy()
  expect(await stateOf()).toBe('none')
})

test('an admin sees which closed numbers have a later consent, and reopens one', async () => {
  const as = await world.session(admin)
  for (const number of ['06 12340021', '06 12340022']) {
    await world.call('POST', '/api/numbers/close', { as, body: { number, source: 'Belde zelf' } })
    world.travel(Date.now() + 1_000)
    const given = { number, givenBy: 'website', givenAt: localDateOf(now()), text: 'Ja, bel mij', proof: 'site.pdf' }
    await world.call('POST', '/api/consents', { as, body: given })
  }
  const { user } = await open('/bellen')
  await screen.findByRole('heading', { name: 'Toestemming na sluiting (2)' })
  await user.click(screen.getByRole('button', { name: 'Opheffen: 06 12340021' }))
  const question = within(await screen.findByRole('alertdialog'))
  await user.click(question.getByRole('button', { name: 'Vrijgeven' }))
  await question.findByText('Vul in waarom dit nummer weer gebeld mag worden')
  await user.type(question.getByRole('textbox'), 'Vroeg zelf om een aanbod')
  await user.click(question.getByRole('button', { name: 'Vrijgeven' }))
  await screen.findByRole('heading', { name: 'Toestemming na sluiting (1)' })
  expect(screen.queryByText('06 12340021')).toBeNull()
  expect((await world.call('GET', '/api/numbers/0612340021/may-call', { as })).body.state).toBe('consented')
})

test('the second who opens a number to call sees who has it open', async () => {
  const mila = await world.person({ role: 'agent', firstName: 'Mila' })
  const lead = { customerName: 'Twee Bellers', customerPhone: '06 12340009' }
  const { body } = await world.call('POST', '/api/leads', { as: await world.session(admin), body: lead })
  await world.call('GET', '/api/numbers/0612340009/may-call?opens=true', { as: await world.session(mila) })
  await open(`/leads?lead=${body.id}`)
  const dialog = within(await screen.findByRole('dialog', { name: 'Lead Details' }))
  expect(await dialog.findByText('Mila belt deze klant nu')).toBeTruthy()
})

test('a contract that a user only reads is not open to call, until they press the button that calls', async () => {
  const { customerName } = await storeContract({ customerName: 'Lees Alleen', customerPhone: '06 12340010' })
  const askedOf = async (who: Person) =>
    (await world.call('GET', '/api/numbers/0612340010/may-call?opens=true', { as: await world.session(who) })).body
  const as = await world.session(admin)
  const given = { givenBy: 'event', givenAt: localDateOf(now()), text: 'Ja, bel mij', proof: 'kaart.pdf' }
  const consent = await world.call('POST', '/api/consents', { as, body: { number: '06 12340010', ...given } })
  expect(consent.status, consent.text).toBe(201)
  const one = await world.person({ role: 'agent', firstName: 'Noor' })
  const { user } = await open('/expiring-contracts?status=alle')
  await user.click((await screen.findAllByText(customerName))[0] as HTMLElement)
  const link = await within(await screen.findByRole('dialog')).findByRole('link', { name: /^Bel 06/ })
  expect((await askedOf(one)).calledBy).toBeNull()
  await user.click(link)
  expect(await screen.findByText('Noor belt deze klant nu')).toBeTruthy()
  expect((await askedOf(await world.person({ role: 'agent' }))).calledBy).not.toBeNull()
})
