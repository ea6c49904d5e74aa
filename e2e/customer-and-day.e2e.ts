import type { Page } from '@playwright/test'
import { dateInDays, expect, expectAccessible, logInByApi, PHONE, readProductUrl, test } from './support/test.ts'

/** Number that distinguishes this run's customers from those of an earlier run on the same data. */
const run = process.pid
const number = (index: number) => `06 ${String(10_000_000 + ((run * 10 + index) % 80_000_000)).padStart(8, '0')}`

async function post<T = { id: string }>(page: Page, path: string, body: object): Promise<T> {
  return page.evaluate(
    async ([path, body]) => {
      const headers = {
        'content-type': 'application/json',
        authorization: `Bearer ${localStorage.getItem('sessionId')}`,
      }
      const reply = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) })
      if (!reply.ok) throw new Error(await reply.text())
      return reply.json()
    },
    [path, body] as const,
  )
}

test('two keys lead from the list to the page of a customer, where two numbers are joined and separated', async ({
  page,
}) => {
  await logInByApi(page, 'agent1@partnerview.example')
  const name = `Bakkerij Tijdlijn ${run}`
  const first = await post(page, '/api/leads', {
    customerName: name,
    customerPhone: number(1),
    customerEmail: `t${run}@example.nl`,
  })
  await post(page, `/api/leads/${first.id}/calls`, {
    note: 'Betaalt nu € 412,00 per maand',
    callBackAt: new Date().toISOString(),
  })
  await post(page, '/api/leads', {
    customerName: `${name} thuis`,
    customerPhone: number(2),
    customerEmail: `t${run}@example.nl`,
  })

  await page.goto(`${readProductUrl()}/leads?q=${encodeURIComponent(`${name}`)}`)
  const row = page.getByRole('row').filter({ hasText: name }).filter({ hasNotText: 'thuis' })
  await row.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Lead Details' }).getByText('€ 412,00').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await row.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: 'Klant', exact: true })).toBeVisible()
  await page.getByRole('dialog').focus()
  await page.keyboard.press('k')
  await expect(page.getByRole('heading', { name: new RegExp(name) })).toBeVisible()
  await expect(page.getByText('Betaalt nu € 412,00 per maand').first()).toBeVisible()
  await expect(page.getByRole('button', { name: /^Alles 2/ })).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Samenvoegen' }).click()
  const dialog = page.getByRole('dialog', { name: 'Klant samenvoegen' })
  await dialog.getByRole('button', { name: new RegExp(`${name} thuis`) }).click()
  await expect(dialog.getByText('Deze komen samen op één pagina. Losmaken kan altijd.')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Samenvoegen' }).click()
  await expect(page.getByRole('button', { name: `${number(2)} losmaken` })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Alles 3/ })).toBeVisible()

  await page.getByRole('button', { name: `${number(2)} losmaken` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Losmaken' }).click()
  await expect(page.getByRole('button', { name: /^Alles 2/ })).toBeVisible()

  await page.keyboard.press('a')
  await expect(page.getByRole('dialog', { name: 'Nieuwe afspraak' }).getByLabel('Klantnaam')).toHaveValue(name)
  await page.keyboard.press('Escape')

  await page.setViewportSize({ width: 390, height: 844 })
  const actions = page.getByRole('region', { name: 'Acties' })
  await expect(actions.getByRole('link', { name: 'Bellen' })).toBeInViewport()
  await expect(actions.getByRole('button', { name: 'Afspraak' })).toBeInViewport()
  await actions.getByRole('button', { name: 'Meer acties' }).click()
  await expectAccessible(page)
  await page.getByRole('menuitem', { name: 'Notitie' }).click()
  await page.getByRole('dialog', { name: 'Notitie' }).getByLabel('Notities').fill('Vraag naar Anja')
  await page.getByRole('dialog', { name: 'Notitie' }).getByRole('button', { name: 'Opslaan' }).click()
  await expect(page.getByText('Notitie: Vraag naar Anja')).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await expectAccessible(page)
})

test('one click in Mijn dag notes the outcome of a call or a visit, and shows the next work', async ({
  page,
  openPage,
}) => {
  await logInByApi(page, 'caller2@partnerview.example')
  for (const index of [3, 4]) {
    await post(page, '/api/leads', {
      customerName: `Dag ${index} ${run}`,
      customerPhone: number(index),
      callBackAt: new Date(Date.now() - (10 - index) * 86_400_000).toISOString(),
    })
  }
  await page.goto(`${readProductUrl()}/mijn-dag`)
  const panel = page.getByRole('complementary', { name: /^Nu:/ })
  await page.getByRole('button', { name: new RegExp(`Dag 3 ${run}`) }).click()
  await expect(panel.getByRole('heading', { name: `Dag 3 ${run}` })).toBeVisible()
  await expectAccessible(page)
  await panel.getByRole('button', { name: 'Niet opgenomen' }).click()
  await expect(page.getByText(`Dag 3 ${run}: niet opgenomen`, { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: new RegExp(`Dag 3 ${run}`) })).toHaveCount(0)
  await expect(panel.getByRole('heading', { name: `Dag 4 ${run}` })).toBeVisible()
  // Key 4 chooses 'no interest'.
  await page.keyboard.press('4')
  await expect(page.getByText(`Dag 4 ${run}: geen interesse`, { exact: true })).toBeVisible()
  await page.keyboard.press('j')
  await page.keyboard.press('k')

  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByText(/^(Nog \d+ te doen|Je bent bij)/)).toBeVisible()
  await expectAccessible(page)

  const agent = await openPage()
  await logInByApi(agent, 'agent2@partnerview.example', { path: '/mijn-dag' })
  const visited = agent.getByRole('complementary', { name: 'Nu: Uitkomst noteren' })
  const name = await visited.getByRole('heading', { level: 2 }).textContent()
  await visited.getByRole('button', { name: 'No Sale' }).click()
  await expect(agent.getByText(`${name}: No Sale`, { exact: true })).toBeVisible()
  await expectAccessible(agent)
  const leader = await openPage()
  await logInByApi(leader, 'teamleader1@partnerview.example', { path: '/mijn-dag' })
  await expect(leader.getByRole('heading', { level: 2 }).first()).toBeVisible()
  await expectAccessible(leader)
})

