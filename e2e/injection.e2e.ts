import type { Page } from '@playwright/test'
import { buildAgreementForm, buildInvoiceForm, buildPartnerForm } from '../testing/invoices.ts'
import { callWorkbench, dateInDays, expect, logInByApi, readProductUrl, test, visit } from './support/test.ts'

const run = process.pid
const day = dateInDays(47)

/**
 * Payloads that show that they ran: they call `ran`, a function of the page, or violate the CSP, which is a console
 * error.
 */
const payloads = [
  '<script>ran(1)</script>',
  '<img src=x onerror=ran(2)>',
  '"><svg onload=ran(3)>',
  `'"><iframe srcdoc="<script>parent.ran(4)</script>">`,
  'javascript:ran(5)',
  '<a href="javascript:ran(6)">klik</a>',
  '<details open ontoggle=ran(7)>',
  '{{constructor.constructor("ran(8)")()}}',
  '</title></textarea><script>ran(9)</script>',
  '<math><style><img src=x onerror=ran(10)></style></math>',
  '<body onload=ran(11)><base href=//kwaad.example>',
  '<input autofocus onfocus=ran(12) value=`${ran(12)}`>',
] as const
/** Returns the payload; for a field too short for it, the beginning of a shorter payload. */
const fitting = (payload: string, length: number) =>
  payload.length <= length ? payload : '<b onclick=ran()>'.slice(0, length)

/** Elements that only a payload could have made. */
const foreign =
  'iframe, base, math, script:not([src]), img[onerror], [onload], [onerror], [ontoggle], [onfocus], [onclick], [href^="javascript:"]'

