// Tests the local stand-in for SendRawEmail; the same tests can run against AWS, to prove that both behave alike:
//   CONTRACT_AWS=1 AWS_REGION=… CONTRACT_SENDER=verified@… npx vitest run infra/local/ses/ses.contract
// with credentials in the environment; mails go to the SES mailbox simulator. Tests that read the mailbox, cause
// faults or move the clock run against the stand-in only.
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SESClient, SendEmailCommand, SendRawEmailCommand } from '@aws-sdk/client-ses'
import nodemailer from 'nodemailer'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createManualClock } from '../contract/clock.ts'
import { startInProcess } from '../contract/process.ts'
import { type LocalSes, startSes } from './ses.ts'

const { CONTRACT_AWS, CONTRACT_SENDER = 'afzender@partnerview.example' } = process.env
const onAws = CONTRACT_AWS === '1'
const RECIPIENT = 'success@simulator.amazonses.com'

const clock = createManualClock('2026-11-21T09:00:00Z')
const localClient = (endpoint: string, maxAttempts = 1) =>
  new SESClient({
    endpoint,
    region: 'eu-west-1',
    credentials: { accessKeyId: 'local-test', secretAccessKey: 'local' },
    maxAttempts,
  })

let folder = ''
let local: LocalSes
let client: SESClient

beforeEach(async () => {
  if (onAws) {
    client = new SESClient({ maxAttempts: 1 })
    return
  }
  folder = mkdtempSync(join(tmpdir(), 'ses-'))
  local = await startSes({ folder, now: clock.now, verifiedIdentities: [CONTRACT_SENDER] })
  client = localClient(local.url)
})

afterEach(async () => {
  if (onAws) return
  await local.close()
  rmSync(folder, { recursive: true })
})

const send = (raw: string | Uint8Array, more = {}, by = client) =>
  by.send(new SendRawEmailCommand({ RawMessage: { Data: typeof raw === 'string' ? Buffer.from(raw) : raw }, ...more }))

const mail = (headers: string[] = [], body = 'Beste klant') =>
  [`From: Partnerview <${CONTRACT_SENDER}>`, `To: ${RECIPIENT}`, 'Subject: Proef', ...headers, '', body].join('\r\n')

describe('SendRawEmail', () => {
  it('accepts a mail, with and without an envelope', async () => {
    const ids = [await send(mail()), await send(mail(), { Source: CONTRACT_SENDER, Destinations: [RECIPIENT] })].map(
      ({ MessageId }) => MessageId,
    )
    expect(new Set(ids).size).toBe(2)
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{16}-[0-9a-f-]{36}-000000$/)
  })

  it('refuses a sender that is not verified', async () => {
    const stranger = 'From: stranger@not-verified.example\r\nTo: a@example.com\r\n\r\nx'
    await expect(send(stranger)).rejects.toMatchObject({
      name: 'MessageRejected',
      message: expect.stringMatching(/^Email address is not verified\./),
    })
    await expect(send(mail(), { Source: 'stranger@not-verified.example' })).rejects.toMatchObject({
      name: 'MessageRejected',
    })
  })

  it.each([
    ['no From', `To: ${RECIPIENT}\r\nSubject: x\r\n\r\nx`, {}, "Missing required header 'From'."],
    ['no recipient', `From: ${CONTRACT_SENDER}\r\nSubject: x\r\n\r\nx`, {}, /./],
    ['a recipient without a domain', mail(), { Destinations: ['anna'] }, "Missing final '@domain'"],
    ['a recipient with an impossible domain', mail(), { Destinations: ['anna@exa_mple!.nl'] }, /./],
    ['a recipient with a space', mail(), { Destinations: ['an na@example.com'] }, /./],
  ])('refuses a mail with %s', async (_, raw, more, message) => {
    await expect(send(raw, more)).rejects.toMatchObject({
      name: 'InvalidParameterValue',
      message: typeof message === 'string' ? message : expect.stringMatching(message),
    })
  })

  it('refuses more than fifty recipients', async () => {
    const Destinations = Array.from({ length: 51 }, (_, index) => `success+${index}@simulator.amazonses.com`)
    await expect(send(mail(), { Destinations })).rejects.toMatchObject({ name: 'MessageRejected' })
  })
})

