// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { appointments } from '../../shared/api/appointments.ts'
import { auth } from '../../shared/api/auth.ts'
import { contracts } from '../../shared/api/contracts.ts'
import { partners } from '../../shared/api/partners.ts'
import { type CallError, findReadableMessage, messageOf } from './call-error.ts'
import { call, normaliseMethod, onSessionRefused } from './client.ts'

interface Seen {
  readonly method: string
  readonly url: string
  readonly headers: Headers
  readonly body: unknown
  readonly credentials: string | undefined
}

const seen: Seen[] = []

/** Replaces `fetch`: records each request and returns the given answer. */
function network(answer: () => Response | Promise<Response>): void {
  vi.stubGlobal('fetch', (input: URL, init: RequestInit) => {
    const { method = 'GET', body, credentials } = init
    seen.push({ method, url: String(input), headers: new Headers(init.headers), body, credentials })
    return answer()
  })
}

const json = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } })

const form = {
  customerName: 'De Boer',
  customerPhone: '0612345678',
  appointmentDate: '2026-12-01',
  appointmentTime: '10:00',
}
const change = { params: { id: 'a1' }, body: { notes: 'Belt terug' } }
const failure = (error: unknown) => error as CallError

beforeEach(() => {
  seen.length = 0
  localStorage.clear()
})
afterEach(() => vi.unstubAllGlobals())

test.each([429, 500, 502, 503, 504])('a call answered with %i is never repeated', async (status) => {
  network(() => json({ message: 'Het is even te druk.' }, status, { 'retry-after': '3' }))
  const error = await call(appointments.create, { body: form }).catch(failure)
  expect(error).toMatchObject({ status, message: 'Het is even te druk.', retryAfter: 3 })
  await call(appointments.list).catch(failure)
  await call(appointments.update, change).catch(failure)
  await call(appointments.remove, { params: { id: 'a1' } }).catch(failure)
  expect(seen.map(({ method }) => method)).toEqual(['POST', 'GET', 'PATCH', 'DELETE'])
})

test('a call without an answer is never repeated, and reports it', async () => {
  network(() => Promise.reject(new TypeError('Failed to fetch')))
  const error = await call(appointments.create, { body: form }).catch(failure)
  expect(error).toMatchObject({ status: 0, message: expect.stringMatching(/^Geen verbinding met de server/) })
  expect(seen).toHaveLength(1)
})

test('sends cookies and the stored session id, and a content type only with a body', async () => {
  localStorage.setItem('sessionId', 'abc')
  network(() => json({ appointmentsToday: 1, pendingAppointments: 2, salesThisMonth: 3 }))
  await call(appointments.stats, { query: { timeFilter: 'this-week' } })
  network(() => json({ id: 'a1' }, 201))
  await call(appointments.create, { body: form })

  const [get, post] = seen
  expect(get?.url).toBe('http://localhost:3000/api/appointments/stats?timeFilter=this-week')
  expect(get?.headers.get('sessionId')).toBe('abc')
  expect(get?.headers.has('content-type')).toBe(false)
  expect(get?.credentials).toBe('same-origin')
  expect(post?.headers.get('content-type')).toBe('application/json')
  expect(JSON.parse(String(post?.body))).toEqual(form)
})

test('sends no session id when nobody is logged in', async () => {
  network(() => json({ requiresTwoFactor: true, message: 'Voer je 2FA code in om door te gaan' }))
  await call(auth.login, { body: { email: 'a@b.nl', password: 'x' } })
  expect(seen[0]?.headers.has('sessionId')).toBe(false)
})

test('fills the path, and sends If-Match and an idempotency key where the endpoint supports them', async () => {
  network(() => json({ id: 'a/1' }))
  await call(appointments.update, { ...change, params: { id: 'a/1' } }, { version: 7 })
  await call(appointments.create, { body: form })
  await call(appointments.create, { body: form })
  await call(appointments.create, { body: form }, { idempotencyKey: 'same' })
  await call(appointments.remove, { params: { id: 'a1' } })
  const [patch, first, second, third, remove] = seen
  expect(patch?.url).toBe('http://localhost:3000/api/appointments/a%2F1')
  expect(patch?.headers.get('if-match')).toBe('"7"')
  expect(patch?.headers.has('idempotency-key')).toBe(true)
  expect(remove?.headers.has('idempotency-key')).toBe(false)
  expect(first?.headers.get('idempotency-key')).toMatch(/^[0-9a-f-]{36}$/)
  expect(first?.headers.get('idempotency-key')).not.toBe(second?.headers.get('idempotency-key'))
  expect(third?.headers.get('idempotency-key')).toBe('same')
  expect(first?.headers.has('if-match')).toBe(false)
})

