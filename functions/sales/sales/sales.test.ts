import { afterAll, describe, expect, it } from 'vitest'
import { makeApiKey } from '../../../proofs/cast.ts'
import { type SaleStatus, saleStatuses } from '../../../shared/api/parts/statuses.ts'
import { listSaleSteps } from '../../../shared/sale-steps.ts'
import { storeContract } from '../../../testing/contracts.ts'
import { EAN } from '../../../testing/sales.ts'
import { startSalesWorld } from '../../../testing/worlds/sales.ts'

const { world, people, call, registered, step, get } = await startSalesWorld()
afterAll(() => world.stop())

type Who = keyof typeof people

/** Registers a sale and stores it with a status, approved where the status follows an approval. */
async function saleAt(status: SaleStatus) {
  const { id } = await registered('agent')
  const { saleRecords } = await import('../records.ts')
  const { Sales } = await import('../entity.ts')
  const isJudged = !['nieuw', 'pending', 'rejected'].includes(status)
  const approval = isJudged ? { approvedBy: people.admin.id, approvedAt: '2026-11-23T09:00:00.000Z' } : {}
  await Sales.put({ ...(await saleRecords.find(id)), ...approval, status }).go()
  return id as string
}

describe('the view of a sale', () => {
  it('masks its IBAN for all, and has EANs and holder only for readers of personal data (rulings 62)', async () => {
    const address = { address: 'Kade', houseNumber: '1', postalCode: '6041 AB', city: 'Roermond', eanGas: EAN }
    const { id } = await registered('agent', { eanElectricity: EAN, additionalAddresses: [address] })
    await call('admin', 'PATCH', `/api/sales/${id}`, { callerId: people.unseeing.id })
    const seen = await get('leader', id)
    expect(seen).toMatchObject({
      eanElectricity: EAN,
      bankAccountHolder: 'B. de Molen',
      iban: 'NL•• •••• •••• ••43 00',
    })
    expect(seen.additionalAddresses[0]).toMatchObject({ eanGas: EAN, eanElectricity: null })
    const hidden = await call('unseeing', 'GET', `/api/sales/${id}`)
    expect(hidden.body).toMatchObject({ eanElectricity: null, bankAccountHolder: null, iban: 'NL•• •••• •••• ••43 00' })
    expect(hidden.body.additionalAddresses).toMatchObject([{ city: 'Roermond', eanGas: null }])
    expect(hidden.text).not.toContain(EAN)
    for (const who of ['admin', 'leader', 'agent', 'unseeing'] as const) {
      expect((await call(who, 'GET', `/api/sales/${id}`)).text).not.toMatch(/ABNA|0417 ?1643/)
    }
  })

  it('reveals its IBAN to readers of personal data, and the history shows that', async () => {
    const { id } = await registered('agent')
    for (const who of ['unseeing', 'caller', 'elsewhere', 'other'] as const) {
      const { status } = await call(who, 'POST', `/api/sales/${id}/reveal`, {})
      expect([who, status]).toEqual([who, who === 'elsewhere' || who === 'other' ? 404 : 403])
    }
    expect((await call('leader', 'POST', `/api/sales/${id}/reveal`, {})).body).toEqual({ iban: 'NL91ABNA0417164300' })
    const { entries } = (await call('agent', 'GET', `/api/sales/${id}/history`)).body
    expect(entries.map(({ verb }: { verb: string }) => verb).sort()).toEqual(['create', 'reveal'])
  })

  it('reveals IBANs thirty times an hour to one person, together with those of contracts', async () => {
    const { id } = await registered('agent')
    const contract = await storeContract({ metadata: { iban: 'NL91ABNA0417164300' } })
    const as = await world.session(await world.person({ role: 'admin' }))
    const reveal = (path: string) => world.call('POST', `/api/${path}/reveal`, { as, body: {} })
    for (let turn = 0; turn < 15; turn++) {
      expect((await reveal(`sales/${id}`)).status).toBe(200)
      expect((await reveal(`contracts/${contract.id}`)).status).toBe(200)
    }
    expect((await reveal(`contracts/${contract.id}`)).status).toBe(429)
    const refused = await reveal(`sales/${id}`)
    expect([refused.status, refused.body.message]).toEqual([
      429,
      'Je hebt het afgelopen uur 30 rekeningnummers bekeken. Probeer het later opnieuw.',
    ])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_000)
    expect((await call('leader', 'POST', `/api/sales/${id}/reveal`, {})).status).toBe(200)
  })

  it('has a history of account, holder and EAN, masked, for readers of personal data (rulings 62)', async () => {
    const { id } = await registered('admin', { agentId: people.agent.id, callerId: people.unseeing.id })
    const change = { iban: 'NL20 INGB 0001 2345 67', bankAccountHolder: 'B. de Polen', eanElectricity: EAN }
    for (const [field, value] of Object.entries(change)) {
      expect((await call('leader', 'PATCH', `/api/sales/${id}`, { [field]: value })).status).toBe(200)
    }
    const iban = ['NL•• •••• •••• ••43 00', 'NL•• •••• •••• ••45 67']
    const shown = { iban, bankAccountHolder: ['B. de Molen', 'B. de Polen'], eanElectricity: [null, EAN] }
    for (const [who, expected] of [['agent', shown] as const, ['unseeing', { iban }] as const]) {
      const { entries } = (await call(who, 'GET', `/api/sales/${id}/history`)).body
      const changed = entries.flatMap(
        ({ changes }: { changes: { field: string; before: unknown; after: unknown }[] }) =>
          changes.map(({ field, before, after }) => [field, [before, after]]),
      )
      expect(Object.fromEntries(changed), who).toEqual(expected)
    }
  })

  it('has the own amount for agent and caller, both for others (rulings 37), in the history too', async () => {
    const { id, salesDockId } = await registered('admin', { agentId: people.agent.id, callerId: people.caller.id })
    const amounts = { agentCommission: 80.5, callerCommission: 20, reason: 'Afspraak' }
    expect((await call('agent', 'PUT', `/api/sales/${id}/commission`, amounts)).status).toBe(403)
    const set = await call('admin', 'PUT', `/api/sales/${id}/commission`, amounts)
    expect(set.body).toMatchObject({ totalCommission: 100.5, commissionOverride: { reason: 'Afspraak' } })
    const shown = {
      agent: [80.5, null, 80.5],
      caller: [null, 20, 20],
      leader: [80.5, 20, 100.5],
      admin: [80.5, 20, 100.5],
    }
    for (const [who, expected] of Object.entries(shown)) {
      const sale = await get(who as Who, id)
      expect([sale.agentCommission, sale.callerCommission, sale.totalCommission], who).toEqual(expected)
      const [row] = (await call(who as Who, 'GET', `/api/sales?q=${salesDockId}`)).body
      expect([row.agentCommission, row.callerCommission, row.totalCommission], who).toEqual(expected)
      const { entries } = (await call(who as Who, 'GET', `/api/sales/${id}/history`)).body
      const changed = entries.flatMap(({ changes }: { changes: { field: string; after: number }[] }) =>
        changes.map(({ field, after }) => [field, after]),
      )
      expect(Object.fromEntries(changed), who).toEqual({
        ...(expected[0] === null ? {} : { agentCommission: 80.5 }),
        ...(expected[1] === null ? {} : { callerCommission: 20 }),
        commissionOverride: { reason: 'Afspraak' },
      })
    }
  })

  it('has its appointment, lead and contract within reach', async () => {
    const lead = await call('other', 'POST', '/api/leads', { customerName: 'Jansen' })
    const planned = await call('leader', 'POST', `/api/leads/${lead.body.id}/appointment`, {
      customerName: 'Jansen',
      customerPhone: '0475 123456',
      appointmentDate: '2026-11-24',
      appointmentTime: '10:00',
      bookAnyway: true,
      agentId: people.agent.id,
    })
    const { id } = await registered('agent', { appointmentId: planned.body.id })
    expect(await get('agent', id)).toMatchObject({
      appointment: { id: planned.body.id, date: '2026-11-24', status: 'sale', text: 'Jansen' },
      lead: null,
      contract: null,
    })
    expect(await get('leader', id)).toMatchObject({ lead: { id: lead.body.id, status: 'converted' } })
  })

  it('shows whether its number may be called; a file leaves such a number out (rulings 32)', async () => {
    const customerPhone = '06 55577788'
    const { id } = await registered('agent', { customerPhone, saleDate: '2026-02-03' })
    const given = {
      number: customerPhone,
      givenBy: 'event',
      givenAt: '2026-11-01',
      text: 'Bel mij',
      proof: 'kaart.pdf',
    }
    expect((await call('admin', 'POST', '/api/consents', given)).status).toBe(201)
    const open = { doNotCallSince: null, mayCall: { state: 'consented', until: '2027-05-01', source: 'event' } }
    expect(await get('agent', id)).toMatchObject(open)
    const closed = { customerName: 'Jansen', customerPhone, doNotCall: true, doNotCallSource: 'Gebeld' }
    expect((await call('leader', 'POST', '/api/leads', closed)).status).toBe(201)
    const since = { doNotCallSince: { date: '2026-11-23' }, mayCall: { state: 'closed' } }
    expect(await get('agent', id)).toMatchObject(since)
    // A person reads the state at the record; for a page of a list it would cost a read a number.
    const headers = { 'x-api-key': await makeApiKey(people.admin) }
    for (const list of ['sales', 'commissions']) {
      const path = `/api/${list}?from=2026-02-03&to=2026-02-03`
      const [read] = (await call('agent', 'GET', path)).body
      expect([read.doNotCallSince, read.mayCall]).toEqual([since.doNotCallSince, undefined])
      expect((await world.call('GET', path, { headers })).body).toMatchObject([since])
    }
    const file = await call('admin', 'GET', '/api/sales/export?from=2026-02-03&to=2026-02-03')
    expect([file.text.includes('Wil niet gebeld worden'), file.text.includes(customerPhone)]).toEqual([true, false])
  })

  it('is a 404 out of reach, for every verb', async () => {
    const { id } = await registered('agent')
    for (const who of ['other', 'elsewhere'] as const) {
      expect((await call(who, 'GET', `/api/sales/${id}`)).status).toBe(404)
      expect((await call(who, 'GET', `/api/sales/${id}/history`)).status).toBe(404)
      expect((await call(who, 'PATCH', `/api/sales/${id}`, { notes: 'x' })).status).toBe(404)
    }
    expect((await step('elsewhere', id, 'pending')).status).toBe(404)
  })
})

