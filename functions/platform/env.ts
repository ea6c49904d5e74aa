import * as z from 'zod'

/**
 * Returns the settings of a module, parsed from environment variables once, at cold start. Throws with the names of
 * missing or wrong settings, so that the function does not start.
 */
export function readEnvironment<S extends z.ZodRawShape>(shape: S): z.output<z.ZodObject<S>> {
  const parsed = z.object(shape).safeParse(process.env)
  if (parsed.success) return parsed.data
  throw new Error(`Settings missing or wrong: ${parsed.error.issues.map((issue) => issue.path.join('.')).join(', ')}`)
}

/** A setting that must be present. */
export const required = z.string().min(1)
