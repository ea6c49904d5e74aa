import { AppError } from '../../shared/errors.ts'

/**
 * Why one of several changes was refused, as its reader is told; null when it went.
 *
 * @throws what is no refusal
 */
export async function refusalOf(change: Promise<unknown>): Promise<string | null> {
  try {
    await change
    return null
  } catch (error) {
    if (error instanceof AppError) return error.message
    throw error
  }
}
