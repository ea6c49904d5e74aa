import { type Action, access, roles, standInActions } from '../../shared/access.ts'
import { routes } from '../../shared/api/index.ts'

const scopes: Record<string, string> = { all: 'all', team: 'own team', own: 'own', '-': '–' }

/** Returns docs/access.md: the access table, with the endpoints that each action allows. */
export function buildAccessDocument(): string {
  const rows = (Object.keys(access) as Action[]).map((action) => {
    const endpoints = routes.filter((route) => route.endpoint.allow === action).map((route) => `\`${route.key}\``)
    const cells = access[action].map((cell) => scopes[cell ?? ''] ?? cell)
    return `| ${action} | ${cells.join(' | ')} | ${endpoints.join('<br>')} |`
  })
  const open = (allow: 'restricted' | 'public') =>
    routes
      .filter((route) => route.endpoint.allow === allow)
      .map((route) => `- \`${route.key}\`: ${route.endpoint.summary}`)
  return [
    '# Who may do what',
    '',
    'Made from `shared/access.ts` and the API by `npm run docs`. A flag counts for everybody but admins. A record',
    'out of reach answers 404, exactly like one that does not exist; a team scope without a team acts as own.',
    '',
    `A stand-in (decision 96) may also do to all records: ${standInActions.join(', ')}.`,
    '',
    `| Action | ${roles.join(' | ')} | Flag | Endpoints |`,
    `|---|${'---|'.repeat(roles.length)}---|---|`,
    ...rows,
    '',
    '## With any session, also before two-factor authentication is set up',
    ...open('restricted'),
    '',
    '## Without a session',
    ...open('public'),
    '',
  ].join('\n')
}
