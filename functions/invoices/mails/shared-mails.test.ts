import type { SQSEvent } from 'aws-lambda'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildMailEvent } from '../../../infra/local/workbench/mail-event.ts'
import type { AuditLog } from '../../../shared/api/audit.ts'
import type { InvoiceMail } from '../../../shared/api/schemas/invoices.ts'
import { startBank } from '../../../testing/bank.ts'
import { buildInvoiceForm } from '../../../testing/invoices.ts'
import { meanwhile } from '../../../testing/meanwhile.ts'
import { deliverItems, deliverOutbox, readOutboxOf } from '../../../testing/outbox.ts'
import { runAsFunction, runAsTest } from '../../../testing/rights.ts'

let bank: Awaited<ReturnType<typeof startBank>>
beforeAll(async () => {
  bank = await startBank()
})
afterAll(() => bank.world.stop())

interface Concept {
  readonly id: string
  readonly invoiceNumber: string
}
const numberOf = ({ invoiceNumber }: Concept) => invoiceNumber

async function conceptsOf(partnerId: string, count: number): Promise<Concept[]> {
  const made: Concept[] = []
  for (let at = 0; at < count; at++) made.push(await bank.done('POST', '/invoices', buildInvoiceForm(partnerId)))
  return made
}

/** Sends concepts in one run; their mails to the partner then wait. */
async function sendTogether(concepts: readonly Concept[]) {
  const { id } = await bank.done('POST', '/changes', { rows: concepts.map(({ id }) => ({ id })), work: 'send' })
  await deliverOutbox(id)
}

/** Sends two concepts or more of a new partner in one run. */
async function sentTo(email: string, count = 2) {
  const concepts = await conceptsOf(await bank.addPartner({ email }), count)
  await sendTogether(concepts)
  return concepts as [Concept, Concept, ...Concept[]]
}

const wait = () => bank.travel(new Date(Date.now() + 11_000).toISOString())
const requestsOf = async (concepts: readonly Concept[]) =>
  (await Promise.all(concepts.map(({ id }) => readOutboxOf(id)))).flat().filter(({ kind }) => kind.endsWith('-mail'))

/** Delivers the mails about some invoices at once, as batches of the stream do: when they are due, and then to send. */
async function deliver(concepts: readonly Concept[]) {
  await wait()
  const requests = await requestsOf(concepts)
  await deliverItems(requests)
  const { Outbox } = await import('../../platform/data/outbox.ts')
  const { data: due } = await Outbox.get(requests.map(({ id }) => ({ id: `${id}-due` }))).go()
  return deliverItems(due)
}

/** Returns the mails to an address, the oldest first: subject and names of the files. */
const mailsTo = async (email: string) =>
  (await bank.world.ses.mails())
    .filter(({ to }) => to.includes(email))
    .map(({ subject, attachments }) => [subject, attachments.map(({ filename }) => filename)])
    .reverse()
const filesOf = (concepts: readonly Concept[]) =>
  concepts.flatMap(({ invoiceNumber }) => [`${invoiceNumber}.pdf`, `${invoiceNumber}.xml`])
const subjectOf = ([first, ...others]: readonly Concept[]) =>
  others.length === 0
    ? `Factuur ${first?.invoiceNumber}`
    : `${others.length + 1} facturen: ${first?.invoiceNumber} en ${others.length} andere`
const mailOf = (concepts: readonly Concept[]) => [subjectOf(concepts), filesOf(concepts)]

/** Returns the state of each mail about an invoice to the partner, the newest first, and whether the partner has it. */
async function standingOf({ id }: Concept) {
  const { mails, sentToPartner } = await bank.find(id)
  const states = (mails as InvoiceMail[]).filter(({ kind }) => kind === 'partner-mail').map(({ state }) => state)
  return [...states, sentToPartner]
}
const standings = (concepts: readonly Concept[]) => Promise.all(concepts.map(standingOf))

