import type { EntityItem } from 'electrodb'
import { Entity, key, model, must, store, text } from '../platform/table.ts'

/**
 * Up to when a person has read everything, and up to when they were mailed about it.
 *
 * | Read              | Index   | Key    |
 * | a person's reading | primary | userId |
 */
export const NotificationReadings = new Entity(
  {
    model: model('notificationreading'),
    attributes: {
      userId: must,
      /** What became unread until then is read. */
      readUntil: text,
      /** The day of the last daily mail, and up to when that told. */
      mailedOn: text,
      mailedUntil: text,
    },
    indexes: {
      primary: {
        pk: { ...key.primary.pk, composite: ['userId'], template: 'notificationsettings#${userId}' },
        sk: { ...key.primary.sk, composite: [], template: 'reading' },
      },
    },
  },
  store,
)
export type NotificationReading = EntityItem<typeof NotificationReadings>

/** Reads up to when somebody has read; strongly consistent. */
export async function readingOf(userId: string): Promise<Partial<NotificationReading>> {
  const { data } = await NotificationReadings.get({ userId }).go({ consistent: true })
  return data ?? {}
}
