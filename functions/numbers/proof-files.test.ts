import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { meanwhile } from '../../testing/meanwhile.ts'
import { readPdf } from '../../testing/read-pdf.ts'
import { runAsFunction } from '../../testing/rights.ts'
import { startLeadsWorld } from '../../testing/worlds/leads.ts'

let leads: Awaited<ReturnType<typeof startLeadsWorld>>
beforeAll(async () => {
  leads = await startLeadsWorld()
})
afterAll(() => leads.world.stop())

type Who = Parameters<typeof leads.call>[0]

const PDF = '%PDF-1.7 kaart'
const send = async (who: Who, filename = 'kaart.pdf', content: string | Uint8Array<ArrayBuffer> = PDF) => {
  const form = new FormData()
  form.append('file', new File([content], filename))
  const request = new Response(form)
  const headers = { 'content-type': request.headers.get('content-type') ?? '' }
  const body = new Uint8Array(await request.arrayBuffer())
  return leads.world.call('POST', '/api/proofs', {
    as: leads.sessions.get(leads.people[who].id),
    body,
    headers,
  })
}
const upload = async (who: Who) => {
  const reply = await send(who)
  expect(reply.status, reply.text).toBe(200)
  return String(reply.body.key)
}

let count = 0
const newNumber = () => `06 ${62_000_000 + ++count}`
const given = { givenBy: 'event', givenAt: '2026-11-01', text: 'Ja, bel mij over energie' }
const record = (who: Who, number: string, fileKey?: string) =>
  leads.call(who, 'POST', '/api/consents', { number, ...given, ...(fileKey ? { fileKey } : {}) })
const stateOf = async (number: string) =>
  (await leads.call('agent', 'GET', `/api/numbers/${encodeURIComponent(number)}/may-call`)).body.state
const open = (who: Who, id: string) => leads.call(who, 'GET', `/api/consents/${id}/proof`)
/** Does the work of a night. */
async function sweep() {
  const { handler } = await import('../../events/erasures.ts')
  await runAsFunction('erasures', handler)
}
const isStored = async (key: string) => {
  const { findUploadObject } = await import('../platform/aws/files.ts')
  return (await findUploadObject(`proofs/${key}`)) !== null
}