describe('the steps of a sale', () => {
  it.each(saleStatuses)(
    'from %s go where the table says, for an admin and a team leader; agents and callers get a 403',
    async (from) => {
      let id = await saleAt(from)
      for (const role of ['admin', 'leader'] as const) {
        for (const to of saleStatuses) {
          const reply = await step(role, id, to, 'Reden')
          const isAllowed = listSaleSteps(role === 'admin' ? 'admin' : 'teamleader', from).includes(to)
          const isAdmins = listSaleSteps('admin', from).includes(to)
          expect([from, to, role, reply.status]).toEqual([from, to, role, isAllowed ? 200 : isAdmins ? 403 : 409])
          expect((await get('admin', id)).status).toBe(isAllowed ? to : from)
          if (isAllowed) id = await saleAt(from)
        }
      }
      expect((await step('agent', id, 'pending')).status).toBe(403)
      expect((await step('caller', id, 'pending')).status).toBe(403)
    },
  )

  it('are refused with both status names when they are not allowed', async () => {
    const message = async (from: SaleStatus, to: string) => (await step('admin', await saleAt(from), to)).body.message
    expect(await message('nieuw', 'uitbetaald')).toBe('Een sale kan niet van Nieuw naar Uitbetaald worden gezet')
    expect(await message('uitbetaald', 'nieuw')).toBe('Een sale kan niet van Uitbetaald naar Nieuw worden gezet')
    expect(await message('approved', 'approved')).toBe('Deze sale heeft al de status Goedgekeurd')
  })

  it('keep the approver and the moment of payment; a rejection has a reason', async () => {
    const { id } = await registered('agent')
    const refused = await step('admin', id, 'rejected')
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      { rejectionReason: ['Vul in waarom de sale wordt afgekeurd'] },
    ])
    expect((await step('admin', id, 'approved')).body).toMatchObject({
      approvedBy: { firstName: 'Ada', lastName: 'Beheer' },
      approvedAt: '2026-11-23T09:00:00.000Z',
    })
    for (const status of ['in_afwachting', 'klaar_voor_uitbetaling']) await step('leader', id, status)
    await step('admin', id, 'paid')
    expect(await get('agent', id)).toMatchObject({ status: 'uitbetaald', paidAt: '2026-11-23T09:00:00.000Z' })
    const { Commissions } = await import('../commission-entity.ts')
    expect((await Commissions.get({ id: `sale-${id}` }).go()).data).toMatchObject({ status: 'uitbetaald', version: 5 })
    const { entries } = (await call('agent', 'GET', `/api/sales/${id}/history`)).body
    expect(
      entries.flatMap(({ changes }: { changes: { after: string }[] }) => changes.map(({ after }) => after)).sort(),
    ).toEqual(['approved', 'in_afwachting', 'klaar_voor_uitbetaling', 'uitbetaald'])
  })

  it('at the same time as another person’s are a 409', async () => {
    const { id, version } = await registered('agent')
    const headers = { 'if-match': `"${version}"` }
    const replies = await Promise.all([
      call('admin', 'PATCH', `/api/sales/${id}/status`, { status: 'approved' }, headers),
      call('leader', 'PATCH', `/api/sales/${id}/status`, { status: 'pending' }, headers),
      call('admin', 'PUT', `/api/sales/${id}/commission`, { agentCommission: 1, reason: 'Actie' }, headers),
    ])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  })

  it('end changes: of amounts after payment, of all fields after rejection or payment', async () => {
    const paid = await saleAt('uitbetaald')
    const amounts = { agentCommission: 10 }
    expect((await call('admin', 'PUT', `/api/sales/${paid}/commission`, amounts)).status).toBe(409)
    expect((await call('admin', 'PATCH', `/api/sales/${paid}`, { notes: 'x' })).status).toBe(409)
    expect((await call('admin', 'PATCH', `/api/sales/${await saleAt('rejected')}`, { notes: 'x' })).status).toBe(409)
    const checked = await saleAt('pending')
    expect((await call('agent', 'PATCH', `/api/sales/${checked}`, { notes: 'x' })).status).toBe(409)
    expect((await call('leader', 'PATCH', `/api/sales/${checked}`, { notes: 'x' })).status).toBe(200)
  })
})

