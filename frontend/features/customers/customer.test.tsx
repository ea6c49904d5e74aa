// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Customer } from '../../../shared/api/schemas/customers.ts'
import { meanwhile } from '../../../testing/meanwhile.ts'
import { type Person, startWorld, type World } from '../../../testing/world.ts'
import { connectBrowser, logIn, openApp } from '../../testing/browser.tsx'
import { connectUploads } from '../../testing/uploads.ts'
import { leadsWith } from './details.ts'

let world: World
let agent: Person
beforeAll(async () => {
  world = await startWorld()
  await world.team(1)
  agent = await world.person({ role: 'agent', teamId: 1 })
})
afterAll(() => world.stop())
connectBrowser(() => world)
connectUploads(() => world)

let numbers = 0

/**
 * Creates a lead of the agent with a new phone number. Returns the id of the lead and the address of the customer's
 * page.
 */
async function newCustomer(form: object = {}) {
  numbers += 1
  const customerPhone = `06 1234567${numbers}`
  const body = { customerName: `Klant ${numbers}`, customerPhone, ownerId: agent.id, ...form }
  const { body: lead } = await world.call('POST', '/api/leads', { as: await world.session(agent), body })
  return { id: lead.id as string, path: `/klant/tel-31612345${String(670 + numbers).padStart(3, '0')}` }
}

async function open(path: string, as: Person = agent) {
  await logIn(world, as)
  const app = openApp(path)
  await screen.findByRole('heading', { name: /^Klant \d/ })
  return app
}

test('a key opens the note on a customer, which is stored with their lead and shown on the timeline', async () => {
  const { id, path } = await newCustomer({ notes: 'Belt graag vroeg' })
  const { user } = await open(path)
  expect(screen.getByText('Notitie: Belt graag vroeg')).toBeTruthy()
  await user.keyboard('t')
  const dialog = await screen.findByRole('dialog', { name: 'Notitie' })
  await user.type(within(dialog).getByLabelText('Notities'), ', vraag naar Anja')
  await user.click(within(dialog).getByRole('button', { name: 'Opslaan' }))
  expect(await screen.findByText('Notitie: Belt graag vroeg, vraag naar Anja')).toBeTruthy()
  const { body } = await world.call('GET', `/api/leads/${id}`, { as: await world.session(agent) })
  expect(body.notes).toBe('Belt graag vroeg, vraag naar Anja')
})

test('a note that somebody else changed meanwhile is not lost', async () => {
  const { id, path } = await newCustomer()
  const { user } = await open(path)
  await user.keyboard('t')
  const dialog = await screen.findByRole('dialog', { name: 'Notitie' })
  await user.type(within(dialog).getByLabelText('Notities'), 'Van mij')
  await meanwhile(async () => {
    const admin = await world.session(await world.person({ role: 'admin' }))
    await world.call('PATCH', `/api/leads/${id}`, { as: admin, body: { notes: 'Van Leo' } })
  })
  await user.click(within(dialog).getByRole('button', { name: 'Opslaan' }))
  expect(await within(dialog).findByText(/Van Leo/)).toBeTruthy()
})

