import { describe, expect, it } from 'vitest'
import type { LocalDate } from '../time.ts'
import { callDoorOf, gateOn } from './gate.ts'
import { namesLegalPerson } from './legal-forms.ts'
import { type ConsentFacts, callStateOn, mayCall, type NumberFacts } from './may-call.ts'
import { callStateText } from './state-texts.ts'
import { callGates, callPartOf, callStates } from './states.ts'

const TODAY = '2026-11-29' as LocalDate

const consent = (facts: Partial<ConsentFacts> = {}): ConsentFacts => ({
  ...{ givenBy: 'event', givenAt: '2026-09-01', recordedAt: '2026-09-01T10:00:00.000Z', text: 'Ja, bel mij' },
  ...{ proof: 'formulier.pdf', verified: 'none', firstCallBy: '2027-03-01', until: '2027-09-01', isToConfirm: false },
  ...facts,
})
const withdrawn = consent({ withdrawnAt: '2026-10-01T09:00:00.000Z' })
const wrongNumber = consent({ withdrawnAt: '2026-10-01T09:00:00.000Z', isWrongNumber: true })
const called = { calledAt: '2026-09-20' }

const number = (facts: Partial<NumberFacts> = {}): NumberFacts => ({ isClosed: false, consents: [], ...facts })

