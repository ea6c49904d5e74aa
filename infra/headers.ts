/** HSTS duration in seconds: browsers use https for this site for two years. */
export const HSTS_SECONDS = 63_072_000

/** Headers of every response. */
const always = {
  'strict-transport-security': `max-age=${HSTS_SECONDS}; includeSubDomains`,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  'cross-origin-opener-policy': 'same-origin',
} as const

export type SecurityHeaders = Readonly<Record<keyof typeof always | 'content-security-policy', string>>

/**
 * Returns the security headers of the site's pages and files, with a strict CSP: no inline script or style, nothing
 * loaded from elsewhere. `uploadOrigin` (`https://…`) is the bucket a browser posts large files to (rulings 56).
 */
export function makeSecurityHeaders({ uploadOrigin }: { uploadOrigin: string }): SecurityHeaders {
  const policy = [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "manifest-src 'self'",
    `connect-src 'self' ${uploadOrigin}`,
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
  ]
  return { ...always, 'content-security-policy': policy.join('; ') }
}

/**
 * The security headers of `/api/*`, whose CSP only forbids framing, as the API sends no page. The policy of a page
 * would keep Chrome's viewer from showing an invoice (docs/decisions/0034-the-edge.md).
 */
export const apiSecurityHeaders: SecurityHeaders = { ...always, 'content-security-policy': "frame-ancestors 'none'" }
