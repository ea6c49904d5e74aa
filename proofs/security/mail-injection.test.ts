import { afterAll, beforeAll, expect, it } from 'vitest'
import type { mails } from '../../events/outbox.ts'
import { readItemTag } from '../../functions/platform/aws/mail-tag.ts'
import type { OutboxRow } from '../../functions/platform/data/outbox.ts'
import { routes } from '../../shared/api/index.ts'
import { storeContract } from '../../testing/contracts.ts'
import { runAsFunction } from '../../testing/rights.ts'
import { type Person, startWorld, type World } from '../../testing/world.ts'
import { type Cast, makeCast, sessionFor } from '../cast.ts'
import { reportFigure } from '../figures.ts'
import { schemaOf, textFieldsOf } from '../json-schema.ts'
import { createSentInvoice } from '../money-records.ts'
import { routeAt } from '../proven-routes.ts'
import { type Item, itemsOfEntity, putRaw, readRawTable } from '../raw-table.ts'
import { prepareCall } from '../ready-calls.ts'

let world: World
let cast: Cast
beforeAll(async () => {
  world = await startWorld()
  cast = await makeCast(world)
  await world.person({ role: 'admin' })
})
afterAll(() => world.stop())

type Kind = keyof typeof mails

/** A text with every kind of line break, each followed by a header or the end of the mail. */
const BREAKS = '\r\nBcc: x@kwaad.example\nX-Kwaad: 1\rX-Kwaad: 2\u2028Bcc: x@kwaad.example\r\n\r\nX-Kwaad: 3\r\n.\r\n'
const injected = /^(bcc|x-kwaad)\s*:/im

/** Names of the text fields of all request bodies, and `by`, the name of the acting person. */
const names = new Set([...routes.flatMap(({ endpoint: { body } }) => (body ? textFieldsOf(schemaOf(body)) : [])), 'by'])
const isText = (name: string) => names.has(name) && !name.endsWith('Id')
const isAddress = (_: string, text: string) => /^\S+@\S+\.\S+$/.test(text)

type Which = (name: string, text: string) => boolean

/** Puts line breaks into these stored texts. Old rows may have line breaks, from before forms refused these. */
async function breakLines(which: Which): Promise<void> {
  for (const item of await readRawTable()) {
    const { pk, sk } = item
    if (pk.startsWith('session#')) continue
    const broken = { ...(withBreaks(item, which) as Item), pk, sk }
    if (JSON.stringify(broken) !== JSON.stringify(item)) await putRaw(broken)
  }
}

function withBreaks(value: unknown, which: Which, name = ''): unknown {
  if (typeof value === 'string') return which(name, value) && !value.includes(BREAKS) ? `${value}${BREAKS}` : value
  if (Array.isArray(value)) return value.map((one) => withBreaks(one, which, name))
  if (value === null || typeof value !== 'object' || value instanceof Set) return value
  return Object.fromEntries(Object.entries(value).map(([inner, one]) => [inner, withBreaks(one, which, inner)]))
}

const outbox = async () => itemsOfEntity(await readRawTable(), 'outbox') as unknown as OutboxRow[]

const delivered = new Map<string, OutboxRow>()

/** Delivers outbox items until none is new, except those that their requester does itself (lane `own`). */
async function deliver(): Promise<void> {
  const { handler } = await import('../../events/outbox.ts')
  world.travel(Date.now() + 60_000)
  for (;;) {
    const fresh = (await outbox()).filter(({ id, lane }) => lane !== 'own' && !delivered.has(id))
    if (fresh.length === 0) return
    for (const item of fresh) delivered.set(item.id, item)
    const { batchItemFailures } = await runAsFunction('outbox', () =>
      handler({
        Records: fresh.map(({ id, subject }) => ({
          eventName: 'INSERT' as const,
          dynamodb: { SequenceNumber: id, NewImage: { id: { S: id }, subject: { S: subject } } },
        })),
      }),
    )
    expect(batchItemFailures).toEqual([])
  }
}

