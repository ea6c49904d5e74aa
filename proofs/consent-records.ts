import type { World } from '../testing/world.ts'
import { type Cast, sessionFor } from './cast.ts'
import { requireId } from './replies.ts'

/** Records a consent of a number as a caller, whose proof others confirm; returns its id. */
export async function recordConsentFor(world: World, cast: Cast, number: string): Promise<string> {
  const body = { number, givenBy: 'event', givenAt: '2026-11-02', text: 'Ja, bel mij', proof: 'beurs.pdf' }
  return requireId(await world.call('POST', '/api/consents', { as: await sessionFor(world, cast.caller[0]), body }))
}
