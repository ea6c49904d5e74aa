import { afterAll, beforeAll, expect, it } from 'vitest'
import { storeContract } from '../../../testing/contracts.ts'
import { deliverOutbox } from '../../../testing/outbox.ts'
import { runAsFunction } from '../../../testing/rights.ts'
import { type Person, startWorld, type World } from '../../../testing/world.ts'

let world: World
let admin: Person
let agent: Person
let gone: Person

beforeAll(async () => {
  world = await startWorld({ now: '2026-11-23T06:30:00Z' })
  admin = await world.person({ role: 'admin', firstName: 'Ada' })
  agent = await world.person({ role: 'agent', firstName: 'Bob' })
  gone = await world.person({ role: 'agent', isActive: false })
})
afterAll(() => world.stop())

/** Runs the reminder job on the morning of a day, twice in parallel, and delivers its mails. */
async function morning(day: string) {
  world.travel(`${day}T06:30:00Z`)
  const { handler } = await import('../../../events/contract-reminders.ts')
  await Promise.all([
    runAsFunction('contract-reminders', () => handler()),
    runAsFunction('contract-reminders', () => handler()),
  ])
  for (const { id } of [admin, agent, gone]) await deliverOutbox(id)
}
const mailsTo = async ({ email }: Person) => (await world.ses.mails()).filter(({ to }) => to.includes(email))

it('mails each person once a day about contracts near their end, and admins about unassigned ones', async () => {
  const mine = { assignedTo: agent.id }
  await storeContract({ ...mine, customerName: 'Verlopen Vis', expiryDate: '2026-11-22', leadId: 'lead-1' })
  await storeContract({ ...mine, customerName: 'Vandaag nog', expiryDate: '2026-11-23' })
  await storeContract({ ...mine, customerName: 'Maand Molen', expiryDate: '2026-12-23' })
  await storeContract({ ...mine, customerName: 'Was al bijna', expiryDate: '2026-12-22' })
  await storeContract({ ...mine, customerName: 'Getekend Gas', expiryDate: '2026-12-23', salesStatus: 'getekend' })
  await storeContract({ assignedTo: gone.id, customerName: 'Kwartaal Kaas', expiryDate: '2027-02-23' })
  for (let index = 0; index < 12; index++) {
    await storeContract({ customerName: `Halfjaar ${index}`, expiryDate: '2027-05-23' })
  }
  await morning('2026-11-23')
  await morning('2026-11-23')
  const [own, ...more] = await mailsTo(agent)
  expect([own?.subject, more]).toEqual(['Aflopende contracten: 2 contracten', []])
  expect(own?.text).toMatch(/Verlopen: 1\s+Verlopen Vis.*\n.*\/leads\?lead=lead-1\s+Binnen 1 maand: 1\s+Maand Molen/)
  for (const name of ['Vandaag', 'Was al', 'Getekend', 'Halfjaar']) expect(own?.text).not.toContain(name)
  const [open, ...others] = await mailsTo(admin)
  expect([open?.subject, others]).toEqual(['Aflopende contracten: 13 contracten', []])
  expect(open?.text).toMatch(/expiring-contracts\?agentId=none\s+Binnen 3 maanden: 1\s+Kwartaal Kaas/)
  expect(open?.text).toMatch(/Binnen 6 maanden: 12\s[\s\S]*En nog 2\./)
  expect(await mailsTo(gone)).toEqual([])
})

it('covers after a short month every day that the month lacks, and sends nothing when switched off', async () => {
  for (const day of ['28', '29', '30', '31']) {
    await storeContract({ assignedTo: agent.id, customerName: `Maart ${day}`, expiryDate: `2027-08-${day}` })
  }
  await morning('2027-02-28')
  await morning('2027-03-01')
  const reminders = (await mailsTo(agent))
    .filter(({ text }) => text.includes('Maart'))
    .map(({ text }) => text.match(/Maart \d+/g))
  expect(reminders).toHaveLength(2)
  expect(reminders).toEqual(expect.arrayContaining([['Maart 28'], ['Maart 29', 'Maart 30', 'Maart 31']]))

  const as = await world.session(admin)
  const body = { contractRetentionMonths: 24, sendReminders: false }
  await world.call('PUT', '/api/contracts/settings', { as, headers: { 'if-match': '"0"' }, body })
  await storeContract({ assignedTo: agent.id, expiryDate: '2027-04-02' })
  const before = (await mailsTo(agent)).length
  await morning('2027-03-02')
  expect((await mailsTo(agent)).length).toBe(before)
})
