import { cents, moneyText } from '../../../shared/money.ts'
import { readCompanyName } from '../../company/service.ts'
import { composeLetter, greetOutsider, line } from '../../mail/letter.ts'
import type { PartnersYearRow } from './mails.ts'
import { sumsOf } from './settled.ts'
import { drawStatementOf } from './statement-pdf.ts'

/** Writes the mail that gives a partner the statement of a year, with its PDF. */
export async function composeYearlyMail({ year, partnerId }: PartnersYearRow) {
  const { partner, documents, bytes } = await drawStatementOf(year, partnerId)
  return {
    to: partner.email,
    ...composeLetter(line`Jaaroverzicht ${year}`, [
      greetOutsider(partner.contactPerson ?? partner.name),
      line`In ${year} betaalden wij u ${moneyText(cents(sumsOf(documents).paid))}. In de bijlage staat elk document, op de dag van de bank.`,
      line`Met vriendelijke groet,\n${await readCompanyName()}`,
    ]),
    attachments: [{ filename: `jaaroverzicht-${year}.pdf`, contentType: 'application/pdf', content: bytes }],
  }
}
