import { afterAll, beforeAll, expect, it } from 'vitest'
import { type CommissionWorld, startCommissionWorld } from '../../testing/commissions.ts'
import { meanwhile } from '../../testing/meanwhile.ts'
import { deliverOutbox } from '../../testing/outbox.ts'
import { runAsFunction } from '../../testing/rights.ts'
import { buildSaleForm } from '../../testing/sales.ts'

let world: CommissionWorld
beforeAll(async () => {
  world = await startCommissionWorld()
})
afterAll(() => world.stop())

type Who = Parameters<CommissionWorld['call']>[0]

const upload = (who?: Who) => world.proof(who)
const pathOf = (id: string) => `/api/sales/${id}`
const saleOf = (id: string) => world.done('admin', 'GET', pathOf(id))
const open = (who: Who, id: string) => world.call(who, 'GET', `${pathOf(id)}/confirmation-file`)
const change = (who: Who, id: string, confirmation: object | null, headers = {}) =>
  world.call(who, 'PATCH', pathOf(id), { confirmation }, headers)

/** Registers a sale of the agent; returns its id. */
const sell = async (form: object = {}) => (await world.sale(form)).slice('sale-'.length)
/** Registers a sale with a file; returns its id and the key of the file. */
async function sellWithFile() {
  const fileKey = await upload()
  return { id: await sell({ confirmation: { kind: 'document', fileKey } }), fileKey }
}
const isStored = async (key: string) => {
  const { findUploadObject } = await import('../platform/aws/files.ts')
  return (await findUploadObject(`proofs/${key}`)) !== null
}
/** Does the work of a night. */
async function sweep() {
  const { handler } = await import('../../events/erasures.ts')
  await runAsFunction('erasures', handler)
}
/** Starts a run that changes sales, and does its work; returns its id and state. */
async function run(path: string, body?: object) {
  const { id } = await world.done('admin', 'POST', `/api/sales/changes${path}`, body)
  await deliverOutbox(id)
  return { id, ...(await world.done('admin', 'GET', `/api/sales/changes/${id}`)) }
}

it('stands with the sale from registering on, and stays while kind and reference change', async () => {
  const fileKey = await upload('agent')
  const form = { kind: 'document', fileKey }
  const { id, confirmation } = await world.done('agent', 'POST', '/api/sales', buildSaleForm({ confirmation: form }))
  expect(confirmation).toEqual({ ...form, reference: null, filename: 'kaart.pdf' })
  for (const sent of [
    { kind: 'mail', reference: 'Map 1' },
    { kind: 'signature', fileKey },
  ]) {
    await change('leader', id, sent)
    expect((await saleOf(id)).confirmation).toEqual({ reference: null, ...sent, fileKey, filename: 'kaart.pdf' })
  }
  await change('leader', id, { kind: 'signature', fileKey: null })
  expect((await saleOf(id)).confirmation).toMatchObject({ kind: 'signature', fileKey: null, filename: null })
  expect((await open('admin', id)).status).toBe(404)
})

it('is refused at its field when it is unknown, somebody else’s, or of another sale or consent', async () => {
  const id = await sell()
  const refusalOf = async (fileKey: string) => {
    const { status, body } = await change('leader', id, { kind: 'mail', fileKey })
    return [status, Object.keys(body.errors ?? {})]
  }
  const consented = await upload('leader')
  const consent = { number: '06 63000001', givenBy: 'event', givenAt: '2026-11-01', text: 'Ja', fileKey: consented }
  await world.done('leader', 'POST', '/api/consents', consent)
  for (const key of [crypto.randomUUID(), await upload('agent'), (await sellWithFile()).fileKey, consented]) {
    expect(await refusalOf(key)).toEqual([422, ['confirmation.fileKey']])
  }
  const taken = buildSaleForm({ confirmation: { kind: 'mail', fileKey: consented } })
  expect((await world.call('leader', 'POST', '/api/sales', taken)).status).toBe(422)
  expect(await saleOf(id)).toMatchObject({ confirmation: null })
})

it('belongs to one of two sales that name it at the same moment', async () => {
  const [first, second, fileKey] = [await sell(), await sell(), await upload()]
  const form = { kind: 'document', fileKey }
  await meanwhile(async () => expect((await change('admin', second, form)).status).toBe(200))
  expect((await change('admin', first, form)).status).toBe(422)
  expect(await saleOf(second)).toMatchObject({ confirmation: form })
})