/** Makes a call of the API that must succeed; the options replace what would be sent. */
async function done(key: string, { body, by, id }: { body?: object; by?: Person; id?: string } = {}) {
  const ready = await prepareCall(world, cast, routeAt(key))
  const reply = await ready.send({
    ...(body ? { body: { ...Object(ready.body), ...body } } : {}),
    ...(by ? { as: await sessionFor(world, by) } : {}),
    ...(id ? { id } : {}),
  })
  expect(reply.status, `${key}: ${reply.text}`).toBeLessThan(300)
  return reply.body
}

const book = (appointmentDate: string) =>
  done('POST /api/appointments', {
    body: {
      ...{
        customerEmail: `klant-${crypto.randomUUID()}@klant.example`,
        appointmentDate,
        appointmentTime: '11:00',
        bookAnyway: true,
      },
      ...{ companyName: 'Proef BV', address: 'Markt', houseNumber: '1', postalCode: '6041 AB', city: 'Roermond' },
    },
  })

/** Cause of each kind of mail; a kind without a cause does not compile. */
const causes: Record<Kind, () => Promise<unknown>> = {
  'appointment-confirmation': () => book('2026-11-24'),
  'appointment-moved': async () => {
    const { id } = await book('2026-11-24')
    await done('PATCH /api/appointments/{id}', { id, body: { appointmentDate: '2026-11-25', bookAnyway: true } })
  },
  'appointment-cancelled': async () => {
    const { id } = await book('2026-11-24')
    await done('PATCH /api/appointments/{id}', { id, body: { status: 'cancelled' } })
  },
  'appointment-reminder': async () => {
    await book('2026-11-22')
    world.travel('2026-11-21T10:30:00Z')
    const { handler } = await import('../../events/reminders.ts')
    await runAsFunction('reminders', () => handler())
  },
  'appointment-late': () => done('POST /api/appointments/{id}/delay'),
  'user-password-mail': () => done('PATCH /api/users/{id}/password'),
  'user-invitation-mail': () => done('POST /api/users/create-local', { body: { invite: true } }),
  'user-2fa-mail': () => done('POST /api/admin/reset-2fa/{id}'),
  'user-key-mail': () => done('POST /api/admin/api-keys'),
  'user-erasure-mail': () => done('POST /api/erasures'),
  'user-stand-in-mail': () => done('POST /api/users/{id}/payment-approver/approve'),
  'user-rights-mail': () => done('PUT /api/users/{id}', { body: { hasSalesReportsAccess: false } }),
  'commission-asked': () => done('POST /api/commissions/{id}/questions'),
  'commission-answered': () => done('POST /api/commissions/questions/{id}/answer'),
  'sale-unapproved': async () => {
    const { id } = await done('POST /api/sales')
    await done('PATCH /api/sales/{id}/status', { id, body: { status: 'approved' } })
    await done('PATCH /api/sales/{id}', { id, body: { bankAccountHolder: 'Een ander' } })
  },
  'invoice-partner-mail': () => createSentInvoice(world, cast),
  'invoice-agent-mail': async () => {
    const { id } = await done('POST /api/self-billing/invoices', { body: { assignedUserId: cast.agent[0].id } })
    await done('PATCH /api/self-billing/invoices/{id}/status', { id, body: { status: 'in_behandeling' } })
  },
  'invoice-accounting-mail': toAccounting,
  'invoice-remittance-mail': () => done('POST /api/self-billing/waiting-payments/{id}/approve'),
  'invoice-refused': () =>
    done('POST /api/invoice-acceptance/{token}', { body: { answer: 'refused', reason: 'Het bedrag klopt niet' } }),
  'dispatch-report': toAccounting,
  'yearly-mail': () => done('POST /api/ledger/yearly/mail'),
  'contract-reminder-due': async () => {
    await storeContract({ assignedTo: cast.agent[0].id, supplier: 'Eneco', leadId: 'lead', expiryDate: '2026-11-20' })
    const { handler } = await import('../../events/contract-reminders.ts')
    await runAsFunction('contract-reminders', () => handler())
  },
  'contract-retention-announced': async () => {
    await storeContract({ rawRow: { Kleur: 'rood' }, expiryDate: '2020-01-31' })
    const { handler } = await import('../../events/contract-retention.ts')
    await runAsFunction('contract-retention', () => handler())
  },
  'notification-mail': async () => {
    await done('PUT /api/notification-settings', { by: cast.agent[0], body: { 'appointment-assigned': 'mail' } })
    await bookFor(cast.agent[0])
  },
  'notification-daily': async () => {
    await done('PUT /api/notification-settings', { by: cast.agent[0], body: { 'appointment-assigned': 'daily' } })
    await bookFor(cast.agent[0])
    const { handler } = await import('../../events/notification-mails.ts')
    await runAsFunction('notification-mails', () => handler())
  },
}

