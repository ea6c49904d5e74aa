import { Logger } from '@aws-lambda-powertools/logger'

/** JSON log lines with the function's name. Never give it a body, a secret, a token or an IBAN. */
export const log = new Logger({ logRecordOrder: ['level', 'message', 'timestamp'] })
