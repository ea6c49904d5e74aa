import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { addMonths, type LocalDate } from '../shared/time.ts'
import { buildAgreementForm, buildAttachmentForm, buildPartnerForm } from '../testing/invoices.ts'
import { readPdf } from '../testing/read-pdf.ts'
import { textsIn } from '../testing/read-xml.ts'
import { buildSaleForm } from '../testing/sales.ts'
import { findLayoutFaults } from './support/layout.ts'
import {
  callWorkbench,
  dateInDays,
  expect,
  expectAccessible,
  findDemoAccount,
  logInByApi,
  readProductUrl,
  test,
  visit,
} from './support/test.ts'

/** Number in the names of this run, so that they differ from those of earlier runs on the same data. */
const run = process.pid
const partnerName = `Eind-tot-Eind Advies ${run}`
const customer = `Bakkerij ${run}`
const lost = `Slagerij ${run}`
const partnerMail = `facturen-${run}@eind.example`

interface Mail {
  readonly id: string
  readonly to: readonly string[]
  readonly subject: string
  readonly text: string
  readonly attachments: readonly { readonly filename: string }[]
}

/** Waits for mails to an address about a subject, and returns them. */
async function mailsTo(address: string, about: string): Promise<Mail[]> {
  const found = async () =>
    (await callWorkbench<Mail[]>('/mails')).filter(({ to, subject }) => to.includes(address) && subject.includes(about))
  await expect.poll(async () => (await found()).length).toBeGreaterThan(0)
  return found()
}

async function attachment(mail: Mail, filename: string): Promise<Buffer> {
  const number = mail.attachments.findIndex((one) => one.filename === filename)
  const reply = await fetch(`${readProductUrl()}/__local/mails/${mail.id}/attachments/${number}`)
  expect(reply.status, filename).toBe(200)
  return Buffer.from(await reply.arrayBuffer())
}

