import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { meanwhile } from '../../testing/meanwhile.ts'
import { startMoneyWorld } from '../../testing/money.ts'
import { deliverOutbox } from '../../testing/outbox.ts'
import type { Person } from '../../testing/world.ts'
import type { AskingKind } from '../platform/data/notifications.ts'

type World = Awaited<ReturnType<typeof startMoneyWorld>>
let world: World
let third: Person
beforeAll(async () => {
  world = await startMoneyWorld()
  third = await world.joined({ role: 'admin' })
})
afterAll(() => world.stop())

interface Listed {
  readonly id: string
  readonly kind: string
  readonly subject: string
  readonly isRead: boolean
}

async function listOf(person: Person, kind: AskingKind, subject: string): Promise<Listed[]> {
  const as = await world.world.session(person)
  const { body } = await world.world.call('GET', '/api/notifications?limit=100', { as })
  return body.filter((one: Listed) => one.kind === kind && one.subject === subject)
}

/** A matter that somebody was asked, and what ends it. `work` is the subject of the work after its end. */
interface Asked {
  readonly subject: string
  readonly readers: readonly Person[]
  readonly end: () => Promise<unknown>
  readonly work?: string
}

const NEW = { bankAccount: 'NL91ABNA0417164300' }
const seen = ({ version }: { version: number }) => ({ 'if-match': `"${version}"` })
const reason = { reason: 'Nee' }
const others = () => [world.people.second, third]

async function question(): Promise<Asked> {
  const agent = await world.agent()
  const subject = await world.ready(agent.id)
  const as = await world.world.session(agent)
  const path = `/api/commissions/${subject}/questions`
  const { id } = (await world.world.call('POST', path, { as, body: { question: 'Klopt dit?' } })).body
  const readers = [world.people.admin, ...others()]
  const end = () => world.done('second', 'POST', `/api/commissions/questions/${id}/answer`, { answer: 'Ja' })
  return { subject, readers, end }
}

async function account(ends: (path: string) => Promise<unknown>): Promise<Asked> {
  const subject = await world.partnerOf()
  await world.bill('PATCH', `/partners/${subject}`, NEW)
  return { subject, readers: others(), end: () => ends(`/api/self-billing/partners/${subject}`) }
}

async function payment(ends: (path: string, version: number) => Promise<unknown>): Promise<Asked> {
  const { id } = await world.sent(await world.partnerOf())
  const { version } = await world.bill('PATCH', `/invoices/${id}/status`, { status: 'betaald' })
  const end = () => ends(`/api/self-billing/waiting-payments/${id}`, version)
  return { subject: id, readers: others(), end }
}

async function file(ends: (path: string) => Promise<unknown>): Promise<Asked> {
  const { id: invoiceId } = await world.sent(await world.partnerOf())
  const body = { invoiceIds: [invoiceId], executionDate: '2026-11-24' }
  const { id } = await world.bill('POST', '/payment-files', body)
  await deliverOutbox(id)
  return { subject: id, readers: others(), end: () => ends(`/api/self-billing/payment-files/${id}`), work: id }
}

async function upload(check: string, text: string, ends: (path: string) => Promise<unknown>): Promise<Asked> {
  const as = await world.world.session(world.people.admin)
  const headers = { 'content-type': 'multipart/form-data; boundary=x' }
  const part = 'Content-Disposition: form-data; name="file"; filename="lijst.csv"\r\nContent-Type: text/csv'
  const body = Buffer.from(`--x\r\n${part}\r\n\r\n${text}\r\n--x--\r\n`)
  const { body: made } = await world.world.call('POST', `/api/contracts/upload?check=${check}`, { as, body, headers })
  const end = () => ends(`/api/contracts/uploads/${made.uploadId}`)
  return { subject: made.uploadId, readers: [world.people.admin], end }
}

const prefixes = { agent: '06 100000', other: '06 200000', caller: '06 300000' }

/** Closes customers of `elsewhere` until two closings are provisional. The end of one leaves the notification unread. */
async function closings(who: keyof typeof prefixes, ends: (number: string) => Promise<unknown>): Promise<Asked> {
  const numbers = Array.from({ length: 12 }, (_, turn) => `${prefixes[who]}${turn + 10}`)
  for (const number of numbers) {
    await world.done('elsewhere', 'POST', '/api/leads', { customerName: 'Klant', customerPhone: number })
    await world.done(who, 'POST', '/api/numbers/close', { number })
  }
  const [first = '', second = ''] = numbers.slice(10)
  const end = async () => {
    await ends(first)
    await deliverOutbox('2026-11-23')
    expect(await listOf(third, 'closing-waits', 'closings')).toMatchObject([{ isRead: false }])
    await ends(second)
  }
  return { subject: 'closings', readers: [world.people.admin, ...others()], end, work: '2026-11-23' }
}

const judge = (decision: string) => (number: string) =>
  world.done('second', 'POST', '/api/numbers/judge', { numbers: [number], decision })

const columns = { sheet: 0, headerRow: 1, fields: ['saleId', 'customerName', 'expiryDate'], monthFirst: false }
const known = (id: string) => `Sale ID;Klantnaam;Geldig tot\r\n${id};Bakkerij;01-12-2027`
const unknown = (id: string) => `Kolom A;Kolom ${id}\r\n${id};Bakkerij`

