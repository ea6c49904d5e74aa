import { API_KEY_SHAPE, makerStateOf } from '../../functions/platform/identity/api-key.ts'
import { findUser } from '../../functions/platform/identity/user.ts'
import type { Migration } from './migration.ts'

/** Migrations that are not finished yet, by the name that the command takes. */
export const migrations: Readonly<Record<string, Migration>> = {
  // Once it is finished, nothing needs to guess the state of a key's maker any more (`identifyApiKey`).
  'api-key-makers': {
    entity: 'apikey',
    shape: API_KEY_SHAPE,
    up: async ({ makerState, createdBy }) => {
      if (makerState !== undefined) return {}
      const maker = await findUser(String(createdBy))
      return maker ? { makerState: makerStateOf(maker) } : { isActive: false }
    },
  },
}
