import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type CostWorld, startCostWorld } from '../../testing/costs.ts'
import { meanwhile } from '../../testing/meanwhile.ts'
import { deliverOutbox } from '../../testing/outbox.ts'

let world: CostWorld
beforeEach(async () => {
  world = await startCostWorld()
})
afterEach(() => world.stop())

const rate = (effectiveFrom: string, hourlyRate: unknown, more: object = {}) =>
  world.ask('admin', 'POST', '/api/user-rates', { userId: world.agent.id, hourlyRate, effectiveFrom, ...more })
const entriesOf = async (date: string) => world.done('admin', 'GET', `/api/time-entries?from=${date}&to=${date}`)
const list = async () => world.done('admin', 'GET', '/api/user-rates')

describe('a rate', () => {
  it.each([
    [{ hourlyRate: -0.01 }, 'hourlyRate', 'Uurloon moet positief zijn'],
    [{ hourlyRate: 'veel' }, 'hourlyRate', 'Uurloon moet positief zijn'],
    [{ hourlyRate: 17.555 }, 'hourlyRate', 'Vul een bedrag met hoogstens 2 decimalen in'],
    [{ userId: undefined }, 'userId', 'Kies een medewerker'],
    [{ effectiveFrom: undefined }, 'effectiveFrom', 'Kies een datum'],
    [{ effectiveTo: '2026-05-31' }, 'effectiveTo', 'Kies een datum op of na de eerste dag'],
  ])('with %j is refused at the field', async (wrong, field, text) => {
    const reply = await rate('2026-06-01', 17.5, wrong)
    expect([reply.status, reply.body.errors?.[field]]).toEqual([400, [text]])
  })

  it('may be 0', async () => {
    expect((await rate('2026-06-01', 0)).body).toMatchObject({ hourlyRate: 0, effectiveTo: null })
  })

  it('overlaps no other of the person', async () => {
    await rate('2026-06-01', 17.5)
    for (const from of ['2026-06-01', '2026-11-16', '2026-12-01']) {
      const reply = await rate(from, 18)
      const text = 'Lotte Peeters heeft al een tarief vanaf 01-06-2026'
      expect([reply.status, reply.body.errors]).toEqual([422, { effectiveFrom: [text] }])
    }
    const within = await rate('2026-01-01', 16, { effectiveTo: '2026-06-01' })
    expect(within.status).toBe(422)
    expect((await rate('2026-01-01', 16, { effectiveTo: '2026-05-31' })).status).toBe(201)
    const earlier = await rate('2026-05-31', 16, { effectiveTo: '2026-05-31' })
    expect(earlier.body.message).toBe('Lotte Peeters heeft al een tarief van 01-01-2026 tot en met 31-05-2026')
  })

  it('overlaps no other that is entered at once', async () => {
    await meanwhile(() => rate('2026-07-01', 18))
    const reply = await rate('2026-06-01', 17.5)
    expect([reply.status, reply.body.message]).toEqual([422, 'Lotte Peeters heeft al een tarief vanaf 01-07-2026'])
    expect(await list()).toMatchObject([{ hourlyRate: 18 }])
  })

  it('ends the rate without an end on the day before, where that is asked', async () => {
    await rate('2026-06-01', 17.5)
    expect((await rate('2026-11-16', 18, { endsPrevious: true })).status).toBe(201)
    expect(await list()).toMatchObject([
      { effectiveFrom: '2026-11-16', effectiveTo: null, hourlyRate: 18 },
      { effectiveFrom: '2026-06-01', effectiveTo: '2026-11-15', hourlyRate: 17.5 },
    ])
    const before = await rate('2026-06-01', 19, { endsPrevious: true })
    expect(before.status).toBe(422)
  })

  it('is changed and erased, and leaves room for another', async () => {
    const { body } = await rate('2026-06-01', 17.5)
    await rate('2026-01-01', 16, { effectiveTo: '2026-05-31' })
    const path = `/api/user-rates/${body.id}`
    const overlapping = await world.ask('admin', 'PATCH', path, { effectiveFrom: '2026-05-31' })
    expect([overlapping.status, Object.keys(overlapping.body.errors)]).toEqual([422, ['effectiveFrom']])
    expect((await world.done('admin', 'PATCH', path, { effectiveTo: '2026-08-31', hourlyRate: 17 })).effectiveTo).toBe(
      '2026-08-31',
    )
    expect((await world.ask('admin', 'PATCH', path, { hourlyRate: 1 }, { 'if-match': '1' })).status).toBe(409)
    expect((await rate('2026-09-01', 19)).status).toBe(201)
    expect((await world.ask('admin', 'DELETE', path)).status).toBe(204)
    expect((await rate('2026-07-01', 18, { effectiveTo: '2026-08-31' })).status).toBe(201)
  })
})

