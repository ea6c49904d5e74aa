/** Every address a screen links to, by what it shows. */
export const paths = {
  home: '/',
  login: '/login',
  dashboard: '/dashboard',
  appointments: '/appointments',
  calendar: '/calendar',
  leads: '/leads',
  teams: '/teams',
  users: '/users',
  expiringContracts: '/expiring-contracts',
  security: '/security',
  more: '/more-mobile',
} as const
