import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CommissionWorld, startCommissionWorld } from '../../testing/commissions.ts'
import { buildSettingsForm, storePartner } from '../../testing/invoices.ts'
import { meanwhile } from '../../testing/meanwhile.ts'
import { deliverOutbox } from '../../testing/outbox.ts'
import type { Person } from '../../testing/world.ts'

let world: CommissionWorld
beforeAll(async () => {
  world = await startCommissionWorld()
})
afterAll(() => world.stop())

const KLAAR = 'klaar_voor_uitbetaling'
const SETTINGS = '/api/commission-rates/settings'
const pathOf = (id: string) => `/api/sales/${id.slice('sale-'.length)}`
const saleOf = (id: string) => world.done('admin', 'GET', pathOf(id))
const hold = (coolingOffFrom: string | null) =>
  world.done('admin', 'PUT', SETTINGS, { commissionCeiling: 3, coolingOffFrom })
const open = async ({ id }: Person) => {
  const { readOpenItems } = await import('../book/service.ts')
  return (await readOpenItems(id)).map(({ amount, supplyDate }) => [amount, supplyDate])
}
/** Returns the ids of the commissions whose sales a filter about bedenktijd finds, sorted. */
async function listed(agreement: string, who: 'admin' | 'leader' = 'admin'): Promise<string[]> {
  const rows = await world.done(who, 'GET', `/api/sales?limit=200&agreement=${agreement}`)
  return rows.map(({ id }: { id: string }) => `sale-${id}`).toSorted()
}
/** Returns the number of withdrawn sales to correct that 'Mijn dag' shows; it equals that of closing a month. */
async function work(): Promise<number> {
  const { work: tasks } = await world.done('admin', 'GET', '/api/my-day')
  const { steps } = await world.done('admin', 'GET', '/api/ledger/periods/2026-11')
  const count = tasks.find(({ kind }: { kind: string }) => kind === 'correction').count
  expect(steps.find(({ step }: { step: string }) => step === 'correction')).toMatchObject({ count, isRequired: false })
  return count
}
const consumer = { market: 'particulier', soldAt: 'phone' }
const told = { confirmedAt: '2026-11-23', infoGivenAt: '2026-11-23' }

/** Makes an approved sale of a new agent, who gets € 95, at the step before ready for payment. */
async function waiting(form: object = {}, options: object = {}) {
  const agent = await world.joined({ role: 'agent', teamId: 1, firstName: 'Lot', lastName: 'Prins', ...options })
  const id = await world.sale({ ...consumer, agentId: agent.id, ...form }, { agentCommission: 95 })
  await world.approve(id, 'second')
  await world.step(id, 'in_afwachting')
  return { id, agent }
}

describe('the fields of bedenktijd (market 69c)', () => {
  it('are stored, shown with the last day, and start at the customer’s for a sale from an appointment', async () => {
    const confirmation = { kind: 'document', reference: 'Offerte 12' }
    const id = await world.sale({ ...consumer, ...told, confirmation })
    const fields = { soldAt: 'phone', ...told, confirmation, isHomeUse: null }
    expect(await saleOf(id)).toMatchObject({ ...fields, coolingOff: 'proven', coolingOffUntil: '2026-12-07' })
    await world.done('admin', 'PATCH', pathOf(id), { infoGivenAt: null, confirmation: null })
    expect(await saleOf(id)).toMatchObject({ coolingOff: 'unproven', infoGivenAt: null, confirmation: null })
    const appointmentId = await world.held('sale')
    const booked = await world.sale({ market: 'particulier', appointmentId })
    expect(await saleOf(booked)).toMatchObject({ soldAt: 'customer', coolingOffUntil: '2026-12-07' })
    const business = await world.sale({ isHomeUse: false })
    expect(await saleOf(business)).toMatchObject({ coolingOff: 'none', coolingOffUntil: null })
    for (const field of ['confirmedAt', 'infoGivenAt']) {
      const future = await world.call('admin', 'PATCH', pathOf(id), { [field]: '2026-11-24' })
      expect([future.status, Object.keys(future.body.errors)]).toEqual([422, [field]])
    }
  })

  it.each([
    { market: 'zakelijk' },
    { soldAt: 'office' },
    { confirmedAt: '2026-11-23' },
    { confirmation: { kind: 'mail', reference: null } },
    { infoGivenAt: '2026-11-23' },
    { isHomeUse: true },
  ])('are bound by the approval: %o', async (change) => {
    const { id } = await waiting()
    const changed = await world.done('admin', 'PATCH', pathOf(id), change)
    expect(changed).toMatchObject({ status: 'pending', approvedAt: null })
    expect(changed.changedAfterApproval.fields).toEqual(Object.keys(change))
  })
})