describe('a file that proves a consent', () => {
  it('is taken by its first bytes and its name, never by one of them', async () => {
    const png = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1])
    const jpg = Uint8Array.from([0xff, 0xd8, 0xff, 0xe0, 1])
    const statusOf = async (name: string, bytes: string | Uint8Array<ArrayBuffer>) =>
      (await send('agent', name, bytes)).status
    expect(await statusOf('Kaart.PDF', PDF)).toBe(200)
    expect(await statusOf('foto.png', png)).toBe(200)
    expect(await statusOf('foto.jpeg', jpg)).toBe(200)
    for (const [name, bytes] of [
      ['kaart.pdf', png],
      ['foto.png', PDF],
      ['kaart.exe', PDF],
    ] as const) {
      const reply = await send('agent', name, bytes)
      expect([name, reply.status]).toEqual([name, 415])
    }
    expect((await send('agent', 'web.pdf', '<html>')).text).toContain('Dit bestand is geen .pdf, .png of .jpg')
    const large = await send('agent', 'groot.pdf', PDF + ' '.repeat(4 * 1024 * 1024))
    expect([large.status, large.body.message]).toEqual([413, 'Het bestand is groter dan 4 MB'])
  })

  it('makes a consent count, as an address does, and an agent’s once a team leader saw it', async () => {
    const [own, bare, asked] = [newNumber(), newNumber(), newNumber()]
    for (const customerPhone of [own, bare, asked]) await leads.note('agent', { customerPhone })
    await record('leader', bare)
    expect(await stateOf(bare)).toBe('unproven')
    const { body } = await record('leader', own, await upload('leader'))
    expect(body).toMatchObject({ isProven: true, proof: null, file: { filename: 'kaart.pdf', size: PDF.length } })
    expect(await stateOf(own)).toBe('consented')
    const { id } = (await record('agent', asked, await upload('agent'))).body
    expect(await stateOf(asked)).toBe('unproven')
    expect((await leads.call('leader', 'POST', `/api/consents/${id}/confirm`)).status).toBe(200)
    expect(await stateOf(asked)).toBe('consented')
  })

  it('is refused at its field when it is unknown, somebody else’s or of another consent', async () => {
    const refusalOf = async (who: Who, fileKey: string) => {
      const { status, body } = await record(who, newNumber(), fileKey)
      return [status, Object.keys(body.errors ?? {})]
    }
    const refused = [422, ['fileKey']]
    expect(await refusalOf('agent', crypto.randomUUID())).toEqual(refused)
    expect(await refusalOf('other', await upload('agent'))).toEqual(refused)
    const used = await upload('agent')
    expect((await record('agent', newNumber(), used)).status).toBe(201)
    expect(await refusalOf('agent', used)).toEqual(refused)
  })

  it('belongs to one of two consents that name it at the same moment', async () => {
    const key = await upload('agent')
    const [first, second] = [newNumber(), newNumber()]
    await meanwhile(async () => expect((await record('agent', second, key)).status).toBe(201))
    expect((await record('agent', first, key)).status).toBe(422)
  })

  it('is opened by who may read the texts of the consent, and that is in the audit log', async () => {
    const number = newNumber()
    await leads.note('agent', { customerPhone: number })
    const { id } = (await record('leader', number, await upload('leader'))).body
    const { status, text, headers } = await open('agent', id)
    expect([status, text, headers['content-type']]).toEqual([200, PDF, 'application/pdf'])
    expect(headers['content-disposition']).toContain('kaart.pdf')
    for (const who of ['elsewhere', 'caller'] as const) expect((await open(who, id)).status, who).toBe(404)
    const listed = await leads.call('elsewhere', 'GET', `/api/consents?number=${encodeURIComponent(number)}`)
    expect(listed.body.consents).toMatchObject([{ id, file: null }])
    const log = await leads.call('admin', 'GET', '/api/audit-logs?entityType=consent-proof-export')
    expect(log.text).toContain(id)
    expect((await open('agent', (await record('leader', number)).body.id)).status).toBe(404)
    const evidence = await leads.call(
      'admin',
      'GET',
      `/api/customers/tel-${number.replace('06 ', '316')}/call-evidence`,
    )
    const { pages } = await readPdf(Buffer.from(evidence.text, 'latin1'))
    expect(pages.flatMap(({ texts }) => texts).join(' ')).toContain('Bewijs: kaart.pdf')
  })

  it('is refused after a day, and goes after two nights where no consent names it', async () => {
    const [left, named] = [await upload('agent'), await upload('agent')]
    await record('agent', newNumber(), named)
    await leads.world.travel('2026-11-24T02:15:00Z')
    await sweep()
    expect(await isStored(left)).toBe(true)
    await leads.world.travel('2026-11-24T10:00:00Z')
    leads.sessions.set(leads.people.agent.id, await leads.world.session(leads.people.agent))
    expect((await record('agent', newNumber(), left)).status).toBe(422)
    await leads.world.travel('2026-11-26T02:15:00Z')
    await sweep()
    expect([await isStored(left), await isStored(named)]).toEqual([false, true])
  })

  it('is erased with the consent, with its name in the rows and in the audit log', async () => {
    leads.sessions.set(leads.people.admin.id, await leads.world.session(leads.people.admin))
    const [number, key] = [newNumber(), (await send('admin', 'Tineke.pdf')).body.key]
    const { id } = (await record('admin', number, key)).body
    const { readRawTable } = await import('../../proofs/raw-table.ts')
    const isNamed = async () => JSON.stringify(await readRawTable()).includes('Tineke')
    expect([await isStored(key), await isNamed()]).toEqual([true, true])
    await leads.world.travel('2032-11-26T02:15:00Z')
    await sweep()
    expect([await isStored(key), await isNamed()]).toEqual([false, false])
    const admin = await leads.world.session(leads.people.admin)
    expect((await leads.world.call('GET', `/api/consents/${id}/proof`, { as: admin })).status).toBe(404)
  })
})
