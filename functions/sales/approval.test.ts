import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CommissionWorld, startCommissionWorld } from '../../testing/commissions.ts'
import { meanwhile } from '../../testing/meanwhile.ts'
import { deliverOutbox, readOutboxOf } from '../../testing/outbox.ts'

let world: CommissionWorld
beforeAll(async () => {
  world = await startCommissionWorld()
})
afterAll(() => world.stop())

const KLAAR = 'klaar_voor_uitbetaling'
const pathOf = (id: string) => `/api/sales/${id.slice('sale-'.length)}`
const saleOf = (id: string) => world.done('admin', 'GET', pathOf(id))
const open = async (userId: string) => {
  const { readOpenItems } = await import('../book/service.ts')
  return (await readOpenItems(userId)).map(({ amount }) => amount)
}

/** Makes a sale that is ready for payment, approved by the second admin, with an agent of its own. */
async function ready() {
  const agent = await world.joined({ role: 'agent', teamId: 1 })
  const id = await world.sale({ agentId: agent.id }, { agentCommission: 50 })
  await world.approve(id, 'second')
  await world.step(id, KLAAR)
  return { id, agent }
}

describe('an approval (decision 78)', () => {
  it('is needed for ready for payment, by each way to that status', async () => {
    const id = await world.sale()
    await world.step(id, 'in_afwachting')
    for (const [who, method, path, status] of [
      ['admin', 'PATCH', `/api/commissions/${id}`, KLAAR],
      ['admin', 'PATCH', `/api/commissions/${id}`, 'uitbetaald'],
      ['leader', 'PATCH', `/api/commissions/${id}`, KLAAR],
      ['admin', 'PATCH', `${pathOf(id)}/status`, KLAAR],
      ['leader', 'PATCH', `${pathOf(id)}/status`, KLAAR],
    ] as const) {
      const { status: code, body } = await world.call(who, method, path, { status })
      expect([code, body.message], `${who} ${path} ${status}`).toEqual([409, 'Keur de sale eerst goed'])
    }
    const { id: run } = await world.done('admin', 'POST', '/api/commissions/advance', {
      ...{ ids: [id], expectedStatus: 'in_afwachting' },
    })
    await world.advanced(run)
    expect(await world.done('admin', 'GET', `/api/commissions/advance/${run}/results`)).toMatchObject([
      { outcome: 'skipped', message: 'Keur de sale eerst goed' },
    ])
    expect((await world.approve(id)).status).toBe('approved')
    await world.step(id, 'in_afwachting', 'leader')
    expect((await world.step(id, KLAAR, 'leader')).status).toBe(KLAAR)
  })

  it('is given to many in a run, which names what it could not approve, and is undone where nothing changed', async () => {
    const [first, second] = [await world.sale(), await world.sale()]
    await world.step(second, 'in_afwachting')
    const stale = await world.sale()
    await world.done('admin', 'PATCH', pathOf(stale), { notes: 'Intussen' })
    const rows = [first, second, stale].map((id) => ({ id: id.slice('sale-'.length), version: 1 }))
    const body = { rows: rows.map((row, at) => (at === 1 ? { id: row.id } : row)), status: 'approved' }
    expect((await world.call('leader', 'POST', '/api/sales/changes', body)).status).toBe(403)
    const { id: run } = await world.done('admin', 'POST', '/api/sales/changes', body)
    await deliverOutbox(run)
    expect(await world.done('admin', 'GET', `/api/sales/changes/${run}`)).toMatchObject({
      ...{ state: 'done', changed: 2, skipped: 0, failed: 1, change: { status: 'approved' } },
    })
    expect(await world.done('admin', 'GET', `/api/sales/changes/${run}/results?outcome=failed`)).toMatchObject([
      { id: rows[2]?.id, message: expect.stringContaining('intussen gewijzigd') },
    ])
    for (const id of [first, second])
      expect(await world.seen('admin', id)).toMatchObject({ status: 'approved', approvedAt: expect.any(String) })

    await world.step(second, 'in_afwachting')
    const { id: back } = await world.done('admin', 'POST', `/api/sales/changes/${run}/undo`)
    await deliverOutbox(back)
    expect(await world.done('admin', 'GET', `/api/sales/changes/${back}`)).toMatchObject({ changed: 1, failed: 1 })
    expect(await saleOf(first)).toMatchObject({ status: 'nieuw', approvedAt: null, approvedBy: null })
    expect(await saleOf(second)).toMatchObject({ status: 'in_afwachting', approvedAt: expect.any(String) })
  })

  it('is not given in a run to a sale that somebody changes at the same moment, nor to one’s own', async () => {
    const id = await world.sale()
    const row = { id: id.slice('sale-'.length), version: 1 }
    const { id: run } = await world.done('admin', 'POST', '/api/sales/changes', { rows: [row], status: 'approved' })
    await meanwhile(() => world.done('admin', 'PATCH', pathOf(id), { notes: 'Net ervoor' }))
    await deliverOutbox(run)
    expect(await saleOf(id)).toMatchObject({ status: 'nieuw', approvedAt: null, notes: 'Net ervoor' })
    const own = await world.sale({ callerId: world.people.admin.id })
    const amounts = { agentCommission: 50, callerCommission: 10, reason: 'Afspraak' }
    await world.done('second', 'PATCH', `/api/commissions/${own}`, amounts)
    const rows = [{ id: own.slice('sale-'.length) }]
    const { id: refused } = await world.done('admin', 'POST', '/api/sales/changes', { rows, status: 'approved' })
    await deliverOutbox(refused)
    expect(await world.done('admin', 'GET', `/api/sales/changes/${refused}/results`)).toMatchObject([
      { outcome: 'failed', message: 'Laat een collega je eigen commissie afhandelen' },
    ])
  })

  it.each([
    ['agent', () => ({ agentId: world.people.other.id }), ['agentId']],
    ['caller', () => ({ callerId: world.people.caller.id }), ['callerId']],
    ['IBAN', () => ({ iban: 'NL20 INGB 0001 2345 67' }), ['iban']],
    ['holder', () => ({ bankAccountHolder: 'Een ander' }), ['bankAccountHolder']],
    ['customer', () => ({ customerName: 'Slagerij Smit', companyName: 'Smit BV' }), ['customerName', 'companyName']],
    ['date', () => ({ saleDate: '2026-11-01' }), ['saleDate']],
  ])('ends with another %s: what was due is reversed, and the row says who changed what', async (_, change, fields) => {
    const { id, agent } = await ready()
    expect(await open(agent.id)).toEqual([5_000])
    const changed = { by: { id: world.people.admin.id, firstName: 'Ada' }, at: '2026-11-23T09:00:00.000Z', fields }
    const ended = { status: 'pending', approvedAt: null, changedAfterApproval: changed }
    expect(await world.done('admin', 'PATCH', pathOf(id), change())).toMatchObject({ ...ended, approvedBy: null })
    expect(await world.seen('admin', id)).toMatchObject(ended)
    expect(await open(agent.id)).toEqual([])
    expect((await world.approve(id)).changedAfterApproval).toBeNull()
    expect((await world.seen('admin', id)).changedAfterApproval).toBeNull()
  })

  it('ends with another amount, wherever it is set, and not with the same amount', async () => {
    const amounts = { agentCommission: 60, reason: 'Actie' }
    for (const [method, pathFor] of [
      ['PATCH', (id: string) => `/api/commissions/${id}`],
      ['PUT', (id: string) => `${pathOf(id)}/commission`],
    ] as const) {
      const { id, agent } = await ready()
      await world.done('admin', method, pathFor(id), { agentCommission: 50, reason: 'Hetzelfde' })
      expect(await saleOf(id)).toMatchObject({ status: KLAAR, approvedBy: { firstName: 'Bea' } })
      await world.done('admin', method, pathFor(id), amounts)
      expect(await saleOf(id)).toMatchObject({
        ...{ status: 'pending', approvedAt: null, changedAfterApproval: { fields: ['agentCommission'] } },
      })
      expect(await open(agent.id)).toEqual([])
      const paid = await world.call('admin', 'PATCH', `/api/commissions/${id}`, { status: 'uitbetaald' })
      expect([paid.status, paid.body.message]).toEqual([409, 'Keur de sale eerst goed'])
    }
  })

  it('ends with a change also when the sale was set back to an earlier step before', async () => {
    const { id } = await ready()
    await world.step(id, 'nieuw')
    await world.done('admin', 'PATCH', pathOf(id), { iban: 'NL20 INGB 0001 2345 67' })
    expect(await saleOf(id)).toMatchObject({ status: 'pending', approvedAt: null })
  })

  it('stays after a change of other fields, which gives no approval either', async () => {
    const { id } = await ready()
    await world.done('admin', 'PATCH', pathOf(id), { notes: 'Belt terug', customerPhone: '0475 654321' })
    expect(await saleOf(id)).toMatchObject({ status: KLAAR, approvedBy: { firstName: 'Bea' } })
    const fresh = await world.sale()
    await world.done('admin', 'PATCH', pathOf(fresh), { bankAccountHolder: 'Een ander' })
    expect(await saleOf(fresh)).toMatchObject({ status: 'nieuw', changedAfterApproval: null })
  })

  it('that ended is mailed to the approver, once for each time', async () => {
    const { id } = await ready()
    await world.done('admin', 'PATCH', pathOf(id), { iban: 'NL20 INGB 0001 2345 67', bankAccountHolder: 'Een ander' })
    await world.done('admin', 'PATCH', pathOf(id), { bankAccountHolder: 'Nog een ander' })
    const saleId = id.slice('sale-'.length)
    expect((await readOutboxOf(saleId)).filter(({ kind }) => kind === 'sale-unapproved')).toMatchObject([
      { facts: { to: world.people.second.id, by: world.people.admin.id, fields: ['iban', 'bankAccountHolder'] } },
    ])
    await deliverOutbox(saleId)
    await deliverOutbox(saleId)
    const mails = (await world.world.ses.mails()).filter(({ to }) => to.includes(world.people.second.email))
    const [mail] = mails
    expect(mails).toHaveLength(1)
    expect(mail?.subject).toBe('Sale gewijzigd na je goedkeuring')
    expect(mail?.text).toContain(
      'Ada Admin wijzigde op 23-11-2026 de sale van Bakkerij De Molen: IBAN, rekeninghouder.',
    )
    expect(mail?.text).not.toContain('INGB')
  })
})

