/** Returns a valid body with the settings of self-billing, changed by `form`. */
export const buildSettingsForm = (form: object = {}) => ({
  companyName: 'Partnerview BV',
  address: 'Kade 5',
  postalCode: '6041 AB',
  city: 'Roermond',
  kvkNumber: '87654321',
  vatNumber: 'NL004495445B01',
  bankAccount: 'NL59 TRIO 0788 8776 66',
  defaultVatRate: 21,
  defaultPaymentTerms: '30_days',
  defaultDiscountPercentage: 3,
  accountingEmail: 'boekhouding@partnerview.example',
  autoSendToAccounting: true,
  invoicePrefix: 'YDS',
  ...form,
})

/** Returns the multipart form that uploads a partner's agreement. */
export function buildAgreementForm({ date = '2026-10-05', content = '%PDF-1.7' } = {}) {
  const parts = [
    `--grens\r\nContent-Disposition: form-data; name="date"\r\n\r\n${date}\r\n`,
    '--grens\r\nContent-Disposition: form-data; name="file"; filename="overeenkomst.pdf"\r\n',
    `Content-Type: application/pdf\r\n\r\n${content}\r\n--grens--\r\n`,
  ]
  return { body: parts.join(''), headers: { 'content-type': 'multipart/form-data; boundary=grens' } }
}

/** Returns a body with the required fields of a partner, changed by `form`. */
export const buildPartnerForm = (form: object = {}) => ({
  name: 'Bos Energieadvies',
  email: 'facturen@bos.example',
  address: 'Markt 1',
  postalCode: '6041 AB',
  city: 'Roermond',
  kvkNumber: '12345678',
  vatNumber: 'NL123456782B90',
  bankAccount: 'NL91RABO0315273637',
  ...form,
})

/** Returns the body that creates an invoice of € 1.210,00 for a partner, changed by `form`. */
export const buildInvoiceForm = (partnerCompanyId: string, form: object = {}) => ({
  partnerCompanyId,
  description: 'Commissie',
  invoiceDate: '2026-11-20',
  lines: [{ description: 'Commissie', quantity: 1, unitPrice: 1000, vatRate: 21 }],
  ...form,
})

/** Stores a partner company with this id, in whose name invoices can be made. */
export async function storePartner(id: string): Promise<void> {
  const { Partners } = await import('../functions/invoices/partner-entity.ts')
  const { addIndexKeys } = await import('../functions/invoices/partners/partners.ts')
  const at = new Date().toISOString()
  const row = addIndexKeys({
    ...buildPartnerForm(),
    id,
    version: 1,
    ...{
      legalForm: undefined,
      accountHolder: undefined,
      vatCheck: undefined,
      accountSince: undefined,
      pendingAccount: undefined,
      rejectedAccount: undefined,
    },
    vatSchemes: [{ scheme: 'normaal' }],
    paymentTerms: '30_days',
    allows48HourDiscount: true,
    acceptanceDays: 14,
    contactPerson: undefined,
    phone: undefined,
    assignedAgentId: undefined,
    isActive: true,
    agreement: { date: '2026-01-01', filename: 'overeenkomst.pdf', size: 1, hash: 'none' },
    agreedSince: '2026-01-01',
    linkGeneration: 0,
    ...{ invoiceCount: 0, lastInvoiceOn: undefined },
    korInvoiceCount: undefined,
    createdBy: 'proof',
    createdAt: at,
    updatedAt: at,
  })
  await Partners.put(row).go()
}

/** Returns the multipart form that uploads an attachment. */
export const buildAttachmentForm = (filename = 'uren.csv', content = 'dag;uren') => fileForm(filename, content)

/** Returns the multipart form that uploads a proof. */
export const buildProofForm = (filename = 'kaart.pdf', content = '%PDF-1.7 kaart') => fileForm(filename, content)

/** Returns the multipart form that uploads a bank statement. */
export const buildStatementForm = (content: string, filename = 'afschrift.xml') => fileForm(filename, content)

const fileForm = (filename: string, content: string) => ({
  body: `--grens\r\nContent-Disposition: form-data; name="file"; filename="${filename}"\r\n\r\n${content}\r\n--grens--\r\n`,
  headers: { 'content-type': 'multipart/form-data; boundary=grens' },
})