describe('a change of a sale', () => {
  it('erases emptied fields, but no EAN that the person does not see', async () => {
    const address = { address: 'Kade', houseNumber: '1', postalCode: '6041 AB', city: 'Roermond' }
    const { id } = await registered('unseeing', {
      eanElectricity: EAN,
      notes: 'Weg',
      additionalAddresses: [{ ...address, eanGas: EAN }],
    })
    const change = { notes: '', eanElectricity: null, additionalAddresses: [{ ...address, city: 'Swalmen' }] }
    expect((await call('unseeing', 'PATCH', `/api/sales/${id}`, change)).body.notes).toBeNull()
    expect(await get('admin', id)).toMatchObject({
      eanElectricity: EAN,
      additionalAddresses: [{ city: 'Swalmen', eanGas: EAN }],
    })
    await call('admin', 'PATCH', `/api/sales/${id}`, change)
    expect(await get('admin', id)).toMatchObject({ eanElectricity: null, additionalAddresses: [{ eanGas: null }] })
  })

  it('releases a wrong SalesDock ID, and refuses one of another sale', async () => {
    const first = await registered('agent', { salesDockId: 'SD-fout' })
    const second = await registered('agent', { salesDockId: 'SD-goed' })
    const patch = (id: string, salesDockId: string) => call('agent', 'PATCH', `/api/sales/${id}`, { salesDockId })
    expect((await patch(first.id, 'sd-GOED')).body.errors).toEqual({ salesDockId: ['Deze SalesDock ID bestaat al'] })
    expect((await patch(second.id, 'SD-Goed')).status).toBe(200)
    expect((await patch(first.id, 'SD-beter')).status).toBe(200)
    expect((await patch(second.id, 'SD-fout')).status).toBe(200)
  })

  it('assigns another agent and team, by a team leader or an admin, not by an agent', async () => {
    const { id } = await registered('agent')
    const to = { agentId: people.other.id }
    expect((await call('agent', 'PATCH', `/api/sales/${id}`, to)).status).toBe(403)
    expect((await call('leader', 'PATCH', `/api/sales/${id}`, to)).body.agentId).toBe(people.other.id)
    expect((await call('leader', 'PATCH', `/api/sales/${id}`, { agentId: people.elsewhere.id })).status).toBe(422)
    const moved = await call('admin', 'PATCH', `/api/sales/${id}`, { agentId: people.elsewhere.id })
    expect(moved.body).toMatchObject({ teamId: 2, team: { id: 2 } })
    expect((await call('leader', 'GET', `/api/sales/${id}`)).status).toBe(404)
  })
})
