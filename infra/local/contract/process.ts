import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

/**
 * Starts a stand-in in a process of its own that a test can kill; resolves to its address and a function that kills it.
 *
 * @param module module of the stand-in, as a file URL
 * @param start an expression that starts it, such as `startSes({folder: '/tmp/x', now: Date.now})`
 */
export async function startInProcess(module: string, start: string): Promise<{ url: string; kill(): Promise<void> }> {
  const name = start.slice(0, start.indexOf('('))
  const code = `import { ${name} } from ${JSON.stringify(module)}; console.log((await ${start}).url)`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [url] = await once(createInterface(child.stdout), 'line')
  return { url, kill: () => killHard(child) }
}

async function killHard(child: ChildProcess): Promise<void> {
  if (child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGKILL')
  await exited
}