describe('whether a number may be called with an offer', () => {
  it.each<[name: string, facts: Partial<NumberFacts>, state: string, until?: string]>([
    ['nobody gave consent', {}, 'none'],
    ['proven consent', { consents: [consent(called)] }, 'consented', '2027-09-01'],
    ['proven consent, not called yet', { consents: [consent()] }, 'consented', '2027-03-01'],
    [
      'checked by text message instead of proof',
      { consents: [consent({ ...called, proof: '', verified: 'sms' })] },
      'consented',
      '2027-09-01',
    ],
    ['without text', { consents: [consent({ ...called, text: undefined })] }, 'unproven', '2027-09-01'],
    [
      'with neither proof nor check',
      { consents: [consent({ ...called, proof: undefined })] },
      'unproven',
      '2027-09-01',
    ],
    ['proof that nobody saw', { consents: [consent({ ...called, isToConfirm: true })] }, 'unproven', '2027-09-01'],
    ['its last day', { consents: [consent({ ...called, until: TODAY })] }, 'consented', TODAY],
    ['the day after it', { consents: [consent({ ...called, until: '2026-11-28' })] }, 'expired', '2026-11-28'],
    ['not called in time', { consents: [consent({ firstCallBy: '2026-11-28' })] }, 'expired', '2026-11-28'],
    ['called in time', { consents: [consent({ firstCallBy: '2026-11-28', ...called })] }, 'consented', '2027-09-01'],
    ['withdrawn', { consents: [withdrawn] }, 'withdrawn'],
    ['withdrawn, an older one left', { consents: [withdrawn, consent({ givenAt: '2026-08-01' })] }, 'withdrawn'],
    [
      'withdrawn, an older one recorded afterwards',
      { consents: [withdrawn, consent({ givenAt: '2026-08-01', recordedAt: '2026-10-02T09:00:00.000Z' })] },
      'withdrawn',
    ],
    [
      'given again the same day',
      { consents: [withdrawn, consent({ ...called, givenAt: '2026-10-01', recordedAt: '2026-10-01T15:00:00.000Z' })] },
      'consented',
      '2027-09-01',
    ],
    ['somebody else’s number', { consents: [wrongNumber] }, 'none'],
    [
      'of an expired and an unproven one',
      { consents: [consent({ until: '2026-10-01' }), consent({ proof: '' })] },
      'unproven',
      '2027-03-01',
    ],
    [
      'of an unproven and a proven one',
      { consents: [consent({ proof: '' }), consent(called)] },
      'consented',
      '2027-09-01',
    ],
    ['a legal person', { legalForm: 'bv' }, 'free'],
    ['a sole trader', { legalForm: 'eenmanszaak' }, 'none'],
    ['a partnership', { legalForm: 'vof' }, 'none'],
    ['a company being founded', { legalForm: 'io' }, 'none'],
    ['closed with consent', { isClosed: true, consents: [consent()] }, 'closed'],
    ['closed by a legal person', { isClosed: true, legalForm: 'nv' }, 'closed'],
  ])('%s', (_, facts, state, until) => {
    const found = mayCall(number(facts), { isNatural: false }, 'sales', TODAY)
    expect([found.state, found.until]).toEqual([state, until])
    expect(found.isAllowed).toBe(state === 'free' || state === 'consented')
    const service = mayCall(number(facts), { isNatural: false, reasons: ['appointment'] }, 'service', TODAY)
    expect([service.state, service.isAllowed], 'a call about what runs is never held back').toEqual([state, true])
    const other = mayCall(number(facts), { isNatural: false, reasons: ['appointment'] }, 'sales', TODAY)
    expect(other.isAllowed, 'a reason for service is none for an offer').toBe(found.isAllowed)
  })

  it.each(callStates)('%s opens a door by the choice of the office, and service always', (state) => {
    const doors = callGates.map((gate) => callDoorOf(state, gate, false))
    const without = { may: ['open', 'open', 'open'], none: ['open', 'warn', 'shut'], closed: ['shut', 'shut', 'shut'] }
    expect(doors).toEqual(without[callPartOf(state)])
    for (const gate of callGates) expect(callDoorOf(state, gate, true)).not.toBe('shut')
  })

  it('a gate begins on its day, and a warning becomes a refusal after its last one', () => {
    const chosen = { gate: 'warn', callGateFrom: '2026-11-29', warnUntil: '2026-12-29' } as const
    const days = ['2026-11-28', '2026-11-29', '2026-12-29', '2026-12-30'] as LocalDate[]
    expect(days.map((day) => gateOn(chosen, day))).toEqual(['off', 'warn', 'warn', 'block'])
    for (const gate of ['warn', 'block'] as const) expect(gateOn({ gate }, TODAY)).toBe('block')
  })

  it('a legal form is no right to call a natural person who has the number too', () => {
    expect(mayCall(number({ legalForm: 'bv' }), { isNatural: true }, 'sales', TODAY).state).toBe('none')
  })

  it('a stored consent expires by itself; other states stay', () => {
    expect(callStateOn({ state: 'consented', until: '2026-11-28' }, TODAY)).toBe('expired')
    expect(callStateOn({ state: 'unproven', until: '2026-11-28' }, TODAY)).toBe('expired')
    expect(callStateOn({ state: 'consented', until: TODAY }, TODAY)).toBe('consented')
    expect(callStateOn({ state: 'withdrawn', until: '2026-11-28' }, TODAY)).toBe('withdrawn')
  })

  it('each state is in one part of a list and has its words', () => {
    const words = (['free', 'consented', 'unproven', 'none', 'expired', 'withdrawn', 'closed'] as const).map(
      (state) => [callPartOf(state), callStateText({ state, until: '2027-03-12', source: 'event' })],
    )
    expect(words).toEqual([
      ['may', 'Rechtspersoon: mag gebeld worden'],
      ['may', 'Mag gebeld worden tot 12-03-2027 (beurs)'],
      ['none', 'Toestemming zonder bewijs'],
      ['none', 'Geen toestemming'],
      ['none', 'Toestemming verlopen op 12-03-2027'],
      ['closed', 'Toestemming ingetrokken'],
      ['closed', 'Wil niet gebeld worden'],
    ])
  })

  it('a name tells a legal person by its words, not by letters within others', () => {
    const legal = ['Bakker B.V.', 'Bakker BV', 'Ploeg N.V.', 'Stichting Thuis', 'VvE Markt 4', 'Coöperatie Zon']
    const natural = [
      'Jan de Vries',
      'Bakker B.V. i.o.',
      'Bakkerij Jansen',
      'Nvidia-fan',
      'V.O.F. Zon',
      'mevrouw Bvlgari',
    ]
    expect(legal.filter((name) => !namesLegalPerson(name))).toEqual([])
    expect(natural.filter(namesLegalPerson)).toEqual([])
  })
})
