import type { Answer } from '../testing/world.ts'

/** Returns the id of the record that a call made; throws for a reply of any status but 201. */
export function requireId({ status, body, text }: Answer): string {
  if (status !== 201) throw new Error(`No record was made: ${status} ${text}`)
  return body.id
}
