import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startWorld, type World } from '../../../testing/world.ts'
import { createWorkbench, type WorkbenchServices } from './workbench.ts'

let world: World
let url: string
let close: () => void
beforeAll(async () => {
  world = await startWorld()
  const answer = createWorkbench({ mail: world.ses } as unknown as WorkbenchServices)
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/__local/mails`
  close = () => server.close()
})
afterAll(async () => {
  close()
  await world.stop()
})

/** Every value of a byte, with line ends of each kind and bytes that are no text. */
const everyByte = Buffer.concat([
  Buffer.from(Array.from({ length: 256 }, (_, value) => value)),
  Buffer.from('\r\n\n\r regel\r\n\r\n.\r\n--grens\n'),
  Buffer.from(Array.from({ length: 512 }, (_, index) => 255 - (index % 256))),
])
const invitation = 'BEGIN:VCALENDAR\r\nMETHOD:REQUEST\r\nSUMMARY:Afspraak met Zoë\r\nEND:VCALENDAR\r\n'

it('an attachment of a mail is downloaded byte for byte, for any type', async () => {
  const { sendMail } = await import('../../../functions/platform/aws/mail.ts')
  const types = ['application/octet-stream', 'application/pdf', 'text/csv', 'text/plain', 'text/html', 'text/calendar']
  const attachments = types.map((contentType, index) => ({ filename: `${index}.bin`, contentType, content: everyByte }))
  const calendar = { filename: 'afspraak.ics', method: 'REQUEST' as const, content: invitation }
  const words = { to: 'klant@klant.example', subject: 'Proef', text: 'Een\nTwee', html: '<p>Een</p>' }
  expect(await sendMail({ ...words, calendar, attachments }, 'item')).toEqual({ kind: 'sent' })
  const [mail] = (await (await fetch(url)).json()) as {
    id: string
    attachments: { filename: string; size: number }[]
  }[]
  const download = async (index: number) =>
    Buffer.from(await (await fetch(`${url}/${mail?.id}/attachments/${index}`)).arrayBuffer())
  const found = mail?.attachments ?? []
  for (const [index, { filename, size }] of found.entries()) {
    const sent = filename.endsWith('.bin') ? everyByte : Buffer.from(invitation)
    const got = await download(index)
    expect(got.equals(sent), `${filename} ${got.length} of ${sent.length}`).toBe(true)
    expect(size, filename).toBe(sent.length)
  }
  expect(found.filter(({ filename }) => filename.endsWith('.bin'))).toHaveLength(types.length)
  expect(found.filter(({ filename }) => filename === 'afspraak.ics').length).toBeGreaterThan(0)
})
