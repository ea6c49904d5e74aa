import type { Grant } from './local/rights/usage.ts'

interface Kept {
  readonly statement: RegExp
  readonly part: RegExp
  readonly functions?: readonly string[]
  readonly why: string
}

/** Rights that a whole test run may leave unused, each with the reason why it is granted. */
const kept: readonly Kept[] = [
  {
    statement: /^ReadsOriginSecret$/,
    part: /./,
    why: 'Nothing stands before the functions on a laptop, so that there is no secret to ask for.',
  },
  {
    statement: /^UsesKeyForTable$/,
    part: /^kms:(?!Decrypt$)/,
    why: 'DynamoDB itself uses the key in the name of who calls it; locally nothing is encrypted.',
  },
  {
    statement: /^Reads$/,
    part: /^dynamodb:/,
    why: 'The same rows, one by one, together, in order or as a condition: which call it is the code may choose.',
  },
  {
    statement: /^Writes$/,
    part: /^dynamodb:(PutItem|UpdateItem)$/,
    why: 'The same rows, whole or in part: which call it is the code may choose.',
  },
  {
    statement: /^Writes$/,
    part: /^outbox#\*$/,
    why: 'Whatever is committed may ask for what follows: an imported lead for its contract, a lost code for a mail.',
  },
  {
    statement: /^Reads$/,
    part: /^span#\*$/,
    why: 'Read where the places of a span are used up, to say for how long.',
  },
  {
    statement: /^ListsUploads$/,
    part: /./,
    why: 'Asked by S3 itself where an object is gone, which happens in few tests.',
  },
  {
    statement: /^(Reads|Writes)$/,
    part: /^donotcall#\*$/,
    functions: ['contract-import', 'lead-import'],
    why: 'The tests close numbers by the upload over HTTP, which runs the same import.',
  },
  {
    statement: /^(Reads|Writes)Uploads$/,
    part: /\/converted\//,
    functions: ['contract-import', 'lead-import'],
    why: 'The tests read an .xls by the import itself, without the function around it.',
  },
  {
    statement: /^Reads$/,
    part: /^donotcall#\*$/,
    functions: ['contract-reminders'],
    why: 'Asked where a contract that ends has a number, which happens in few tests.',
  },
  {
    statement: /^Reads$/,
    part: /^device#\*$/,
    functions: ['api-invitations'],
    why: 'Read where the browser that follows the link is known already, by the same code as a login.',
  },
  {
    statement: /^Writes$/,
    part: /^user#\*$/,
    functions: ['identity-sync', 'outbox'],
    why: 'Turns 2FA off in the row of somebody whose code the user pool has lost.',
  },
  {
    statement: /^Reads$/,
    part: /^settings#\*$/,
    functions: ['api-sales'],
    why: 'An appointment that a sale changes plans its mails by the settings.',
  },
  {
    statement: /^Writes$/,
    part: /^customer#\*$/,
    functions: ['api-commissions'],
    why: 'A sale is written with the rows by which its customer is recognised.',
  },
  {
    statement: /^Writes$/,
    part: /^appointment#\*$/,
    functions: ['later'],
    why: 'Marks at the appointment what it mailed, by the same code as the outbox; the tests have that done at once.',
  },
  {
    statement: /^Reads$/,
    part: /^appointment#\*$/,
    functions: ['api-leads', 'api-contracts', 'outbox'],
    why: 'Names the appointment that holds a time where the index does not have it yet, which happens in few tests.',
  },
  {
    statement: /^Reads$/,
    part: /^slot#\*$/,
    functions: ['outbox'],
    why: 'Finds the appointment that holds the time of an undo, which happens in few tests.',
  },
]

/** Returns the reason why a function keeps a right that no test uses; null when none is listed. */
export const findReasonToKeep = (grant: Grant): string | null =>
  kept.find(
    ({ statement, part, functions }) =>
      statement.test(grant.statement) && part.test(grant.part) && (functions?.includes(grant.function) ?? true),
  )?.why ?? null