test('Onderweg opens again without a network, and sends later what was tapped', async ({ openPage }) => {
  const phone = await openPage(PHONE)
  await logInByApi(phone, 'agent1@partnerview.example', { path: '/mijn-dag' })
  await post(phone, '/api/appointments', {
    customerName: `Onderweg ${run}`,
    customerPhone: number(5),
    ...{ appointmentDate: dateInDays(0), appointmentTime: '09:00', bookAnyway: true },
    ...{ address: 'Markt', houseNumber: '4' },
  })
  await phone.getByRole('link', { name: 'Onderweg' }).click()
  const customer = phone.getByRole('heading', { level: 2 })
  const name = (await customer.textContent()) ?? ''
  await phone.evaluate(async () => void (await navigator.serviceWorker.ready))
  const kept = await phone.evaluate(async () => {
    const names = await caches.keys()
    return (await Promise.all(names.map(async (one) => (await caches.open(one)).keys()))).flat().map(({ url }) => url)
  })
  expect(kept.length).toBeGreaterThan(5)
  expect(kept.filter((url) => url.includes('/api/'))).toEqual([])

  await phone.context().setOffline(true)
  await phone.reload()
  await expect(phone.getByText(/^Geen verbinding\. Deze afspraken zijn van/)).toBeVisible()
  await expect(customer).toHaveText(name)
  await expect(phone.getByRole('link', { name: 'Route' })).toBeVisible()
  await expectAccessible(phone)
  await phone.getByRole('button', { name: 'In afwachting klant' }).click()
  await expect(phone.getByText(/^Wordt verstuurd zodra je weer verbinding hebt/)).toBeVisible()
  await phone.reload()
  await expect(phone.getByText(`${name}: In afwachting klant`)).toBeVisible()

  await phone.context().setOffline(false)
  await expect(phone.getByText(/^(Wordt verstuurd|Geen verbinding)/)).toHaveCount(0)
  await phone.goto(`${readProductUrl()}/appointments?q=${encodeURIComponent(name)}`)
  await expect(phone.getByText('In afwachting klant').first()).toBeVisible()
})
