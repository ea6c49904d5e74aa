import { AppError } from '../../shared/errors.ts'

/**
 * Waits for a change and returns in Dutch why it was refused; null when it succeeded. Throws every error but an
 * `AppError`.
 */
export async function catchRefusal(change: Promise<unknown>): Promise<string | null> {
  try {
    await change
    return null
  } catch (error) {
    if (error instanceof AppError) return error.message
    throw error
  }
}