if (!onAws) {
  describe('the mailbox', () => {
    it('shows a mail as a reader sees it, attachments included', async () => {
      const pdf = Buffer.from('%PDF-1.7 factuur\r\n')
      const { message } = await nodemailer
        .createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
        .sendMail({
          from: { name: 'Partnerview', address: CONTRACT_SENDER },
          to: ['Jansen & Zn. <jansen@example.nl>', 'bakker@example.nl'],
          cc: 'agent@example.nl',
          subject: 'Factuur YDS-2026-0001 – € 1.115,01',
          text: 'Beste partner,\n\nzie bijlage.',
          html: '<p>Beste partner</p>',
          attachments: [
            { filename: 'factuur één.pdf', content: pdf, contentType: 'application/pdf' },
            { filename: 'factuur.xml', content: '<Invoice/>', contentType: 'application/xml' },
          ],
        })
      const Destinations = ['jansen@example.nl', 'bakker@example.nl', 'agent@example.nl', 'archief@example.nl']
      const { MessageId = '' } = await send(message as Buffer, { Source: CONTRACT_SENDER, Destinations })
      const [found] = await local.mails()
      expect(found).toEqual({
        id: MessageId,
        from: CONTRACT_SENDER,
        to: ['jansen@example.nl', 'bakker@example.nl'],
        cc: ['agent@example.nl'],
        bcc: ['archief@example.nl'],
        subject: 'Factuur YDS-2026-0001 – € 1.115,01',
        sentAt: '2026-11-21T09:00:00.000Z',
        text: expect.stringContaining('zie bijlage.'),
        html: expect.stringContaining('<p>Beste partner</p>'),
        headers: expect.objectContaining({ from: `Partnerview <${CONTRACT_SENDER}>`, 'mime-version': '1.0' }),
        attachments: [
          { filename: 'factuur één.pdf', contentType: 'application/pdf', size: pdf.length },
          { filename: 'factuur.xml', contentType: 'application/xml', size: 10 },
        ],
      })
      const first = await local.attachment(MessageId, 0)
      expect([first?.filename, Buffer.from(first?.bytes ?? [])]).toEqual(['factuur één.pdf', pdf])
      expect(await local.attachment(MessageId, 2)).toBeNull()
      expect(await local.attachment('nothing', 0)).toBeNull()
      expect(await local.raw(MessageId)).toEqual(message)
      expect(await local.raw('../../etc/passwd')).toBeNull()
    })

    it('takes the envelope from the headers when there is none, and removes Bcc', async () => {
      const { MessageId = '' } = await send(
        mail([
          'Cc: Team: a@example.nl, B <b@example.nl>;',
          'BCC: geheim@example.nl,',
          '\tander@example.nl',
          'X-Last: ja',
        ]),
      )
      expect((await local.mails())[0]).toMatchObject({
        to: [RECIPIENT],
        cc: ['a@example.nl', 'b@example.nl'],
        bcc: ['geheim@example.nl', 'ander@example.nl'],
      })
      const raw = (await local.raw(MessageId))?.toString() ?? ''
      expect(raw).toBe(mail(['Cc: Team: a@example.nl, B <b@example.nl>;', 'X-Last: ja']))
      const [name = ''] = readdirSync(folder).filter((file) => file.endsWith('.eml'))
      expect(name).toBe(`20261121T090000000Z-${MessageId}.eml`)
    })

    it.each([
      [
        'first',
        `Bcc: x@example.nl\r\nFrom: ${CONTRACT_SENDER}\r\n\r\nBcc: tekst`,
        `From: ${CONTRACT_SENDER}\r\n\r\nBcc: tekst`,
      ],
      ['last', `From: ${CONTRACT_SENDER}\r\nBcc: x@example.nl\r\n\r\n`, `From: ${CONTRACT_SENDER}\r\n\r\n`],
      [
        'with bare line feeds',
        `From: ${CONTRACT_SENDER}\nbcc: x@example.nl\nX: y\n\nx`,
        `From: ${CONTRACT_SENDER}\nX: y\n\nx`,
      ],
    ])('removes a Bcc header that is %s', async (_, raw, stored) => {
      const { MessageId = '' } = await send(raw)
      expect((await local.raw(MessageId))?.toString()).toBe(stored)
      expect((await local.mails())[0]?.bcc).toEqual(['x@example.nl'])
    })

    it('shows only recipients of the envelope in To and Bcc', async () => {
      await send(mail(['Cc: niet-verzonden@example.nl']), { Destinations: ['wel@example.nl'] })
      expect((await local.mails())[0]).toMatchObject({
        to: [],
        cc: ['niet-verzonden@example.nl'],
        bcc: ['wel@example.nl'],
      })
    })

    it('shows the newest mail first, also when the clock goes back', async () => {
      for (const subject of ['eerste', 'tweede', 'derde']) {
        await send(mail([]).replace('Proef', subject))
        clock.advance(-3600)
      }
      expect((await local.mails()).map(({ subject }) => subject)).toEqual(['derde', 'tweede', 'eerste'])
      clock.set('2026-11-21T09:00:00Z')
    })

    it('keeps accepted mails over a restart, and no others', async () => {
      const { MessageId } = await send(mail())
      await local.close()
      writeFileSync(join(folder, '20261121T090000000Z-half.eml'), mail())
      local = await startSes({ folder, now: clock.now })
      client = localClient(local.url)
      expect((await local.mails()).map(({ id }) => id)).toEqual([MessageId])
      await send(mail())
      const ids = (await local.mails()).map(({ id }) => id)
      expect(ids).toHaveLength(2)
      expect(ids[1]).toBe(MessageId)
    })

    it('takes many at once', async () => {
      const ids = await Promise.all(Array.from({ length: 50 }, async () => (await send(mail())).MessageId))
      expect((await local.mails()).map(({ id }) => id).sort()).toEqual([...ids].sort())
    })

    it('loses nothing it has acknowledged when it is killed', async () => {
      const elsewhere = join(folder, 'killed')
      const running = await startInProcess(
        new URL('./ses.ts', import.meta.url).href,
        `startSes({ folder: ${JSON.stringify(elsewhere)}, now: Date.now })`,
      )
      const sender = localClient(running.url)
      const acknowledged: (string | undefined)[] = []
      const writers = Array.from({ length: 8 }, async () => {
        while (acknowledged.length < 80)
          acknowledged.push((await send(mail([], 'x'.repeat(20_000)), {}, sender)).MessageId)
        await running.kill()
      })
      await Promise.allSettled(writers)
      const revived = await startSes({ folder: elsewhere, now: Date.now })
      const mails = await revived.mails()
      expect(mails.map(({ id }) => id)).toEqual(expect.arrayContaining(acknowledged))
      for (const { text } of mails) expect(text.trim()).toHaveLength(20_000)
      await revived.close()
    })
  })

  describe('faults', () => {
    it('refuse the next sends before they are accepted', async () => {
      local.faults.failBefore = 2
      for (let time = 0; time < 2; time += 1) {
        await expect(send(mail())).rejects.toMatchObject({ name: 'Throttling' })
      }
      expect(await local.mails()).toEqual([])
      await send(mail())
      expect(await local.mails()).toHaveLength(1)
    })

    it('break the reply after the mail was accepted', async () => {
      local.faults.failAfter = 1
      await expect(send(mail())).rejects.toMatchObject({ code: 'ECONNRESET' })
      expect(await local.mails()).toHaveLength(1)
      await send(mail())
      expect(await local.mails()).toHaveLength(2)
    })
  })

  describe('a refused request', () => {
    it('for another operation is answered with the name of that operation', async () => {
      const command = new SendEmailCommand({
        Source: CONTRACT_SENDER,
        Destination: { ToAddresses: [RECIPIENT] },
        Message: { Subject: { Data: 'x' }, Body: { Text: { Data: 'x' } } },
      })
      await expect(client.send(command)).rejects.toMatchObject({
        name: 'InvalidAction',
        message: expect.stringContaining("'SendEmail'"),
      })
    })

    it('has no signature, no message or more than 10 MB, and stores no mail', async () => {
      const reply = await fetch(local.url, { method: 'POST', body: new URLSearchParams({ Action: 'SendRawEmail' }) })
      expect([reply.status, await reply.text()]).toEqual([
        403,
        expect.stringContaining('<Code>MissingAuthenticationToken</Code>'),
      ])
      await expect(send('')).rejects.toMatchObject({ name: 'ValidationError' })
      await expect(send(mail([], 'x'.repeat(10 * 1024 * 1024)))).rejects.toMatchObject({ name: 'MessageRejected' })
      expect(existsSync(folder) && readdirSync(folder)).toEqual([])
    })
  })
}
