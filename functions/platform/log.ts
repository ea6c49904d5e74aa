import { Logger } from '@aws-lambda-powertools/logger'

/** Writes JSON log lines with the function's name. Never pass a body, a secret, a token or an IBAN. */
export const log = new Logger({ logRecordOrder: ['level', 'message', 'timestamp'] })
