import { measures } from '../../shared/measures.ts'
import { openSteps } from '../../shared/sales/commission-steps.ts'
import type { Contribution } from '../platform/data/counters.ts'
import type { RecountedDomain } from '../records/recount.ts'
import { inOrder, isText, iterateRows, type Partition, type SortKeys } from '../records/source.ts'
import {
  amountContributionsOf,
  paymentContributionsOf,
  payoutStepKey,
  stepContributionsOf,
} from './amounts/commission-rules.ts'
import { type CommissionRow, Commissions } from './commission-entity.ts'
import { type AdjustmentRow, CommissionAdjustments } from './commissions/adjustment-entity.ts'
import { adjustmentContributions } from './commissions/adjustments.ts'
import { CommissionQuestions, type QuestionRow } from './questions/question-entity.ts'
import { questionContributions } from './questions/questions.ts'

/** Measures of commissions, and how a recount computes them from commissions, adjustments and open questions. */
export const countedCommissions: RecountedDomain = {
  measures: measures.commissions,
  contributionsIn: async function* (month) {
    const paid = Commissions.query.byStep({ step: payoutStepKey(month) })
    yield* each<CommissionRow>({ date: isText, id: isText }, paid, paymentContributionsOf)
    yield* each<CommissionRow>(
      { date: isText, id: isText },
      Commissions.query.byMonth({ month }),
      amountContributionsOf,
    )
    const adjusted = CommissionAdjustments.query.byMonth({ month })
    yield* each<AdjustmentRow>({ createdAt: isText, id: isText }, adjusted, adjustmentContributions)
  },
  standing: async function* () {
    for (const step of openSteps) {
      yield* each<CommissionRow>({ date: isText, id: isText }, Commissions.query.byStep({ step }), stepContributionsOf)
    }
    yield* each<QuestionRow>(
      { askedAt: isText, id: isText },
      CommissionQuestions.query.byState({ state: 'open' }),
      questionContributions,
    )
  },
}

/** Yields the contributions of each row of a partition. */
async function* each<Row extends object>(
  keys: SortKeys<Row>,
  partition: Partition<Row>,
  contributions: (row: Row) => readonly Contribution[],
) {
  for await (const row of iterateRows(inOrder(keys, [partition]))) yield contributions(row)
}
