import type { EntityItem } from 'electrodb'
import { Entity, gsi1, model, primary, store } from '../platform/table.ts'

/**
 * Attempts to log in: five failures close the door until `closedUntil` (rulings 5). Of a person, and of each browser that
 * they are known by under `<person>@<browser>`.
 *
 * | Read                | Index   | Key    |
 * | a person's attempts | primary | userId |
 */
export const Logins = new Entity(
  {
    model: model('login'),
    attributes: {
      userId: { type: 'string', required: true },
      attempts: { type: 'number', default: 0 },
      closedUntil: { type: 'number' },
      /** While the password is being replaced nobody logs in, until this moment at the latest. */
      heldUntil: { type: 'number' },
      lastLogin: { type: 'string' },
      /** Of a browser's only. */
      expires: { type: 'number' },
    },
    indexes: {
      primary: primary('user#${userId}', 'login'),
    },
  },
  store,
)

/**
 * Hashes of backup codes: those in force and, while 2FA is being set up, those to come (rulings 7).
 *
 * | Read             | Index   | Key    |
 * | a person's codes | primary | userId |
 */
export const BackupCodes = new Entity(
  {
    model: model('backup'),
    attributes: {
      userId: { type: 'string', required: true },
      salt: { type: 'string' },
      hashes: { type: 'set', items: 'string' },
      /** The set-up that the codes to come belong to; a later one takes its place. */
      setup: { type: 'string' },
      nextSalt: { type: 'string' },
      nextHashes: { type: 'set', items: 'string' },
    },
    indexes: {
      primary: primary('user#${userId}', 'backup'),
    },
  },
  store,
)

/**
 * Codes that have been tried, so that each is tried once (rulings 6).
 *
 * | Read     | Index   | Key          |
 * | one code | primary | userId, code |
 */
export const UsedCodes = new Entity(
  {
    model: model('usedcode'),
    attributes: {
      userId: { type: 'string', required: true },
      code: { type: 'string', required: true },
      until: { type: 'number', required: true },
      expires: { type: 'number', required: true },
    },
    indexes: {
      primary: primary('usedcode#${userId}#${code}', 'usedcode'),
    },
  },
  store,
)

/**
 * Browsers in which somebody logged in: who else tries elsewhere does not keep them out there (rulings 5). A browser has
 * one token for all who log in with it; stored is its SHA-256.
 *
 * | Read               | Index   | Key                       |
 * | who used a browser | primary | hash · userId             |
 * | a person's browsers | gsi1    | userId · createdAt, hash |
 */
export const Devices = new Entity(
  {
    model: model('device'),
    attributes: {
      hash: { type: 'string', required: true },
      userId: { type: 'string', required: true },
      /** The person's at that login; it ends with it. */
      credentialEpoch: { type: 'number', required: true },
      createdAt: { type: 'string', required: true },
      lastUsedAt: { type: 'string', required: true },
      ipAddress: { type: 'string', required: true },
      userAgent: { type: 'string', required: true },
      /** Milliseconds since 1970. */
      until: { type: 'number', required: true },
      expires: { type: 'number', required: true },
    },
    indexes: {
      primary: primary('device#${hash}', '${userId}'),
      byUser: gsi1('devices#${userId}', '${createdAt}#${hash}'),
    },
  },
  store,
)
export type Device = EntityItem<typeof Devices>