test('a commission invoice is accepted, paid, returned by the bank, paid less a credit note and accounted for', async ({
  page: admin,
  openPage,
}) => {
  test.slow()
  await logInByApi(admin, 'admin2@partnerview.example')
  const sessionid = (await admin.evaluate(() => localStorage.getItem('sessionId'))) ?? ''
  async function send(method: string, path: string, init: { body?: string; headers?: object }) {
    const reply = await fetch(`${readProductUrl()}/api${path}`, {
      ...init,
      method,
      headers: { ...init.headers, sessionid },
    })
    const text = await reply.text()
    expect(reply.ok, `${method} ${path}: ${reply.status} ${text}`).toBe(true)
    return text
  }
  const call = async (method: string, path: string, body?: object) =>
    JSON.parse(
      await send(
        method,
        path,
        body ? { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } } : {},
      ),
    )

  const { id: agentId } = await findDemoAccount('agent9@partnerview.example')
  const partner = await call(
    'POST',
    '/self-billing/partners',
    buildPartnerForm({ name: partnerName, email: partnerMail, assignedAgentId: agentId }),
  )
  await send('PUT', `/self-billing/partners/${partner.id}/agreement`, buildAgreementForm())
  async function ready(customerName: string, agentCommission: number): Promise<string> {
    const form = { agentId, saleDate: inMonthBefore(), customerName, salesDockId: `SD-${customerName}` }
    const { id } = await call('POST', '/sales', buildSaleForm(form))
    await call('PATCH', `/commissions/sale-${id}`, { agentCommission, reason: 'Contract van vijf jaar' })
    await call('PATCH', `/sales/${id}/status`, { status: 'approved' })
    await call('PATCH', `/commissions/sale-${id}`, { status: 'klaar_voor_uitbetaling' })
    return `sale-${id}`
  }
  const commissionId = await ready(customer, 1234.56)
  await ready(lost, 200)

  // The screen proposes last month as the period. Both sales are of that month, so the test chooses no period.
  await admin.goto(`${readProductUrl()}/self-billing/maandrun`)
  await admin.getByRole('checkbox', { name: 'Alle partners kiezen' }).uncheck()
  const row = admin.getByRole('row', { name: partnerName })
  await row.getByRole('checkbox').check()
  await row.getByRole('button', { name: partnerName }).click()
  await expect(admin.getByRole('row', { name: customer })).toBeVisible()
  await expectAccessible(admin)
  await admin.getByRole('button', { name: /^1 factuur maken · / }).click()
  const question = admin.getByRole('alertdialog', { name: '1 factuur maken?' })
  await expect(question).toContainText(partnerName)
  await question.getByRole('button', { name: '1 factuur maken' }).click()
  const invoice = admin.getByRole('dialog', { name: 'Maandrun' }).getByRole('link', { name: /^YDS-/ })
  const invoiceNumber = (await invoice.textContent()) ?? ''
  expect(await findLayoutFaults(admin)).toEqual([])
  await invoice.click()
  await admin.waitForURL(/\/self-billing\/invoice\//)
  await expect(admin.getByRole('row').filter({ hasText: customer })).toBeVisible()
  const invoiceId = new URL(admin.url()).pathname.split('/').at(-1) ?? ''

  const { path } = JSON.parse(await send('POST', '/self-billing/upload-attachment', buildAttachmentForm()))
  await call('PATCH', `/self-billing/invoices/${invoiceId}`, { attachments: [path] })
  expect(await send('GET', `/self-billing/invoices/${invoiceId}/attachments/${path}`, {})).toBe('dag;uren')
  await admin.reload()
  await admin.getByRole('button', { name: 'Versturen' }).click()
  await admin.getByRole('button', { name: 'E-mail versturen en doorgaan' }).click()
  await expect(admin.getByText('Status bijgewerkt', { exact: true })).toBeVisible()

  const [mail, ...twice] = await mailsTo(partnerMail, invoiceNumber)
  if (!mail) throw new Error('The partner got no mail')
  expect(twice).toEqual([])
  const pdf = await readPdf(await attachment(mail, `${invoiceNumber}.pdf`))
  const texts = pdf.pages.flatMap((one) => one.content).join(' ')
  expect(texts).toContain(partnerName)
  expect(texts).toContain('Factuur uitgereikt door afnemer')
  expect(texts).toContain('uren.csv')
  const ubl = (await attachment(mail, `${invoiceNumber}.xml`)).toString()
  const { totalAmount } = await call('GET', `/self-billing/invoices/${invoiceId}`)
  expect(textsIn(ubl, 'ID')).toContain(invoiceNumber)
  expect(textsIn(ubl, 'PayableAmount').map(Number)).toEqual([totalAmount])

  // From here on the test acts as the partner, who has no account.
  const link = /https?:\/\/\S+\/factuur\/\S+/.exec(mail.text)?.[0] ?? ''
  const guest = await openPage()
  await guest.goto(`${readProductUrl()}${new URL(link).pathname}`)
  await expect(guest.getByRole('heading', { name: `Factuur ${invoiceNumber}` })).toBeVisible()
  await expectAccessible(guest)
  await guest.getByRole('button', { name: 'Akkoord' }).click()
  await expect(guest.getByText('U heeft deze factuur geaccepteerd.')).toBeVisible()

  await admin.goto(`${readProductUrl()}/self-billing/betalingen`)
  await admin.getByRole('row', { name: invoiceNumber }).getByRole('checkbox').click()
  const bar = admin.getByRole('region', { name: 'Acties voor de selectie' })
  await bar.getByRole('button', { name: 'Betaalbestand maken' }).click()
  const asking = admin.getByRole('dialog', { name: 'Betaalbestand maken' })
  await expect(asking.getByText(/^Te betalen op \d/)).toBeVisible()
  await asking.getByRole('button', { name: 'Betaalbestand maken' }).click()
  const file = admin.getByRole('dialog', { name: 'Betaalbestand', exact: true })
  await expect(file.getByRole('list', { name: 'Betalingen' })).toContainText(invoiceNumber)
  await expect(file.getByText('Wacht op goedkeuring van een andere beheerder')).toBeVisible()
  await expect(file.getByRole('button', { name: /^Downloaden/ })).toHaveCount(0)
  await expectAccessible(admin)
  const second = await openPage()
  await logInByApi(second, 'admin1@partnerview.example')
  await approveInMyDay(second, partnerName)
  await admin.reload()
  await expect(file.getByText(/^Goedgekeurd$/)).toBeVisible()
  const download = admin.waitForEvent('download')
  await file.getByRole('button', { name: /^Downloaden/ }).click()
  const order = await readFile(await (await download).path(), 'utf8')
  expect(textsIn(order, 'InstdAmt').map(Number)).toEqual([totalAmount])
  await file.getByRole('button', { name: 'Sluiten' }).last().click()
  await uploadStatement(admin, 'afschrift.xml', statementOf(order, dateInDays(0)))
  await expectAccessible(admin)
  await admin.getByRole('button', { name: `Bevestigen: ${invoiceNumber}` }).click()
  await expect(admin.getByText('1 factuur betaald', { exact: true })).toBeVisible()

  // The bank returns the payment, and meanwhile one of the sales behind it is lost. The next payment file pays what
  // remains.
  const sentBack = statementOf(order, dateInDays(0), 'CRDT')
  await uploadStatement(admin, 'retour.xml', sentBack)
  await expect(admin.getByText('Teruggekomen', { exact: true })).toBeVisible()
  for (const width of [768, 1024, 1099]) {
    await admin.setViewportSize({ width, height: 1000 })
    await expect(admin.getByRole('columnheader', { name: 'Bedrag' })).toBeInViewport({ ratio: 1 })
    await expect(admin.getByRole('button', { name: `Bevestigen: ${invoiceNumber}` })).toBeInViewport({ ratio: 1 })
    const list = admin.locator('.pv-list-scroller')
    expect(await list.evaluate((element) => element.scrollWidth <= element.clientWidth), `${width} px`).toBe(true)
  }
  await admin.setViewportSize({ width: 390, height: 844 })
  await expectAccessible(admin)
  await admin.getByRole('button', { name: `Bevestigen: ${invoiceNumber}` }).click()
  await expect
    .poll(async () => (await call('GET', `/self-billing/invoices/${invoiceId}`)).status)
    .toBe('in_behandeling')
  await admin.setViewportSize({ width: 1440, height: 900 })
  await expect
    .poll(async () => (await call('GET', `/commissions/${commissionId}`)).status)
    .toBe('klaar_voor_uitbetaling')
  const { lines } = await call('GET', `/self-billing/invoices/${invoiceId}`)
  const lineOrder = lines.findIndex(({ description }: { description: string }) => description.includes(lost)) + 1
  const quantities = [{ lineOrder, quantity: 1, stillEarned: false }]
  const note = await call('POST', `/self-billing/invoices/${invoiceId}/credit-notes`, { quantities })
  await call('PATCH', `/self-billing/invoices/${note.id}/status`, { status: 'in_behandeling' })
  const rest = Math.round((totalAmount + note.totalAmount) * 100) / 100
  const next = await call('POST', '/self-billing/payment-files', {
    invoiceIds: [invoiceId],
    executionDate: dateInDays(0),
  })
  expect(next).toMatchObject({ total: rest, count: 1, leftOut: [], state: 'waiting' })
  await approveInMyDay(second, partnerName)
  const secondOrder = await send('GET', `/self-billing/payment-files/${next.id}`, {})
  expect(textsIn(secondOrder, 'InstdAmt').map(Number)).toEqual([rest])
  await uploadStatement(admin, 'tweede.xml', statementOf(secondOrder, dateInDays(0)))
  await admin.getByRole('button', { name: `Bevestigen: ${invoiceNumber}` }).click()
  await expect(admin.getByText('1 factuur betaald', { exact: true })).toBeVisible()

  await admin.goto(`${readProductUrl()}/self-billing/invoice/${invoiceId}`)
  await expect(admin.getByText(/^Geaccepteerd op \d/)).toBeVisible()
  await expect(admin.getByText(/^Betaald op \d/).first()).toBeVisible()
  await expectAccessible(admin)
  await expect
    .poll(async () => (await call('GET', `/self-billing/invoices/${invoiceId}/commissions`)).commissions)
    .toContainEqual(expect.objectContaining({ commissionId, state: 'paid' }))
  // The commission becomes uitbetaald (paid out) a little later than its invoice becomes betaald (paid).
  await expect.poll(async () => (await call('GET', `/commissions/${commissionId}`)).status).toBe('uitbetaald')
  await admin.goto(`${readProductUrl()}/commissies-admin?search=${encodeURIComponent(customer)}`)
  await expect(admin.getByRole('row', { name: customer })).toContainText('Uitbetaald')

  // The schedule and a person start the sending at the same time. The accounting still gets one mail.
  await Promise.all([
    callWorkbench('/schedules/accounting-dispatch', { method: 'POST' }),
    call('POST', '/self-billing/dispatches'),
  ])
  await expect.poll(async () => (await call('GET', `/self-billing/invoices/${invoiceId}`)).sentToAccounting).toBe(true)
  const accounted = await mailsTo('boekhouding@partnerview.example', invoiceNumber)
  expect(accounted.map(({ attachments }) => attachments.map(({ filename }) => filename))).toEqual([
    [`${invoiceNumber}.pdf`, `${invoiceNumber}.xml`],
  ])
  await admin.goto(`${readProductUrl()}/self-billing/boekhouding?tab=verzendingen`)
  await expect(admin.getByRole('row', { name: /Automatisch/ }).first()).toBeVisible()
  await expectAccessible(admin)
  for (const [path, text] of [
    ['/self-billing?status=betaald', invoiceNumber],
    ['/self-billing?tab=partners', partnerName],
    [`/self-billing/invoice/${invoiceId}`, 'In een betaalbestand gezet'],
    ['/self-billing/workflow-betaald', invoiceNumber],
    ['/self-billing/betalingen?tab=bestanden', 'Klaar voor de bank'],
    ['/self-billing/betalingen?tab=afschriften', 'Verwerkt'],
  ] as const) {
    await visit(admin, path)
    await expect(admin.getByText(text).filter({ visible: true }).first(), path).toBeVisible()
  }
})