it('a rate is listed with all others, or with those of its person', async () => {
  await rate('2026-06-01', 17.5)
  await rate('2026-07-01', 21, { userId: world.admin.id })
  const rates = async (query = '') =>
    (await world.done('admin', 'GET', `/api/user-rates${query}`)).map((one: { hourlyRate: number }) => one.hourlyRate)
  expect(await rates()).toEqual([21, 17.5])
  expect(await rates(`?userId=${world.agent.id}`)).toEqual([17.5])
})

it('a rate keeps a new name that its person got meanwhile', async () => {
  const { body } = await rate('2026-06-01', 17.5)
  const { role, phone } = world.agent
  const { refreshPersonName } = await import('../../events/names.ts')
  await meanwhile(async () => {
    await world.done('admin', 'PUT', `/api/users/${world.agent.id}`, { role, phone, lastName: 'Bakker' })
    await refreshPersonName(world.agent.id)
  })
  await world.done('admin', 'PATCH', `/api/user-rates/${body.id}`, { hourlyRate: 18 })
  expect(await list()).toMatchObject([{ hourlyRate: 18, user: { lastName: 'Bakker' } }])
})

describe('the cost of an hour', () => {
  it('is the rate of its day, and stays when rates change', async () => {
    const { body } = await rate('2026-06-01', 17.5)
    await world.enter('2026-11-20', 7.5)
    await world.done('admin', 'PATCH', `/api/user-rates/${body.id}`, { hourlyRate: 20 })
    await deliverOutbox(world.agent.id)
    expect(await entriesOf('2026-11-20')).toMatchObject([{ hourlyRate: 17.5, totalCost: 131.25 }])
    await world.done('admin', 'PUT', '/api/time-entries', {
      userId: world.agent.id,
      cells: [{ date: '2026-11-20', projectType: 'sales', hours: 8 }],
    })
    expect(await entriesOf('2026-11-20')).toMatchObject([{ hourlyRate: 17.5, totalCost: 140 }])
    await world.done('admin', 'DELETE', `/api/user-rates/${body.id}`)
    expect(await entriesOf('2026-11-20')).toMatchObject([{ hourlyRate: 17.5 }])
    expect(await world.counted('2026-11')).toMatchObject([{ reportHours: 800, reportHourCost: 14_000 }])
  })

  it('is added to hours without a rate when one is entered for their day', async () => {
    for (const date of ['2026-10-30', '2026-11-02', '2026-11-03']) await world.enter(date, 8)
    const [{ id, version }] = await entriesOf('2026-11-02')
    await rate('2026-11-01', 18, { effectiveTo: '2026-11-02' })
    await deliverOutbox(world.agent.id)
    expect(await entriesOf('2026-11-02')).toMatchObject([{ hourlyRate: 18, totalCost: 144, id, version }])
    expect(await entriesOf('2026-10-30')).toMatchObject([{ hourlyRate: null }])
    expect(await entriesOf('2026-11-03')).toMatchObject([{ hourlyRate: null }])
    expect(await world.counted('2026-11')).toMatchObject([{ reportHours: 1600, reportHourCost: 14_400 }])
  })

  it('is added to hours that somebody changes at the same time', async () => {
    await world.enter('2026-11-02', 8)
    await rate('2026-11-01', 18)
    const cells = [{ date: '2026-11-02', projectType: 'admin', hours: 1 }]
    await meanwhile(() => world.done('agent', 'PUT', '/api/time-entries', { cells }))
    await deliverOutbox(world.agent.id)
    expect(await entriesOf('2026-11-02')).toMatchObject([
      { projectType: 'sales', hourlyRate: 18 },
      { projectType: 'admin', hourlyRate: 18 },
    ])
    expect(await world.counted('2026-11')).toMatchObject([{ reportHours: 900, reportHourCost: 16_200 }])
  })

  it('is added to more days than one step takes', async () => {
    const { priceHours } = await import('./rate-filling.ts')
    const { TimeDays } = await import('./day-entity.ts')
    const { buildEmptyDay } = await import('./days.ts')
    const days = Array.from({ length: 230 }, (_, at) => new Date(Date.UTC(2026, 0, 1 + at)).toISOString().slice(0, 10))
    const entry = { hours: 100, description: undefined, rate: undefined, version: 1 }
    await TimeDays.put(
      days.map((date) => {
        const day = buildEmptyDay(world.agent, date as never, '2026-11-01T00:00:00.000Z')
        return { ...day, entries: { ...day.entries, sales: entry } }
      }) as never,
    ).go()
    await rate('2026-01-01', 10)
    await deliverOutbox(world.agent.id)
    await deliverOutbox(world.agent.id)
    const { data } = await TimeDays.query.byPerson({ userId: world.agent.id }).go({ pages: 'all' })
    expect(data.filter((day) => day.entries.sales?.rate !== 1000)).toEqual([])
    // A second run changes nothing.
    await priceHours(world.agent.id, { from: '2026-01-01', to: '9999-12-31' })
    expect((await world.counted('2026-01'))[0]).toMatchObject({ reportHourCost: 31 * 1000 })
  })

  it('is the one that is in force when hours are entered while it is', async () => {
    await meanwhile(() => rate('2026-11-01', 18))
    await world.enter('2026-11-20', 8)
    expect(await entriesOf('2026-11-20')).toMatchObject([{ hourlyRate: 18 }])
  })

  it('is shown only to admins', async () => {
    await rate('2026-11-01', 18)
    await world.enter('2026-11-20', 8)
    expect(await world.done('agent', 'GET', '/api/time-entries')).toMatchObject([{ hourlyRate: null, totalCost: null }])
    const month = await world.done('agent', 'GET', '/api/time-entries/month?month=2026-11')
    expect(month).toMatchObject({ hours: 8, cost: null, withoutRate: null, rates: [] })
    expect(month.weeks).toContainEqual(
      expect.objectContaining({ monday: '2026-11-16', hours: 8, cost: null, rates: [] }),
    )
    const file = await world.ask('agent', 'GET', '/api/time-entries/export')
    expect(file.text.split('\r\n')[0]).toContain('Medewerker;E-mail;Datum;Soort werk;Uren;Omschrijving')
    expect(file.text).not.toContain('18,00')
  })
})

