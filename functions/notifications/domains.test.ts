import { afterAll, beforeAll, expect, it } from 'vitest'
import { startMoneyWorld } from '../../testing/money.ts'
import { deliverOutbox } from '../../testing/outbox.ts'
import { runAsFunction } from '../../testing/rights.ts'
import type { Person } from '../../testing/world.ts'

type World = Awaited<ReturnType<typeof startMoneyWorld>>
let world: World
beforeAll(async () => {
  world = await startMoneyWorld()
})
afterAll(() => world.stop())

type ListedNotification = { kind: string; title: string; text: string; count: number }

/** Reads the notifications of a person as `kind: title · text`, newest first. */
async function notificationsOf(person: Person): Promise<string[]> {
  const as = await world.world.session(person)
  const { body } = await world.world.call('GET', '/api/notifications', { as })
  return body.map(({ kind, title, text }: ListedNotification) => `${kind}: ${title}${text === '' ? '' : ` · ${text}`}`)
}

it('notifies the agent of the approval or rejection of a sale, and of a changed and a paid commission', async () => {
  const agent = await world.agent()
  const approved = await world.ready(agent.id)
  expect((await notificationsOf(agent)).sort()).toEqual([
    'commission-changed: Commissie gewijzigd · Bakkerij De Molen · Door Ada Admin',
    'sale-approved: Sale goedgekeurd · Bakkerij De Molen · Door Ada Admin',
  ])
  expect(await world.byHand(approved)).toEqual([200, null])
  expect(await notificationsOf(agent)).toContain(
    'commission-paid: Commissie uitbetaald · Bakkerij De Molen · Door Ada Admin',
  )
  const other = await world.agent()
  const rejected = await world.sale({ agentId: other.id })
  await world.done('admin', 'PATCH', `/api/sales/${rejected.slice('sale-'.length)}/status`, {
    ...{ status: 'rejected', rejectionReason: 'Dubbel' },
  })
  expect(await notificationsOf(other)).toEqual(['sale-rejected: Sale afgekeurd · Bakkerij De Molen · Door Ada Admin'])
  expect(await notificationsOf(world.people.admin)).toEqual([])
})

it('names the customer of a commission in a mail', async () => {
  const agent = await world.agent()
  const as = await world.world.session(agent)
  const { body } = await world.world.call('GET', '/api/notification-settings', { as })
  const { version, ...settings } = body
  await world.world.call('PUT', '/api/notification-settings', {
    ...{ as, body: { ...settings, 'commission-changed': 'mail' }, headers: { 'if-match': `"${version}"` } },
  })
  await world.ready(agent.id)
  const { body: listed } = await world.world.call('GET', '/api/notifications', { as })
  const changed = listed.find(({ kind }: ListedNotification) => kind === 'commission-changed')
  world.world.travel(Date.now() + 11_000)
  await deliverOutbox(`${agent.id}/${changed.id}`)
  const mails = (await world.world.ses.mails()).filter(({ to }) => to.includes(agent.email))
  expect(mails.map(({ text }) => text)).toEqual([expect.stringContaining('Bakkerij De Molen · Door Ada Admin')])
})

it('notifies once of all commissions of one run', async () => {
  const agent = await world.agent()
  const ids = []
  for (let count = 0; count < 3; count++) ids.push(await world.ready(agent.id))
  const run = await world.done('admin', 'POST', '/api/commissions/advance', {
    ...{ ids, expectedStatus: 'klaar_voor_uitbetaling' },
  })
  await world.delivered(run.id)
  expect(await notificationsOf(agent)).toContain(
    'commission-paid: 3 commissies uitbetaald · Bakkerij De Molen en 2 andere · Door Ada Admin',
  )
})

it('notifies the admins of a question, and its asker of the answer', async () => {
  const agent = await world.agent()
  const id = await world.ready(agent.id)
  const as = await world.world.session(agent)
  const asked = await world.world.call('POST', `/api/commissions/${id}/questions`, {
    as,
    body: { question: 'Klopt dit?' },
  })
  expect(await notificationsOf(world.people.second)).toContain(
    `question-asked: Test ${agent.lastName} vraagt iets over een commissie · Bakkerij De Molen`,
  )
  await world.done('second', 'POST', `/api/commissions/questions/${asked.body.id}/answer`, { answer: 'Ja' })
  expect(await notificationsOf(agent)).toContain(
    'question-answered: Je vraag is beantwoord · Bakkerij De Molen · Door Bea Beheer',
  )
})

it('asks the other admins to approve a payment file, each once, however often it is delivered', async () => {
  const { partner } = await world.invoicedAgent()
  const { id } = await world.sent(partner)
  const file = await world.bill('POST', '/payment-files', { invoiceIds: [id], executionDate: '2026-11-24' })
  const { handler } = await import('../../events/outbox.ts')
  const { readOutboxEvent } = await import('../../testing/outbox.ts')
  const event = await readOutboxEvent(file.id)
  await Promise.all([runAsFunction('outbox', () => handler(event)), runAsFunction('outbox', () => handler(event))])
  const waiting = (await notificationsOf(world.people.second)).filter((text) => text.startsWith('payment-file-waits'))
  expect(waiting).toEqual([
    expect.stringMatching(
      /^payment-file-waits: Betaalbestand wacht op jouw goedkeuring · 1 factuur · €.*121,00 .* · gemaakt door Ada Admin$/,
    ),
  ])
  expect((await notificationsOf(world.people.admin)).filter((text) => text.startsWith('payment-file'))).toEqual([])
})

it('notifies the uploader that a file is done, or that its columns are unknown', async () => {
  const admin = await world.joined({ role: 'admin' })
  const as = await world.world.session(admin)
  const upload = async (list: string, text: string) => {
    const headers = { 'content-type': 'multipart/form-data; boundary=x' }
    const part = 'Content-Disposition: form-data; name="file"; filename="lijst.csv"\r\nContent-Type: text/csv'
    const body = Buffer.from(`--x\r\n${part}\r\n\r\n${text}\r\n--x--\r\n`)
    return world.world.call('POST', `/api/${list}/upload`, { as, body, headers })
  }
  await upload('contracts', 'Sale ID;Klantnaam;Leverancier;Geldig tot\r\nS-1;Bakkerij;Eneco;01-12-2026')
  await upload('leads', 'Klant;Telefoon\r\nBakkerij De Molen;06 12345678')
  await upload('contracts', 'Wie;Wanneer\r\nBakkerij;Ooit')
  expect(await notificationsOf(admin)).toEqual(
    expect.arrayContaining([
      'upload-done: Upload klaar · lijst.csv · 1 rij',
      'upload-asks: Kolommen van een upload niet herkend · lijst.csv',
    ]),
  )
  expect(await notificationsOf(admin)).toHaveLength(3)
})
