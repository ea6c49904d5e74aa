import { defineEntity, gsi1, primary, type RowOf } from '../../platform/data/table.ts'

/**
 * Counters of failed logins: five failures in a row lock the login until `closedUntil` (rulings 5). One row per person,
 * and one per browser in which they logged in before, under `<person>@<browser>`.
 *
 * | Read                | Index   | Key    |
 * | a person's attempts | primary | userId |
 */
export const Logins = defineEntity('login', {
  attributes: {
    userId: { type: 'string', required: true },
    attempts: { type: 'number', default: 0 },
    closedUntil: { type: 'number' },
    /** Moment until which a change of the password blocks logins, at the latest. */
    heldUntil: { type: 'number' },
    lastLogin: { type: 'string' },
    /** For a browser: the moment it is forgotten, in seconds since 1970. */
    expires: { type: 'number' },
  },
  indexes: { primary: primary('user#${userId}', 'login') },
})

/**
 * Hashes of backup codes: the current ones and, during a set-up of 2FA, the next ones (rulings 7).
 *
 * | Read             | Index   | Key    |
 * | a person's codes | primary | userId |
 */
export const BackupCodes = defineEntity('backup', {
  attributes: {
    userId: { type: 'string', required: true },
    salt: { type: 'string' },
    hashes: { type: 'set', items: 'string' },
    /** Id of the set-up of 2FA to which the next codes belong; a later set-up replaces it. */
    setup: { type: 'string' },
    nextSalt: { type: 'string' },
    nextHashes: { type: 'set', items: 'string' },
  },
  indexes: { primary: primary('user#${userId}', 'backup') },
})

/**
 * TOTP codes that people have tried, so that each code can be tried only once (rulings 6).
 *
 * | Read     | Index   | Key          |
 * | one code | primary | userId, code |
 */
export const UsedCodes = defineEntity('usedcode', {
  attributes: {
    userId: { type: 'string', required: true },
    code: { type: 'string', required: true },
    until: { type: 'number', required: true },
    expires: { type: 'number', required: true },
  },
  indexes: { primary: primary('usedcode#${userId}#${code}', 'usedcode') },
})

/**
 * Browsers in which people logged in. Failed logins elsewhere do not lock people out in these browsers (rulings 5). A
 * browser has one token for all its users; the row holds the SHA-256 of that token.
 *
 * | Read               | Index   | Key                       |
 * | who used a browser | primary | hash · userId             |
 * | a person's browsers | gsi1    | userId · createdAt, hash |
 */
export const Devices = defineEntity('device', {
  attributes: {
    hash: { type: 'string', required: true },
    userId: { type: 'string', required: true },
    /**
     * The person's credential epoch at the login in this browser. Once the epoch is raised, the browser is no longer
     * known.
     */
    credentialEpoch: { type: 'number', required: true },
    createdAt: { type: 'string', required: true },
    lastUsedAt: { type: 'string', required: true },
    ipAddress: { type: 'string', required: true },
    userAgent: { type: 'string', required: true },
    /** Moment until which the browser is known, in milliseconds since 1970. */
    until: { type: 'number', required: true },
    expires: { type: 'number', required: true },
  },
  indexes: {
    primary: primary('device#${hash}', '${userId}'),
    byUser: gsi1('devices#${userId}', '${createdAt}#${hash}'),
  },
})
export type Device = RowOf<typeof Devices>