describe('the fields of bedenktijd of several sales', () => {
  it('are noted by one run, which an undo takes back with the approval that they ended', async () => {
    const [fresh, approved] = [await world.sale(consumer), (await waiting()).id]
    const rows = [fresh, approved].map((id) => ({ id: id.slice('sale-'.length) }))
    const agreement = { ...told, confirmation: { kind: 'mail', reference: 'Map 12' } }
    const start = async (path: string, body?: object) => {
      const { id } = await world.done('admin', 'POST', `/api/sales/changes${path}`, body)
      await deliverOutbox(id)
      return [id, await world.done('admin', 'GET', `/api/sales/changes/${id}`)]
    }
    const [id, run] = await start('', { rows, agreement })
    expect(run).toMatchObject({ state: 'done', changed: 2, change: { status: null, agreement } })
    const noted = { ...agreement, coolingOff: 'proven', coolingOffUntil: '2026-12-07' }
    expect(await saleOf(fresh)).toMatchObject({ ...noted, status: 'nieuw' })
    expect(await saleOf(approved)).toMatchObject({ ...noted, status: 'pending', approvedAt: null })
    expect((await start('', { rows, agreement }))[1]).toMatchObject({ changed: 0, skipped: 2 })
    const sameKind = { confirmation: { kind: 'mail', reference: null } }
    expect((await start('', { rows, agreement: sameKind }))[1]).toMatchObject({ changed: 0, skipped: 2 })
    expect((await start(`/${id}/undo`))[1]).toMatchObject({ changed: 2 })
    const before = { confirmedAt: null, confirmation: null, infoGivenAt: null, coolingOff: 'unconfirmed' }
    expect(await saleOf(fresh)).toMatchObject({ ...before, coolingOffUntil: null })
    expect(await saleOf(approved)).toMatchObject({ ...before, status: 'in_afwachting', changedAfterApproval: null })
    for (const body of [{ rows }, { rows, agreement: {} }, { rows, agreement, status: 'approved' }]) {
      expect((await world.call('admin', 'POST', '/api/sales/changes', body)).status).toBe(400)
    }
  })
})