/** Returns a function that calls the API with the session of the page, as a script of the page would. */
const apiOf = (page: Page) => async (method: string, path: string, body?: object) => {
  const session = (await page.context().cookies()).find(({ name }) => name === 'sid')?.value ?? ''
  const reply = await fetch(`${readProductUrl()}${path}`, {
    method,
    headers: { sessionid: session, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const text = await reply.text()
  if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${text}`)
  return text ? JSON.parse(text) : undefined
}

/** Creates a partner with a payload in every text; returns its id and e-mail address. */
async function createPartner(api: ReturnType<typeof apiOf>, payload: string, index: number) {
  const name = payload.slice(0, 80)
  const email = `partner-${run}-${index}@partner.example`
  const texts = { name, contactPerson: name, address: name, city: name, phone: fitting(payload, 40) }
  const { id } = await api('POST', '/api/self-billing/partners', buildPartnerForm({ ...texts, email }))
  return { id: id as string, email }
}

/** Creates a concept invoice for a partner, with a line for each payload and all payloads in its notes. */
async function createInvoice(api: ReturnType<typeof apiOf>, session: string, partnerId: string): Promise<string> {
  const { body, headers } = buildAgreementForm({ date: '2026-01-01' })
  await fetch(`${readProductUrl()}/api/self-billing/partners/${partnerId}/agreement`, {
    method: 'PUT',
    headers: { ...headers, sessionid: session },
    body,
  })
  const lines = payloads.map((description) => ({ description, quantity: 1, unitPrice: 10, vatRate: 21 }))
  const texts = { description: payloads[0], notes: payloads.join('\n'), invoiceDate: dateInDays(0) }
  return (await api('POST', '/api/self-billing/invoices', buildInvoiceForm(partnerId, { lines, ...texts }))).id
}

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`

/** Spreadsheet of contracts with one row for each payload. The payload is the text of nine columns of that row. */
const sheet = [
  'Sale ID;Klantnaam;Bedrijfsnaam;Contactpersoon;Adres;Huisnummer;Plaats;Leverancier;Product;Opmerking;Geldig tot',
  ...payloads.map((payload, index) =>
    [`X-${run}-${index}`, ...Array.from({ length: 9 }, () => payload), '01-02-2027'].map(quoted).join(';'),
  ),
].join('\r\n')

test('twelve payloads in the texts of records run on no visited screen and in no mail', async ({ page }) => {
  test.setTimeout(300_000)
  const ran: unknown[] = []
  await page.exposeFunction('ran', (payload: unknown) => {
    ran.push(payload)
  })
  page.on('dialog', (dialog) => {
    ran.push(dialog.message())
    void dialog.dismiss()
  })
  await logInByApi(page, 'admin1@partnerview.example', { path: '/' })
  const api = apiOf(page)

  /**
   * Creates a team with the payload as its name, and an agent. Books an appointment for that agent, with the payload in
   * every free text. Returns the three ids.
   */
  const make = async (payload: string, index: number) => {
    const name = payload.slice(0, 80)
    // Names begin with `zz`, so that they are last in the lists of other tests.
    const team = await api('POST', '/api/teams', { name: `zz${index} ${name}`.slice(0, 80) })
    const person = await api('POST', '/api/users/create-local', {
      email: `injectie-${run}-${index}@partnerview.example`,
      password: 'Zonnepaneel-7',
      // Names of people are letters alone, so that no greeting holds an address or an offer.
      ...{ firstName: 'Injectie', lastName: `zz ${String.fromCharCode(97 + index)}` },
      phone: fitting(payload, 40),
      role: 'agent',
      teamId: team.id,
    })
    const appointment = await api('POST', '/api/appointments', {
      ...{ customerName: payload, companyName: payload, currentSupplier: payload, address: payload, city: payload },
      ...{ monthlyAmount: payload.slice(0, 60), consumption: payload.slice(0, 60), notes: payload },
      ...{ customerPhone: fitting(payload, 40), houseNumber: fitting(payload, 20), postalCode: fitting(payload, 12) },
      appointmentDate: day,
      appointmentTime: `${String(9 + index).padStart(2, '0')}:00`,
      bookAnyway: true,
      customerEmail: `injectie-${run}-${index}@klant.example`,
      agentId: person.id,
    })
    return { team: team.id, person: person.id, appointment: appointment.id }
  }
  // One after another, as calls at the same time start a copy of each function.
  const made: Awaited<ReturnType<typeof make>>[] = []
  for (const [index, payload] of payloads.entries()) made.push(await make(payload, index))
  const form = new FormData()
  form.append('file', new File([sheet], '<img src=x onerror=ran(0)>.csv'))
  const session = (await page.context().cookies()).find(({ name }) => name === 'sid')?.value ?? ''
  const uploaded = await fetch(`${readProductUrl()}/api/contracts/upload`, {
    method: 'POST',
    headers: { sessionid: session },
    body: form,
  })
  expect((await uploaded.json()).stats).toMatchObject({ created: payloads.length })

  /** Opens a page that must show a payload as text, and looks for elements made from it. */
  const walk = async (path: string, shown: string) => {
    await visit(page, path)
    await expect(page.getByText(shown).filter({ visible: true }).first(), path).toBeVisible()
    await expect(page.locator(foreign), path).toHaveCount(0)
  }
  const [first] = payloads
  const search = encodeURIComponent(payloads[1])
  await walk(`/appointments?date=${day}`, payloads[11])
  for (const [index, { appointment }] of made.entries()) {
    await visit(page, `/appointments?date=${day}&afspraak=${appointment}`)
    await expect(page.getByRole('dialog')).toContainText(payloads[index] ?? '')
    await expect(page.locator(foreign)).toHaveCount(0)
  }
  await page.getByRole('dialog').getByRole('button', { name: 'Bewerken', exact: true }).click()
  await expect(page.getByRole('dialog').getByLabel('Klantnaam')).toHaveValue(payloads[11])
  await expect(page.locator(foreign)).toHaveCount(0)
  await walk(`/appointments?date=${day}&q=${search}`, payloads[1])
  for (const view of ['day', 'week', 'month']) await walk(`/calendar?view=${view}&date=${day}`, first)
  await walk('/users?q=zz', 'Injectie zz a')
  await page
    .getByRole('row')
    .filter({ hasText: 'Injectie zz a' })
    .getByRole('button', { name: /bewerken$/ })
    .click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expect(page.locator(foreign)).toHaveCount(0)
  await walk('/teams', `zz0 ${first}`)
  await walk('/security?tab=auditlog', payloads[11])
  // The team, as the action of an appointment has the mail too, and opens to its rows.
  await page.getByRole('table', { name: 'Auditlog' }).getByRole('row').filter({ hasText: 'zz11 ' }).first().click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expect(page.locator(foreign)).toHaveCount(0)
  await walk(`/expiring-contracts?q=${encodeURIComponent(first)}`, first)
  await page.getByRole('button', { name: 'Meer', exact: true }).click()
  await page.getByRole('dialog', { name: 'Meer' }).getByRole('button', { name: 'Recente uploads' }).click()
  await expect(page.getByRole('dialog').getByText('<img src=x onerror=ran(0)>.csv').first()).toBeVisible()
  await expect(page.locator(foreign)).toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.getByText(first).first().click()
  await expect(page.getByRole('dialog')).toContainText(first)
  await expect(page.locator(foreign)).toHaveCount(0)
  const partners: Awaited<ReturnType<typeof createPartner>>[] = []
  for (const [index, payload] of payloads.entries()) partners.push(await createPartner(api, payload, index))
  const [{ id: partner, email } = { id: '', email: '' }] = partners
  const invoice = await createInvoice(api, session, partner)
  for (const path of [
    '/self-billing?tab=partners',
    '/self-billing',
    '/self-billing/workflow-concept',
    '/self-billing/maandrun',
  ])
    await walk(path, first)
  await walk(`/self-billing/invoice/${invoice}`, first)
  for (const payload of payloads) await expect(page.getByText(payload, { exact: true }).first()).toBeVisible()
  await api('PATCH', `/api/self-billing/invoices/${invoice}/status`, { status: 'in_behandeling' })
  const findMail = async () =>
    (await callWorkbench<{ id: string; to: string[]; text: string }[]>('/mails')).find(({ to }) => to.includes(email))
  await expect.poll(async () => (await findMail())?.text).toContain('/factuur/')
  const mail = await findMail()
  const preview = await fetch(`${readProductUrl()}/__local/mails/${mail?.id}/preview`)
  expect(await preview.text()).not.toMatch(/<(script|img|svg|iframe|details|math|body onload|input)\b/)
  await walk(/\/factuur\/[\w-]+/.exec(mail?.text ?? '')?.[0] ?? '', first)
  await walk('/dashboard', 'Goedemorgen')
  await page.setViewportSize({ width: 390, height: 844 })
  await walk(`/appointments?date=${day}`, first)
  await walk('/users?q=zz', 'Injectie zz a')
  await walk(`/expiring-contracts?q=${encodeURIComponent(first)}`, first)

  const sent = async () =>
    (await callWorkbench<{ id: string; to: string[] }[]>('/mails')).filter(({ to }) =>
      to.join().includes(`injectie-${run}-`),
    )
  await expect.poll(async () => (await sent()).length).toBe(payloads.length)
  for (const { id } of await sent()) {
    const mail = await fetch(`${readProductUrl()}/__local/mails/${id}/preview`)
    expect(await mail.text()).not.toMatch(/<(script|img|svg|iframe|a|details|math|body onload|input)\b/)
  }

  for (const { appointment, person, team } of made) {
    await api('DELETE', `/api/appointments/${appointment}`)
    await api('DELETE', `/api/users/${person}`)
    await api('DELETE', `/api/teams/${team}`)
  }
  expect(ran).toEqual([])
})
