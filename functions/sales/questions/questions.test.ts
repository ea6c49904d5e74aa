import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CommissionWorld, startCommissionWorld } from '../../../testing/commissions.ts'
import { deliverOutbox } from '../../../testing/outbox.ts'

let world: CommissionWorld
beforeAll(async () => {
  world = await startCommissionWorld()
})
afterAll(() => world.stop())

type Who = Parameters<CommissionWorld['call']>[0]
const ask = (who: Who, id: string, question = 'Waarom is dit minder?') =>
  world.call(who, 'POST', `/api/commissions/${id}/questions`, { question })
const answer = (id: string, who: Who = 'admin', text = 'Dat is een ander tarief.') =>
  world.call(who, 'POST', `/api/commissions/questions/${id}/answer`, { answer: text })
const open = async (who: Who) => (await world.done(who, 'GET', '/api/commissions/summary')).openQuestions
const mailsTo = async (who: Who) =>
  (await world.ses.mails()).filter((mail) => mail.to.includes(world.people[who].email)).map(({ subject }) => subject)

describe('a question about a commission', () => {
  it('is asked by a payee, mailed to the admins, and answered once', async () => {
    const id = await world.sale({}, { agentCommission: 10 })
    const asked = await ask('agent', id)
    expect([asked.status, asked.body]).toMatchObject([
      201,
      { commissionId: id, askedBy: { firstName: 'Bo' }, answer: null },
    ])
    expect(await world.seen('admin', id)).toMatchObject({ hasOpenQuestion: true })
    expect([await open('admin'), await open('leader'), await open('agent')]).toEqual([1, 1, 1])
    expect([await open('other'), await open('elsewhere')]).toEqual([0, 0])
    await deliverOutbox(asked.body.id)
    await deliverOutbox(asked.body.id)
    expect([await mailsTo('admin'), await mailsTo('second')]).toEqual([
      ['Vraag over een commissie'],
      ['Vraag over een commissie'],
    ])
    expect((await answer(asked.body.id, 'leader')).status).toBe(403)
    const answered = await Promise.all([answer(asked.body.id), answer(asked.body.id, 'second')])
    expect(answered.map(({ status }) => status).sort()).toEqual([201, 409])
    await deliverOutbox(asked.body.id)
    expect(await mailsTo('agent')).toEqual(['Antwoord op je vraag over een commissie'])
    expect(await world.seen('admin', id)).toMatchObject({ hasOpenQuestion: false })
    expect(await open('admin')).toBe(0)
    expect((await answer(asked.body.id)).status).toBe(409)
  })

  it('is mailed without the account numbers in its text', async () => {
    const iban = 'NL91_ABNA_0417_1643_00'
    const { body } = await ask('agent', await world.sale(), `Wordt dit gestort op ${iban}?`)
    await deliverOutbox(body.id)
    await answer(body.id, 'admin', `Nee, op ${iban.replaceAll('_', '/')}.`)
    await deliverOutbox(body.id)
    const sent = (await world.ses.mails()).filter(({ text }) => text.includes('gestort op'))
    expect(sent).toHaveLength(3)
    for (const { text, html } of sent) {
      expect(text).toContain('Wordt dit gestort op NL•• •••• •••• ••43 00?')
      expect(`${text}${html}`).not.toMatch(/0417/)
    }
    expect(sent.map(({ text }) => text).join()).toContain('Nee, op NL•• •••• •••• ••43 00.')
  })

  it('is a 404 for readers who cannot see the commission', async () => {
    const id = await world.sale()
    for (const who of ['other', 'elsewhere', 'caller'] as const) expect((await ask(who, id)).status, who).toBe(404)
  })

  it('does not disturb a change of the sale, and is seen by its asker and the admins', async () => {
    const id = await world.sale({ callerId: world.people.caller.id })
    const { version } = await world.seen('admin', id)
    const first = await ask('agent', id)
    expect((await world.seen('admin', id)).version).toBe(version)
    const change = { agentCommission: 5, reason: 'Actie' }
    const changed = await world.call('admin', 'PATCH', `/api/commissions/${id}`, change, { 'if-match': `"${version}"` })
    expect(changed.status).toBe(200)
    const questions = (who: Who) => world.done(who, 'GET', `/api/commissions/questions?commissionId=${id}`)
    expect([(await questions('admin')).length, (await questions('caller')).length]).toEqual([1, 0])
    await answer(first.body.id)
    expect((await ask('caller', id, 'En van mij?')).status).toBe(201)
    expect([(await questions('admin')).length, (await questions('caller')).length]).toEqual([2, 1])
    const unanswered = await world.done('admin', 'GET', '/api/commissions/questions?open=true')
    expect(unanswered).toMatchObject([{ question: 'En van mij?', answeredBy: null }])
    expect(await world.wrong()).toBe(0)
  })

  it('is the only open one of its commission, also when several people ask at once', async () => {
    const id = await world.sale({ callerId: world.people.caller.id })
    const asked = await Promise.all(
      Array.from({ length: 4 }, (_, turn) => ask(turn % 2 ? 'agent' : 'caller', id, `Vraag ${turn}`)),
    )
    expect(asked.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409])
    for (const who of ['agent', 'caller'] as const) {
      const again = await ask(who, id)
      expect(again).toMatchObject({
        status: 409,
        body: { message: expect.stringContaining('staat al een vraag open') },
      })
      expect(await world.seen(who, id)).toMatchObject({ hasOpenQuestion: true })
    }
    const [first] = asked.filter(({ status }) => status === 201)
    expect((await answer(first?.body.id)).status).toBe(201)
    expect((await ask('agent', id)).status).toBe(201)
    expect(await world.wrong()).toBe(0)
  })

  it('can be answered after a sale replaced its commission', async () => {
    const { buildSaleForm } = await import('../../../testing/sales.ts')
    const appointmentId = await world.held('sale')
    const { body } = await ask('caller', `lead-${appointmentId}`)
    const form = buildSaleForm({ appointmentId, agentId: world.people.agent.id })
    const sale = (await world.done('admin', 'POST', '/api/sales', form)).id
    expect((await answer(body.id)).status).toBe(201)
    const rejected = { status: 'rejected', rejectionReason: 'Onjuist' }
    await world.done('admin', 'PATCH', `/api/sales/${sale}/status`, rejected)
    await deliverOutbox(appointmentId)
    expect(await world.seen('admin', `lead-${appointmentId}`)).toMatchObject({ hasOpenQuestion: false })
    expect(await world.wrong()).toBe(0)
  })
})
