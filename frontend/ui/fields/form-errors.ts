import { findReadableMessage } from '../../lib/call-error.ts'

const UNKNOWN = 'Er is iets misgegaan. Probeer het opnieuw.'

/**
 * Reads a thrown error, such as `{message, errors}` of the server (rulings 11). Returns its message, or a general one
 * if that is not readable, and its texts by form field.
 */
export function readServerErrors(error: unknown): { message: string; fields: Record<string, readonly string[]> } {
  const message = findReadableMessage(error) ?? UNKNOWN
  const errors = typeof error === 'object' && error !== null && 'errors' in error ? error.errors : undefined
  if (typeof errors !== 'object' || errors === null) return { message, fields: {} }
  const fields = Object.entries(errors).filter((entry): entry is [string, string[]] => Array.isArray(entry[1]))
  return { message, fields: Object.fromEntries(fields) }
}

/**
 * Returns the texts of form errors whose field is not on screen. `path` is the dotted name of the part of the form that
 * `errors` belongs to.
 */
export function collectErrorTexts(errors: unknown, isShown: (path: string) => boolean, path = ''): string[] {
  if (typeof errors !== 'object' || errors === null || isShown(path)) return []
  if ('message' in errors && typeof errors.message === 'string' && 'type' in errors) return [errors.message]
  return Object.entries(errors).flatMap(([key, value]) =>
    key === 'ref' ? [] : collectErrorTexts(value, isShown, path === '' ? key : `${path}.${key}`),
  )
}
