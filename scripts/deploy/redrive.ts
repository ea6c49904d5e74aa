import type { Trigger } from '../../infra/jobs.ts'
import { type FunctionSpec, manifest } from '../../infra/manifest.ts'
import type { Cloud, QueueMessage, StreamBatch } from './cloud.ts'
import { mainStackOf } from './release.ts'

interface Asked {
  readonly cloud: Cloud
  readonly say: (line: string) => void
  /** Environment, such as `prod`. */
  readonly name: string
  readonly region: string
  /** Job whose dead letters are delivered; null: every job. */
  readonly job: string | null
}

/** A job with its function and queue of dead letters in AWS. */
interface Job {
  readonly name: string
  readonly trigger: Trigger
  readonly functionName: string
  readonly queueUrl: string
}

/**
 * Delivers dead letters again: files and mail events by moving them back to their queue, schedules and changes of the
 * table by calling the function. Work that was done before is not done twice. A letter goes only after its work is
 * done. Returns false when a job gave up again, or no longer finds its records.
 */
export async function redrive(asked: Asked): Promise<boolean> {
  const jobs = await findJobs(asked)
  let isDone = true
  for (const job of jobs) {
    const { delivered, failed } = await redriveJob(asked, job)
    if (delivered + failed > 0) asked.say(`${job.name}: ${delivered} delivered again, ${failed} failed again`)
    isDone &&= failed === 0
  }
  asked.say(isDone ? 'No dead letter is left' : 'Look in the logs of these jobs, mend the cause, and try again')
  return isDone
}

async function findJobs({ cloud, name, region, job: wanted }: Asked): Promise<Job[]> {
  const resources = await cloud.resources(region, mainStackOf(name))
  // The id of a resource is its path in the stack, without dashes, and eight characters more.
  const idOf = (path: string) => new RegExp(`^${path.replaceAll('-', '')}[0-9A-F]{8}$`)
  const physicalIdOf = (type: string, path: string) =>
    resources.find((one) => one.type === type && idOf(path).test(one.id))?.physicalId
  const jobs = Object.entries<FunctionSpec & { trigger: Trigger }>(manifest.jobs)
  const chosen = wanted === null ? jobs : jobs.filter(([one]) => one === wanted)
  if (chosen.length === 0)
    throw new Error(`There is no job ${wanted}; there are ${jobs.map(([one]) => one).join(', ')}`)
  return chosen.map(([one, { trigger }]) => {
    const functionName = physicalIdOf('AWS::Lambda::Function', `Functions${one}`)
    const queueUrl = physicalIdOf('AWS::SQS::Queue', `Jobs${one}DeadLetters`)
    if (!functionName || !queueUrl) throw new Error(`${mainStackOf(name)} has no job ${one}`)
    return { name: one, trigger, functionName, queueUrl }
  })
}

async function redriveJob({ cloud, region }: Asked, { trigger, functionName, queueUrl }: Job) {
  if (trigger.on === 'bucket' || trigger.on === 'mail') {
    return { delivered: await cloud.moveBack(region, queueUrl), failed: 0 }
  }
  const eventOf = async (message: QueueMessage): Promise<object | null> => {
    if (trigger.on === 'schedule') return {}
    const { DDBStreamBatchInfo } = JSON.parse(message.body) as { DDBStreamBatchInfo: StreamBatch }
    const Records = await cloud.streamRecords(region, DDBStreamBatchInfo)
    return Records.length > 0 ? { Records } : null
  }
  const count = { delivered: 0, failed: 0 }
  for (;;) {
    const messages = await cloud.receive(region, queueUrl)
    if (messages.length === 0) return count
    for (const message of messages) {
      const event = await eventOf(message)
      const isDone = event !== null && (await cloud.invoke(region, functionName, event))
      if (isDone) await cloud.remove(region, queueUrl, message)
      count[isDone ? 'delivered' : 'failed'] += 1
    }
  }
}
