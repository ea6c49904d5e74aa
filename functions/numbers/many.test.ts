import { afterAll, beforeAll, expect, it } from 'vitest'
import { storeContract } from '../../testing/contracts.ts'
import { meanwhile } from '../../testing/meanwhile.ts'
import { startLeadsWorld } from '../../testing/worlds/leads.ts'

let leads: Awaited<ReturnType<typeof startLeadsWorld>>
beforeAll(async () => {
  leads = await startLeadsWorld()
})
afterAll(() => leads.world.stop())

type Who = Parameters<typeof leads.call>[0]

let count = 0
/** Returns a number that nobody has yet. */
const newNumber = () => {
  count += 1
  return `06 ${62_000_000 + count}`
}
const stateOf = async (number: string) =>
  (await leads.call('admin', 'GET', `/api/numbers/${encodeURIComponent(number)}/may-call`)).body
const leadOf = async (id: string) => (await leads.call('agent', 'GET', `/api/leads/${id}`)).body
const close = (number: string) => leads.call('admin', 'POST', '/api/numbers/close', { number })

const consent = { givenBy: 'event', givenAt: '2026-11-01', text: 'Ja, bel mij over energie', proof: 'beurs-12.pdf' }
const record = (numbers: readonly string[], more: object = {}, who: Who = 'admin') =>
  leads.call(who, 'POST', '/api/consents/many', { numbers, consent, ...more })

it('an admin records one consent for many numbers, sees before what it does, and takes it back', async () => {
  const [fresh, withOther, known, closed, withdrawn] = [newNumber(), newNumber(), newNumber(), newNumber(), newNumber()]
  const numbers = [fresh, withOther, known, closed, withdrawn]
  const lead = await leads.note('agent', { customerName: 'Piet', customerPhone: fresh })
  const contract = await storeContract({ customerPhone: withOther })
  await record([known])
  await close(closed)
  const { id } = (await leads.call('admin', 'POST', '/api/consents', { ...consent, number: withdrawn, text: 'Eerder' }))
    .body
  await leads.call('admin', 'POST', `/api/consents/${id}/withdraw`, { how: 'Belde' })

  expect((await record(numbers, {}, 'leader')).status).toBe(403)
  const reply = { numbers: [fresh, withOther], known: 1, refused: 2 }
  expect((await record(numbers, { mode: 'check' })).body).toEqual(reply)
  expect((await stateOf(fresh)).state).toBe('none')
  const both = [`${fresh} / ${newNumber()}`, ...numbers.slice(1), 'geen nummer']
  expect((await record(both)).body).toEqual(reply)
  expect((await record(both)).body).toEqual({ numbers: [], known: 3, refused: 2 })
  expect((await leadOf(lead.id)).mayCall.state).toBe('consented')
  const may = (await leads.call('admin', 'GET', '/api/contracts/sales-status/alle?call=may')).body
  expect(may.map((row: { id: string }) => row.id)).toContain(contract.id)
  // How many there are in each state, of each team.
  const { states } = (await leads.call('admin', 'GET', '/api/contracts/counts')).body
  expect(states).toEqual([{ teamId: 0, state: 'consented', contracts: 1 }])
  const ofLeads = (await leads.call('agent', 'GET', '/api/leads/counts')).body.states
  expect(ofLeads).toContainEqual({ teamId: 1, state: 'consented', leads: 1, callBacks: 0 })

  // What was withdrawn meanwhile stays withdrawn.
  const [last] = (await leads.call('admin', 'GET', `/api/consents?number=${encodeURIComponent(withOther)}`)).body
    .consents
  await meanwhile(() => leads.call('agent', 'POST', `/api/consents/${last.id}/withdraw`, { how: 'Belde' }))
  expect((await record(numbers, { mode: 'undo' })).body).toEqual({ numbers: [fresh, known], known: 0, refused: 3 })
  expect([(await stateOf(fresh)).state, (await stateOf(withOther)).state]).toEqual(['none', 'withdrawn'])
  expect((await leads.recounted()).wrong).toBe(0)

  const wrong = await record([fresh], { consent: { ...consent, givenAt: '2099-01-01' } })
  expect(wrong.status).toBe(422)
})

