import type { Declaration } from '../../shared/declaration.ts'

export const domain = {
  groups: {
    'client-errors': { about: 'Errors in browsers, told by their position in our code', executions: 5, commits: false },
  },
} satisfies Declaration
