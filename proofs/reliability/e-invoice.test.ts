import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { ublOf } from '../../functions/invoices/documents/invoice-ubl.ts'
import { buildPaymentXml } from '../../functions/invoices/payments/payment-xml.ts'
import { MAX_PAYMENTS } from '../../shared/api/schemas/payment-files.ts'
import { localDateOf, now } from '../../shared/time.ts'
import { buildCreditNote, buildIssuedInvoice, drawIssuedInvoice } from '../../testing/issued.ts'
import { createRandomNumbers } from '../../testing/seed.ts'
import { startWorld } from '../../testing/world.ts'
import { reportFigure, size } from '../figures.ts'
import { findInvalid, validator } from '../official-rules.ts'

describe.runIf(validator)('the official rules', () => {
  it('find no fault in a sample of invoices and credit notes', async () => {
    const below = createRandomNumbers(7)
    const rows = [
      buildIssuedInvoice(),
      buildCreditNote(buildIssuedInvoice()),
      ...Array.from({ length: size.eInvoices }, () => drawIssuedInvoice(below)),
    ]
    const wrong = await findInvalid(rows.map(ublOf))
    reportFigure('e-invoices: official rules', '0 of them broken', wrong.length, 0, wrong)
  })

  it('find no fault in the invoices of the demo, each sent first if it is a concept', async () => {
    const world = await startWorld()
    try {
      const { storePresentInvoices } = await import('../../seed/invoices.ts')
      await storePresentInvoices([], localDateOf(now()))
      const as = await world.session(await world.person({ role: 'admin' }))
      const call = (method: string, path: string, body?: object) =>
        world.call(method, `/api/self-billing/invoices${path}`, { as, ...(body ? { body } : {}) })
      const invoices: { id: string; status: string }[] = (await call('GET', '?limit=500')).body
      const documents = []
      const invoiceDate = localDateOf(now())
      for (const { id, status } of invoices) {
        // A concept gets the date of today, as an earlier date may offer an expired 48-hour discount.
        if (status === 'concept') await call('PATCH', `/${id}`, { invoiceDate })
        if (status === 'concept') await call('PATCH', `/${id}/status`, { status: 'in_behandeling' })
        documents.push(Buffer.from((await call('GET', `/${id}/ubl`)).text, 'latin1').toString('utf8'))
      }
      expect(documents.length).toBeGreaterThan(5)
      const wrong = await findInvalid(documents)
      reportFigure('e-invoices of the demo: official rules', '0 of them broken', wrong.length, 0, wrong)
    } finally {
      await world.stop()
    }
  })

  it('find no fault in a payment file, with one payment or the maximum, and with odd names', async () => {
    const files = [1, MAX_PAYMENTS].map((count) => buildPaymentXml(orderOf(count)))
    const wrong = await findInvalid(files)
    reportFigure('payment files: both schemas', '0 of them broken', wrong.length, 0, wrong)
  })
})

describe.runIf(!validator)('without the official rules', () => {
  it('no document is checked, and the report says so', () =>
    reportFigure(
      'e-invoices and payment files: official rules',
      'E_INVOICE_VALIDATOR names them',
      'not asked',
      'not asked',
    ))
})

const names = ['Énergie Groß & Łukasz <BV>', 'محمد 😀', '//', 'x'.repeat(200), ' \u0007-"\']]>']

function orderOf(count: number) {
  const below = createRandomNumbers(11)
  return {
    id: randomUUID(),
    executionDate: '2026-11-23',
    createdAt: '2026-11-20T09:00:00.000Z',
    debtor: { name: names[0] ?? '', bankAccount: 'NL59TRIO0788877666' },
    payments: Array.from({ length: count }, (_, at) => ({
      invoiceId: String(at),
      invoiceNumber: `AB-CD-EF-9-2026-${String(at + 1).padStart(4, '0')}`,
      partnerName: names[at % names.length] ?? '',
      bankAccount: 'NL91RABO0315273637',
      amount: at === 0 ? 1 : 1 + below(999_999_999),
    })),
  }
}
