import { afterAll, beforeAll, expect, it } from 'vitest'
import { customerIdOf } from '../../shared/customer-id.ts'
import { phonesInPath } from '../../shared/identifiers.ts'
import { type CallState, callPartOf, callParts, callStates } from '../../shared/numbers/states.ts'
import { storeContract } from '../../testing/contracts.ts'
import { startSearchStream } from '../../testing/search.ts'
import { startLeadsWorld } from '../../testing/worlds/leads.ts'
import { reportFigure } from '../figures.ts'

let leads: Awaited<ReturnType<typeof startLeadsWorld>>
let index: Awaited<ReturnType<typeof startSearchStream>>
beforeAll(async () => {
  leads = await startLeadsWorld()
  index = await startSearchStream()
})
afterAll(() => leads.world.stop())

const read = async (path: string) => {
  const reply = await leads.call('admin', 'GET', path)
  expect(reply.status, reply.text).toBe(200)
  return reply.body
}
const write = async (method: string, path: string, body: object, headers = {}) => {
  const reply = await leads.call('admin', method, path, body, headers)
  expect(reply.status, reply.text).toBeLessThan(300)
  return reply.body
}

const MINUS = '\u2212'
const SOFT = '\u00ad'
/** Ways in which people, sheets and telephones write a number of the form `06 dddddddd`. */
const spellings: readonly ((digits: string) => string)[] = [
  (d) => `06 ${d}`,
  (d) => `06${d}`,
  (d) => `06-${d}`,
  (d) => `06–${d}`,
  (d) => `06—${d}`,
  (d) => `06\u2011${d}`,
  (d) => `06${MINUS}${d}`,
  (d) => `06${SOFT}${d}`,
  (d) => `06.${d}`,
  (d) => `06/${d}`,
  (d) => `+316${d}`,
  (d) => `+31 6 ${d}`,
  (d) => `+31 (0)6 ${d}`,
  (d) => `+31(0)6${d}`,
  (d) => `00316${d}`,
  (d) => `0031 6 ${d}`,
  (d) => `tel:+316${d}`,
  (d) => `tel:06${d}`,
  (d) => `'06${d}`,
  (d) => `06 ${d.match(/\d\d/g)?.join(' ')}`,
  (d) => `06-${d.match(/\d{4}/g)?.join('-')}`,
  (d) => `(06) ${d}`,
  (d) => `06\u00a0${d}`,
  (d) => `\u202a06${d}\u202c`,
  (d) => `06\u200b${d}`,
  (d) => `06 ${d} (WhatsApp)`,
  (d) => `06 ${d} tst 12`,
  (d) => `０６${d}`,
  (d) => `06 ${d} / 0475 199999`,
  (d) => `  06 ${d}  `,
]

/** A number in a state; with a reason to call about what runs if `serves`. */
interface Known {
  readonly state: CallState
  readonly serves: boolean
  readonly digits: string
  readonly number: string
}

const known: readonly Known[] = [false, true].flatMap((serves) =>
  callStates.map((state, index) => {
    const digits = `${serves ? 72 : 71}0000${String(index).padStart(2, '0')}`
    return { state, serves, digits, number: `06 ${digits}` }
  }),
)

const proven = { givenBy: 'event', givenAt: '2026-11-01', text: 'Ja, bel mij over energie', proof: 'beurs-12.pdf' }
/** Brings a number into each state. */
const bring: Record<CallState, (number: string) => Promise<unknown>> = {
  free: (number) => write('PUT', `/api/numbers/${encodeURIComponent(number)}/legal-form`, { legalForm: 'bv' }),
  consented: (number) => write('POST', '/api/consents', { number, ...proven }),
  unproven: (number) => write('POST', '/api/consents', { number, ...proven, proof: null }),
  none: async () => {},
  expired: (number) => write('POST', '/api/consents', { number, ...proven, givenAt: '2025-01-15' }),
  withdrawn: async (number) => {
    const { id } = await write('POST', '/api/consents', { number, ...proven })
    return write('POST', `/api/consents/${id}/withdraw`, { how: 'Belde terug' })
  },
  closed: (number) => write('POST', '/api/numbers/close', { number }),
}

/** Names of the records with a number. */
const nameOf = ({ state, serves }: Known) => `Zaak ${state}${serves ? ' loopt' : ''} B.V.`
const moment = { appointmentDate: '2026-11-27', appointmentTime: '10:00', bookAnyway: true }

beforeAll(async () => {
  for (const one of known) {
    const form = { customerName: nameOf(one), companyName: nameOf(one), customerPhone: one.number }
    await leads.note('agent', form)
    await storeContract(form)
    const agentId = leads.people.agent.id
    if (one.serves) await write('POST', '/api/appointments', { ...form, ...moment, agentId })
    await bring[one.state](one.number)
  }
  const { version, warnUntil: _, inForce: __, ...settings } = await read('/api/settings/calling')
  await write('PUT', '/api/settings/calling', { ...settings, gate: 'block' }, { 'If-Match': `"${version}"` })
  await index.deliver()
})

