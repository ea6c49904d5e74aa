import { authorise, type Caller } from '../platform/actor.ts'

/** Finds records within reach by words. */
export async function find(actor: Caller, _q: string) {
  authorise(actor, 'search:use')
  return { groups: [], corrected: null }
}
