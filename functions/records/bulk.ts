import { AppError } from '../../shared/errors.ts'

/**
 * Returns why one of several changes was refused, for display; null when it succeeded. Throws errors that are no
 * refusal.
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
