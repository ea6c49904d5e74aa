import * as z from 'zod'

/**
 * The settings a module needs, parsed from the environment once, at cold start.
 * A missing one stops the function from starting, naming it. The manifest says which function gets which.
 */
export function settings<S extends z.ZodRawShape>(shape: S): z.output<z.ZodObject<S>> {
  const parsed = z.object(shape).safeParse(process.env)
  if (parsed.success) return parsed.data
  throw new Error(`Settings missing or wrong: ${parsed.error.issues.map((issue) => issue.path.join('.')).join(', ')}`)
}

/** A setting that must be there. */
export const required = z.string().min(1)
