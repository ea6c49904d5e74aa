import { once } from 'node:events'
import type { IncomingHttpHeaders } from 'node:http'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Instant, localDateOf } from '../../shared/time.ts'
import { type CommissionWorld, startCommissionWorld } from '../../testing/commissions.ts'
import { buildAgreementForm, buildInvoiceForm, buildPartnerForm, buildSettingsForm } from '../../testing/invoices.ts'
import { postOpenItems } from '../../testing/money.ts'
import { readOutboxEvent } from '../../testing/outbox.ts'
import { reportFigure, size } from '../figures.ts'
import { auditsIn, type Item, itemsOfEntity, readRawTable } from '../raw-table.ts'
import { type CrewReply, startCrew } from './crew.ts'
import { startOutboxProcess } from './outbox-process.ts'
import { type ReplyInterceptor, startReplyInterceptor } from './reply-interceptor.ts'

let world: CommissionWorld
let table: ReplyInterceptor
let partner: string
/** Present moment of the machine's clock. The world begins at it, as the processes that are killed use that clock. */
const at = new Date().toISOString() as Instant
const today = localDateOf(at)
beforeAll(async () => {
  world = await startCommissionWorld({ now: at })
  table = await startReplyInterceptor(String(process.env['AWS_ENDPOINT_URL_DYNAMODB']))
  // Address of the table for processes started from here on.
  process.env['AWS_ENDPOINT_URL_DYNAMODB'] = table.url
  await done('PUT', '/settings', buildSettingsForm())
  partner = (await done('POST', '/partners', buildPartnerForm({ assignedAgentId: world.people.agent.id }))).id
  const as = await world.world.session(world.people.admin)
  await world.world.call('PUT', `/api/self-billing/partners/${partner}/agreement`, { as, ...buildAgreementForm() })
})
afterAll(async () => {
  await table.close()
  await world.stop()
})

const done = (method: string, path: string, body?: object) =>
  world.done('admin', method, `/api/self-billing${path}`, body)

const prefixes = { invoice: 'YDS', credit_note: 'YDC' }

/** Returns the faults in the numbers of a series: gaps, doubles, a wrong counter, an invoice without audit row. */
function wrongNumbers(items: readonly Item[], series: keyof typeof prefixes = 'invoice'): string[] {
  const invoices = itemsOfEntity(items, 'invoice').filter(({ type }) => type === series)
  const numbers = invoices.map((row) => Number(String(row['invoiceNumber']).split('-').at(-1)))
  const wrong = numbers
    .toSorted((one, other) => one - other)
    .flatMap((number, at) => (number === at + 1 ? [] : [`${number} in the place of ${at + 1}`]))
  const last = itemsOfEntity(items, 'invoicenumber').find((row) => row['series'] === prefixes[series])
  if (Number(last?.['last'] ?? 0) !== numbers.length) wrong.push(`counted to ${last?.['last']} of ${numbers.length}`)
  const made = auditsIn(items).filter(
    ({ action, newData }) => action === 'invoice.create' && (newData as Item)['type'] === series,
  )
  if (made.length !== numbers.length) wrong.push(`${made.length} audit rows of ${numbers.length}`)
  return wrong
}

it('invoice numbers have no gap or double when many are made at once, some refused and processes killed', async () => {
  const as = await world.world.session(world.people.admin)
  const crew = await startCrew(2, { handler: 'invoices/handler.ts', collection: '/api/self-billing/invoices' })
  let answered = 0
  /** Repeats a request with its idempotency key until there is an answer, as a client does that wants one invoice. */
  async function insist(body: object, key: string): Promise<CrewReply> {
    for (;;) {
      const path = '/api/self-billing/invoices'
      const reply = await crew.send({ method: 'POST', path, as, body, headers: { 'idempotency-key': key } })
      if (reply.status !== 0 && reply.status !== 503) {
        answered += 1
        // After some answers a process is killed, while the other processes work.
        const every = Math.floor(size.invoices / (Math.min(size.kills, 5) + 1))
        if (answered % every === 0 && crew.killed() < Math.min(size.kills, 5)) crew.kill(answered / every)
        return reply
      }
    }
  }
  try {
    const forms = Array.from({ length: size.invoices * 1.2 }, (_, at) =>
      buildInvoiceForm(at % 6 === 5 ? 'niemand' : partner, { invoiceDate: today }),
    )
    const replies = await Promise.all(forms.map((form) => insist(form, crypto.randomUUID())))
    const made = replies.filter(({ status }) => status === 201).map(({ body }) => body?.invoiceNumber)
    const items = await readRawTable()
    const stored = itemsOfEntity(items, 'invoice').map((row) => row['invoiceNumber'])
    const wrong = wrongNumbers(items)
    if (made.toSorted().join() !== stored.toSorted().join()) wrong.push(`told ${made.length}, stored ${stored.length}`)
    expect(crew.killed(), 'something was killed').toBeGreaterThan(0)
    expect(replies.filter(({ status }) => status === 422)).toHaveLength(size.invoices / 5)
    const goal = `consecutive, 0 gaps, 0 doubles (${size.invoices} at once, ${size.invoices / 5} refused, ${crew.killed()} kills)`
    reportFigure('numbering', goal, [stored.length, wrong.length], [size.invoices, 0], wrong)
  } finally {
    crew.stop()
  }
})