it('mails a partner all invoices of a run once, with their documents; another partner has a mail of its own', async () => {
  const ours = await conceptsOf(await bank.addPartner({ email: 'drie@bos.example' }), 3)
  const theirs = await conceptsOf(await bank.addPartner({ email: 'andere@bos.example' }), 1)
  await sendTogether([...ours, ...theirs])
  expect(await standings(ours)).toEqual(ours.map(() => ['waiting', false]))
  await deliver([...ours, ...theirs])
  await deliver([...ours, ...theirs])
  expect(await mailsTo('drie@bos.example')).toEqual([mailOf(ours)])
  expect(await mailsTo('andere@bos.example')).toEqual([mailOf(theirs)])
  expect(await standings([...ours, ...theirs])).toEqual([...ours, ...theirs].map(() => ['sent', true]))
  const [mail] = (await bank.world.ses.mails()).filter(({ to }) => to.includes('drie@bos.example'))
  for (const one of ours) expect(mail?.text).toContain(`Factuur ${numberOf(one)} van`)
  expect(new Set(mail?.text.match(/\/factuur\/[\w-]+/g)).size).toBe(3)
  expect(mail?.text).toContain('Hierbij ontvangt u 3 facturen.')
  const as = await bank.world.session(bank.admin)
  for (const { id } of ours) {
    const { body } = await bank.world.call('GET', `/api/audit-logs?entityType=invoice&entityId=${id}`, { as })
    const ofMail = body.filter(({ action }: AuditLog) => action === 'invoice.partner-mail')
    const states = ofMail.map(({ newData }: AuditLog) => newData?.['partner-mail'])
    expect(states.filter((state: string) => state === 'sent')).toHaveLength(1)
  }
})

it('sends each invoice again on its own', async () => {
  const concepts = await sentTo('opnieuw@bos.example')
  await deliver(concepts)
  for (const one of concepts) {
    await bank.done('POST', '/send-invoice-email', { invoiceId: one.id })
    await deliver(concepts)
  }
  expect(await mailsTo('opnieuw@bos.example')).toEqual([mailOf(concepts), ...concepts.map((one) => mailOf([one]))])
  expect(await standings(concepts)).toEqual(concepts.map(() => ['sent', 'sent', true]))
})

it('mails the invoices of two runs apart', async () => {
  const [one, other] = (await conceptsOf(await bank.addPartner({ email: 'apart@bos.example' }), 2)) as [
    Concept,
    Concept,
  ]
  await sendTogether([one])
  await sendTogether([other])
  await deliver([one, other])
  expect((await mailsTo('apart@bos.example')).map(([subject]) => subject).toSorted()).toEqual(
    [one, other].map((concept) => subjectOf([concept])),
  )
})

it('mails once when the mails of a run are delivered at the same moment', async () => {
  const concepts = await sentTo('samen@bos.example')
  await wait()
  await meanwhile(() => deliver(concepts.slice(1)))
  await deliver(concepts.slice(0, 1))
  expect((await mailsTo('samen@bos.example')).map(([subject]) => subject)).toEqual([subjectOf(concepts)])
  expect(await standings(concepts)).toEqual(concepts.map(() => ['sent', true]))
})

it('leaves out an invoice whose mail another delivery claimed, and one that is in another mail', async () => {
  const { Outbox } = await import('../../platform/data/outbox.ts')
  const concepts = await sentTo('bezig@bos.example', 3)
  const [one, two, three] = concepts as [Concept, Concept, Concept]
  await wait()
  const set = (concept: Concept, changes: object) =>
    Outbox.patch({ id: `${concept.id}-partner-mail` })
      .set(changes)
      .go()
  await runAsTest(() => set(two, { includes: [] }))
  await meanwhile(() => set(three, { state: 'sending' }))
  await deliver([one])
  expect(await mailsTo('bezig@bos.example')).toEqual([mailOf([one])])
  expect(await standings(concepts)).toEqual([
    ['sent', true],
    ['waiting', false],
    ['sending', false],
  ])
})

