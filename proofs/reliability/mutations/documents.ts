// biome-ignore-all lint/suspicious/noTemplateCurlyInString: what takes the place of a guard is source text
import { INVOICES, type Mutation, testsOf } from './mutation.ts'

/** Mutations of the code that numbers, credits and pays invoices. */
export const documents: readonly Mutation[] = [
  {
    name: 'number: the first of a year is given once',
    file: `${INVOICES}/numbers.ts`,
    in: 'moveLastNumber',
    guard: 'call notExists',
    becomes: "''",
    tests: testsOf.numbering('is unique when the first two of a year are made at once'),
  },
  {
    name: 'number: each is given once',
    file: `${INVOICES}/numbers.ts`,
    in: 'moveLastNumber',
    guard: 'call eq',
    becomes: "''",
    tests: testsOf.numbering(
      'is unique when others are made at once',
      'is not skipped when the settings raise the next number while it is issued',
    ),
  },
  {
    name: 'number: an invoice takes its own',
    file: `${INVOICES}/issuing/invoicing.ts`,
    in: 'tryToCreate',
    guard: 'member taken',
    tests: testsOf.numbering('is unique when others are made at once'),
  },
  {
    name: 'number: a credit note takes its own',
    file: `${INVOICES}/issuing/crediting.ts`,
    in: 'makeCreditNote',
    guard: 'member taken',
    tests: testsOf.numbering('is unique when credit notes are made at once'),
  },
  {
    name: 'invoice: its partner stands as it was read',
    file: `${INVOICES}/issuing/invoicing.ts`,
    in: 'countInvoiceAtPartner',
    guard: 'call where',
    becomes: 'Partners.patch({ id })\n    .add({ invoiceCount: 1 })\n    ',
    tests: [
      ...testsOf.numbering('is not made for a partner that is deactivated meanwhile'),
      ...testsOf.monthly('invoices nothing for a partner that is deactivated meanwhile'),
    ],
  },
  {
    name: 'invoice under the KOR: no other was issued meanwhile',
    file: `${INVOICES}/invoices/kor.ts`,
    in: 'requireIssuable',
    guard: 'call where',
    becomes: 'Partners.patch({ id: partner.id })\n    .add({ korInvoiceCount: 1 })\n    ',
    tests: testsOf.kor('does not pass the limit by two invoices that are issued at once'),
  },
  {
    name: 'number: each prefix has a series of its own',
    file: `${INVOICES}/numbers.ts`,
    in: 'InvoiceNumbers',
    guard: 'call primary',
    becomes: "primary('invoicenumber#${year}', 'invoicenumber')",
    tests: testsOf.numbering('is in the old series, and the next number is the first of the new series'),
  },
  {
    name: 'credit note that is issued: its invoice stands as it was read',
    file: `${INVOICES}/issuing/issuing.ts`,
    in: 'creditedBy',
    guard: 'member verb',
    becomes:
      "invoiceRecords.changed(before, after, {\n    verb: 'credit',\n    }).changes.map((change) => ({ ...change, write: [Invoices.put({ ...after, version: before.version + 1 })] }))\nimport { Invoices } from '../invoices/entity.ts'\n",
    tests: testsOf.credits(
      'settles its invoice together with a second note that is issued meanwhile',
      'is owed by its partner when its invoice is paid meanwhile',
      'settles its invoice when the payment is taken back meanwhile',
    ),
  },
  {
    name: 'credit note that is issued: no payment file has its invoice',
    file: `${INVOICES}/issuing/issuing.ts`,
    in: 'issueNote',
    guard: 'if invoice',
    tests: testsOf.payments('is not credited by a note that was made before either'),
  },
  {
    name: 'credit note that is cancelled: its invoice stands as it was read',
    file: `${INVOICES}/issuing/crediting.ts`,
    in: 'restoreCreditedQuantities',
    guard: 'return invoiceRecords',
    becomes:
      "const { Invoices } = await import('../invoices/entity.ts')\n  return invoiceRecords.changed(invoice, after).changes.map((change) => ({ ...change, write: [Invoices.put({ ...after, version: invoice.version + 1 })] }))",
    tests: testsOf.credits('makes its own lines creditable again, and none that another note credits meanwhile'),
  },
  {
    name: 'netting: the invoice stands as it was read',
    file: `${INVOICES}/payments/netting.ts`,
    in: 'changesOfNetting',
    guard: 'variable row',
    becomes:
      '{ row } = invoiceRecords.changed(before, after)\n  const changes = invoiceRecords.changed(before, after, { count }).changes\n    .map((change) => ({ ...change, write: [Invoices.put(row), ...write] }))',
    tests: testsOf.credits('is netted by a payment file with the rest that a part payment leaves open meanwhile'),
  },
  {
    name: 'netting: the credit notes stand as they were read',
    file: `${INVOICES}/payments/netting.ts`,
    in: 'creditNoteChanges',
    guard: 'member verb',
    becomes:
      "{\n    const { row, changes } = invoiceRecords.changed(note.before, note.after, { verb: 'set-off' })\n    return changes.map((change) => ({ ...change, write: [Invoices.put(row)] }))\n  }",
    tests: testsOf.credits(
      'settles no invoice when it is repaid meanwhile',
      'settles one invoice when two people settle two with it',
      'settles no invoice with an amount that a payment file nets meanwhile',
      'is netted by one payment file when two are made at once',
    ),
  },
  {
    name: 'netting by hand: the credit notes change with the invoice',
    file: `${INVOICES}/issuing/invoice-changing.ts`,
    in: 'setOffEdit',
    guard: 'object made',
    becomes: 'made',
    tests: testsOf.credits('settles one invoice when two people settle two with it'),
  },
  {
    name: 'payment file: no other has the invoice',
    file: `${INVOICES}/payments/payment-files.ts`,
    in: 'markInvoice',
    guard: 'template eq',
    becomes: 'eq(row.version, version)',
    tests: testsOf.payments('pays nothing that another file pays meanwhile'),
  },
  {
    name: 'payment file: the invoice stands as it was read',
    file: `${INVOICES}/payments/payment-files.ts`,
    in: 'markInvoice',
    guard: 'template eq',
    becomes: 'notExists(row.paymentFileId)',
    tests: testsOf.payments(
      'pays nothing that was credited meanwhile',
      'pays nothing that is paid by hand meanwhile',
      'pays what a payment by hand leaves open meanwhile',
    ),
  },
  {
    name: 'release: the invoice stands as it was read',
    file: `${INVOICES}/payments/payment-files.ts`,
    in: 'releaseInvoice',
    guard: 'template eq',
    becomes: 'eq(row.paymentFileId, fileId)',
    tests: testsOf.payments('does not release an invoice that is marked paid meanwhile'),
  },
  {
    name: 'release: the file has the invoice still',
    file: `${INVOICES}/payments/payment-files.ts`,
    in: 'releaseInvoice',
    guard: 'template eq',
    becomes: 'eq(row.version, version)',
    tests: testsOf.payments(
      'does not release an invoice that is in another file by now',
      'does not release an invoice that is in another file by now, when it is withdrawn',
    ),
  },
]