it('an admin closes many numbers at once, every number of a text, and reopens those alone', async () => {
  const [first, second, closed] = [newNumber(), newNumber(), newNumber()]
  const lead = await leads.note('agent', {
    customerName: 'Piet',
    customerPhone: first,
    callBackAt: '2099-01-05T10:00:00Z',
  })
  await close(closed)
  const closeMany = (more: object = {}, who: Who = 'admin') =>
    leads.call(who, 'POST', '/api/numbers/close-many', {
      numbers: [`${first} of ${second}`, closed],
      source: 'Brief',
      ...more,
    })

  expect((await closeMany({}, 'leader')).status).toBe(403)
  const reply = { numbers: [first, second], known: 1, refused: 0 }
  expect((await closeMany({ mode: 'check' })).body).toEqual(reply)
  expect((await leadOf(lead.id)).doNotCall).toBe(false)
  expect((await closeMany()).body).toEqual(reply)
  expect((await leadOf(lead.id)).doNotCall).toBe(true)
  const counted = (await leads.call('agent', 'GET', '/api/leads/counts')).body.states
  expect(counted).toContainEqual({ teamId: 1, state: 'closed', leads: 1, callBacks: 1 })

  expect((await closeMany({ mode: 'undo' })).body).toEqual({ numbers: [first, second], known: 0, refused: 1 })
  expect([await stateOf(first), await stateOf(closed)]).toMatchObject([{ state: 'none' }, { state: 'closed' }])
  expect(
    (await closeMany({ numbers: Array.from({ length: 16 }, () => `${newNumber()} / ${newNumber()}`) })).status,
  ).toBe(422)
})

it('an admin gets the addresses of who has no consent, each once', async () => {
  const home = { address: 'Dorpsstraat', houseNumber: '1', postalCode: '6041 AB', city: 'Roermond' }
  await leads.note('agent', { customerName: 'Anna Brief', customerPhone: newNumber(), ...home })
  await leads.note('agent', { customerName: 'Anna Brief', customerPhone: newNumber(), ...home })
  await leads.note('agent', { customerName: 'Bo Zonder', customerPhone: newNumber() })
  const number = newNumber()
  await leads.note('agent', { customerName: 'Cas Ja', customerPhone: number, ...home })
  await record([number])
  await storeContract({ customerName: 'Dirk Contract', customerPhone: newNumber(), ...home })

  expect((await leads.call('leader', 'GET', '/api/leads/export?letters=true')).status).toBe(403)
  const file = await leads.call('admin', 'GET', '/api/leads/export?letters=true')
  expect(file.text.split('\r\n').filter((line) => /Brief|Zonder|Ja;/.test(line))).toEqual([
    'Anna Brief;;Dorpsstraat;1;6041 AB;Roermond;Geen toestemming',
  ])
  const ofContracts = await leads.call('admin', 'GET', '/api/contracts/export?status=alle&letters=true')
  expect(ofContracts.text).toContain('Dirk Contract;;Dorpsstraat;1;6041 AB;Roermond;Geen toestemming')
  const log = (await leads.call('admin', 'GET', '/api/audit-logs?entityType=lead-export')).body
  expect(JSON.stringify(log)).toContain('letters')
})

it('an admin confirms the legal forms that names tell, and takes them back at once', async () => {
  const [company, person, known] = [newNumber(), newNumber(), newNumber()]
  const lead = await leads.note('agent', { customerName: 'Bakker B.V.', customerPhone: company })
  await leads.note('agent', { customerName: 'Piet Pietersen', customerPhone: person })
  await leads.note('agent', { customerName: 'Zon', companyName: 'Zon VOF', customerPhone: known })
  const path = `/api/numbers/${encodeURIComponent(known)}/legal-form`
  expect((await leads.call('agent', 'PUT', path, { legalForm: 'vof' })).status).toBe(200)
  const forms = [company, person, known].map((number) => ({ number, legalForm: 'bv', company: 'Bakker B.V.' }))
  const set = (who: Who, more = {}) => leads.call(who, 'POST', '/api/numbers/legal-forms', { forms, ...more })

  expect((await set('leader')).status).toBe(403)
  expect((await set('admin')).body).toEqual({ numbers: [company], known: 1, refused: 1 })
  expect((await leadOf(lead.id)).mayCall.state).toBe('free')
  expect((await stateOf(known)).legalForm.legalForm).toBe('vof')
  expect((await set('admin', { mode: 'undo' })).body).toEqual({ numbers: [company], known: 0, refused: 2 })
  expect((await leadOf(lead.id)).mayCall.state).toBe('none')
  // One that the admin set singly stays.
  await leads.call('admin', 'PUT', `/api/numbers/${encodeURIComponent(company)}/legal-form`, { legalForm: 'nv' })
  expect((await set('admin', { mode: 'undo' })).body).toEqual({ numbers: [], known: 0, refused: 3 })
  expect((await stateOf(company)).legalForm.legalForm).toBe('nv')
})
