import { afterAll, describe, expect, it, vi } from 'vitest'
import { startLeadsWorld } from '../../testing/worlds/leads.ts'

const { world, people, sessions, call, note } = await startLeadsWorld()
afterAll(() => world.stop())

describe('a customer who called us', () => {
  const noted = async (id: string, body: object) => {
    const reply = await call('agent', 'POST', `/api/leads/${id}/calls`, { note: 'Gesproken', ...body })
    return reply.status === 201 ? reply.body.calls[0].contactBasis.kind : reply.body.errors
  }
  const travel = async (minutes: number) => {
    vi.setSystemTime(Date.now() + minutes * 60_000)
    sessions.set(people.agent.id, await world.session(people.agent))
  }
  const inbound = { contactBasis: { kind: 'inbound' } }

  it('may be called for two hours', async () => {
    const { id } = await note('agent', { customerPhone: '0475 818181' })
    expect([await noted(id, {}), await noted(id, inbound)]).toEqual(['missing', 'inbound'])
    await travel(119)
    expect(await noted(id, {})).toBe('inbound')
    const form = { customerName: 'Klant', customerPhone: '0475 818181', bookAnyway: true }
    const time = { appointmentDate: '2026-12-04', appointmentTime: '11:00' }
    const booked = await call('agent', 'POST', `/api/leads/${id}/appointment`, { ...form, ...time })
    expect(booked.body.contactBasis).toEqual({ kind: 'inbound', consentId: null, note: null })
    await travel(2)
    expect(await noted(id, {})).toBe('missing')
  })

  it('may be called back once, at the agreed time within 14 days', async () => {
    const { id } = await note('agent', { customerPhone: '0475 828282' })
    const day = 24 * 60
    const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
    expect(await noted(id, { ...inbound, callBackAt: at(15 * day) })).toEqual({
      callBackAt: ['Kies een moment binnen 14 dagen. Langer geldt deze afspraak niet.'],
    })
    expect(await noted(id, { ...inbound, callBackAt: at(14 * day) })).toBe('inbound')
    await travel(day)
    expect(await noted(id, { callBackAt: at(13 * day) })).toBe('missing')
    await travel(13 * day)
    expect([await noted(id, {}), await noted(id, {})]).toEqual(['requested', 'missing'])
  })

  it('may be called again once the last call is undone: by its author, within ten minutes, unless changed since', async () => {
    const { id } = await note('agent', { customerPhone: '0475 838383' })
    const undo = async (who: 'agent' | 'leader') => {
      sessions.set(people[who].id, await world.session(people[who]))
      return call(who, 'POST', `/api/leads/${id}/calls/undo`)
    }
    await noted(id, { ...inbound, callBackAt: new Date(Date.now() + 24 * 60 * 60_000).toISOString() })
    await travel(24 * 60)
    const { version, ...before } = (await call('agent', 'GET', `/api/leads/${id}`)).body
    expect(await noted(id, { note: 'Geen interesse', status: 'not-interested' })).toBe('requested')
    expect((await undo('leader')).status).toBe(409)
    const undone = await undo('agent')
    expect(undone.body).toEqual({ ...before, version: version + 2, updatedAt: undone.body.updatedAt })
    expect((await call('agent', 'GET', `/api/leads/${id}`)).body).toEqual(undone.body)
    sessions.set(people.admin.id, await world.session(people.admin))
    const log = (await call('admin', 'GET', `/api/audit-logs?entityType=lead&entityId=${id}`)).body
    expect(log.map(({ action }: { action: string }) => action)).toContain('lead.undo-call')
    expect((await undo('agent')).status).toBe(409)

    expect(await noted(id, {})).toBe('requested')
    await call('agent', 'PATCH', `/api/leads/${id}`, { notes: 'Belt zelf' })
    expect((await undo('agent')).status).toBe(409)
    await noted(id, {})
    await travel(11)
    expect((await undo('agent')).status).toBe(409)
  })
})