interface Shown {
  readonly customerName: string
  readonly mayCall: { readonly state: CallState }
}
const statesIn = (rows: readonly Shown[]) => new Map(rows.map((row) => [row.customerName, row.mayCall.state]))

/** Places that show a number to call, each with the states that it shows by the name of the record. */
const doors: Record<string, () => Promise<Map<string, CallState>>> = {
  'list of leads': async () => statesIn(await read('/api/leads?limit=500')),
  'a lead': async () => {
    const rows: Shown[] = await read('/api/leads?limit=500')
    return statesIn(await Promise.all(rows.map((row) => read(`/api/leads/${(row as Shown & { id: string }).id}`))))
  },
  'board of contracts': async () => statesIn(await read('/api/contracts/sales-status/alle?limit=500')),
  'a contract': async () => {
    const rows: (Shown & { id: string })[] = await read('/api/contracts/sales-status/alle?limit=500')
    return statesIn(await Promise.all(rows.map(({ id }) => read(`/api/contracts/${id}`))))
  },
  'customer page': async () => {
    const pages = known.map(({ number }) => read(`/api/customers/${customerIdOf({ customerPhone: number })}`))
    return statesIn(await Promise.all(pages))
  },
  search: async () => {
    const found = known.map(async (one): Promise<[string, CallState]> => {
      const { groups } = await read(`/api/search?q=${encodeURIComponent(one.number)}`)
      return [nameOf(one), groups[0].hits[0].mayCall?.state]
    })
    return new Map(await Promise.all(found))
  },
}

it('every place that shows a number says its state, and the parts of a list are of these states alone', async () => {
  const wrong: string[] = []
  for (const [door, shown] of Object.entries(doors)) {
    const states = await shown()
    for (const one of known) {
      const found = states.get(nameOf(one))
      if (found !== one.state) wrong.push(`${door}: ${nameOf(one)} is shown as ${found}`)
    }
  }
  for (const list of ['/api/leads?limit=500', '/api/contracts/sales-status/alle?limit=500']) {
    for (const part of callParts) {
      const rows: Shown[] = await read(`${list}&call=${part}`)
      const names = known.filter(({ state }) => callPartOf(state) === part).map(nameOf)
      if (
        rows
          .map(({ customerName }) => customerName)
          .sort()
          .join() !== names.sort().join()
      )
        wrong.push(`${list}: ${part} lists ${rows.length}`)
    }
  }
  const work: { customerName: string; mayCall: Shown['mayCall'] | null }[] = (
    await leads.call('agent', 'GET', '/api/my-day')
  ).body.work
  for (const { customerName, mayCall } of work) {
    const one = known.find((other) => nameOf(other) === customerName)
    if (mayCall && mayCall.state !== one?.state) wrong.push(`my day: ${customerName} is ${mayCall.state}`)
  }
  expect(work.length).toBeGreaterThan(0)
  reportFigure('may call: states shown wrongly', '0', wrong.length, 0, wrong)
})

it('no spelling of a number gets an offer without right, and every call about what runs is allowed', async () => {
  const wrong: string[] = []
  let asked = 0
  for (const one of known) {
    for (const spelled of spellings) {
      // A person asks about at most sixty numbers a minute.
      if (++asked % 50 === 0) leads.world.travel(Date.now() + 61_000)
      const text = spelled(one.digits)
      const { door, maySell, mayServe } = await read(`/api/numbers/${encodeURIComponent(phonesInPath(text))}/may-call`)
      const mayOffer = one.state === 'free' || one.state === 'consented'
      const right = mayOffer ? 'open' : one.serves ? 'service' : 'shut'
      if (door !== right || maySell !== mayOffer || mayServe !== (mayOffer || one.serves))
        wrong.push(`${JSON.stringify(text)} (${nameOf(one)}): ${door}`)
    }
  }
  reportFigure('may call: doors opened or shut wrongly', '0', wrong.length, 0, wrong)
})

it('a booking without a reason is counted unless the office knows the right, and a closed number is not booked', async () => {
  const agentId = leads.people.agent.id
  const results: string[] = []
  for (const one of known.filter(({ serves }) => !serves)) {
    const form = { customerName: nameOf(one), companyName: nameOf(one), customerPhone: spellings[1]?.(one.digits) }
    const reply = await leads.call('caller', 'POST', '/api/appointments', { ...form, ...moment, agentId })
    results.push(`${one.state} ${reply.status} ${reply.body.contactBasis?.kind ?? ''}`.trim())
  }
  expect(results).toEqual([
    ...['free 201 legal', 'consented 201 consent', 'unproven 201 missing', 'none 201 missing'],
    ...['expired 201 missing', 'withdrawn 201 missing', 'closed 422'],
  ])
  const { bases } = await read('/api/appointments/performance?timeFilter=this-month')
  expect(bases.find(({ id }: { id: string }) => id === leads.people.caller.id)).toMatchObject({ booked: 6, missing: 4 })
})
