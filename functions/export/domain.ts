import type { Declaration } from '../../shared/declaration.ts'

export const domain = {
  imports: ['records'],
} satisfies Declaration