test('a list comes as a page with the cursor of the next one', async () => {
  const link = '</api/appointments?limit=1&cursor=eyJpZCI6MX0%3D>; rel="next"'
  network(() => json([{ id: 'a1' }], 200, { link }))
  expect(await call(appointments.list, { query: { limit: '1' } })).toEqual({
    items: [{ id: 'a1' }],
    next: 'eyJpZCI6MX0=',
  })
  network(() => json([]))
  expect(await call(appointments.list)).toEqual({ items: [], next: null })
})

test('an empty answer is undefined', async () => {
  network(() => new Response(null, { status: 204 }))
  expect(await call(appointments.remove, { params: { id: 'a1' } })).toBeUndefined()
})

test('an error has message, field texts and request id; without a message it has status and text', async () => {
  network(() => json({ message: 'Ongeldige invoer', errors: { customerName: ['Klantnaam is verplicht'] } }, 400))
  expect(await call(appointments.create, { body: form }).catch(failure)).toMatchObject({
    status: 400,
    message: 'Ongeldige invoer',
    errors: { customerName: ['Klantnaam is verplicht'] },
  })
  network(() => json({ message: 'Er is een onverwachte fout opgetreden', requestId: 'r-1' }, 500))
  expect(await call(appointments.list).catch(failure)).toMatchObject({ status: 500, requestId: 'r-1' })
  network(() => json({ error: 'Dit is geen spreadsheet', details: ['Rij 1'] }, 400))
  expect(await call(appointments.list).catch(failure)).toMatchObject({
    message: 'Dit is geen spreadsheet',
    body: { details: ['Rij 1'] },
  })
  network(() => new Response('kapot', { status: 500 }))
  expect(await call(appointments.list).catch(failure)).toMatchObject({ message: '500: kapot' })
  network(() => new Response('<html>…</html>', { status: 502, headers: { 'content-type': 'text/html' } }))
  expect(await call(appointments.list).catch(failure)).toMatchObject({ message: '502: Bad Gateway' })
})

test('for an answer that is not from our server, the screen shows its own text', async () => {
  const html = { 'content-type': 'text/html' }
  const foreign = [
    json({}, 500),
    json({ message: 'Internal Server Error' }, 500),
    json({ message: 'Service Unavailable' }, 503),
    json({ message: 'Too Many Requests' }, 429),
    json({ message: 'Not Found' }, 404),
    new Response('kapot', { status: 500 }),
    new Response('<html>…</html>', { status: 502, headers: html }),
  ]
  const text = 'Er is een fout opgetreden bij het bijwerken van de afspraak.'
  for (const answer of foreign) {
    network(() => answer)
    const error = await call(appointments.list).catch(failure)
    expect(messageOf(error, text)).toBe(text)
    expect(findReadableMessage(error)).toBeUndefined()
  }
  network(() => json({ message: 'Het is even te druk. Probeer het opnieuw.' }, 503))
  expect(messageOf(await call(appointments.list).catch(failure), text)).toBe(
    'Het is even te druk. Probeer het opnieuw.',
  )
})

test('a 401 ends the session once, except at the login or for an earlier session', async () => {
  const ended = vi.fn()
  const stop = onSessionRefused(ended)
  network(async () => json({ message: 'Session verlopen - wordt doorgestuurd naar login' }, 401))

  await call(auth.login, { body: { email: 'a@b.nl', password: 'x' } }).catch(failure)
  await call(auth.me).catch(failure)
  expect(ended).not.toHaveBeenCalled()

  localStorage.setItem('sessionId', 'abc')
  const late = call(auth.me).catch(failure)
  localStorage.setItem('sessionId', 'def')
  await late
  expect(ended).not.toHaveBeenCalled()

  await Promise.all([call(auth.me).catch(failure), call(auth.me).catch(failure), call(auth.me).catch(failure)])
  expect(ended).toHaveBeenCalledOnce()
  expect(localStorage.getItem('sessionId')).toBeNull()
  stop()
})