describe('an approval and a change at the same moment', () => {
  it('do not both apply: the approval of a sale that changed meanwhile is refused', async () => {
    const id = await world.sale({}, { agentCommission: 50 })
    await meanwhile(() => world.done('admin', 'PATCH', pathOf(id), { iban: 'NL20 INGB 0001 2345 67' }))
    const approved = await world.call('second', 'PATCH', `${pathOf(id)}/status`, { status: 'approved' })
    expect(approved.status).toBe(409)
    expect(await saleOf(id)).toMatchObject({ status: 'nieuw', approvedAt: null })
  })

  it('do not both apply: the change of a sale that was approved meanwhile is refused', async () => {
    const id = await world.sale({}, { agentCommission: 50 })
    await meanwhile(() => world.approve(id, 'second'))
    const changed = await world.call('admin', 'PATCH', pathOf(id), { iban: 'NL20 INGB 0001 2345 67' })
    expect(changed.status).toBe(409)
    expect(await saleOf(id)).toMatchObject({ status: 'approved', iban: expect.stringMatching(/43 00$/) })
  })

  it('leave the step undone: a row changed meanwhile does not become ready', async () => {
    const id = await world.sale({}, { agentCommission: 50 })
    await world.approve(id, 'second')
    await world.step(id, 'in_afwachting')
    await meanwhile(() => world.done('admin', 'PATCH', pathOf(id), { bankAccountHolder: 'Een ander' }))
    expect((await world.call('leader', 'PATCH', `/api/commissions/${id}`, { status: KLAAR })).status).toBe(409)
    expect(await saleOf(id)).toMatchObject({ status: 'pending', approvedAt: null })
    expect(await world.wrong()).toBe(0)
  })

  it('leave no row of a run ready or paid that changed meanwhile', async () => {
    const { id, agent } = await ready()
    const { id: run } = await world.done('admin', 'POST', '/api/commissions/advance', {
      ...{ ids: [id], expectedStatus: KLAAR },
    })
    await meanwhile(() => world.done('admin', 'PATCH', pathOf(id), { bankAccountHolder: 'Een ander' }))
    await world.advanced(run)
    expect(await saleOf(id)).toMatchObject({ status: 'pending', approvedAt: null })
    expect(await open(agent.id)).toEqual([])
    const { paidTotal } = await world.done(
      'admin',
      'GET',
      `/api/commissions/statement?userId=${agent.id}&month=2026-11`,
    )
    expect(paidTotal).toBe(0)
  })
})
