import { callWorkbench, expect, findDemoAccount, readProductUrl, startSession, test } from './support/test.ts'

/** Returns a function that calls the API as an admin, and resolves to the JSON of the reply. */
async function callApi() {
  const { stored } = await startSession(await findDemoAccount('admin1@partnerview.example'))
  const headers = { 'content-type': 'application/json', sessionId: stored['sessionId'] ?? '' }
  return async (path: string, init?: RequestInit) => {
    const reply = await fetch(`${readProductUrl()}/api${path}`, { ...init, headers })
    expect(reply.ok, `${path}: ${reply.status}`).toBe(true)
    return reply.json()
  }
}

const setFaults = (order: object) =>
  callWorkbench<{ killed: number }>('/faults', { method: 'POST', body: JSON.stringify(order) })

/** Slows the table down, so that running work can be seen. */
const slow = { dynamodb: { delayMs: 100 } }

test('a lead is found although the function that indexes it is killed at its work', async () => {
  const call = await callApi()
  await setFaults(slow)
  await call('/leads', { method: 'POST', body: JSON.stringify({ customerName: 'Doodgewoon Vindbaar' }) })
  await expect.poll(async () => (await setFaults({ ...slow, kill: 'later' })).killed).toBeGreaterThan(0)
  await setFaults({})
  const found = async () => {
    const { groups }: { groups: { kind: string }[] } = await call('/search?q=doodgewoon')
    return groups.map(({ kind }) => kind)
  }
  await expect.poll(found, { timeout: 120_000 }).toEqual(['lead'])
})

test('an import whose function is killed continues, and stores each row once', async () => {
  const call = await callApi()
  const rows = Array.from(
    { length: 1500 },
    (_, row) => `K-${row};Klant ${row};Kade;${row + 1};2211 AB;Noordwijk;Eneco;01-12-2023;3 jaar;01-12-2026`,
  )
  const header = 'Sale ID;Klantnaam;Adres;Huisnummer;Postcode;Plaats;Leverancier;Tekendatum;Looptijd;Geldig tot'
  const upload = async () => {
    const uploads: { filename: string; state: string; stats: Record<string, number> }[] =
      await call('/contracts/uploads')
    return uploads.find(({ filename }) => filename === 'gedood.csv')
  }
  await setFaults(slow)
  await callWorkbench('/buckets/uploads/contracts/gedood.csv', { method: 'PUT', body: [header, ...rows].join('\r\n') })
  await expect.poll(async () => (await upload())?.stats['created'], { timeout: 120_000 }).toBeGreaterThan(0)
  expect((await upload())?.state).toBe('wordt verwerkt')
  expect((await setFaults({ ...slow, kill: 'contract-import' })).killed).toBeGreaterThan(0)
  await setFaults({})
  // The next import must wait until the lock of the killed one has expired.
  const { now } = await callWorkbench<{ now: string }>('/clock')
  const setClock = (to: string | null) => callWorkbench('/clock', { method: 'POST', body: JSON.stringify({ now: to }) })
  await setClock(new Date(Date.parse(now) + 61_000).toISOString())
  await expect.poll(async () => (await upload())?.state, { timeout: 120_000 }).toBe('klaar')
  expect((await upload())?.stats).toMatchObject({ created: 1500, updated: 0, skipped: 0 })
  await setClock(null)
})