test('a request ends when its signal aborts', async () => {
  vi.stubGlobal(
    'fetch',
    (_: URL, { signal }: RequestInit) =>
      new Promise((_resolve, reject) =>
        signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError'))),
      ),
  )
  const control = new AbortController()
  const error = call(appointments.list, {}, { signal: control.signal }).catch((thrown: unknown) => thrown)
  await new Promise((resolve) => setImmediate(resolve))
  control.abort(new Error('Weg'))
  expect(await error).toMatchObject({ message: 'Weg' })
})

test.each([
  ['get', 'GET'],
  [' Post ', 'POST'],
  ['PUT', 'PUT'],
  ['patch', 'PATCH'],
  ['DELETE\n', 'DELETE'],
])('reads %j as the method %s', (text, method) => expect(normaliseMethod(text)).toBe(method))

test.each(['HEAD', '', 'GETT', 7, null, undefined, {}])(
  'refuses %j as a method and lists the allowed ones',
  (method) => {
    expect(() => normaliseMethod(method)).toThrow(/GET, POST, PUT, PATCH, DELETE/)
  },
)

test('an upload is a form sent by XHR, with progress', async () => {
  localStorage.setItem('sessionId', 'abc')
  const request = fakeUpload(200, { contracts: [], stats: {}, details: [], uploadId: 'u1' })
  const progress: number[] = []
  const file = new File(['a;b'], 'contracten.csv', { type: 'text/csv' })
  const reply = await call(contracts.upload, { file }, { onProgress: (fraction) => progress.push(fraction) })
  expect(reply.uploadId).toBe('u1')
  expect(request).toMatchObject({ method: 'POST', url: '/api/contracts/upload', headers: { sessionId: 'abc' } })
  expect((request.form?.get('file') as File | undefined)?.name).toBe('contracten.csv')
  expect(progress).toEqual([0.5, 1])
})

test('a form with a file is sent with its other fields, by the method of its endpoint', async () => {
  const request = fakeUpload(200, { date: '2026-11-01', filename: 'a.pdf', size: 1 })
  const file = new File(['%PDF-'], 'a.pdf')
  await call(partners.setAgreement, { params: { id: 'p1' }, body: { date: '2026-11-01' }, file })
  expect(request).toMatchObject({ method: 'PUT', url: '/api/self-billing/partners/p1/agreement' })
  expect([...(request.form?.keys() ?? [])]).toEqual(['date', 'file'])
})

test('a refused upload throws the same error as a call', async () => {
  fakeUpload(400, { error: 'Dit bestand is geen spreadsheet', details: [], stats: {} })
  const file = new File(['x'], 'a.csv')
  expect(await call(contracts.upload, { file }).catch(failure)).toMatchObject({
    status: 400,
    message: 'Dit bestand is geen spreadsheet',
  })
})

/** Replaces `XMLHttpRequest` by one that answers at once; returns what the test sends with it. */
function fakeUpload(status: number, body: unknown) {
  const request: { method?: string; url?: string; headers: Record<string, string>; form?: FormData } = { headers: {} }
  class FakeRequest {
    upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {}
    onload?: () => void
    status = status
    responseText = JSON.stringify(body)
    open(method: string, url: string) {
      Object.assign(request, { method, url })
    }
    setRequestHeader(name: string, value: string) {
      request.headers[name] = value
    }
    getAllResponseHeaders() {
      return 'Content-Type: application/json\r\nX-Other: 1\r\n'
    }
    send(sent: FormData) {
      request.form = sent
      this.upload.onprogress?.({ loaded: 5, total: 10 })
      this.upload.onprogress?.({ loaded: 10, total: 10 })
      this.onload?.()
    }
  }
  vi.stubGlobal('XMLHttpRequest', FakeRequest)
  return request
}
