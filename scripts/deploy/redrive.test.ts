import { beforeEach, describe, expect, test } from 'vitest'
import { manifest } from '../../infra/manifest.ts'
import type { Cloud, QueueMessage } from './cloud.ts'
import { openAccount, REGION } from './recorded-account.ts'
import { redrive } from './redrive.ts'

const batch = { streamArn: 'stream', shardId: 'shard-1', startSequenceNumber: '42', batchSize: 3 }
const letterOf: Readonly<Record<string, string>> = {
  outbox: JSON.stringify({ requestContext: {}, DDBStreamBatchInfo: batch }),
  reminders: JSON.stringify({ requestPayload: {} }),
}

let letters: Map<string, QueueMessage[]>
let did: string[]
let said: string[]
beforeEach(() => {
  letters = new Map(Object.entries(letterOf).map(([job, body]) => [`${job}-queue`, [{ body, receipt: job }]]))
  did = []
  said = []
})

/** Redrives dead letters with these answers in place of those of an account whose functions work. */
const run = (job: string | null = null, answers: Partial<Cloud> = {}) => {
  const { cloud } = openAccount()
  const recorded: Cloud = {
    ...cloud,
    resources: async () =>
      Object.keys(manifest.jobs).flatMap((name) => [
        { id: `Functions${name.replaceAll('-', '')}0A1B2C3D`, type: 'AWS::Lambda::Function', physicalId: name },
        {
          id: `Jobs${name.replaceAll('-', '')}DeadLetters0A1B2C3D`,
          type: 'AWS::SQS::Queue',
          physicalId: `${name}-queue`,
        },
      ]),
    receive: async (_region, queue) => letters.get(queue)?.splice(0, 10) ?? [],
    remove: async (_region, queue, { receipt }) => void did.push(`remove ${receipt} of ${queue}`),
    moveBack: async (_region, queue) => {
      did.push(`move back ${queue}`)
      return queue === 'lead-import-queue' ? 2 : 0
    },
    streamRecords: async (_region, { startSequenceNumber }) => [{ eventID: startSequenceNumber }],
    invoke: async (_region, name, event) => {
      did.push(`call ${name} with ${JSON.stringify(event)}`)
      return true
    },
    ...answers,
  }
  return redrive({ cloud: recorded, say: (line) => said.push(line), name: 'prod', region: REGION, job })
}

describe('dead letters', () => {
  test('of files and mails go back to their queue; those of schedules and the table are done by a call', async () => {
    expect(await run()).toBe(true)
    expect(did).toEqual(
      expect.arrayContaining([
        'move back contract-import-queue',
        'move back lead-import-queue',
        'move back mail-events-queue',
        'call reminders with {}',
        'remove reminders of reminders-queue',
        'call outbox with {"Records":[{"eventID":"42"}]}',
        'remove outbox of outbox-queue',
      ]),
    )
    expect(said).toEqual([
      ...['lead-import: 2 delivered again, 0 failed again', 'reminders: 1 delivered again, 0 failed again'],
      ...['outbox: 1 delivered again, 0 failed again', 'No dead letter is left'],
    ])
  })

  test.each<[string, Partial<Cloud>]>([
    ['their job fails again', { invoke: async () => false }],
    ['their records are gone from the stream', { streamRecords: async () => [] }],
  ])('stay when %s', async (_name, answers) => {
    expect(await run('outbox', answers)).toBe(false)
    expect(did.filter((one) => one.startsWith('remove'))).toEqual([])
    expect(said[0]).toBe('outbox: 0 delivered again, 1 failed again')
  })

  test('of one job only, by its name', async () => {
    await run('reminders')
    expect(did).toEqual(['call reminders with {}', 'remove reminders of reminders-queue'])
    await expect(run('niets')).rejects.toThrow('There is no job niets; there are contract-import, ')
  })
})
