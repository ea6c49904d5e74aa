import type { World } from '../testing/world.ts'
import { type Cast, sessionFor } from './cast.ts'
import { requireId } from './replies.ts'

/** Records a consent of a number as a caller, whose proof others confirm; returns its id. */
export async function recordConsentFor(world: World, cast: Cast, number: string): Promise<string> {
  const body = { number, givenBy: 'event', givenAt: '2026-11-02', text: 'Ja, bel mij', proof: 'beurs.pdf' }
  return requireId(await world.call('POST', '/api/consents', { as: await sessionFor(world, cast.caller[0]), body }))
}

/** Stores settings of calls with version 1; returns their id. */
export async function firstCallingSettings(world: World, cast: Cast): Promise<string> {
  const { CallingSettingsRows } = await import('../functions/numbers/entity.ts')
  await CallingSettingsRows.delete({ id: 'calling' }).go()
  const body = { gate: 'off', callGateFrom: null, consentMonths: 12, firstCallMonths: 6, keepYears: 5 }
  await world.call('PUT', '/api/settings/calling', { as: await sessionFor(world, cast.admin), body })
  return 'calling'
}