/** Returns a day in the month before this one. */
const inMonthBefore = () => addMonths(dateInDays(0) as LocalDate, -1)

/** Approves the payment file to a partner in 'Mijn dag'; files to other partners stay. */
async function approveInMyDay(admin: Page, partner: string): Promise<void> {
  await admin.goto(`${readProductUrl()}/mijn-dag`)
  const panel = admin.getByRole('complementary', { name: 'Nu: Betaalbestand goedkeuren' })
  const payments = panel.getByRole('list', { name: 'Betalingen' }).getByRole('listitem')
  const rows = admin.getByRole('button', { name: /Betaalbestand goedkeuren/ })
  await expect(rows.first()).toBeVisible()
  for (let at = 0; at < (await rows.count()); at++) {
    await rows.nth(at).click()
    await panel.getByText(/^\d+ betaling(en)?$/).click()
    await expect(payments.first()).toBeVisible()
    if ((await payments.filter({ hasText: partner }).count()) > 0) break
  }
  await expect(payments).toContainText(partner)
  await expectAccessible(admin)
  await panel.getByRole('button', { name: /^Goedkeuren/ }).click()
  const question = admin.getByRole('alertdialog', { name: /goedkeuren\?$/ })
  await expect(question).toContainText('1 factuur aan 1 partner')
  await question.getByRole('button', { name: /goedkeuren$/ }).click()
  await expect(admin.getByText('Betaalbestand goedgekeurd', { exact: true })).toBeVisible()
}