/** Ways in which each matter ends. A kind of notification that asks and has none does not compile. */
const ends: Record<AskingKind, Readonly<Record<string, () => Promise<Asked>>>> = {
  'question-asked': { answered: question },
  'bank-account-waits': {
    approved: () =>
      account(async (path) => {
        const { version } = await world.done('second', 'GET', path)
        await world.done('second', 'POST', `${path}/approve-bank-account`, undefined, seen({ version }))
      }),
    rejected: () => account((path) => world.done('second', 'POST', `${path}/reject-bank-account`, reason)),
    withdrawn: () => account((path) => world.done('admin', 'POST', `${path}/reject-bank-account`, {})),
  },
  'payment-waits': {
    approved: () =>
      payment((path, version) => world.done('second', 'POST', `${path}/approve`, undefined, seen({ version }))),
    rejected: () => payment((path) => world.done('second', 'POST', `${path}/reject`, reason)),
    withdrawn: () => payment((path) => world.done('admin', 'POST', `${path}/reject`, {})),
  },
  'payment-file-waits': {
    approved: () => file((path) => world.done('second', 'POST', `${path}/approve`, undefined, seen({ version: 1 }))),
    rejected: () => file((path) => world.done('second', 'POST', `${path}/withdraw`, reason)),
    withdrawn: () => file((path) => world.done('admin', 'POST', `${path}/withdraw`, {})),
  },
  'upload-asks': {
    discarded: () => upload('never', unknown('D'), (path) => world.done('second', 'POST', `${path}/discard`)),
    confirmed: () =>
      upload('all', known('S-81'), (path) => world.done('second', 'POST', `${path}/confirm`, { seenReading: 1 })),
    mapped: () =>
      upload('never', 'Wat;Wie;Wanneer\r\nS-82;Bakkerij;01-12-2027', (path) =>
        world.done('second', 'PUT', `${path}/mapping`, columns),
      ),
  },
  'closing-waits': {
    confirmed: () => closings('agent', judge('confirm')),
    reopened: () => closings('caller', judge('reopen')),
    'closed by a colleague too': () =>
      closings('other', (number) => world.done('elsewhere', 'POST', '/api/numbers/close', { number })),
  },
}

const cases = Object.entries(ends).flatMap(([kind, ways]) =>
  Object.entries(ways).map(([way, ask]) => [kind as AskingKind, way, ask] as const),
)

describe('what asks becomes read for everybody', () => {
  it.each(cases)('%s, once it is %s', async (kind, _way, ask) => {
    const { subject, readers, end, work } = await ask()
    const ids: string[] = []
    for (const reader of readers) {
      const [asked, ...more] = await listOf(reader, kind, subject)
      expect([asked?.isRead, more]).toEqual([false, []])
      ids.push(String(asked?.id))
    }
    // Nobody asked this person, who could have done it.
    const late = await world.joined({ role: 'admin' })
    await end()
    const [id = ''] = ids
    for (let time = 0; time < 2; time++) await deliverOutbox(work ?? id)
    for (const reader of readers) expect(await listOf(reader, kind, subject)).toMatchObject([{ id, isRead: true }])
    expect(await listOf(late, kind, subject)).toEqual([])
  })

  it('a replaced account, and not the one that replaced it', async () => {
    const { subject, end } = await account((path) => world.done('admin', 'PATCH', path, { accountHolder: 'Maas B.V.' }))
    const [former] = await listOf(third, 'bank-account-waits', subject)
    world.world.travel(Date.now() + 1_000)
    await end()
    await deliverOutbox(String(former?.id))
    expect(await listOf(third, 'bank-account-waits', subject)).toMatchObject([{ isRead: false }, { isRead: true }])
  })

  it('a payment file that is decided before anybody was asked', async () => {
    const { id: invoiceId } = await world.sent(await world.partnerOf())
    const body = { invoiceIds: [invoiceId], executionDate: '2026-11-24' }
    const { id } = await world.bill('POST', '/payment-files', body)
    await meanwhile(async () => {
      await world.done('second', 'POST', `/api/self-billing/payment-files/${id}/withdraw`, reason)
    }, 'PutItemCommand')
    await deliverOutbox(id)
    expect(await listOf(third, 'payment-file-waits', id)).toMatchObject([{ isRead: true }])
  })

  it('and needs no mail, but stays unread for who marks it as unread afterwards', async () => {
    const { subject, end } = await payment((path) => world.done('second', 'POST', `${path}/reject`, reason))
    const [asked] = await listOf(third, 'payment-waits', subject)
    const id = String(asked?.id)
    await end()
    await deliverOutbox(id)
    world.world.travel(Date.now() + 11_000)
    await deliverOutbox(`${third.id}/${id}`)
    expect((await world.world.ses.mails()).filter(({ to }) => to.includes(third.email))).toEqual([])
    const as = await world.world.session(third)
    const path = `/api/notifications/${encodeURIComponent(id)}`
    expect((await world.world.call('PUT', path, { as, body: { isRead: false } })).status).toBe(200)
    await deliverOutbox(id)
    expect(await listOf(third, 'payment-waits', subject)).toMatchObject([{ isRead: false }])
  })
})
