/** The settings of self-billing, all that is required. */
export const settingsForm = (form: object = {}) => ({
  companyName: 'Partnerview BV',
  address: 'Kade 5',
  postalCode: '6041 AB',
  city: 'Roermond',
  kvkNumber: '87654321',
  vatNumber: 'NL123456782B90',
  bankAccount: 'NL20 INGB 0001 2345 67',
  defaultVatRate: 21,
  defaultPaymentTerms: '30_days',
  defaultDiscountPercentage: 3,
  autoSendToAccounting: true,
  invoicePrefix: 'YDS',
  ...form,
})

/** The form that gives a partner its agreement. */
export function agreementForm({ date = '2026-10-05', content = '%PDF-1.7' } = {}) {
  const parts = [
    `--grens\r\nContent-Disposition: form-data; name="date"\r\n\r\n${date}\r\n`,
    '--grens\r\nContent-Disposition: form-data; name="file"; filename="overeenkomst.pdf"\r\n',
    `Content-Type: application/pdf\r\n\r\n${content}\r\n--grens--\r\n`,
  ]
  return { body: parts.join(''), headers: { 'content-type': 'multipart/form-data; boundary=grens' } }
}
