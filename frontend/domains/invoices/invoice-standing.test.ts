import { expect, it } from 'vitest'
import type { Acceptance } from '../../../shared/invoices/choices.ts'
import { describeAcceptance, findUrgentState } from './invoice-standing.ts'

const answer = (state: Acceptance['state']): Acceptance => ({
  ...{ state, reason: null, disputedLines: null, until: '2026-11-16' },
  answeredAt: state === 'accepted' || state === 'refused' ? '2026-11-05T10:00:00.000Z' : null,
})

type Invoice = Parameters<typeof findUrgentState>[0]
const concept: Invoice = {
  type: 'invoice',
  status: 'concept',
  isOverdue: false,
  daysOverdue: 0,
  sentAt: null,
  sentToPartner: false,
  acceptance: null,
  credited: 'none',
  paymentFileId: null,
  paymentDate: null,
  paidAmount: 0,
  takenBack: null,
}
const sent: Invoice = {
  ...concept,
  ...{
    status: 'in_behandeling',
    sentAt: '2026-11-02T10:00:00.000Z',
    sentToPartner: true,
    acceptance: answer('accepted'),
  },
}
const late = { isOverdue: true, daysOverdue: 12 }
const filed = { paymentFileId: 'bestand' }
const returned = { takenBack: { paidOn: '2026-11-18', sentBackOn: '2026-11-20' } }
const refused = { acceptance: answer('refused') }
const part = { paidAmount: 10 }

const badgeText = (more: Partial<Invoice>, paysOn?: string, from = sent) =>
  findUrgentState({ ...from, ...more }, { paysOn, today: '2026-11-23' }).text

it('shows the most urgent fact, in a fixed order', () => {
  expect([
    badgeText({ ...refused, ...returned, ...late, ...filed, credited: 'whole' }),
    badgeText({ ...refused, ...returned, ...late, ...filed, ...part }),
    badgeText({ ...returned, ...late, ...part }),
    badgeText({ ...late, ...filed, ...part, sentToPartner: false }),
    badgeText({ ...filed, ...part, sentToPartner: false, acceptance: answer('open') }, '2026-11-24'),
    badgeText({ ...filed, ...part }, '2026-11-20'),
    badgeText({ ...part, sentToPartner: false, acceptance: answer('open') }),
    badgeText({ ...part, acceptance: answer('open') }),
    badgeText({ acceptance: answer('open') }),
    badgeText({ acceptance: answer('tacit') }),
  ]).toEqual([
    ...['Gecrediteerd', 'Geweigerd', 'Teruggekomen op 20-11-2026', 'Te laat · 12 dagen'],
    ...[
      'In betaalbestand 24 nov',
      'Wacht op bank',
      'Niet gemaild',
      'Deels betaald',
      'Nog niet bevestigd',
      'Te betalen',
    ],
  ])
})

it('shows a concept, how an invoice ended, and that a credit note is still to be netted', () => {
  const note = { type: 'credit_note', acceptance: answer('open') } as const
  expect([
    badgeText({}, undefined, concept),
    badgeText({ status: 'cancelled' }, undefined, concept),
    badgeText({ status: 'betaald', paymentDate: '2026-11-20', paidAmount: 10, ...refused }),
    badgeText({ status: 'betaald', paidAmount: 0, paymentDate: '2026-11-20' }),
    badgeText(note),
    badgeText({ ...note, ...refused }),
  ]).toEqual(['Concept', 'Geannuleerd', 'Betaald op 20 nov', 'Verrekend op 20 nov', 'Te verrekenen', 'Geweigerd'])
})

it('an invoice whose payment came back shows the new payment file that it is in', () => {
  expect(badgeText({ ...returned, ...filed }, '2026-11-24')).toBe('In betaalbestand 24 nov')
})

it('shows the partner’s answer with its day', () => {
  const text = (state: Acceptance['state']) =>
    describeAcceptance({ status: 'in_behandeling', acceptance: answer(state) }).text
  expect((['accepted', 'refused', 'tacit', 'open'] as const).map(text)).toEqual([
    ...['Geaccepteerd op 5 nov', 'Geweigerd op 5 nov', 'Stilzwijgend op 16 nov', 'Wacht op antwoord t/m 16 nov'],
  ])
  expect(describeAcceptance({ status: 'concept', acceptance: null }).text).toBe('–')
  expect(describeAcceptance({ status: 'betaald', acceptance: answer('open') }).text).toBe('–')
})