it('shows a month by week, with the rates that counted', async () => {
  await rate('2026-06-01', 17.5, { effectiveTo: '2026-11-15' })
  await rate('2026-11-16', 18)
  await world.enter('2026-11-13', 7.5)
  await world.enter('2026-11-13', 0.5, 'admin')
  await world.enter('2026-11-16', 8)
  await world.enter('2026-10-31', 8)
  const month = await world.done('admin', 'GET', `/api/time-entries/month?month=2026-11&userId=${world.agent.id}`)
  expect(month).toMatchObject({
    ...{ hours: 16, cost: 140 + 144, withoutRate: 0, byType: { general: 0, sales: 15.5, admin: 0.5, training: 0 } },
    rates: [
      { hourlyRate: 17.5, effectiveFrom: '2026-06-01' },
      { hourlyRate: 18, effectiveFrom: '2026-11-16' },
    ],
  })
  const weeks = month.weeks.map(({ monday, hours, rates }: { monday: string; hours: number; rates: number[] }) => [
    monday,
    hours,
    rates,
  ])
  expect(weeks).toEqual([
    ['2026-10-26', 0, [17.5]],
    ['2026-11-02', 0, [17.5]],
    ['2026-11-09', 8, [17.5]],
    ['2026-11-16', 8, [18]],
    ['2026-11-23', 0, [18]],
    ['2026-11-30', 0, [18]],
  ])
})