it('is not used up by a change that was overtaken, and goes in the night after another takes its place', async () => {
  const { id, fileKey: former } = await sellWithFile()
  const [mine, theirs] = [await upload(), await upload('second')]
  const { version } = await saleOf(id)
  const seen = { 'if-match': `"${version}"` }
  await meanwhile(() => change('second', id, { kind: 'document', fileKey: theirs }, seen))
  expect((await change('admin', id, { kind: 'mail', fileKey: mine }, seen)).status).toBe(409)
  await sweep()
  expect(await Promise.all([former, theirs, mine].map(isStored))).toEqual([false, true, true])
  expect((await change('admin', id, { kind: 'mail', fileKey: mine })).status).toBe(200)
  expect((await open('admin', id)).status).toBe(200)
  await sweep()
  expect(await Promise.all([theirs, mine].map(isStored))).toEqual([false, true])
})

it('is opened by whoever may see the IBAN, and that is in the history', async () => {
  const { id } = await sellWithFile()
  const called = await sell({
    callerId: world.people.other.id,
    confirmation: { kind: 'mail', fileKey: await upload() },
  })
  expect((await world.call('other', 'POST', `${pathOf(called)}/reveal`)).status).toBe(200)
  expect((await open('other', called)).status).toBe(200)
  const { status, text, headers } = await open('agent', id)
  expect([status, text, headers['content-type']]).toEqual([200, '%PDF-1.7 kaart', 'application/pdf'])
  expect(headers['content-disposition']).toContain('kaart.pdf')
  const unknown = await open('elsewhere', crypto.randomUUID())
  for (const who of ['elsewhere', 'other', 'stranger'] as const) {
    const reply = await open(who, id)
    expect([reply.status, reply.text], who).toEqual([404, unknown.text])
  }
  expect((await open('caller', id)).status).toBe(403)
  const unseeing = await world.joined({ role: 'teamleader', teamId: 1, hasPersonalDataAccess: false })
  const as = await world.world.session(unseeing)
  expect((await world.world.call('GET', `${pathOf(id)}/confirmation-file`, { as })).status).toBe(403)
  const { entries } = await world.done('admin', 'GET', `${pathOf(id)}/history`)
  const opened = entries.filter(({ verb }: { verb: string }) => verb === 'open-proof')
  expect(opened).toMatchObject([{ userName: expect.stringContaining('Bakker') }])
})

it('is bound by an approval, also when nothing else of the proof changes', async () => {
  const { id } = await sellWithFile()
  await world.approve(`sale-${id}`)
  await change('second', id, { kind: 'document' })
  expect(await saleOf(id)).toMatchObject({ status: 'approved' })
  await change('second', id, { kind: 'document', fileKey: await upload('second') })
  expect(await saleOf(id)).toMatchObject({
    ...{ status: 'pending', approvedAt: null, changedAfterApproval: { fields: ['confirmation'] } },
  })
})

it('stays with its own sale while a run notes many, and when that is undone', async () => {
  const [{ id, fileKey }, bare] = [await sellWithFile(), await sell()]
  const rows = [id, bare].map((one) => ({ id: one }))
  const confirmation = { kind: 'mail', reference: 'Map 2', fileKey: await upload() }
  const noted = await run('', { rows, agreement: { confirmation } })
  expect(noted).toMatchObject({ changed: 2 })
  expect((await saleOf(id)).confirmation).toMatchObject({ kind: 'mail', reference: 'Map 2', fileKey })
  expect((await saleOf(bare)).confirmation).toMatchObject({ kind: 'mail', reference: 'Map 2', fileKey: null })
  expect(await run(`/${noted.id}/undo`)).toMatchObject({ changed: 2 })
  expect((await saleOf(id)).confirmation).toMatchObject({ kind: 'document', reference: null, fileKey })
  expect(await run('', { rows, agreement: { confirmation: null } })).toMatchObject({ changed: 0, skipped: 2 })
  expect((await open('admin', id)).status).toBe(200)
})

it('is erased with the data of the sale', async () => {
  const { id, fileKey } = await sellWithFile()
  await world.done('admin', 'PATCH', `${pathOf(id)}/status`, { status: 'rejected', rejectionReason: 'Dubbel' })
  const { erasableSales } = await import('../sales/erasing.ts')
  const { asSystem } = await import('../platform/actor.ts')
  await runAsFunction('erasures', async () => (await erasableSales.find(id))?.erase(asSystem('test')))
  expect(await saleOf(id)).toMatchObject({ customerName: 'Gewiste klant', confirmation: null })
  await sweep()
  expect(await isStored(fileKey)).toBe(false)
})
