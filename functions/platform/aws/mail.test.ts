import { afterAll, expect, it } from 'vitest'
import { startWorld } from '../../../testing/world.ts'

const world = await startWorld()
afterAll(() => world.stop())
const { sendMail } = await import('./mail.ts')

it('carries several attachments byte for byte, whatever their line ends', async () => {
  const files = [
    { filename: 'factuur.pdf', contentType: 'application/pdf', content: Buffer.from([0x25, 0, 10, 13, 255, 128]) },
    { filename: 'factuur é.xml', contentType: 'application/xml', content: Buffer.from('<a>\n<b>é</b>\r</a>') },
  ]
  const mail = { to: 'partner@klant.example', subject: 'Factuur', text: 'Zie\nbijlage', html: '<p>Zie</p>' }
  expect(await sendMail({ ...mail, attachments: files }, 'item')).toEqual({ kind: 'sent' })
  const [got] = await world.ses.mails()
  expect(got?.attachments.map(({ filename, contentType }) => [filename, contentType])).toEqual(
    files.map(({ filename, contentType }) => [filename, contentType]),
  )
  for (const [index, { content }] of files.entries()) {
    const attached = await world.ses.attachment(got?.id ?? '', index)
    expect(Buffer.from(attached?.bytes ?? [])).toEqual(content)
  }
  const raw = (await world.ses.raw(got?.id ?? ''))?.toString('latin1') ?? ''
  expect(raw.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
})