it('has the same invoices after a temporary refusal; each fails with the last one, and goes again on its own', async () => {
  const concepts = await sentTo('druk@bos.example')
  const [first, second] = concepts
  bank.world.ses.faults.failBefore = 1
  await deliver([first])
  expect(await standings(concepts)).toEqual([
    ['waiting', false],
    ['sending', false],
  ])
  await deliver([second])
  expect(await mailsTo('druk@bos.example')).toEqual([])
  await deliver(concepts)
  expect(await mailsTo('druk@bos.example')).toEqual([mailOf(concepts)])
  expect(await standings(concepts)).toEqual(concepts.map(() => ['sent', true]))

  const others = await sentTo('drukker@bos.example')
  bank.world.ses.faults.failBefore = 99
  for (let attempt = 0; attempt < 4; attempt++) await deliver(others)
  bank.world.ses.faults.failBefore = 0
  expect(await standings(others)).toEqual(others.map(() => ['failed', false]))
  await bank.done('POST', '/send-invoice-email', { invoiceId: others[1].id })
  await deliver(others)
  expect(await mailsTo('drukker@bos.example')).toEqual([mailOf([others[1]])])
  expect(await standings(others)).toEqual([
    ['failed', false],
    ['sent', 'failed', true],
  ])
})

it('knows of no invoice whether it arrived when the provider gives no answer, until an event tells of all', async () => {
  const concepts = await sentTo('stil@bos.example')
  bank.world.ses.faults.failAfter = 1
  await deliver(concepts)
  expect(await standings(concepts)).toEqual(concepts.map(() => ['unknown', false]))
  await tell('stil@bos.example', 'Delivery')
  expect(await standings(concepts)).toEqual(concepts.map(() => ['sent', true]))
  await tell('stil@bos.example', 'Bounce')
  expect(await standings(concepts)).toEqual(concepts.map(() => ['failed', false]))
})

it('knows of no invoice whether it arrived when a delivery broke off', async () => {
  const { Outbox } = await import('../../platform/data/outbox.ts')
  const concepts = await sentTo('afgebroken@bos.example')
  bank.world.ses.faults.failBefore = 1
  await deliver(concepts.slice(0, 1))
  await Outbox.patch({ id: `${concepts[0].id}-partner-mail` })
    .set({ state: 'sending' })
    .go()
  await deliver(concepts)
  expect(await standings(concepts)).toEqual(concepts.map(() => ['unknown', false]))
  expect(await mailsTo('afgebroken@bos.example')).toEqual([])
})

it('leaves an invoice to its own mail when the documents would be too large together', async () => {
  const { putDocument } = await import('../../platform/aws/document-store.ts')
  const { Invoices } = await import('../invoices/entity.ts')
  const concepts = await sentTo('groot@bos.example')
  await runAsTest(async () => {
    for (const { id } of concepts) {
      const pdf = await putDocument('invoices', new Uint8Array(3_100_000), 'application/pdf')
      const { documents } = (await Invoices.get({ id }).go()).data as never as {
        documents: { pdf: string; ubl: string }
      }
      await Invoices.patch({ id })
        .set({ documents: { ...documents, pdf } })
        .go()
    }
  })
  await deliver(concepts)
  expect((await mailsTo('groot@bos.example')).map(([subject]) => subject).toSorted()).toEqual(
    concepts.map((one) => subjectOf([one])),
  )
})

/** Delivers an event of the provider about the newest mail to an address. */
async function tell(to: string, eventType: 'Delivery' | 'Bounce') {
  const { handler } = await import('../../../events/mail-events.ts')
  const [mail] = (await bank.world.ses.mails()).filter((one) => one.to.includes(to))
  if (!mail) throw new Error(`No mail to ${to}`)
  const Records = [{ messageId: '1', body: JSON.stringify(buildMailEvent(mail, { eventType })) }] as SQSEvent['Records']
  expect(await runAsFunction('mail-events', () => handler({ Records }))).toEqual({ batchItemFailures: [] })
}
