import { deliveryOf } from '../mail/deliver.ts'
import { yearlyMails } from './yearly/mails.ts'

export const mails = deliveryOf(yearlyMails, {
  compose: async (_kind, { subject }, row) => {
    if (!row) throw new Error(`No partner to tell about ${subject}`)
    return (await import('./yearly/letter.ts')).composeYearlyMail(row)
  },
  marks: () => [],
})