describe('a sale in its bedenktijd (market 69d)', () => {
  it('is held by no road until holding is switched on, from that day of selling', async () => {
    const past = await world.call('admin', 'PUT', SETTINGS, { commissionCeiling: 3, coolingOffFrom: '2026-11-22' })
    expect([past.status, past.body.errors]).toEqual([422, { coolingOffFrom: ['Kies vandaag of een latere dag'] }])
    const { id } = await waiting()
    expect((await world.step(id, KLAAR, 'leader')).status).toBe(KLAAR)
    await hold('2026-11-23')
    const earlier = await waiting({ saleDate: '2026-11-22' })
    expect((await world.step(earlier.id, KLAAR, 'leader')).status).toBe(KLAAR)
  })

  it('is held by each road to payment, with the reason', async () => {
    await hold('2026-11-23')
    const [unconfirmed, running] = [await waiting(), await waiting(told)]
    for (const [{ id }, text] of [
      [unconfirmed, 'Nog geen schriftelijk akkoord vastgelegd'],
      [running, 'Bedenktijd tot en met 07-12-2026'],
    ] as const) {
      for (const [who, path, status, more] of [
        ['admin', `/api/commissions/${id}`, KLAAR, {}],
        ['admin', `/api/commissions/${id}`, 'uitbetaald', {}],
        ['leader', `/api/commissions/${id}`, KLAAR, { coolingOffReason: 'Toch' }],
        ['admin', `${pathOf(id)}/status`, KLAAR, {}],
        ['leader', `${pathOf(id)}/status`, KLAAR, { coolingOffReason: 'Toch' }],
      ] as const) {
        const { status: code, body } = await world.call(who, 'PATCH', path, { status, ...more })
        expect([code, body.message], `${who} ${path} ${status}`).toEqual([422, text])
      }
    }
    const holdOf = async (id: string) => (await world.done('admin', 'GET', `/api/commissions/${id}`)).hold
    expect([await holdOf(unconfirmed.id), await holdOf(running.id)]).toEqual([{ until: null }, { until: '2026-12-07' }])
    const run = { ids: [unconfirmed.id, running.id], expectedStatus: 'in_afwachting' }
    const { staying } = await world.done('admin', 'POST', '/api/commissions/advance/preview', run)
    expect(staying).toMatchObject([
      { reason: 'unconfirmed', count: 1, total: 95 },
      { reason: 'coolingOff', count: 1, total: 95 },
    ])
    const { id: runId } = await world.done('admin', 'POST', '/api/commissions/advance', run)
    await world.advanced(runId)
    const results = await world.done('admin', 'GET', `/api/commissions/advance/${runId}/results`)
    expect(results.map(({ outcome, message }: { outcome: string; message: string }) => [outcome, message])).toEqual(
      expect.arrayContaining([
        ['skipped', 'Nog geen schriftelijk akkoord vastgelegd'],
        ['skipped', 'Bedenktijd tot en met 07-12-2026'],
      ]),
    )
    const totals = async () => (await world.done('admin', 'GET', '/api/sales/totals')).running
    const [before, inBedenktijd] = [await totals(), await listed('running')]
    expect(inBedenktijd).toEqual(expect.arrayContaining([unconfirmed.id, running.id]))
    expect(before).toMatchObject({ count: inBedenktijd.length })
    expect(await listed('unconfirmed')).toContain(unconfirmed.id)
    expect(await listed('unconfirmed')).not.toContain(running.id)
    const released = await world.done('admin', 'PATCH', `${pathOf(running.id)}/status`, {
      ...{ status: KLAAR, coolingOffReason: 'Klant wil direct starten' },
    })
    expect(await holdOf(running.id)).toBeNull()
    expect(released.earlyRelease).toMatchObject({ reason: 'Klant wil direct starten', by: { firstName: 'Ada' } })
    // What is released early is supplied on the day of its release.
    expect(await open(running.agent)).toEqual([[9_500, '2026-11-23']])
    await world.step(running.id, 'uitbetaald')
    expect(await totals()).toEqual({ count: before.count - 1, totalCommission: before.totalCommission - 95 })
    const own = await world.sale({ ...consumer, callerId: world.people.admin.id }, { agentCommission: 5 })
    await world.done('second', 'PATCH', `/api/commissions/${own}`, {
      ...{ agentCommission: 5, callerCommission: 10, reason: 'Belde zelf' },
    })
    await world.approve(own, 'second')
    const released2 = { status: KLAAR, coolingOffReason: 'Toch' }
    expect((await world.call('admin', 'PATCH', `/api/commissions/${own}`, released2)).status).toBe(403)
  })

  it('is held also when holding is switched on meanwhile', async () => {
    await hold(null)
    for (const road of ['sale', 'commission', 'run'] as const) {
      const { id, agent } = await waiting()
      await meanwhile(() => hold('2026-11-23'))
      if (road === 'run') {
        // The start of the run is the first transaction; the step after it is asked anew.
        const { id: runId } = await world.done('admin', 'POST', '/api/commissions/advance', {
          ...{ ids: [id], expectedStatus: 'in_afwachting' },
        })
        await hold(null)
        await meanwhile(() => hold('2026-11-23'))
        await world.advanced(runId)
      } else {
        const path = road === 'sale' ? `${pathOf(id)}/status` : `/api/commissions/${id}`
        expect((await world.call('leader', 'PATCH', path, { status: KLAAR })).status, road).toBe(422)
      }
      expect(await world.seen('admin', id), road).toMatchObject({ status: 'in_afwachting' })
      expect(await open(agent), road).toEqual([])
      await hold(null)
    }
  })

  it('is ready the day after, and then supplied on that day (market 69f)', async () => {
    await hold('2026-11-23')
    const { id, agent } = await waiting(told)
    await world.travel('2026-12-07T22:59:00Z')
    expect((await world.call('leader', 'PATCH', `/api/commissions/${id}`, { status: KLAAR })).status).toBe(422)
    await world.travel('2026-12-07T23:01:00Z')
    expect((await world.step(id, KLAAR, 'leader')).status).toBe(KLAAR)
    expect(await open(agent)).toEqual([[9_500, '2026-12-08']])
    await world.done('admin', 'PUT', SETTINGS, { commissionCeiling: 3, earnedAt: 'sale' })
    const other = await waiting({ ...told, saleDate: '2026-11-23' })
    await world.step(other.id, KLAAR)
    expect(await open(other.agent)).toEqual([[9_500, '2026-11-23']])
    // What was noted keeps its day.
    expect(await open(agent)).toEqual([[9_500, '2026-12-08']])
  })
})

