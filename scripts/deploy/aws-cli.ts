import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** Bytes of an answer of the AWS CLI that are read, such as the resources of a large stack. */
const MAX_BYTES = 64 * 1024 * 1024

const execute = promisify(execFile)

/**
 * Calls AWS by its CLI, which follows pages and finds the credentials by itself; returns the answer. The CLI is on each
 * machine that deploys, and its services would be a dozen packages here. Throws an error with the CLI's message.
 */
export async function ask<T extends object>(
  region: string,
  service: string,
  operation: string,
  input: object = {},
  ...more: readonly string[]
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'partnerview-aws-'))
  // In a file, as an event may be longer than an argument can be.
  const file = join(folder, 'input.json')
  const how = ['--region', region, '--output', 'json', '--no-cli-pager', '--cli-input-json', `file://${file}`]
  try {
    await writeFile(file, JSON.stringify(input))
    const { stdout } = await execute('aws', [service, operation, ...more, ...how], { maxBuffer: MAX_BYTES })
    return JSON.parse(stdout.trim() || '{}')
  } catch (error) {
    const { code, stderr = '', message } = error as NodeJS.ErrnoException & { readonly stderr?: string }
    if (code === 'ENOENT') throw new Error('Install the AWS CLI, version 2: https://aws.amazon.com/cli')
    throw new Error(stderr.trim() || message, { cause: error })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Returns a call's answer; null for errors whose message has one of these texts. */
export async function orNull<T>(call: Promise<T>, ...texts: readonly string[]): Promise<T | null> {
  try {
    return await call
  } catch (error) {
    if (error instanceof Error && texts.some((text) => error.name === text || error.message.includes(text))) return null
    throw error
  }
}
