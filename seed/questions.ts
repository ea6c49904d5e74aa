import type { SaleRow } from '../functions/sales/entity.ts'
import type { QuestionRow } from '../functions/sales/questions/question-entity.ts'
import { addDays, instantIn, type LocalDate } from '../shared/time.ts'
import { createChance } from './random.ts'

const asked = [
  [
    'Klopt dit bedrag? Ik had het nieuwe tarief verwacht.',
    'Ja: het nieuwe tarief geldt voor sales vanaf de eerste van de maand erna.',
  ],
  [
    'Wanneer wordt deze commissie uitbetaald?',
    'Met de betaalronde van de 20e, zodra de leverancier het contract bevestigd heeft.',
  ],
  ['Er hoort een tweede aansluiting bij deze klant. Telt die mee?', 'Die telt als eigen sale, registreer hem apart.'],
] as const

/**
 * Returns the agent's question about the commission of a demo sale, for one in ten sales past approval; undefined for
 * other sales. Some questions are still open.
 */
export function buildDemoQuestion(sale: SaleRow): QuestionRow | undefined {
  const { id, status, approvedBy, agent, teamId, customerName } = sale
  const chance = createChance(Number.parseInt(id.slice(0, 8), 16))
  if (!approvedBy || status === 'approved' || !chance.maybe(0.1)) return undefined
  const [question, answer] = chance.pick(asked)
  const on = (days: number, time: string) => instantIn(addDays(sale.saleDate as LocalDate, days), time)
  const isAnswered = status === 'uitbetaald' || chance.maybe(0.4)
  return {
    ...{ id: chance.id(), version: isAnswered ? 2 : 1, commissionId: `sale-${id}`, customerName, question },
    ...{ teamId, askedById: agent.id, askedBy: agent, askedAt: on(7, '09:40') },
    ...(isAnswered
      ? { state: 'answered', answer, answeredBy: approvedBy, answeredAt: on(8, '11:05') }
      : { state: 'open', answer: undefined, answeredBy: undefined, answeredAt: undefined }),
  }
}