const bookFor = ({ id: agentId }: Person) => done('POST /api/appointments', { by: cast.admin, body: { agentId } })

async function toAccounting(): Promise<void> {
  await createSentInvoice(world, cast)
  await deliver()
  await done('POST /api/self-billing/dispatches')
}

/** Headers of a mail into which no content injected any. */
const usual = 'content-type,date,from,message-id,mime-version,subject,to,x-ses-message-tags'

it('line breaks in stored texts add no header, recipient or line to any kind of mail; in an address they prevent the mail', async () => {
  const wrong: string[] = []
  await breakLines(isText)
  for (const cause of Object.values(causes)) {
    await cause()
    await breakLines(isText)
  }
  await deliver()
  const settled = await outbox()
  const mails = await world.ses.mails()
  const known = new Set((await readRawTable()).flatMap(({ email, customerEmail, to }) => [email, customerEmail, to]))
  for (const kind of Object.keys(causes)) {
    const ids = new Set(settled.filter((item) => item.kind === kind && item.state === 'sent').map(({ id }) => id))
    const sent = mails.filter(({ headers }) => ids.has(readItemTag(tagsOf(headers)) ?? ''))
    expect(sent.length, `${kind} is sent`).toBeGreaterThan(0)
    for (const { headers, to, cc, bcc, subject, text, html, attachments } of sent) {
      const names = Object.keys(headers).sort().join()
      if (names !== usual) wrong.push(`${kind}: ${names}`)
      if (to.length !== 1 || !known.has(to[0]) || cc.length + bcc.length > 0)
        wrong.push(`${kind}: to ${to} ${cc} ${bcc}`)
      if ([subject, text, html].some((part) => injected.test(part))) wrong.push(`${kind}: a line in the text`)
      if (attachments.some(({ filename }) => injected.test(filename))) wrong.push(`${kind}: a line in a file's name`)
    }
  }
  expect(mails.filter(({ text }) => text.includes('X-Kwaad')).length, 'mails that tell it').toBeGreaterThan(10)

  const again = settled.filter(({ kind, state }) => kind in causes && state === 'sent')
  const { Outbox } = await import('../../functions/platform/data/outbox.ts')
  for (const { id, kind, subject, sequence, createdAt } of again) {
    const facts = delivered.get(id)?.facts
    await Outbox.put({ id: `again-${id}`, kind, subject, sequence, facts, createdAt, state: 'waiting' }).go()
  }
  await breakLines(isAddress)
  await deliver()
  const { length } = await world.ses.mails()
  if (length !== mails.length) wrong.push(`${length - mails.length} mails to an address with line breaks`)
  for (const { id, kind, state } of await outbox()) {
    if (id.startsWith('again-') && state !== 'failed') wrong.push(`${kind} with a broken address is ${state}`)
  }
  reportFigure('injection: mails', '0 headers', wrong.length, 0, wrong)
})

const tagsOf = (headers: Readonly<Record<string, string>>) => {
  const [name = '', value = ''] = headers['x-ses-message-tags']?.split('=') ?? []
  return { [name]: [value] }
}
