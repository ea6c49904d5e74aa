import { type ChildProcess, type StdioPipe, spawn } from 'node:child_process'

/**
 * Shell script that becomes the given program. A process that it leaves behind kills the program when the script's
 * standard input closes.
 */
const MORTAL = 'exec 3<&0; (read -r _ <&3; kill -9 $$) & exec 3<&-; exec "$0" "$@" </dev/null'

/**
 * Starts a program that is killed when this process ends, in whatever way. The returned child has the pid of the
 * program, not of a shell around it.
 */
export function spawnMortal(
  program: string,
  args: readonly string[],
  { output, env = process.env }: { readonly output: StdioPipe | 'ignore'; readonly env?: NodeJS.ProcessEnv },
): ChildProcess {
  return spawn('sh', ['-c', MORTAL, program, ...args], { stdio: ['pipe', output, output], env })
}
