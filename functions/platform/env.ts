/**
 * Returns a setting from the environment variable of its name. Throws when the setting is missing, or is empty without
 * `mayBeEmpty`. Modules read their settings at cold start, so a function without one does not start.
 */
export function readSetting(name: string, { mayBeEmpty = false } = {}): string {
  const value = process.env[name]
  if (value === undefined || (value === '' && !mayBeEmpty)) throw new Error(`Settings missing or wrong: ${name}`)
  return value
}