/** Uploads a bank statement and waits until the upload dialog closes. */
async function uploadStatement(admin: Page, name: string, content: string): Promise<void> {
  await admin.goto(`${readProductUrl()}/self-billing/betalingen`)
  await admin.getByRole('button', { name: 'Bankafschrift uploaden' }).click()
  const upload = admin.getByRole('dialog', { name: 'Bankafschrift uploaden' })
  await upload.getByLabel(/^Bestand/).setInputFiles({ name, mimeType: 'text/xml', buffer: Buffer.from(content) })
  await expect(upload).toBeHidden()
}

/**
 * Returns a bank statement (CAMT.053) with the payments of a payment file, paid (`DBIT`) or returned (`CRDT`) on a day.
 */
function statementOf(order: string, date: string, side: 'DBIT' | 'CRDT' = 'DBIT'): string {
  const accounts = textsIn(order, 'IBAN').slice(1)
  const amounts = textsIn(order, 'InstdAmt')
  const entries = textsIn(order, 'EndToEndId').map(
    (reference, at) =>
      `<Ntry><Amt Ccy="EUR">${amounts[at]}</Amt><CdtDbtInd>${side}</CdtDbtInd><BookgDt><Dt>${date}</Dt></BookgDt><NtryDtls><TxDtls><Refs><EndToEndId>${reference}</EndToEndId></Refs><RltdPties><CdtrAcct><Id><IBAN>${accounts[at]}</IBAN></Id></CdtrAcct></RltdPties></TxDtls></NtryDtls></Ntry>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt>${entries.join('')}</Stmt></BkToCstmrStmt></Document>`
}
