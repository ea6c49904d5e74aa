import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { reserveFreePort } from '../free-port.ts'
import { type Keeper, startKeeper } from '../keeper/keeper.ts'

const ATTEMPTS = 5

/** Returns the path of dynoxide, the local DynamoDB; null on a platform for which none was installed. */
export function findDynoxide(): string | null {
  try {
    const home = dirname(createRequire(import.meta.url).resolve('@dynoxide/linux-x64/package.json'))
    const binary = join(home, 'dynoxide')
    return existsSync(binary) ? binary : null
  } catch {
    return null
  }
}

/**
 * Starts dynoxide, the local DynamoDB, on a database file and a free port. Resolves to its address and its keeper, the
 * process that ends dynoxide when the runtime dies.
 */
export async function startDynoxide(binary: string, file: string): Promise<{ url: string; keeper: Keeper }> {
  for (let attempt = 1; ; attempt += 1) {
    const port = await reserveFreePort()
    try {
      return { url: `http://127.0.0.1:${port}`, keeper: await startKeeper({ binary, port, file }) }
    } catch (error) {
      // 'in use': another process took the port before dynoxide listened on it. The next attempt uses another port.
      if (attempt === ATTEMPTS || !String(error).includes('in use')) throw error
    }
  }
}