it('credit notes have own numbers, without gap or double when many are made at once and some refused', async () => {
  const line = { description: 'Commissie', quantity: 1, unitPrice: 10, vatRate: 21 }
  const lines = Array.from({ length: 12 }, () => line)
  const { id } = await done('POST', '/invoices', buildInvoiceForm(partner, { invoiceDate: today, lines }))
  await done('PATCH', `/invoices/${id}/status`, { status: 'in_behandeling' })
  const credit = (lineOrder: number, quantity: number) =>
    world.call('admin', 'POST', `/api/self-billing/invoices/${id}/credit-notes`, {
      quantities: [{ lineOrder, quantity }],
    })
  /** Credits a line, and repeats the request while other changes of the invoice make it fail. */
  async function insist(lineOrder: number): Promise<string> {
    for (;;) {
      const { status, body } = await credit(lineOrder, 1)
      if (status === 201) return body.invoiceNumber
      expect([409, 503]).toContain(status)
    }
  }
  const [made, refused] = await Promise.all([
    Promise.all(lines.map((_, at) => insist(at + 1))),
    Promise.all(lines.map((_, at) => credit(at + 1, 2))),
  ])
  const year = today.slice(0, 4)
  // A credit note of 2 where 1 is left gets a 422; where nothing is left, a 409. Another change of the invoice at the
  // same time gives a 409 or 503.
  expect(refused.filter(({ status }) => ![409, 422, 503].includes(status))).toEqual([])
  const numbers = lines.map((_, at) => `YDC-${year}-${String(at + 1).padStart(4, '0')}`)
  const items = await readRawTable()
  const wrong = [...wrongNumbers(items, 'credit_note'), ...wrongNumbers(items)]
  reportFigure(
    'numbering: credit notes',
    'consecutive, 0 gaps, 0 doubles',
    [made.toSorted(), wrong],
    [numbers, []],
    wrong,
  )
})

const isTransaction = (headers: IncomingHttpHeaders) => String(headers['x-amz-target']).endsWith('TransactWriteItems')

it('a monthly run that is killed after transactions continues and invoices every commission once', async () => {
  const before = itemsOfEntity(await readRawTable(), 'invoice').length
  const kills = Math.min(size.kills, 4)
  const { MOST_LINES, readOpenItems } = await import('../../functions/book/service.ts')
  // Enough open items to fill one invoice for each kill, and part of another.
  await postOpenItems(world.people.agent.id, Array(kills * MOST_LINES + 5).fill(10), today)
  const ids = (await readOpenItems(world.people.agent.id)).map((item) => item.id)
  const { id } = await done('POST', '/monthly-runs', { partnerIds: [partner], from: today, to: today })
  const run = () => done('GET', `/monthly-runs/${id}`)
  for (let kill = 0; kill < kills; kill++) {
    const worker = await startOutboxProcess()
    const exited = once(worker, 'exit')
    table.onAnswer(() => worker.kill('SIGKILL'), isTransaction)
    worker.send(await readOutboxEvent(id))
    await exited
  }
  const half = await run()
  expect([half.state, half.created]).toEqual(['running', kills])
  const worker = await startOutboxProcess()
  try {
    for (let delivery = 0; (await run()).state !== 'done' && delivery < 5; delivery++) {
      worker.send(await readOutboxEvent(id))
      await once(worker, 'message')
    }
  } finally {
    worker.kill('SIGKILL')
  }
  const items = await readRawTable()
  const wrong = wrongNumbers(items)
  const held = itemsOfEntity(items, 'invoice')
    .flatMap((row) => (row['commissions'] as { itemIds?: string[] } | undefined)?.itemIds ?? [])
    .toSorted()
  for (const one of ids)
    if (held.filter((other) => other === one).length !== 1) wrong.push(`${one} is not on one invoice`)
  const { state, created } = await run()
  const made = itemsOfEntity(items, 'invoice').length - before
  reportFigure(
    'monthly run: kills',
    'goes on; each commission on one invoice',
    [state, created, made, ...wrong],
    ['done', kills + 1, kills + 1],
  )
})
