import * as z from '../zod.ts'
import { domain, none, post } from './parts/endpoint.ts'

/** Kinds of errors in a browser: a script failed, a promise failed unhandled, or a part of the page did not draw. */
export const clientErrorKinds = ['script', 'promise', 'drawing'] as const

/** An error in a browser. It has no message, no address and no person, as these can name customers. */
export const ClientError = z.object({
  /** Name of the file with which the build starts, which has the hash of its content. */
  build: z
    .string()
    .regex(/^[\w-]{1,60}$/)
    .meta({ examples: ['start-DG96ztsZ'] }),
  /** Pattern of the screen's address. */
  route: z
    .string()
    .regex(/^\/[a-z/:*-]{0,80}$/)
    .meta({ examples: ['/appointments', '/klant/:id'] }),
  kind: z.enum(clientErrorKinds),
  /** File of our code with line and column. */
  position: z
    .string()
    .regex(/^[\w.~-]{1,120}\.js:\d{1,7}:\d{1,7}$/)
    .meta({ examples: ['home-BjwRLT1i.js:54:18430'] }),
})
export type ClientError = z.output<typeof ClientError>

export const clientErrors = domain({
  report: post('/api/client-errors', {
    summary: 'Report an error in a browser by its position in our code; 429 above twenty an hour',
    allow: 'account:manage',
    unattended: true,
    writesNothing: true,
    bodyBytes: 1024,
    body: ClientError,
    result: none,
  }),
})