test('consents are listed; who may judge them confirms the proof, everybody withdraws', async () => {
  const { path } = await newCustomer()
  const number = `06 1234567${numbers}`
  const form = { number, givenBy: 'event', givenAt: '2026-11-01', text: 'Bel mij over energie', proof: 'kaart.pdf' }
  const as = await world.session(agent)
  expect((await world.call('POST', '/api/consents', { as, body: form })).status).toBe(201)
  const { user } = await open(path, await world.person({ role: 'teamleader', teamId: 1 }))
  expect(await screen.findByText('Toestemming zonder bewijs')).toBeTruthy()
  await user.click(await screen.findByRole('button', { name: 'Bewijs gezien' }))
  await screen.findByText('Bewezen')
  const line = await screen.findByText('Mag gebeld worden tot', { exact: false })
  expect(line.textContent).toBe('Mag gebeld worden tot 01-05-2027 (beurs)')
  await user.click(screen.getByRole('button', { name: 'Intrekken' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Toestemming intrekken?' }))
  await user.click(question.getByRole('button', { name: 'Intrekken' }))
  expect(await question.findByText('Vul in hoe de toestemming is ingetrokken')).toBeTruthy()
  await user.type(question.getByRole('textbox'), 'Per mail')
  await user.click(question.getByRole('button', { name: 'Intrekken' }))
  expect(await screen.findByText('Ingetrokken')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Intrekken' })).toBeNull()
})

test('a consent is recorded with a file as its proof, which whoever may read it opens', async () => {
  const { path } = await newCustomer()
  const { user } = await open(path, await world.person({ role: 'teamleader', teamId: 1 }))
  await user.click(await screen.findByRole('button', { name: 'Vastleggen' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Wat maakt dat je mag bellen?' }))
  await user.type(dialog.getByLabelText(/^Wanneer/), '01-11-2026')
  await user.type(dialog.getByLabelText('Wat is afgesproken'), 'Bel mij over energie')
  const fileIn = () => dialog.getByLabelText(/^Bestand als bewijs/)
  await user.upload(fileIn(), new File(['<html>'], 'kaart.pdf'))
  await dialog.findByText('Dit bestand is geen .pdf, .png of .jpg')
  await user.upload(fileIn(), new File([new Uint8Array(4 * 1024 * 1024 + 1)], 'groot.pdf'))
  await dialog.findByText('groot.pdf is groter dan 4 MB.')
  await user.upload(fileIn(), new File(['%PDF-1.7'], 'kaart.pdf'))
  await dialog.findByRole('button', { name: 'kaart.pdf verwijderen' })
  expect(dialog.getByDisplayValue('Bel mij over energie')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Vastleggen' }))
  const link = await screen.findByRole('link', { name: 'kaart.pdf' })
  expect(link.getAttribute('href')).toMatch(/^\/api\/consents\/.+\/proof$/)
  expect(await screen.findByText('Bewezen')).toBeTruthy()
})

test('an admin sees consents of both numbers after the closing, lifts the closing, and may take the evidence', async () => {
  const both = [`06 1234567${numbers + 1}`, '06 87654321']
  const { path } = await newCustomer({ doNotCall: true, customerPhone: both.join(' / ') })
  const admin = await world.person({ role: 'admin' })
  const form = { givenBy: 'event', givenAt: '2026-11-01', text: 'Bel mij over energie', proof: 'kaart.pdf' }
  for (const number of both) {
    await world.call('POST', '/api/consents', { as: await world.session(admin), body: { number, ...form } })
  }
  const { user } = await open(path, admin)
  for (const number of both) await screen.findByRole('heading', { name: number })
  expect(screen.getAllByText(/^Na de sluiting is toestemming vastgelegd.*Hef de sluiting op/)).toHaveLength(2)
  expect(screen.getByRole('button', { name: 'Voor de klant als PDF' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Opheffen' }))
  const question = within(await screen.findByRole('alertdialog', { name: `${both.join(' en ')} weer vrijgeven?` }))
  await user.type(question.getByRole('textbox'), 'Gaf toestemming op de beurs')
  await user.click(question.getByRole('button', { name: 'Vrijgeven' }))
  expect(await screen.findByText('Mag gebeld worden tot', { exact: false })).toBeTruthy()
  expect(screen.queryByText(/^Na de sluiting/)).toBeNull()
})

test('the page of a customer who may not be called offers no call and no appointment, and shows why', async () => {
  const { path } = await newCustomer({ doNotCall: true })
  const { user } = await open(path)
  expect(screen.getAllByText('Wil niet gebeld worden').length).toBeGreaterThan(0)
  expect(screen.queryByRole('link', { name: /^Bellen/ })).toBeNull()
  expect(screen.queryByRole('button', { name: /^Afspraak plannen/ })).toBeNull()
  await user.keyboard('a')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('that the customer called us opens no number with a withdrawn consent, and no number of others', async () => {
  const { id, path } = await newCustomer()
  const as = await world.session(agent)
  const body = { note: 'Belde ons', callBackAt: '2026-11-24T10:00:00Z', contactBasis: { kind: 'inbound' } }
  const called = await world.call('POST', `/api/leads/${id}/calls`, { as, body })
  expect(called.body.openBasis).toBeTruthy()
  const form = {
    number: `06 1234567${numbers}`,
    givenBy: 'event',
    givenAt: '2026-11-01',
    text: 'Bel mij',
    proof: 'kaart',
  }
  const consent = await world.call('POST', '/api/consents', { as, body: form })
  const withdrawn = await world.call('POST', `/api/consents/${consent.body.id}/withdraw`, {
    as,
    body: { how: 'Per mail' },
  })
  expect(withdrawn.status).toBe(200)
  await open(path)
  expect(await screen.findByText('Toestemming ingetrokken')).toBeTruthy()
  expect(await screen.findByText('Bellen mag niet.')).toBeTruthy()
  expect(document.querySelectorAll('a[href^="tel:"]')).toHaveLength(0)

  const lead = { customerPhone: '06 11111111 / 06 22222222' }
  const leads = (phone: string) => leadsWith({ leads: [lead] } as unknown as Customer, phone)
  expect(leads('06 22222222')).toEqual([lead])
  expect(leads('06 33333333')).toEqual([])
})