describe('a withdrawal (market 69e)', () => {
  beforeAll(() => hold(null))

  const withdraw = (id: string, body: object = {}, who: 'admin' | 'leader' | 'caller' | 'elsewhere' = 'leader') =>
    world.call(who, 'POST', `${pathOf(id)}/withdraw`, { at: '2026-12-08', how: 'phone', reason: 'Coulance', ...body })

  it('rejects an open or approved sale, frees its appointment, and is undone within ten minutes', async () => {
    const appointmentId = await world.held('sale')
    const { id, agent } = await waiting({ soldAt: 'customer', appointmentId })
    await world.step(id, KLAAR)
    const foreign = await withdraw(id, {}, 'elsewhere')
    expect(foreign.status).toBe(404)
    expect((await withdraw(id, { at: '2026-12-09' })).body.errors).toEqual({ at: ['Kies vandaag of een eerdere dag'] })
    const done = await withdraw(id, { note: 'Belde zelf' }, 'caller')
    expect(done.body, done.text).toMatchObject({
      ...{ status: 'rejected', withdrawnAt: '2026-12-08', rejectionReason: 'Herroepen op 08-12-2026 (telefonisch)' },
      withdrawal: { how: 'phone', note: 'Belde zelf', by: { firstName: 'Cas' } },
    })
    expect(await open(agent)).toEqual([])
    expect((await withdraw(id)).status).toBe(409)

    const undone = await world.done('caller', 'POST', `${pathOf(id)}/withdraw/undo`)
    expect(undone).toMatchObject({ status: KLAAR, withdrawnAt: null, withdrawal: null, rejectionReason: null })
    expect((await open(agent)).map(([amount]) => amount)).toEqual([9_500])
    // The appointment may have another sale now, and then the first does not come back.
    await withdraw(id)
    const other = await world.sale({ soldAt: 'customer', appointmentId })
    expect((await world.call('caller', 'POST', `${pathOf(id)}/withdraw/undo`)).status).toBe(409)
    await withdraw(other)
    await world.travel('2026-12-07T23:12:00Z')
    const late = await world.call('leader', 'POST', `${pathOf(id)}/withdraw/undo`)
    expect([late.status, late.body.message]).toEqual([409, 'Ongedaan maken kan tot 10 minuten na het herroepen'])
    expect(await world.wrong()).toBe(0)
  })

  it('asks for a reason after the end of the bedenktijd, or without one', async () => {
    const over = await waiting({ ...told, saleDate: '2026-11-23' })
    const none = await waiting({ soldAt: 'office' })
    const never = await waiting()
    expect((await withdraw(over.id, { reason: null })).body.errors.reason[0]).toContain('liep tot en met 07-12-2026')
    expect((await withdraw(over.id, { reason: null, at: '2026-12-07' })).status).toBe(200)
    expect((await withdraw(none.id, { reason: null })).body.errors.reason[0]).toContain('geen bedenktijd')
    expect((await withdraw(never.id, { reason: null })).status).toBe(200)
  })

  it('waits for a concept, and of what is paid keeps the status and proposes each correction', async () => {
    const partnered = await waiting()
    const partnerId = await partner(partnered)
    await world.step(partnered.id, KLAAR)
    const { invoiceId, invoiceNumber } = await invoiced(partnerId)
    const held = await withdraw(partnered.id)
    expect([held.status, held.body.message]).toEqual([409, expect.stringContaining(invoiceNumber)])
    await billing('PATCH', `/invoices/${invoiceId}/status`, { status: 'in_behandeling' })
    const issued = await withdraw(partnered.id)
    expect(issued.body, issued.text).toMatchObject({ status: KLAAR, withdrawnAt: '2026-12-08' })
    expect((await saleOf(partnered.id)).proposedCorrections).toEqual([
      { userId: partnered.agent.id, name: 'Lot Prins', amount: -95 },
    ])

    const paid = await waiting()
    await world.step(paid.id, 'uitbetaald')
    expect((await withdraw(paid.id)).body).toMatchObject({ status: 'uitbetaald', withdrawnAt: '2026-12-08' })
    const correct = () => world.call('admin', 'POST', `${pathOf(paid.id)}/withdraw/corrections`)
    const toCorrect = [partnered.id, paid.id]
    expect(await listed('toCorrect', 'leader')).toEqual(toCorrect.toSorted())
    expect(await work()).toBe(2)
    expect((await world.call('leader', 'POST', `${pathOf(paid.id)}/withdraw/corrections`)).status).toBe(403)
    await meanwhile(() => correct())
    expect((await correct()).status).toBe(409)
    expect((await open(paid.agent)).map(([amount]) => amount)).toEqual([-9_500])
    expect((await saleOf(paid.id)).proposedCorrections).toEqual([])
    expect(await listed('toCorrect')).toEqual([partnered.id])
    expect(await listed('withdrawn')).toEqual(expect.arrayContaining(toCorrect))
    expect(await work()).toBe(1)
    expect((await world.call('leader', 'POST', `${pathOf(paid.id)}/withdraw/undo`)).status).toBe(409)
    expect(await world.wrong()).toBe(0)
  })

  it('is corrected once, also when somebody notes a correction by hand meanwhile', async () => {
    const byHand = ({ id: commissionId, agent }: { id: string; agent: Person }) =>
      world.call('admin', 'POST', '/api/commissions/adjustments', {
        ...{ userId: agent.id, amount: -95, reason: 'Herroepen', commissionId },
      })
    const paid = async () => {
      const one = await waiting()
      await world.step(one.id, 'uitbetaald')
      return one
    }
    const correct = (id: string) => world.call('admin', 'POST', `${pathOf(id)}/withdraw/corrections`)
    const withdrawn = await paid()
    await withdraw(withdrawn.id, { at: undefined })
    await meanwhile(() => byHand(withdrawn))
    expect((await correct(withdrawn.id)).status).toBe(200)
    const slow = await paid()
    await meanwhile(async () => {
      await withdraw(slow.id, { at: undefined })
      await correct(slow.id)
    })
    expect((await byHand(slow)).status).toBe(409)
    for (const { agent } of [withdrawn, slow]) expect((await open(agent)).map(([amount]) => amount)).toEqual([-9_500])
    // Once the corrections are noted, a further one by hand is a choice of its own.
    expect((await byHand(slow)).status).toBe(201)
  })

  it('is not noted for a sale that a concept claims meanwhile', async () => {
    const raced = await waiting()
    const partnerId = await partner(raced)
    await world.step(raced.id, KLAAR)
    await meanwhile(() => invoiced(partnerId))
    expect((await withdraw(raced.id)).status).toBe(409)
    expect(await saleOf(raced.id)).toMatchObject({ status: KLAAR, withdrawnAt: null })
  })

  it('is taken back once, by its correction or a credit note, in each order and at the same moment', async () => {
    const billed = async () => {
      const one = await waiting()
      const partnerId = await partner(one)
      await world.step(one.id, KLAAR)
      const { invoiceId } = await invoiced(partnerId)
      const path = `/api/self-billing/invoices/${invoiceId}`
      await world.done('admin', 'PATCH', `${path}/status`, { status: 'in_behandeling' })
      await withdraw(one.id, { at: undefined })
      const credit = (stillEarned: boolean) =>
        world.call('admin', 'POST', `${path}/credit-notes`, {
          quantities: [{ lineOrder: 1, quantity: 1, stillEarned }],
        })
      const correct = () => world.call('admin', 'POST', `${pathOf(one.id)}/withdraw/corrections`)
      return { ...one, credit, correct }
    }
    const issue = (note: { body: { id: string } }) =>
      world.call('admin', 'PATCH', `/api/self-billing/invoices/${note.body.id}/status`, { status: 'in_behandeling' })

    const corrected = await billed()
    expect((await corrected.correct()).status).toBe(200)
    expect((await corrected.credit(false)).body.errors.quantities[0]).toContain('is herroepen')
    expect((await corrected.credit(true)).status).toBe(201)
    const credited = await billed()
    expect((await issue(await credited.credit(false))).status).toBe(200)
    expect((await credited.correct()).status).toBe(200)
    expect(await open(credited.agent)).toEqual([])
    const raced = await billed()
    const note = await raced.credit(false)
    await meanwhile(raced.correct)
    expect((await issue(note)).status).toBe(422)
    for (const { agent } of [corrected, raced]) expect((await open(agent)).map(([amount]) => amount)).toEqual([-9_500])
  })

  const billing = (method: string, path: string, body?: object) =>
    world.done('admin', method, `/api/self-billing${path}`, body)

  /** Makes the agent of a sale one who is paid by a partner's invoices. */
  async function partner({ agent }: { readonly agent: Person }): Promise<string> {
    const id = `partner-of-${agent.id}`
    await billing('PUT', '/settings', buildSettingsForm())
    await storePartner(id)
    await billing('PATCH', `/partners/${id}`, { assignedAgentId: agent.id })
    return id
  }

  /** Makes the concept of a partner's commissions. */
  async function invoiced(partnerId: string): Promise<{ invoiceId: string; invoiceNumber: string }> {
    const body = { partnerIds: [partnerId], from: '2026-11-01', to: '2026-12-08' }
    const { id } = await billing('POST', '/monthly-runs', body)
    await deliverOutbox(id)
    const [result] = await billing('GET', `/monthly-runs/${id}/results`)
    return result
  }
})
