import * as z from '../../zod.ts'

/** Maximum number of rows with an open question that one run names. */
const MAX_WITH_QUESTIONS = 500

/** Ids of commissions to pay in spite of an open question about them. */
export const withQuestions = z
  .array(z.string().min(1).max(128).meta({ 'x-refers-to': '/api/commissions' }))
  .max(MAX_WITH_QUESTIONS)
  .meta({ 'x-not-stored': true })
  .optional()
